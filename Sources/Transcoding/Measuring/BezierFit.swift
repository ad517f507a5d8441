/// A tone curve in the form of ST 2094-40 metadata: a knee and nine anchors, in integers, that approximate a given curve.
///
///     let fit = BezierFit(BT2390(from: .nits(0...1000), to: .nits(0...400)))
///     fit.error.value * 1023  // 0.02 codes of 10-bit PQ
///
/// The anchors increase, so the curve does. The fit is specific to this package, because the derivation in mastering tools is not published. Of
/// several knees, the one with the minimum error is used. The anchors are a least-squares solution, reweighted to minimize the maximum error, then
/// rounded, then moved by single steps while the error decreases.
public struct BezierFit: Hashable, Sendable {
  /// The number of anchors: the maximum of HDR10+ profile B.
  public static let anchorCount = 9

  /// The knee, in units of 1/4095 of the scene's peak and of the display's.
  package let kneeX, kneeY: UInt16
  /// The anchors, in units of 1/1023.
  package let anchors: [UInt16]
  /// The maximum distance from the given curve, in the PQ signal of light on the display.
  public let error: SignalLevel

  /// Fits a curve.
  ///
  /// - Parameter curve: A nondecreasing curve, from black to black and from peak to peak.
  /// - Precondition: The blacks of its source and its target are 0.
  public init(_ curve: some ToneCurve) {
    precondition(curve.source.black.nits == 0 && curve.target.black.nits == 0, "HDR10+ has no black but 0")
    let samples = FitSamples(curve, count: 256)
    let candidates = ([(0, 0)] + samples.knees).map { FitCandidate(knee: $0, samples) }
    var best = candidates.min { $0.error < $1.error }!
    for step in [0.1, -0.1, 0.03, -0.03, 0.01, -0.01] {
      while let knee = samples.knee(near: Double(best.knee.x) / 4095 * (1 + step), reach: 0).first {
        let moved = FitCandidate(knee: knee, samples)
        guard moved.error < best.error else { break }
        best = moved
      }
    }
    best.improve(for: samples)
    (kneeX, kneeY) = (UInt16(best.knee.x), UInt16(best.knee.y))
    anchors = best.codes.map { UInt16($0) }
    error = SignalLevel(FitCandidate(knee: best.knee, FitSamples(curve, count: 1600), codes: best.codes).error)
  }

  /// A line from black to peak, for a scene that is no brighter than the display; decoders do not map it.
  public static let line = BezierFit()

  private init() {
    (kneeX, kneeY, error) = (0, 0, 0)
    anchors = (1...Self.anchorCount).map { UInt16((1023 * Double($0) / Double(Self.anchorCount + 1)).rounded()) }
  }
}

extension HDR10PlusMetadata.CodedBezierCurve {
  /// Creates the curve from a fit.
  public init(_ fit: BezierFit) {
    self.init(
      kneeX: CodedQuantity(units: fit.kneeX), kneeY: CodedQuantity(units: fit.kneeY),
      anchors: fit.anchors.map(CodedQuantity.init(units:)))
  }
}

/// Samples of a curve at positions evenly spaced in PQ, and denser above its last breakpoint.
private struct FitSamples {
  /// The light of the source and of the target, each relative to its peak.
  private(set) var x: [Double] = [], y: [Double] = []
  /// The PQ signal of the target's light, and its derivative with respect to `y`.
  private(set) var signal: [Double] = [], slope: [Double] = []
  private let curve: (Double) -> Double
  private let target: Double
  private let breakpoints: [Double]

  init(_ curve: some ToneCurve, count: Int) {
    let (source, target) = (curve.source.peak.nits, curve.target.peak.nits)
    self.target = target
    breakpoints = curve.breakpoints.map { $0.nits / source }
    self.curve = { curve(.nits($0 * source)).nits / target }
    let pq = PerceptualQuantizer()
    let most = pq.inverseEOTF(curve.source.peak).value
    let even = (1...count).map { most * Double($0) / Double(count) }
    let last = breakpoints.filter { $0 < 1 }.max().map { pq.inverseEOTF(.nits($0 * source)).value } ?? most
    let close = last < most ? (1..<count / 4).map { last + (most - last) * Double($0) / Double(count / 4) } : []
    for place in (even + close).sorted() {
      let x = min(pq.eotf(SignalLevel(place)).nits / source, 1)
      let y = self.curve(x)
      let step = 1e-4 * y
      self.x.append(x)
      self.y.append(y)
      signal.append(signal(of: y))
      slope.append((signal(of: y + step) - signal(of: y - step)) / (2 * step))
    }
  }

  func signal(of y: Double) -> Double { PerceptualQuantizer().inverseEOTF(.nits(y * target)).value }

  /// Candidate knees near a position: integers within 2 percent of the curve, nearest first.
  func knee(near place: Double, reach: Int) -> [(x: Int, y: Int)] {
    let near = Int((min(place, 1) * 4095).rounded())
    let choices = (near - reach...near + reach).filter { 1..<4095 ~= $0 }
    let measured = choices.map { kx in
      let exact = curve(Double(kx) / 4095) * 4095
      let ky = min(Int(exact.rounded()), 4094)
      return (x: kx, y: ky, error: abs(Double(ky) - exact) / max(exact, 1e-9))
    }
    return measured.filter { $0.error < 0.02 }.sorted { $0.error < $1.error }.map { ($0.x, $0.y) }
  }

  /// Candidate knees on the curve: near its breakpoints, and one near each of several positions.
  var knees: [(x: Int, y: Int)] {
    stride(from: 15, to: x.count - 8, by: 7).compactMap { knee(near: x[$0], reach: 2).first }
      + breakpoints.flatMap { knee(near: $0, reach: 1) }
  }
}

