internal import Colorimetry

/// A fault of the second of two clips, identified by its traces.
package struct Diagnosis: Hashable, Sendable {
  package enum Fault: String, CaseIterable, Sendable {
    case rangeAsFull = "range-as-full"
    case rangeAsNarrow = "range-as-narrow"
    case matrix
    case chromaSiting = "chroma-siting"
    case chromaExchanged = "chroma-exchanged"
    case hlgAsPQ = "hlg-as-pq"
    case pqAsHLG = "pq-as-hlg"
    case hdrAsSDR = "hdr-as-sdr"
    case peak = "pq-peak"
    case referenceWhite = "reference-white"
    case banding
    case primaries
    case frameOffset = "frame-offset"
    case framesMissing = "frames-missing"
    case framesRepeated = "frames-repeated"
    case fieldOrder = "field-order"
    case metadata = "metadata-stripped"
  }

  package let fault: Fault
  /// The finding, as a sentence about the second clip.
  package let sentence: String
  /// The share of the finding that the fault explains, `0...1`.
  package let confidence: Double
}

/// All findings about two clips: none if they differ only by coding loss or other correct processing.
package struct ComparisonFindings: Sendable {
  /// The placement of the second's pictures in the first's, if it differs.
  package let geometry: GeometryDifference?
  /// The faults of the second, the most likely first.
  package let faults: [Diagnosis]
  /// The curve between the tones of both, if only the tones differ.
  package let curve: ToneRelation?

  package init(
    of evidence: ComparisonEvidence, at size: (width: Int, height: Int), _ first: PictureFacts, _ second: PictureFacts
  ) {
    let times = evidence.times
    var (faults, geometry, curve) = (times.faults, nil as GeometryDifference?, nil as ToneRelation?)
    if times.areAligned, !evidence.areEqual || !second.isShaped(like: first) {
      var isSame = false
      switch evidence.placing(at: size, first, second) {
      case .same: isSame = true
      case .other(let difference): geometry = difference
      case .unclear: break
      }
      if geometry == nil {
        let color = ColorDiagnosis(evidence, first, second, isSame: isSame)
        curve = color.curve
        let areOfOneKind = first.transfer.isHDR == second.transfer.isHDR
        let fields = isSame && areOfOneKind ? evidence.fieldFault : nil
        faults += [fields, color.found].compactMap(\.self)
        if isSame, fields == nil, color.found == nil {
          // With few flat areas, coding alone can shift chroma and remove levels as much as these faults do.
          let isGraphic = evidence.isGraphic(first)
          // Other programs rotate and scale pictures without adjusting the chroma location; that is not a fault of the file.
          let isRemade =
            first.isTurned || second.isTurned || (first.width, first.height) != (second.width, second.height)
          faults += [
            isGraphic || isRemade ? nil : evidence.sitingFault(explaining: areOfOneKind ? 0.06 : 0.2),
            areOfOneKind ? evidence.bandFault(from: isGraphic ? 6 : 0) : nil,
          ].compactMap(\.self)
        }
      }
    }
    if let lost = Self.metadata(first, second) { faults.append(lost) }
    (self.geometry, self.faults, self.curve) = (geometry, faults, curve)
  }

  private static func metadata(_ first: PictureFacts, _ second: PictureFacts) -> Diagnosis? {
    let lost = PictureFacts.Statement.allCases.filter {
      first.statements.contains($0) && !second.statements.contains($0) && second.canState.contains($0)
    }
    guard !lost.isEmpty, first.transfer == second.transfer else { return nil }
    return Diagnosis(
      fault: .metadata,
      sentence: "the second lacks metadata of the first: \(lost.map(\.rawValue).joined(separator: ", "))",
      confidence: 0.95)
  }
}

