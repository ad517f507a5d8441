/// The errors of the lanes against the reference over many colors: a histogram, and the colors with the maximum errors.
///
/// A color's error is the maximum error of its three components, in codes of the output, after both sides are limited to valid codes.
package struct SIMDErrors: Hashable, Sendable {
  package struct Outlier: Hashable, Sendable {
    package var codes: SIMD3<Int>
    /// The output codes of the reference and of the lanes, before rounding.
    package var reference, lanes: SIMD3<Double>
    package var error: Double
  }

  /// The upper edges of the bins, in codes; one more bin counts the errors above the last edge.
  package static let edges = [
    0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10,
  ]
  /// The maximum number of outliers.
  package static let kept = 32

  package let limit: Double
  package private(set) var colors = 0
  /// The number of colors whose error is above the bound.
  package private(set) var beyond = 0
  /// The number of colors in each bin; a bin includes its upper edge.
  package private(set) var bins = [Int](repeating: 0, count: edges.count + 1)
  /// The colors with the maximum errors, largest first; equal errors are ordered by lowest codes.
  package private(set) var worst: [Outlier] = []

  package init(limit: Double) { self.limit = limit }

  /// The maximum error, or 0 if nothing was compared.
  package var maximum: Double { worst.first?.error ?? 0 }

  /// Counts a color; if the lanes' result is NaN, the error is infinite.
  package mutating func count(_ codes: SIMD3<Int>, reference: SIMD3<Double>, lanes: SIMD3<Double>, ceiling: Double) {
    func limited(_ x: SIMD3<Double>) -> SIMD3<Double> {
      x.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: ceiling))
    }
    let difference = limited(reference) - limited(lanes)
    let isNumber = all(lanes .== lanes)
    let error = isNumber ? max(abs(difference.x), abs(difference.y), abs(difference.z)) : .infinity
    colors += 1
    if !(error <= limit) { beyond += 1 }
    bins[Self.edges.firstIndex { error <= $0 } ?? Self.edges.count] += 1
    if worst.count < Self.kept || error > worst[worst.count - 1].error {
      keep(Outlier(codes: codes, reference: reference, lanes: lanes, error: error))
    }
  }

  package mutating func add(_ other: SIMDErrors) {
    colors += other.colors
    beyond += other.beyond
    for bin in bins.indices { bins[bin] += other.bins[bin] }
    for outlier in other.worst { keep(outlier) }
  }

  private mutating func keep(_ outlier: Outlier) {
    let (error, codes) = (outlier.error, outlier.codes)
    let place = worst.firstIndex { other in
      (other.error, codes.x, codes.y, codes.z) < (error, other.codes.x, other.codes.y, other.codes.z)
    }
    worst.insert(outlier, at: place ?? worst.count)
    if worst.count > Self.kept { worst.removeLast() }
  }
}
