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

  public init(
    primaries: ColorPrimaries? = nil, transfer: TransferCharacteristics? = nil, matrix: MatrixCoefficients? = nil,
    range: QuantizationRange? = nil, chromaLocation: ChromaLocation? = nil
  ) {
    (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
    (self.range, self.chromaLocation) = (range, chromaLocation)
  }

  /// The color of three numbers of H.273: primaries, transfer and matrix; *unspecified* and reserved ones become `nil`.
  package init(h273 numbers: [Int]) {
    self.init(
      primaries: ColorPrimaries(h273: numbers[0]), transfer: TransferCharacteristics(h273: numbers[1]),
      matrix: MatrixCoefficients(h273: numbers[2]))
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

extension ColorDescription {
  /// Whether the matrix belongs to other primaries: BT.2020's in SDR of older primaries, or an older one beside those of BT.2020.
  ///
  /// PQ and HLG have the matrix of BT.2100 with any primaries.
  ///
  /// - Source: ITU-R BT.709-6, item 3.2; BT.2020-2, Table 4; BT.2100-3, Table 6.
  package var hasMatrixOfOtherPrimaries: Bool {
    guard let primaries, let matrix else { return false }
    return switch matrix {
    case .bt2020NCL, .bt2020CL: primaries != .bt2020 && !isHDR
    case .bt709, .fcc, .bt470BG, .smpte170M, .smpte240M: primaries == .bt2020
    default: false
    }
  }

  /// The findings about tags of an output that streams can state, but players may not expect.
  ///
  /// - Source: ITU-R BT.2100-3, Table 2, for the primaries of HDR; P3-D65 is also usual.
  package var oddities: [Finding] {
    var oddities: [Finding] = []
    if hasMatrixOfOtherPrimaries, let matrix, let primaries {
      oddities.append(
        Finding(
          code: "unusual-matrix",
          found: "the output's matrix is \(matrix.ffmpegName), but its primaries are \(primaries.ffmpegName)",
          consequence: "players that infer one from the other show wrong colors"))
    }
    if isHDR, let transfer, let primaries, ![.bt2020, .smpte432].contains(primaries) {
      oddities.append(
        Finding(
          code: "unusual-primaries",
          found: "the output is \(transfer.ffmpegName) with primaries \(primaries.ffmpegName)",
          consequence: "players that expect those of BT.2020 show wrong colors"))
    }
    return oddities
  }

  /// The finding about PQ or HLG in 8 bits; `nil` for other depths and transfers.
  ///
  /// - Source: ITU-R BT.2100-3, Table 9, for 10 bits or 12.
  /// - Parameter side: The owner of the transfer, such as `the source's`.
  package func shallowHDR(_ side: String, bitDepth: Int?, fix: Fix) -> Finding? {
    guard isHDR, bitDepth == 8, let transfer else { return nil }
    return Finding(
      code: "hdr-in-8-bits", found: "\(side) transfer is \(transfer.ffmpegName) at 8 bits",
      expected: "a depth of at least 10 bits", consequence: "smooth areas show bands", fix: fix)
  }
}

extension Fix {
  /// The fix for an HDR source in 8 bits.
  package static let ofShallowSource: Fix =
    "encode the master again at 10 bits, or correct the transfer with \(.transfer)"
}

extension MatrixCoefficients {
  /// Whether pictures can have this matrix: the identity is for R′G′B′, which has as many samples of each component.
  ///
  /// - Source: Rec. ITU-T H.265, clause E.3.1: matrix_coeffs is 0 only if chroma_format_idc is 3.
  package func isPossible(subsamplingChroma: Bool) -> Bool { self != .identity || !subsamplingChroma }
}