/// The anchors for one knee.
private struct FitCandidate {
  let knee: (x: Int, y: Int)
  /// The anchors, in units of 1/1023.
  private(set) var codes: [Int] = []
  private(set) var error = Double.infinity
  /// The weights of the anchors, and of the end point, at each sample above the knee.
  private let basis: [[Double]]
  /// The first sample above the knee.
  private let first: Int
  private let height: Double

  private static let degree = BezierFit.anchorCount + 1

  /// - Parameter codes: The anchors, if they are known.
  init(knee: (x: Int, y: Int), _ samples: FitSamples, codes: [Int]? = nil) {
    self.knee = knee
    let (kx, ky) = (Double(knee.x) / 4095, Double(knee.y) / 4095)
    height = ky
    first = samples.x.firstIndex { $0 > kx } ?? samples.x.count
    basis = samples.x[first...].map { Self.weights(at: ($0 - kx) / (1 - kx)) }
    self.codes = codes ?? fitted(to: samples)
    error = maximumError(self.codes, samples)
  }

  private func fitted(to samples: FitSamples) -> [Int] {
    var anchors = (1...BezierFit.anchorCount).map { Double($0) / Double(Self.degree) }
    // Lawson's weights, which increase where the error is large.
    var emphasis = [Double](repeating: 1, count: basis.count)
    for _ in 0..<12 {
      guard let solved = solved(samples, emphasis) else { break }
      anchors = solved
      let errors = zip(basis, samples.y[first...]).enumerated().map { index, pair in
        let sum = zip(pair.0, solved).reduce(pair.0[Self.degree - 1]) { $0 + $1.0 * $1.1 }
        let value = height + (1 - height) * sum
        return abs(value - pair.1) * samples.slope[first + index]
      }
      let maximum = errors.max() ?? 0
      guard maximum > 0 else { break }
      for index in emphasis.indices { emphasis[index] *= errors[index] / maximum + 1e-3 }
      let sum = emphasis.reduce(0, +) / Double(emphasis.count)
      for index in emphasis.indices { emphasis[index] /= sum }
    }
    // Rounded so that they increase within 0...1.
    var minimum = 0
    return anchors.map { anchor in
      minimum = min(max(Int((min(max(anchor, 0), 1) * 1023).rounded()), minimum), 1023)
      return minimum
    }
  }

  /// The Bernstein polynomials of the anchors and of the end point.
  private static func weights(at t: Double) -> [Double] {
    var weights = [1.0]
    for _ in 0..<degree {
      var next = [Double](repeating: 0, count: weights.count + 1)
      for (index, weight) in weights.enumerated() {
        next[index] += weight * (1 - t)
        next[index + 1] += weight * t
      }
      weights = next
    }
    return Array(weights.dropFirst())
  }

  /// The least-squares anchors, by elimination; `nil` if the system is singular.
  private func solved(_ samples: FitSamples, _ emphasis: [Double]) -> [Double]? {
    let count = BezierFit.anchorCount
    var rows = [[Double]](repeating: [Double](repeating: 0, count: count + 1), count: count)
    for (index, weights) in basis.enumerated() {
      let scale = samples.slope[first + index] * (1 - height)
      let importance = emphasis[index] * scale * scale
      let wanted = (samples.y[first + index] - height) / (1 - height) - weights[count]
      for i in 0..<count {
        let left = importance * weights[i]
        for j in 0..<count { rows[i][j] += left * weights[j] }
        rows[i][count] += left * wanted
      }
    }
    let trace = (0..<count).reduce(0) { $0 + rows[$1][$1] }
    for i in 0..<count {
      rows[i][i] += 1e-13 * trace
      guard rows[i][i] > 0 else { return nil }
      for j in (i + 1)..<count {
        let factor = rows[j][i] / rows[i][i]
        for k in i...count { rows[j][k] -= factor * rows[i][k] }
      }
    }
    var solution = [Double](repeating: 0, count: count)
    for i in (0..<count).reversed() {
      let known = (i + 1..<count).reduce(0) { $0 + rows[i][$1] * solution[$1] }
      solution[i] = (rows[i][count] - known) / rows[i][i]
    }
    return solution.allSatisfy(\.isFinite) ? solution : nil
  }

  /// Moves anchors by steps while the maximum error decreases.
  mutating func improve(for samples: FitSamples) {
    for step in [16, 4, 1] {
      var isBetter = true
      while isBetter {
        isBetter = false
        for index in codes.indices {
          for change in [-step, step] {
            var moved = codes
            moved[index] += change
            let range = (index > 0 ? moved[index - 1] : 0)...(index + 1 < moved.count ? moved[index + 1] : 1023)
            guard range.contains(moved[index]) else { continue }
            let found = maximumError(moved, samples)
            if found < error { (codes, error, isBetter) = (moved, found, true) }
          }
        }
      }
    }
  }

  private func maximumError(_ codes: [Int], _ samples: FitSamples) -> Double {
    var maximum = 0.0
    let slope = knee.x > 0 ? Double(knee.y) / Double(knee.x) : 0
    for index in 0..<first {
      maximum = max(maximum, abs(samples.signal(of: slope * samples.x[index]) - samples.signal[index]))
    }
    for (index, weights) in basis.enumerated() {
      var sum = weights[Self.degree - 1]
      for (place, code) in codes.enumerated() { sum += weights[place] * Double(code) / 1023 }
      let value = samples.signal(of: height + (1 - height) * sum)
      maximum = max(maximum, abs(value - samples.signal[first + index]))
    }
    return maximum
  }
}
