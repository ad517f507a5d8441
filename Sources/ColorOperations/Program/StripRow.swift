internal import CToneKernels

/// The rows of a strip by their content, apart from those that `ProgramCompiler` allocates while a program is compiled.
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

extension ProgramCompiler {
  /// The rows for steps; the remaining rows belong to the gamut map.
  static let rowsForSteps = Int32(LANES_FREE_ROWS)..<Int32(LANES_GAMUT_ROWS)

  /// Allocates the last free row, so that three consecutive rows stay free.
  mutating func allocate() throws(UnsupportedOperation) -> Int32 {
    guard let row = freeRows.max() else { throw Self.noFreeRow }
    freeRows.remove(row)
    return row
  }

  /// Allocates three consecutive rows.
  mutating func allocateTriple() throws(UnsupportedOperation) -> Int32 {
    guard let first = Self.rowsForSteps.first(where: { freeRows.isSuperset(of: $0..<$0 + 3) }) else {
      throw Self.noFreeRow
    }
    freeRows.subtract(first..<first + 3)
    return first
  }

  package mutating func free(_ row: Int32) { freeRows.insert(row) }

  mutating func freeTriple(_ first: Int32) { freeRows.formUnion(first..<first + 3) }

  private static let noFreeRow = UnsupportedOperation(
    description: "its operations need more than \(rowsForSteps.count) numbers beside a color at once")
}
