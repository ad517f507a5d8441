internal import Colorimetry

/// The trace of a signal that was rounded: where the first clip is smooth, the second lies above it or below, by where the first lies between two
/// levels.
struct Staircase {
  /// The signal that was rounded.
  let curve: String
  /// How many levels there are from signal 0 to signal 1.
  let levels: Int
  /// The correlation of the second's difference with that of the rounded signal, `0...1`.
  let correlation: Double

  /// The levels that are looked for.
  private static let counts = 64...256

  /// The patches that are looked at, spread over all; none if there are too few to tell.
  private static func chosen(_ patches: [ColorPair]) -> [ColorPair] {
    guard patches.count >= 200, patches.hasColors else { return [] }
    return stride(from: 0, to: patches.count, by: max(1, patches.count / 12000)).map { patches[$0] }
  }

  /// The luma of the second clip, as the first has it and as the second has it.
  private static func lumas(_ patches: [ColorPair], _ second: PictureFacts) -> [(Double, Double)] {
    let (reading, coded) = (SignalReading(second.primaries, second.transfer), second.matrix.codedFromRGB)
    func luma(_ color: ITP) -> Double { (coded * reading.signal(of: color.color.bt2020.components)).x }
    return patches.map { (luma($0.first), luma($0.second)) }
  }

  /// What luma looks like if it was rounded to the second clip's own codes, or truncated: the correlation with that, and the median difference
  /// in codes, neither of which a trend changes.
  static func output(in patches: [ColorPair], _ second: PictureFacts) -> (correlation: Double, noise: Double) {
    let values = differences(lumas(chosen(patches), second))
    let sizes = values.map { abs($0.difference) * second.levels }.sorted()
    guard !sizes.isEmpty else { return (0, .infinity) }
    let correlations = [0.5, 0].map { correlation(values, second.levels, offset: $0)?.correlation ?? 0 }
    return (correlations.max()!, sizes[sizes.count / 2])
  }

  /// The rounding that explains most of the difference; `nil` where it explains no more than noise does.
  ///
  /// - Parameter threshold: The minimum correlation.
  static func found(
    in patches: [ColorPair], _ first: PictureFacts, _ second: PictureFacts, above threshold: Double
  ) -> Staircase? {
    let chosen = chosen(patches)
    var curves = [("its signal", SignalReading(second.primaries, second.transfer))]
    if second.transfer != .pq { curves.append(("a PQ signal", SignalReading(.bt2020, .pq))) }
    if second.transfer != .hlg { curves.append(("an HLG signal", SignalReading(.bt2020, .hlg))) }
    var best: Staircase?
    for (name, reading) in curves {
      let signals = chosen.map { pair in
        (
          reading.signal(of: pair.first.color.bt2020.components),
          reading.signal(of: pair.second.color.bt2020.components)
        )
      }
      let luma = second.matrix.codedFromRGB
      let lumas = signals.map { ((luma * $0.0).x, (luma * $0.1).x) }
      let channels = signals.flatMap { [($0.0.x, $0.1.x), ($0.0.y, $0.1.y), ($0.0.z, $0.1.z)] }
      for values in [lumas, channels] {
        let differences = differences(values)
        for count in counts {
          guard let (correlation, slope) = correlation(differences, Double(count)), (0.1...1.5).contains(slope) else {
            continue
          }
          if correlation > (best?.correlation ?? 0) {
            best = Staircase(curve: name, levels: count, correlation: correlation)
          }
        }
      }
    }
    let limit = max(threshold, 8 / Double(max(chosen.count, 1)).squareRoot())
    return best.flatMap { $0.correlation > limit ? $0 : nil }
  }

  /// Pairs of the first signal and the second's difference, from which the trend of brightness is taken away.
  private static func differences(_ values: [(Double, Double)]) -> [(signal: Double, difference: Double)] {
    let bins = 16
    var (sums, counts) = ([Double](repeating: 0, count: bins), [Double](repeating: 0, count: bins))
    func place(_ value: Double) -> Double { min(max(value * Double(bins), 0), Double(bins) - 1e-9) }
    for (a, b) in values {
      sums[Int(place(a))] += b - a
      counts[Int(place(a))] += 1
    }
    let means = zip(sums, counts).map { $1 > 0 ? $0 / $1 : nil }
    return values.map { a, b in
      // Between the middles of two bins, on the line from one mean to the other: a slope would look like a part of a stair.
      let x = place(a)
      let (bin, next) = (Int(x), x - x.rounded(.down) < 0.5 ? Int(x) - 1 : Int(x) + 1)
      let own = means[bin] ?? 0
      let other = means.indices.contains(next) ? means[next] ?? own : own
      return (a, b - a - own - (other - own) * abs(x - Double(bin) - 0.5))
    }
  }

  /// The correlation of differences with those of signals that are rounded to levels, and how much of that size they have.
  ///
  /// - Parameter offset: What is added before the part below a whole level is cut off: one half rounds, 0 truncates.
  private static func correlation(
    _ values: [(signal: Double, difference: Double)], _ count: Double, offset: Double = 0.5
  ) -> (correlation: Double, slope: Double)? {
    var (product, own, other, whole) = (0.0, 0.0, 0.0, 0.0)
    for (signal, difference) in values {
      let level = signal * count
      // Of what truncation takes away, one half is a trend.
      let rounded = ((level + offset).rounded(.down) - level + 0.5 - offset) / count
      // A difference of more than a level has other causes.
      let limited = min(max(difference, -1 / count), 1 / count)
      product += rounded * limited
      own += rounded * rounded
      other += limited * limited
      whole += difference * difference
    }
    // Where most of the difference is larger than a level, rounding is not what makes it.
    guard own > 0, other > 0, whole < 2 * other else { return nil }
    return (product / (own * other).squareRoot(), product / own)
  }
}
