public import Colorimetry

/// What a stream says of the meaning of its numbers; `nil` for what it does not say.
///
///     ColorDescription(primaries: .bt2020, transfer: .hlg, matrix: .bt2020NCL, range: .narrow)
///
/// - Source: ITU-T H.273, clause 8.
public struct ColorDescription: Hashable, Sendable {
  /// The red, green, blue and white of the components.
  public var primaries: ColorPrimaries?
  /// How nonlinear components stand for light.
  public var transfer: TransferCharacteristics?
  /// How components became luma and color differences.
  public var matrix: MatrixCoefficients?
  /// Which codes stand for 0 and 1.
  public var range: QuantizationRange?
  /// Where 4:2:0 chroma samples lie.
  public var chromaLocation: ChromaLocation?

  /// The description of these properties.
  public init(
    primaries: ColorPrimaries? = nil, transfer: TransferCharacteristics? = nil, matrix: MatrixCoefficients? = nil,
    range: QuantizationRange? = nil, chromaLocation: ChromaLocation? = nil
  ) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.range = range
    self.chromaLocation = chromaLocation
  }

  /// This description, with what it does not say taken from another.
  ///
  ///     let color = options.completed(by: sidecar.color)  // options win
  public func completed(by other: ColorDescription) -> ColorDescription {
    ColorDescription(
      primaries: primaries ?? other.primaries, transfer: transfer ?? other.transfer, matrix: matrix ?? other.matrix,
      range: range ?? other.range, chromaLocation: chromaLocation ?? other.chromaLocation)
  }

  /// The H.273 numbers of primaries, transfer and matrix, 2 for what is not said.
  var codePoints: [Int] {
    [primaries?.rawValue, transfer?.rawValue, matrix?.rawValue].map { $0 ?? Self.unspecified }
  }

  /// The number of *unspecified* among primaries, transfers and matrices alike.
  static let unspecified = 2
}
