internal import Colorimetry

extension Diagnosis {
  /// What is wrong with the second clip, the most likely first; nothing if the clips are alike but for what coding does.
  package static func all(
    of evidence: ComparisonEvidence, _ first: PictureFacts, _ second: PictureFacts
  ) -> [Diagnosis] {
    guard !evidence.probes.isEmpty else { return [] }
    let color = ColorDiagnosis(evidence, first, second)
    let motion = [offset(evidence), fields(evidence)].compactMap(\.self)
    // Other moments have other brightness.
    let others = motion.isEmpty ? [pumping(evidence, beside: color.without)].compactMap(\.self) : motion
    var found = others + [color.found].compactMap(\.self)
    // A fault of all colors would show at the edge of the gamut as well; one that explains little may be what the edge does.
    if (found.map(\.confidence).max() ?? 0) < 0.55, let clipped = gamut(evidence, first, second) {
      found = others + [clipped]
    }
    if found.isEmpty { found += [siting(evidence), bands(evidence, first, second)].compactMap(\.self) }
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

  /// - Parameter difference: The mean difference in ΔE ITP, of which pumping is a large part.
  private static func pumping(_ evidence: ComparisonEvidence, beside difference: Double) -> Diagnosis? {
    let swing = evidence.levels.swing
    guard swing > 2, swing > 0.25 * difference else { return nil }
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
    // No siting is farther away than a pixel.
    guard (0.2...1.5).contains(max(abs(own.x), abs(own.y))), shift.chroma.explained > 0.2 else { return nil }
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

  private static func gamut(
    _ evidence: ComparisonEvidence, _ first: PictureFacts, _ facts: PictureFacts
  ) -> Diagnosis? {
    // The edge of another gamut, or of another range of light, says nothing.
    guard first.primaries == facts.primaries, first.transfer == facts.transfer else { return nil }
    let reading = SignalReading(facts.primaries, facts.transfer)
    /// How far a color lies inside, and how strong it is.
    func place(_ color: ITP) -> (margin: Double, strength: Double) {
      let signal = reading.signal(of: color.color.bt2020.components)
      return (min(1 - signal.max(), signal.min()), signal.max() - signal.min())
    }
    /// What is summed over colors on the edge of the gamut, or inside.
    struct Sums {
      var (difference, stronger, strength, count) = (0.0, 0.0, 0.0, 0.0)
      var mean: Double { difference / max(count, 1) }
      /// By which share colors are stronger in the second.
      var gain: Double { strength > 0 ? stronger / strength : 0 }
    }
    var (clipped, inside) = (Sums(), Sums())
    for probe in evidence.probes {
      for pair in probe.cells.cells {
        let (one, other) = (place(pair.first), place(pair.second))
        // White and black lie on the edge as well.
        let isAtEdge = other.margin < 0.03 && other.strength > 0.25
        var sums = isAtEdge ? clipped : inside
        sums.difference += pair.first.difference(from: pair.second)
        sums.stronger += other.strength - one.strength
        sums.strength += other.strength
        sums.count += 1
        if isAtEdge { clipped = sums } else { inside = sums }
      }
    }
    guard clipped.count > max(20, 0.01 * inside.count), inside.count > 20 else { return nil }
    let (edge, rest) = (clipped.mean, inside.mean)
    // Coding changes strong colors as well, but makes them weaker; another fault makes those inside stronger, too.
    guard edge > 2.5 * rest, edge - rest > 1, clipped.gain > max(0.015, 1.5 * abs(inside.gain)) else { return nil }
    return Diagnosis(
      fault: .gamutClipped,
      sentence: "colors of the second lie on the edge of its gamut where those of the first are mapped inside",
      confidence: 1 - rest / edge)
  }

  // MARK: Codes

  private static func bands(
    _ evidence: ComparisonEvidence, _ first: PictureFacts, _ second: PictureFacts
  ) -> Diagnosis? {
    // Codes of 8 bits that were converted to others of 8 bits were rounded twice, as they must be.
    let isRecoded =
      (first.primaries, first.transfer, first.matrix) != (second.primaries, second.transfer, second.matrix)
      || first.isNarrow != second.isNarrow
    guard !(first.bitDepth == 8 && second.bitDepth == 8 && isRecoded) else { return nil }
    let patches = evidence.probes.flatMap(\.patches)
    let noise = spread(patches) / (720 * step(second))
    let (one, other) = evidence.contours
    // What is scaled or coded in another way is rounded anew.
    let isAlike = first.bitDepth == second.bitDepth && first.width == second.width
    if !isRecoded, isAlike, other.index > 2 * one.index + 1 {
      let own = Staircase.output(in: patches, second)
      // Coding takes dither away as well, but moves the means by more.
      if own.noise < 0.28, own.correlation > max(0.1, 0.75 * own.noise) {
        return Diagnosis(
          fault: .ditherMissing,
          sentence: "the second is rounded to its codes without dither where the first is dithered",
          confidence: min(0.99, 0.6 + own.correlation / 2))
      }
    }
    // What has far fewer contours has no bands that the first has not.
    guard 4 * other.index + 1 > one.index else { return nil }
    let threshold = isRecoded ? 0.7 : noise > 0.6 || !isAlike ? 0.42 : 0.2
    return Staircase.found(in: patches, first, second, above: threshold).map { stairs in
      Diagnosis(
        fault: .banding,
        sentence:
          "the second falls into bands: \(stairs.curve) was rounded to about \(stairs.levels) levels before color was converted",
        confidence: min(0.99, 0.5 + stairs.correlation / 2))
    }
  }

  /// The step of PQ intensity that a step of codes of gray is, at a middle gray.
  private static func step(_ facts: PictureFacts) -> Double {
    let reading = SignalReading(facts.primaries, facts.transfer)
    func intensity(_ signal: Double) -> Double { ITP(bt2020: Light(reading.light(of: SIMD3(repeating: signal)))).i }
    return intensity(0.5 + 1 / facts.levels) - intensity(0.5)
  }

  /// The median difference of means in intensity, in ΔE ITP.
  private static func spread(_ patches: [ColorPair]) -> Double {
    let differences = patches.map { 720 * abs($0.first.i - $0.second.i) }.sorted()
    return differences.isEmpty ? .infinity : differences[differences.count / 2]
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
