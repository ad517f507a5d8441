public import Colorimetry

/// The meaning of the numbers of a stream, as far as the stream states it; `nil` for properties that are not stated.
///
///     ColorDescription(primaries: .bt2020, transfer: .hlg, matrix: .bt2020NCL, range: .narrow)
///
/// - Source: ITU-T H.273, clause 8.
public struct ColorDescription: Hashable, Sendable {
  /// The chromaticities of red, green, blue and white.
  public var primaries: ColorPrimaries?
  /// The relation of nonlinear components to light.
  public var transfer: TransferCharacteristics?
  /// The matrix that computes luma and color differences from components.
  public var matrix: MatrixCoefficients?
  /// The codes of 0 and 1.
  public var range: QuantizationRange?
  /// The location of 4:2:0 chroma samples.
  public var chromaLocation: ChromaLocation?

  /// The description of these properties.
  public init(
    primaries: ColorPrimaries? = nil, transfer: TransferCharacteristics? = nil, matrix: MatrixCoefficients? = nil,
    range: QuantizationRange? = nil, chromaLocation: ChromaLocation? = nil
  ) {
    (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
    (self.range, self.chromaLocation) = (range, chromaLocation)
  }

  /// Returns this description, completed with values of another.
  ///
  ///     let color = options.completed(by: sidecar.color)  // options win
  public func completed(by other: ColorDescription) -> ColorDescription {
    ColorDescription(
      primaries: primaries ?? other.primaries, transfer: transfer ?? other.transfer, matrix: matrix ?? other.matrix,
      range: range ?? other.range, chromaLocation: chromaLocation ?? other.chromaLocation)
  }

  /// Returns the values of this description that another does not have.
  package func without(_ other: ColorDescription) -> ColorDescription {
    ColorDescription(
      primaries: other.primaries == nil ? primaries : nil, transfer: other.transfer == nil ? transfer : nil,
      matrix: other.matrix == nil ? matrix : nil, range: other.range == nil ? range : nil,
      chromaLocation: other.chromaLocation == nil ? chromaLocation : nil)
  }

  /// Whether the transfer is PQ or HLG.
  public var isHDR: Bool { transfer?.isHDR ?? false }

  /// The H.273 numbers of primaries, transfer and matrix; 2, *unspecified* in all three tables, for a missing one.
  var codePoints: [Int] {
    [primaries?.rawValue, transfer?.rawValue, matrix?.rawValue].map { $0 ?? 2 }
  }
}
