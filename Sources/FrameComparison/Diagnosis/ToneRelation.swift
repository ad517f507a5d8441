package import Colorimetry

/// The increasing curve from the first clip's tones to the second's, as another operator or another display applies it.
package struct ToneRelation: Hashable, Sendable {
  /// The first's PQ intensities in ascending order, and the second's according to the curve.
  private let first, second: [Double]
  /// The residual of each cell after applying the tone curve and a chroma gain for each range of tones, in the order of the cells.
  let rests: [SIMD3<Double>]
  /// The trimmed mean of the residuals in ΔE ITP.
  let left: Double
  let isHueKept: Bool

  /// Fits the least-squares curve to cells, by pooling adjacent violators.
  init(_ cells: [ColorPair]) {
    let order = cells.indices.sorted { (cells[$0].first.i, $0) < (cells[$1].first.i, $1) }
    let cells = order.map { cells[$0] }
    var blocks: [(sum: Double, count: Int)] = []
    for cell in cells {
      blocks.append((cell.second.i, 1))
      while blocks.count > 1 {
        let (last, before) = (blocks[blocks.count - 1], blocks[blocks.count - 2])
        guard last.sum * Double(before.count) < before.sum * Double(last.count) else { break }
        blocks.removeLast(2)
        blocks.append((last.sum + before.sum, last.count + before.count))
      }
    }
    first = cells.map(\.first.i)
    second = blocks.flatMap { Array(repeating: $0.sum / Double($0.count), count: $0.count) }
    var rests = [SIMD3<Double>](repeating: .zero, count: cells.count)
    var (products, sizes) = (0.0, 0.0)
    for chunk in 0..<16 {
      let part = chunk * cells.count / 16..<(chunk + 1) * cells.count / 16
      var (dot, square) = (0.0, 1e-9)
      for cell in cells[part] {
        let (a, b) = (cell.first.opponents, cell.second.opponents)
        dot += (a * b).sum()
        square += (a * a).sum()
        sizes += ((a * a).sum() * (b * b).sum()).squareRoot()
      }
      products += dot
      let factor = max(dot / square, 0)
      for index in part {
        let cell = cells[index]
        let color = cell.second.opponents - cell.first.opponents * factor
        rests[order[index]] = SIMD3(cell.second.i - second[index], color.x, color.y)
      }
    }
    self.rests = rests
    left = rests.map { 720 * ($0 * $0).sum().squareRoot() }.trimmedMean
    isHueKept = products > 0.9 * sizes
  }

  /// Returns the second's light for a gray of the first; `nil` outside the first's range of tones.
  package func light(of gray: Luminance) -> Luminance? {
    let quantizer = PerceptualQuantizer()
    let level = quantizer.inverseEOTF(gray).value
    guard let low = first.lastIndex(where: { $0 <= level }), low + 1 < first.count else { return nil }
    let step = first[low + 1] - first[low]
    let share = step > 0 ? (level - first[low]) / step : 0
    return quantizer.eotf(SignalLevel(second[low] + (second[low + 1] - second[low]) * share))
  }
}

extension [Double] {
  /// The mean without the largest 5 %, which are due to edges and noise.
  var trimmedMean: Double {
    let kept = sorted().prefix(Swift.max(1, count * 19 / 20))
    return kept.reduce(0, +) / Double(Swift.max(kept.count, 1))
  }
}
