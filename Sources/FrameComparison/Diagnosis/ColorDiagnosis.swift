internal import Colorimetry

/// Finds the fault of color that makes the first clip look like the second.
///
/// Correct work differs by any increasing tone curve and by any gain of chroma: a fault of tones is named only if it explains as much as the best such curve does,
/// and a fault of colors only if it explains what no such curve does.
struct ColorDiagnosis {
  let found: Diagnosis?
  /// The curve that makes the tones of the second; `nil` where tones are alike, or related by no curve.
  let curve: ToneRelation?

  /// How many cells are looked at.
  private static let cells = 4000
  /// The minimum mean difference that other tags can be seen by, in ΔE ITP.
  private static let visible = 0.1

  /// - Parameter isSame: Whether both are known to show one picture; if not, only equal codes under other tags are a fault.
  init(_ evidence: ComparisonEvidence, _ first: PictureFacts, _ second: PictureFacts, isSame: Bool) {
    let cells = evidence.smoothCells(atMost: Self.cells)
    let without = cells.map { $0.first.difference(from: $0.second) }.trimmedMean
    guard without > Self.visible else {
      (found, curve) = (nil, nil)
      return
    }
    // Equal codes show by themselves which tags are wrong; all else takes colors and a difference that is more than rounding.
    let isRich = isSame && without > 0.4 && Self.haveColors(cells)
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

  /// A fault that explains the difference.
  private struct Candidate {
    /// What coding leaves of equal codes at most, in ΔE ITP: pairs at CRF 23 have up to 3.3.
    private static let coding = 4.0

    let hypothesis: ColorHypothesis
    /// The mean difference that is left.
    let left: Double
    let confidence: Double

    /// - Parameters:
    ///   - without: The mean difference without a fault.
    ///   - relation: What a curve of tones and a gain of chroma explain.
    init?(
      _ hypothesis: ColorHypothesis, _ cells: [ColorPair], _ lights: [SIMD3<Double>], _ without: Double,
      _ relation: ToneRelation
    ) {
      let faulty = lights.map { ITP(bt2020: Light(hypothesis.light($0))) }
      (self.hypothesis, left) = (hypothesis, zip(cells, faulty).map { $1.difference(from: $0.second) }.trimmedMean)
      // A mapping for SDR may come near to the codes of HDR, so a curve must not explain more.
      if hypothesis.isOfTags, hypothesis.fault != .hdrAsSDR, left < 0.1 * without {
        confidence = 1 - left / without
      } else if hypothesis.isOfTone {
        confidence = 1 - left / without
        // Some tools cut codes off where others round them, which is half a code everywhere. A correct mapping comes near to codes of HDR that are shown
        // as SDR, as a factor does to any curve, so these have to explain almost what the best curve does.
        let isStrict = [.peak, .referenceWhite, .hdrAsSDR].contains(hypothesis.fault)
        let limit =
          (isStrict ? 1.25 : 1.6) * relation.left + (isStrict ? 0.02 : 0.03) * without + (isStrict ? 0.3 : 0.8)
        let most = hypothesis.fault == .hdrAsSDR ? min(0.1 * without, Self.coding) : 0.5 * without
        guard left < most, left < limit else { return nil }
      } else {
        // What no curve explains of the fault, in what none explains of the difference: all of it, beside noise.
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

  /// The median ratio of light of the second clip to that of the first.
  private static func gain(_ cells: [ColorPair]) -> Double {
    let weights = LumaCoefficients.bt2020.vector
    let ratios = cells.compactMap { pair -> Double? in
      let (a, b) = (
        (pair.first.color.bt2020.components * weights).sum(), (pair.second.color.bt2020.components * weights).sum()
      )
      return a > 0.5 && b > 0.05 ? b / a : nil
    }.sorted()
    return ratios.isEmpty ? 1 : ratios[ratios.count / 2]
  }

  /// Whether the first clip has colors enough to distinguish faults.
  private static func haveColors(_ cells: [ColorPair]) -> Bool {
    Set(cells.map { ($0.first.components * 400).rounded(.toNearestOrAwayFromZero) }).count >= 8
  }
}
