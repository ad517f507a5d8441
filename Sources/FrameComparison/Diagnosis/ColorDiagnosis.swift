internal import Colorimetry

/// Finds the fault of color that makes the first clip look like the second.
struct ColorDiagnosis {
  /// The mean difference of the cells as they are, in ΔE ITP.
  let without: Double
  /// The faults by the mean difference that is left if the first clip is given them, the least first.
  let ranked: [Candidate]

  /// A fault that was tried.
  struct Candidate {
    let hypothesis: ColorHypothesis
    /// The mean difference that is left.
    let left: Double
    /// The mean size of what the fault changes, in ΔE ITP.
    let size: Double
    /// How much of what the fault changes is seen, 1 for all, and its squared correlation with the difference.
    let slope, share: Double
  }

  /// The mean difference that is left if the signal of the first clip is raised or lowered by a code or two everywhere, which no fault of color
  /// does; infinite if the second is not.
  private let leftByLevel: Double
  private let hasColors: Bool

  /// How many cells are looked at.
  private static let cells = 4000

  init(_ evidence: ComparisonEvidence, _ first: PictureFacts, _ second: PictureFacts) {
    let cells = evidence.smoothCells(atMost: Self.cells)
    without = Self.mean(cells.map { $0.first.difference(from: $0.second) })
    let lights = cells.map { $0.first.color.bt2020.components }
    hasColors = cells.hasColors
    leftByLevel = Self.leftByLevel(cells, SignalReading(second.primaries, second.transfer))
    let all = ColorHypothesis.all(first, second, gain: Self.gain(cells))
    ranked = all.map { hypothesis in
      var left: [Double] = []
      var (product, own, other, size) = (0.0, 0.0, 0.0, 0.0)
      for (cell, light) in zip(cells, lights) {
        let faulty = ITP(bt2020: Light(hypothesis.light(light)))
        left.append(faulty.difference(from: cell.second))
        let (change, seen) = (
          faulty.components - cell.first.components, cell.second.components - cell.first.components
        )
        product += (change * seen).sum()
        own += (change * change).sum()
        other += (seen * seen).sum()
        size += 720 * (change * change).sum().squareRoot()
      }
      return Candidate(
        hypothesis: hypothesis, left: Self.mean(left), size: size / Double(max(cells.count, 1)),
        slope: own > 0 ? product / own : 0, share: own > 0 && other > 0 ? product * product / (own * other) : 0)
    }.sorted { $0.left < $1.left }
  }

  /// The mean of all but the 5 % that are largest, which edges and noise make.
  private static func mean(_ values: [Double]) -> Double {
    let kept = values.sorted().prefix(max(1, values.count * 19 / 20))
    return kept.reduce(0, +) / Double(max(kept.count, 1))
  }

  private static func leftByLevel(_ cells: [ColorPair], _ reading: SignalReading) -> Double {
    let signals = cells.map {
      (reading.signal(of: $0.first.color.bt2020.components), reading.signal(of: $0.second.color.bt2020.components))
    }
    let steps = signals.map { ($1 - $0).sum() / 3 }.sorted()
    guard !steps.isEmpty, abs(steps[steps.count / 2]) < 2.5 / 255 else { return .infinity }
    let step = SIMD3(repeating: steps[steps.count / 2])
    return mean(
      zip(signals, cells).map { signal, cell in
        ITP(bt2020: Light(reading.light(of: (signal.0 + step).limited()))).difference(from: cell.second)
      })
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

  /// The fault that explains most, if it explains enough: most of the difference, or what coding leaves of it.
  var found: Diagnosis? {
    guard hasColors, let best = ranked.first, without - best.left > 0.4, best.left < leftByLevel else { return nil }
    let isMost = best.left < 0.6 * without
    let isPart =
      best.left < 0.9 * without && (0.75...1.3).contains(best.slope) && best.share > 0.3 && best.size > 1
    guard isMost || isPart else { return nil }
    return Diagnosis(
      fault: best.hypothesis.fault, sentence: best.hypothesis.sentence,
      confidence: max(1 - best.left / without, best.share))
  }
}

extension [ColorPair] {
  /// Whether the first clip has colors enough to tell one fault from another.
  var hasColors: Bool { Set(map { ($0.first.components * 400).rounded(.toNearestOrAwayFromZero) }).count >= 8 }
}
