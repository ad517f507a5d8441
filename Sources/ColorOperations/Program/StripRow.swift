internal import CToneKernels

/// The rows of a strip by their content, apart from those that `SIMDRegisters` allocates while a program is compiled.
package enum StripRow {
  /// The three components of the color: codes, then the result of the program.
  package static let color = 0..<3 as Range<Int32>
  /// Alpha: codes after reading, coverage of `0...1` for the program.
  package static let alpha = Int32(LANES_ALPHA_ROW)
  /// The coverage of a chroma sample, before and after the program.
  package static let chromaCoverage = Int32(LANES_FREE_ROWS)
  /// The three components of the background.
  package static let background = Int32(LANES_BACKGROUND_ROWS)..<Int32(LANES_BACKGROUND_ROWS) + 3

  // The inputs of `lanes_light`, besides the light of the color.

  /// The light of the maximum component.
  package static let maximum = Int32(LANES_MAXIMUM_ROW)
  /// The PQ signals of the luminance and of the maximum component.
  package static let luminanceSignal = Int32(LANES_LUMINANCE_SIGNAL_ROW)
  package static let maximumSignal = Int32(LANES_MAXIMUM_SIGNAL_ROW)
  /// The minimum component in the gamuts of BT.709 and of P3.
  package static let minimumBT709 = Int32(LANES_MINIMUM_BT709_ROW)
  package static let minimumP3 = Int32(LANES_MINIMUM_P3_ROW)
}
