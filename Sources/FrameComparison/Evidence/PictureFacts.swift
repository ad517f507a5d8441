package import Colorimetry

/// What is known of the pictures of one clip besides their pixels: how they are read, and what the clip states.
package struct PictureFacts: Hashable, Sendable {
  package var primaries: ColorPrimaries
  package var transfer: TransferCharacteristics
  package var matrix: MatrixCoefficients
  /// The metadata and the tags that the clip states, as a sentence names them: a mastering display, MaxCLL and MaxFALL.
  package var statements: [String]
  /// Whether luma has more than 8 bits.
  package var isDeep: Bool

  package init(
    primaries: ColorPrimaries, transfer: TransferCharacteristics, matrix: MatrixCoefficients, statements: [String],
    isDeep: Bool
  ) {
    (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
    (self.statements, self.isDeep) = (statements, isDeep)
  }
}
