/// Complete color tags, including transfers and primaries that H.273 does not define.
struct ResolvedColor: Hashable, Sendable {
  var primaries: Gamut
  var transfer: TransferFunction
  var matrix: MatrixCoefficients
  var range: QuantizationRange
  var chromaLocation: ChromaLocation

  /// These tags as a description, without primaries and transfer that H.273 does not define.
  var description: ColorDescription {
    ColorDescription(
      primaries: primaries.codePoint, transfer: transfer.codePoint, matrix: matrix, range: range,
      chromaLocation: chromaLocation)
  }

  /// These tags, as printed for a stage that decodes or encodes this format.
  func detail(as format: PixelFormat) -> String {
    var parts = [format.name, "\(format.bitDepth) bits"]
    if !format.isFloat { parts.append("\(range) range") }
    if format.model == .yCbCr { parts.append("matrix \(matrix.h273Name)") }
    return parts.joined(separator: ", ")
  }

  /// Completes the tags of a source: stated tags are kept; missing ones are inferred from them and reported.
  ///
  /// HDR metadata without a transfer means PQ. Samples of more than 8 bits need a transfer, or the primaries or matrix of an SDR system, because
  /// codes alone do not distinguish PQ, HLG and SDR.
  ///
  /// - Throws: ``PlanError`` if two tags contradict each other, or if it is unknown whether the source is HDR or SDR.
  init(completing source: Source, format: PixelFormat, assumptions: inout [Finding]) throws(PlanError) {
    var source = source
    if format.model == .rgb, let matrix = source.color.matrix, matrix != .identity {
      assumptions.note(
        Finding.matrixOfRGB,
        "the source states the matrix \(matrix.ffmpegName), but its samples are R′G′B′ (\(format.name)), which has no matrix",
        consequence: "the matrix is ignored")
      source.color.matrix = nil
    }
    let tags = source.color
    try Self.refuseContradictions(of: source)
    try Self.refuseContradictions(tags, format: format)
    func assume(_ what: TagProperty, _ value: String, fix: Fix? = nil) {
      assumptions.note(
        "missing-\(what.hyphenated)", "the source does not state its \(what.words)",
        consequence: "assuming \(value)", fix: fix ?? "state it with \(what.setting)")
    }

    // Untagged pictures of 576 rows or fewer are SD, but R′G′B′ never came from a standard-definition broadcast.
    let standard: (primaries: ColorPrimaries, transfer: TransferCharacteristics) =
      switch format.model == .rgb ? nil : source.height {
      case _ where source.isStill: (.bt709, .sRGB)
      case .some(...486): (.smpte170M, .smpte170M)
      case .some(487...576): (.bt470BG, .smpte170M)
      default: (.bt709, .bt709)
      }
    let stated = try Self.transfer(of: source, format: format, assumptions: &assumptions)
    if let stated = source.gamut ?? tags.primaries.map(Gamut.init) {
      primaries = stated
    } else if let log = source.log {
      primaries = log.gamuts[0]
      if let other = log.gamuts.dropFirst().first {
        assume(
          .primaries, "\(primaries), the first that \(log) is used with",
          fix: "state them with \(.primaries, primaries.name), or another such as \(other.name)")
      }
    } else {
      primaries = Gamut(stated?.isHDR == true ? .bt2020 : Self.primaries(of: source) ?? standard.primaries)
      assume(.primaries, "\(primaries)")
    }
    transfer = stated ?? (primaries.codePoint == .bt2020 ? .bt2020_10 : standard.transfer).function
    if stated == nil { assume(.transfer, "\(transfer)") }
    let impliedMatrix: MatrixCoefficients =
      switch primaries.codePoint {
      case _ where format.model == .rgb: .identity
      case .bt2020: .bt2020NCL
      case .bt470BG: .bt470BG
      case .smpte170M: .smpte170M
      case .smpte240M: .smpte240M
      default: source.log?.matrix ?? (transfer.isHDR ? .bt2020NCL : .bt709)
      }
    matrix = tags.matrix ?? impliedMatrix
    if tags.matrix == nil && format.model == .yCbCr { assume(.matrix, matrix.h273Name) }
    range = tags.range ?? (format.model == .rgb || source.isStill ? .full : .narrow)
    if tags.range == nil && format.model != .rgb { assume(.range, "\(range)") }
    chromaLocation =
      tags.chromaLocation ?? Self.chromaLocation(primaries: primaries.codePoint, matrix: matrix, range: range)
    if tags.chromaLocation == nil && format.chroma.log2Vertical > 0 { assume(.chromaLocation, "\(chromaLocation)") }
  }

