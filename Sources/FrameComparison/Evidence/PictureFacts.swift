package import Colorimetry

/// What is known of the pictures of one clip besides their pixels: how they are read, and what the clip states.
package struct PictureFacts: Hashable, Sendable {
  package var primaries: ColorPrimaries
  package var transfer: TransferCharacteristics
  package var matrix: MatrixCoefficients
  /// The metadata and the tags that the clip states, as a sentence names them: a mastering display, MaxCLL and MaxFALL.
  package var statements: [String]
  package var bitDepth: Int
  /// The width of its pictures, before they are brought to the size at which they are compared.
  package var width: Int
  /// Whether luma is in narrow range.
  package var isNarrow: Bool

  package init(
    primaries: ColorPrimaries, transfer: TransferCharacteristics, matrix: MatrixCoefficients, statements: [String],
    bitDepth: Int, width: Int, isNarrow: Bool
  ) {
    (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
    (self.statements, self.bitDepth, self.width, self.isNarrow) = (statements, bitDepth, width, isNarrow)
  }

  /// The number of steps from signal 0 to signal 1.
  var levels: Double { Quantization(bitDepth: min(max(bitDepth, 8), 16), range: isNarrow ? .narrow : .full).lumaScale }
}
