internal import Colorimetry

extension Diagnosis {
  /// What is wrong with the second clip, the most likely first; nothing if the clips are alike but for what coding does.
  package static func all(
    of evidence: ComparisonEvidence, _ first: PictureFacts, _ second: PictureFacts
  ) -> [Diagnosis] {
    guard !evidence.probes.isEmpty else { return [] }
    let color = ColorDiagnosis(evidence, first, second)
    let motion = [offset(evidence), fields(evidence)].compactMap(\.self)
    var found = motion + [pumping(evidence), color.found].compactMap(\.self)
    if found.isEmpty { found += [siting(evidence), gamut(evidence, second), bands(evidence)].compactMap(\.self) }
    found.sort { $0.confidence > $1.confidence }
    if let lost = metadata(first, second) { found.append(lost) }
    return found
  }

  // MARK: Time

  private static func offset(_ evidence: ComparisonEvidence) -> Diagnosis? {
    guard let offset = evidence.offsets.offset, offset.difference < 0.6 * offset.without,
      offset.without - offset.difference > 0.3
    else { return nil }
    let frames = abs(offset.frames) == 1 ? "one frame" : "\(abs(offset.frames)) frames"
    return Diagnosis(
      fault: .frameOffset,
      sentence: "the second shows the frames of the first \(frames) \(offset.frames > 0 ? "late" : "early")",
      confidence: 1 - offset.difference / offset.without)
  }

  private static func fields(_ evidence: ComparisonEvidence) -> Diagnosis? {
    let fields = evidence.fields
    guard fields.pictures > 0 else { return nil }
    let best = (0..<2).map { parity in
      fields.squares[parity].indices.min { fields.squares[parity][$0] < fields.squares[parity][$1] }!
    }
    guard best.contains(where: { $0 != 0 }), best != [2, 2], best != [3, 3] else { return nil }
    let (with, without) = (
      (0..<2).reduce(0) { $0 + fields.squares[$1][best[$1]] }, (0..<2).reduce(0) { $0 + fields.squares[$1][0] }
    )
    guard with < 0.5 * without else { return nil }
    let sentence =
      best == [1, 1]
      ? "the fields of the second are exchanged: its rows are those of the other field"
      : "a field of the second comes from another frame, which combs what moves"
    return Diagnosis(fault: .fieldOrder, sentence: sentence, confidence: 1 - (with / without).squareRoot())
  }

  private static func pumping(_ evidence: ComparisonEvidence) -> Diagnosis? {
    let swing = evidence.levels.swing
    guard swing > 2 else { return nil }
    return Diagnosis(
      fault: .pumping,
      sentence:
        "the brightness of the second changes from frame to frame where that of the first is steady, by \((10 * swing).rounded() / 10) ΔE ITP",
      confidence: min(0.95, swing / (swing + 2)))
  }

  // MARK: Space

  private static func siting(_ evidence: ComparisonEvidence) -> Diagnosis? {
    let shift = evidence.shift
    guard let chroma = shift.chroma.shift else { return nil }
    let own = chroma - (shift.intensity.shift ?? SIMD2())
    guard max(abs(own.x), abs(own.y)) > 0.2, shift.chroma.explained > 0.2 else { return nil }
    let words = [
      abs(own.x) > 0.2
        ? "\((abs(own.x) * 100).rounded() / 100) of a pixel to the \(own.x > 0 ? "right" : "left")" : nil,
      abs(own.y) > 0.2 ? "\((abs(own.y) * 100).rounded() / 100) of a pixel \(own.y > 0 ? "down" : "up")" : nil,
    ].compactMap(\.self)
    return Diagnosis(
      fault: .chromaSiting,
      sentence:
        "the chroma of the second is shifted \(words.joined(separator: " and ")), as if it were sited elsewhere",
      confidence: min(0.99, 0.5 + shift.chroma.explained / 2))
  }

  // MARK: Gamut

  private static func gamut(_ evidence: ComparisonEvidence, _ facts: PictureFacts) -> Diagnosis? {
    let reading = SignalReading(facts.primaries, facts.transfer)
    var (clipped, inside) = ((sum: 0.0, count: 0), (sum: 0.0, count: 0))
    for probe in evidence.probes {
      for pair in probe.samples {
        let signal = reading.signal(of: pair.second.color.bt2020.components)
        let difference = pair.first.difference(from: pair.second)
        let isAtEdge = signal.max() > 0.99 || signal.min() < 0.01 && signal.max() > 0.1
        if isAtEdge {
          clipped.sum += difference
          clipped.count += 1
        } else {
          inside.sum += difference
          inside.count += 1
        }
      }
    }
    guard clipped.count > 20, inside.count > 0 else { return nil }
    let (edge, rest) = (clipped.sum / Double(clipped.count), inside.sum / Double(inside.count))
    guard edge > 3 * rest, edge > 3 else { return nil }
    return Diagnosis(
      fault: .gamutClipped,
      sentence: "colors of the second lie on the edge of its gamut where those of the first are mapped inside",
      confidence: 1 - rest / edge)
  }

  // MARK: Codes

  private static func bands(_ evidence: ComparisonEvidence) -> Diagnosis? {
    let (first, second) = evidence.contours
    if second.index > 2 * first.index + 0.5 {
      return Diagnosis(
        fault: .banding,
        sentence: "smooth areas of the second fall into bands, as if color had been rounded before it was converted",
        confidence: 1 - first.index / second.index)
    }
    guard second.flatness - first.flatness > 0.2 else { return nil }
    return Diagnosis(
      fault: .ditherMissing, sentence: "the second is not dithered where the first is",
      confidence: min(0.9, second.flatness - first.flatness + 0.3))
  }

  // MARK: Statements

  private static func metadata(_ first: PictureFacts, _ second: PictureFacts) -> Diagnosis? {
    let lost = first.statements.filter { !second.statements.contains($0) }
    guard !lost.isEmpty else { return nil }
    return Diagnosis(
      fault: .metadata, sentence: "the second does not state what the first does: \(lost.joined(separator: ", "))",
      confidence: 0.95)
  }
}
