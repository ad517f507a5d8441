package import Colorimetry

/// What is known of the pictures of one clip besides their pixels: how they are read, and what the clip states.
package struct PictureFacts: Hashable, Sendable {
  /// A tag or metadata that a clip can lose.
  package enum Statement: String, CaseIterable, Sendable {
    case transfer = "the transfer function"
    case primaries = "the primaries"
    case mastering = "the mastering display"
    case contentLight = "MaxCLL and MaxFALL"
    case ambient = "the ambient viewing environment"
    case hdr10Plus = "HDR10+ metadata"
    case headroom = "ST 2094-50 metadata"
  }

  package var primaries: ColorPrimaries
  package var transfer: TransferCharacteristics
  package var matrix: MatrixCoefficients
  /// Whether luma is in narrow range.
  package var isNarrow: Bool
  /// What the clip states, and what a file of its kind could state.
  package var statements, canState: Set<Statement>
  /// The size of its pictures, before they are brought to the size at which they are compared.
  package var width, height: Int
  /// The width of a pixel as it is shown, divided by its height.
  package var pixelAspect: Double
  /// Whether its pictures were turned or mirrored to be compared.
  package var isTurned: Bool

  package init(
    primaries: ColorPrimaries, transfer: TransferCharacteristics, matrix: MatrixCoefficients, isNarrow: Bool,
    statements: Set<Statement> = [], canState: Set<Statement> = Set(Statement.allCases), width: Int, height: Int,
    pixelAspect: Double = 1, isTurned: Bool = false
  ) {
    (self.primaries, self.transfer, self.matrix, self.isNarrow) = (primaries, transfer, matrix, isNarrow)
    (self.statements, self.canState) = (statements, canState)
    (self.width, self.height, self.pixelAspect, self.isTurned) = (width, height, pixelAspect, isTurned)
  }

  /// The width of a picture as it is shown, divided by its height.
  var aspect: Double { Double(width) * pixelAspect / Double(height) }

  func isShaped(like other: PictureFacts) -> Bool { abs(aspect / other.aspect - 1) < 0.02 }
}
