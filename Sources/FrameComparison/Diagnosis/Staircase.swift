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
  /// Whether it is the signal of the second clip.
  let isOwn: Bool

  /// The levels that are looked for.
  private static let counts = 64...256

  /// The rounding that explains most of the difference, and that to the second clip's own codes; `nil` where it explains no more than noise does.
  ///
  /// - Parameter threshold: The least correlation.
  static func found(
    in patches: [ColorPair], _ first: PictureFacts, _ second: PictureFacts, above threshold: Double
  ) -> (strongest: Staircase?, output: Staircase?) {
    guard patches.count >= 200 else { return (nil, nil) }
    let step = max(1, patches.count / 12000)
    let chosen = stride(from: 0, to: patches.count, by: step).map { patches[$0] }
    var curves: [(String, SignalReading, Bool)] = [
      ("its signal", SignalReading(second.primaries, second.transfer), true)
    ]
    if second.transfer != .pq { curves.append(("a PQ signal", SignalReading(.bt2020, .pq), false)) }
    if second.transfer != .hlg { curves.append(("an HLG signal", SignalReading(.bt2020, .hlg), false)) }
    var (best, output) = (nil as Staircase?, nil as Staircase?)
    for (name, reading, isOwn) in curves {
      let signals = chosen.map { pair in
        (
          reading.signal(of: pair.first.color.bt2020.components),
          reading.signal(of: pair.second.color.bt2020.components)
        )
      }
      let luma = second.matrix.codedFromRGB
      let lumas = signals.map { ((luma * $0.0).x, (luma * $0.1).x) }
      let channels = signals.flatMap { [($0.0.x, $0.1.x), ($0.0.y, $0.1.y), ($0.0.z, $0.1.z)] }
      for (values, isLuma) in [(lumas, true), (channels, false)] {
        let differences = differences(values)
        for count in candidates(second, isOwn: isOwn) {
          guard let correlation = correlation(differences, count) else { continue }
          let stairs = Staircase(
            curve: name, levels: Int(count.rounded()), correlation: correlation, isOwn: isOwn)
          if isOwn, isLuma, count == second.levels { output = stairs }
          if correlation > (best?.correlation ?? 0) { best = stairs }
        }
      }
    }
    let limit = max(threshold, 8 / Double(chosen.count).squareRoot())
    func isClear(_ stairs: Staircase) -> Bool { stairs.correlation > limit }
    return (best.flatMap { isClear($0) ? $0 : nil }, output.flatMap { isClear($0) ? $0 : nil })
  }

  private static func candidates(_ facts: PictureFacts, isOwn: Bool) -> [Double] {
    let known = counts.map(Double.init)
    return isOwn && facts.levels > 256 ? known + [facts.levels] : known
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

  /// The correlation of differences with those of signals that are rounded to levels; `nil` where it has another size than rounding has.
  private static func correlation(_ values: [(signal: Double, difference: Double)], _ count: Double) -> Double? {
    var (product, own, other) = (0.0, 0.0, 0.0)
    for (signal, difference) in values {
      let level = signal * count
      let rounded = (level.rounded() - level) / count
      // A difference of more than a level has other causes.
      let limited = min(max(difference, -1 / count), 1 / count)
      product += rounded * limited
      own += rounded * rounded
      other += limited * limited
    }
    guard own > 0, other > 0 else { return nil }
    let slope = product / own
    return (0.1...1.5).contains(slope) ? product / (own * other).squareRoot() : nil
  }
}
