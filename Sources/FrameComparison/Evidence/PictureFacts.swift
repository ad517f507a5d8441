package import Colorimetry

/// The properties of one clip's pictures besides their pixels: their color coding, and the statements of the clip.
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
  package var isNarrow: Bool
  /// The statements of the clip, and those that its file format supports.
  package var statements, canState: Set<Statement>
  /// The size of its pictures before they are scaled to the size of the comparison.
  package var width, height: Int
  /// The pixel aspect ratio, width divided by height.
  package var pixelAspect: Double
  /// Whether its pictures were rotated or mirrored for the comparison.
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

  /// The display aspect ratio, width divided by height.
  var aspect: Double { Double(width) * pixelAspect / Double(height) }

  /// The relative change of the aspect ratio by the rounding of both sides to whole samples of chroma.
  private var rounding: Double { 1 / Double(width) + 1 / Double(height) }

  func isShaped(like other: PictureFacts) -> Bool {
    abs(aspect / other.aspect - 1) < 0.02 + max(rounding, other.rounding)
  }
}