  /// Completes the tags of a source as far as decoding its R′G′B′ signal requires; the meaning of the signal may stay unknown.
  ///
  /// - Throws: ``PlanError`` if two tags contradict each other, or if the matrix depends on an unknown transfer.
  init(coding source: Source, format: PixelFormat, assumptions: inout [Finding]) throws(PlanError) {
    let matrices: [MatrixCoefficients?] = [.iCtCp, .bt2020CL, .chromaticityCL, .chromaticityNCL]
    let needsAll = format.model != .rgb && matrices.contains(source.color.matrix)
    var stated = source
    if !needsAll, source.color.transfer == nil, source.ownTransfer == nil, source.evidenceOfPQ == nil {
      stated.color.transfer = .bt709
    }
    var found: [Finding] = []
    try self.init(completing: stated, format: format, assumptions: &found)
    assumptions += found.filter { needsAll || !["missing-transfer", "missing-primaries"].contains($0.code) }
  }

  /// The transfer that the source states or that its metadata implies; `nil` if only a guess of SDR remains.
  private static func transfer(
    of source: Source, format: PixelFormat, assumptions: inout [Finding]
  ) throws(PlanError) -> TransferFunction? {
    if let stated = source.ownTransfer ?? source.color.transfer?.function { return stated }
    if let evidence = source.evidenceOfPQ {
      assumptions.note(
        "missing-transfer", "the source states no transfer but carries \(evidence)", consequence: "assuming PQ",
        fix: "choose another with \(.transfer)")
      return TransferCharacteristics.pq.function
    }
    guard source.codedBitDepth ?? format.bitDepth > 8 else { return nil }
    let primaries = source.color.primaries ?? Self.primaries(of: source)
    switch primaries {
    case .bt709, .bt470M, .bt470BG, .smpte170M, .smpte240M, .ebu3213: return nil
    default: throw .unknownTransfer(source.codedBitDepth.flatMap { format.planar(bitDepth: $0) } ?? format)
    }
  }

  /// Creates the tags of a display's signal in this format; a format in R′G′B′ has no matrix.
  init(of display: Display, format: PixelFormat) {
    let isRGB = format.model == .rgb
    primaries = Gamut(display.primaries)
    transfer = display.eotf ?? display.transfer.function
    matrix = isRGB ? .identity : display.matrix
    range = display.range ?? (isRGB ? .full : .narrow)
    chromaLocation =
      display.chromaLocation ?? Self.chromaLocation(primaries: display.primaries, matrix: matrix, range: range)
  }

  /// Rejects properties of a source that contradict its tags or are invalid.
  private static func refuseContradictions(of source: Source) throws(PlanError) {
    guard !source.isDolbyVisionOnly else { throw .dolbyVisionOnly }
    let tags = source.color
    if let own = source.ownTransfer {
      if let transfer = tags.transfer { throw .contradictoryTransfers(own, tag: transfer) }
      if let matrix = tags.matrix, [.iCtCp, .bt2020CL, .chromaticityCL].contains(matrix) {
        throw .matrixOfLog(matrix, own)
      }
      if let signal = own.fault { throw .transferFails(own, at: signal) }
    }
    guard let gamut = source.gamut else { return }
    if let primaries = tags.primaries { throw .contradictoryPrimaries(gamut, tag: primaries) }
    if tags.matrix == .iCtCp, gamut.codePoint != .bt2020 { throw .primariesOfICtCp(gamut) }
    guard gamut.chromaticities.enclosesWhite else { throw .noTriangle(gamut) }
  }

  /// Rejects tags of a source or a target that contradict each other.
  static func refuseContradictions(_ tags: ColorDescription, format: PixelFormat) throws(PlanError) {
    if tags.matrix?.isPossible(subsamplingChroma: format.chroma != .c444) == false {
      throw .subsampledRGB(format)
    }
    if tags.matrix == .iCtCp, let primaries = tags.primaries, primaries != .bt2020 {
      throw .primariesOfICtCp(Gamut(primaries))
    }
    if tags.matrix == .iCtCp, let transfer = tags.transfer, !transfer.isHDR {
      throw .transferOfICtCp(transfer)
    }
  }

  /// The primaries of the standard that defines a movie's matrix. The matrix of a still often comes from another standard.
  private static func primaries(of source: Source) -> ColorPrimaries? {
    switch source.isStill ? nil : source.color.matrix {
    case .bt709: .bt709
    case .bt470BG: .bt470BG
    case .smpte170M: .smpte170M
    case .smpte240M: .smpte240M
    case .bt2020NCL, .bt2020CL, .iCtCp: .bt2020
    default: nil
    }
  }

  /// The location of chroma samples if no tag states it.
  ///
  /// - Source: ITU-R BT.2020-2, Table 4, top left for 4:2:0; JFIF, center; ITU-T H.265, E.3.1, left otherwise.
  static func chromaLocation(
    primaries: ColorPrimaries?, matrix: MatrixCoefficients, range: QuantizationRange
  ) -> ChromaLocation {
    if primaries == .bt2020 { return .topLeft }
    return range == .full && (matrix == .bt470BG || matrix == .smpte170M) ? .center : .left
  }
}