extension ComparisonEvidence {
  /// Frames that are missing, added or late, and whether the compared pictures are of the same moment.
  fileprivate var times: (faults: [Diagnosis], areAligned: Bool) {
    let (runs, correlation) = alignment.runs
    var faults: [Diagnosis] = []
    var (missing, added) = (UnmatchedFrames(), UnmatchedFrames())
    for (run, next) in zip(runs, runs.dropFirst()) {
      let step = next.offset - run.offset
      if step > 0 { missing.add(step, at: next.seconds) } else { added.add(-step, at: next.seconds) }
    }
    func frames(_ count: Int) -> String { count == 1 ? "one frame" : "\(count) frames" }
    func place(_ seconds: Double?) -> String { seconds.map { " (\(($0 * 1000).rounded() / 1000) s)" } ?? "" }
    func report(_ fault: Diagnosis.Fault, _ sentence: String, confidence: Double = 1) {
      faults.append(Diagnosis(fault: fault, sentence: sentence, confidence: confidence))
    }
    if let offset = runs.first?.offset, offset != 0 {
      report(
        .frameOffset,
        "the second shows the frames of the first \(frames(abs(offset))) \(offset < 0 ? "late" : "early")",
        confidence: correlation)
    }
    // Frames beyond the end of the other clip, minus those that are there only because earlier frames are missing or added.
    let shifted = runs.last?.offset ?? 0
    let rest = (unmatched.first.count - max(shifted, 0), unmatched.second.count - max(-shifted, 0))
    if rest.0 > 0 { missing.add(rest.0, at: unmatched.first.seconds) }
    if rest.1 > 0 { added.add(rest.1, at: unmatched.second.seconds) }
    if missing.count > 0 {
      report(.framesMissing, "the second does not show \(frames(missing.count)) of the first\(place(missing.seconds))")
    }
    if added.count > 0 {
      report(.framesRepeated, "the second shows \(frames(added.count)) more than the first\(place(added.seconds))")
    }
    return (faults, runs.allSatisfy { $0.offset == 0 })
  }

  /// Rows of one parity that come from the other field or from another frame.
  fileprivate var fieldFault: Diagnosis? {
    let fields = fields
    let best = (0..<2).map { parity in
      fields.squares[parity].indices.min { fields.squares[parity][$0] < fields.squares[parity][$1] }!
    }
    let with = (0..<2).reduce(0) { $0 + fields.squares[$1][best[$1]] }
    let without = (0..<2).reduce(0) { $0 + fields.squares[$1][0] }
    // Deinterlacing makes the rows of one field similar to the other field, so a single such field is not a fault.
    let (areExchanged, isOfAnother) = (best == [1, 1], best.contains(0) && best.contains { $0 > 1 })
    guard areExchanged || isOfAnother, with < 0.5 * without else { return nil }
    return Diagnosis(
      fault: .fieldOrder,
      sentence: areExchanged
        ? "the fields of the second are exchanged: its rows are those of the other field"
        : "a field of the second is from another frame, so moving parts show combing",
      confidence: 1 - (with / without).squareRoot())
  }

  /// - Parameter share: The minimum share of the chroma difference that the shift explains; a mapping changes colors as well.
  fileprivate func sitingFault(explaining share: Double) -> Diagnosis? {
    let shift = shift
    guard let chroma = shift.chroma.shift else { return nil }
    let intensity = shift.intensity.shift ?? SIMD2()
    let own = chroma - intensity
    // Chroma locations differ by at most a pixel; if intensity seems to move as well, rows were interpolated, as by deinterlacing.
    guard (0.2...1.5).contains(max(abs(own.x), abs(own.y))), shift.chroma.explained > share,
      max(abs(intensity.x), abs(intensity.y)) < 0.15
    else { return nil }
    let words = directions(own, above: 0.2) { "\((100 * $0).rounded() / 100) of a pixel" }
    return Diagnosis(
      fault: .chromaSiting,
      sentence: "the chroma of the second is shifted \(words), as if it were sited elsewhere",
      confidence: min(0.99, 0.5 + shift.chroma.explained / 2))
  }

  /// - Parameter steps: The minimum distance of levels, in 8-bit codes.
  fileprivate func bandFault(from steps: Double) -> Diagnosis? {
    guard let loss = bands.loss, loss > 1.22, let distance = bands.second.distance, distance >= steps else {
      return nil
    }
    return Diagnosis(
      fault: .banding,
      sentence:
        "the second shows banding: where the first is smooth, it has \((10 * loss).rounded() / 10) times fewer levels, \((10 * distance).rounded() / 10) codes of 8 bits apart",
      confidence: 1 - 1 / loss)
  }
}
