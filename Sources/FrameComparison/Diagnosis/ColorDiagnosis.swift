internal import Colorimetry

/// Finds the fault of color that makes the first clip look like the second.
struct ColorDiagnosis {
  /// The mean difference of the cells as they are, in ΔE ITP.
  let without: Double
  /// The faults by the mean difference that is left if the first clip is given them, the least first.
  let ranked: [(hypothesis: ColorHypothesis, left: Double)]

  /// How many cells are looked at.
  private static let cells = 4000

  init(_ evidence: ComparisonEvidence, _ first: PictureFacts, _ second: PictureFacts) {
    let cells = evidence.smoothCells(atMost: Self.cells)
    without = Self.mean(cells.map { $0.first.difference(from: $0.second) })
    let lights = cells.map { ($0.first.color.bt2020.components, $0.second) }
    let all = ColorHypothesis.all(first, second, gain: Self.gain(cells))
    ranked = all.map { hypothesis in
      let left = lights.map { light, second in
        ITP(bt2020: Light(hypothesis.light(light))).difference(from: second)
      }
      return (hypothesis, Self.mean(left))
    }.sorted { $0.left < $1.left }
  }

  /// The mean without the greatest twentieth, which edges and noise make.
  private static func mean(_ values: [Double]) -> Double {
    let kept = values.sorted().prefix(max(1, values.count * 19 / 20))
    return kept.reduce(0, +) / Double(max(kept.count, 1))
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

  /// The fault that explains most, if it explains enough.
  var found: Diagnosis? {
    guard let best = ranked.first, best.left < 0.6 * without, without - best.left > 0.5 else { return nil }
    return Diagnosis(
      fault: best.hypothesis.fault, sentence: best.hypothesis.sentence, confidence: 1 - best.left / without)
  }
}
