internal import Colorimetry

/// Finds the color fault that makes the first clip look like the second.
///
/// Correct processing may apply any increasing tone curve and any chroma gain. A tone fault is therefore reported only if it explains as much as the
/// best such curve does, and a color fault only if it explains a difference that no such curve does.
struct ColorDiagnosis {
  let found: Diagnosis?
  /// The curve that maps the first clip's tones to the second's; `nil` if the tones are equal or no curve relates them.
  let curve: ToneRelation?
  private static let cells = 4000
  /// The minimum mean difference from which other tags are detectable, in ΔE ITP.
  private static let visible = 0.1

  /// - Parameter isSame: Whether both clips are known to show the same picture; if not, only equal codes under other tags are a fault.
  init(_ evidence: ComparisonEvidence, _ first: PictureFacts, _ second: PictureFacts, isSame: Bool) {
    let cells = evidence.smoothCells(atMost: Self.cells)
    let without = cells.map { $0.first.difference(from: $0.second) }.trimmedMean
    guard without > Self.visible else {
      (found, curve) = (nil, nil)
      return
    }
    // Equal codes alone identify wrong tags; other faults need colors and a difference larger than rounding.
    let isRich =
      isSame && without > 0.4
      && Set(cells.map { ($0.first.components * 400).rounded(.toNearestOrAwayFromZero) }).count >= 8
    let relation = ToneRelation(cells)
    let lights = cells.map { $0.first.color.bt2020.components }
    let candidates = ColorHypothesis.all(first, second, gain: Self.gain(cells)).compactMap {
      Candidate($0, cells, lights, without, relation)
    }
    let best = candidates.filter { isRich || $0.hypothesis.isOfTags && $0.left < 0.1 * without }.min {
      $0.left < $1.left
    }
    found = best.map {
      Diagnosis(fault: $0.hypothesis.fault, sentence: $0.hypothesis.sentence, confidence: $0.confidence)
    }
    curve =
      isRich && found == nil && relation.left < 0.5 * without && without > 1 && relation.isHueKept ? relation : nil
  }

  private struct Candidate {
    /// The maximum difference of equal codes due to lossy coding, in ΔE ITP: pairs at CRF 23 have up to 3.3.
    private static let coding = 4.0

    let hypothesis: ColorHypothesis
    /// The mean difference that the fault leaves, in ΔE ITP.
    let left: Double
    let confidence: Double

    /// - Parameter without: The mean difference without the fault.
    init?(
      _ hypothesis: ColorHypothesis, _ cells: [ColorPair], _ lights: [SIMD3<Double>], _ without: Double,
      _ relation: ToneRelation
    ) {
      let faulty = lights.map { ITP(bt2020: Light(hypothesis.light($0))) }
      (self.hypothesis, left) = (hypothesis, zip(cells, faulty).map { $1.difference(from: $0.second) }.trimmedMean)
      // A correct mapping to SDR may come close to HDR codes shown as SDR, so that fault has the stricter limits below.
      if hypothesis.isOfTags, hypothesis.fault != .hdrAsSDR, left < 0.1 * without {
        confidence = 1 - left / without
      } else if hypothesis.isOfTone {
        confidence = 1 - left / without
        // Some tools truncate codes where others round them, a difference of half a code everywhere. A correct mapping comes close to HDR codes shown
        // as SDR, and a factor comes close to any curve, so these faults must explain almost as much as the best curve does.
        let isStrict = [.peak, .referenceWhite, .hdrAsSDR].contains(hypothesis.fault)
        let limit =
          (isStrict ? 1.25 : 1.6) * relation.left + (isStrict ? 0.02 : 0.03) * without + (isStrict ? 0.3 : 0.8)
        let most = hypothesis.fault == .hdrAsSDR ? min(0.1 * without, Self.coding) : 0.5 * without
        guard left < most, left < limit else { return nil }
      } else {
        // The residual of the fault after its best curve must appear in the residual of the difference, in full apart from noise.
        let own = ToneRelation(zip(cells, faulty).map { ColorPair($0.first, $1) }).rests
        var (product, square, other) = (0.0, 0.0, 0.0)
        for (a, b) in zip(own, relation.rests) {
          product += (a * b).sum()
          square += (a * a).sum()
          other += (b * b).sum()
        }
        guard square > 0, other > 0 else { return nil }
        let (slope, share) = (product / square, product * product / (square * other))
        confidence = share
        let size = 720 * (square / Double(cells.count)).squareRoot()
        guard (0.85...1.2).contains(slope), share > 0.22, size > 0.4, left < without, left < 1.3 * relation.left + 0.3
        else { return nil }
      }
    }
  }

  private static func gain(_ cells: [ColorPair]) -> Double {
    func light(_ color: ITP) -> Double { (color.color.bt2020.components * LumaCoefficients.bt2020.vector).sum() }
    let ratios = cells.compactMap { pair -> Double? in
      let (a, b) = (light(pair.first), light(pair.second))
      return a > 0.5 && b > 0.05 ? b / a : nil
    }.sorted()
    return ratios.isEmpty ? 1 : ratios[ratios.count / 2]
  }
}
