/// How far the lanes were from the truth, over colors: counted in bins, with the places of the greatest errors.
///
/// A color's error is the greatest of its three components', in codes of the output, both sides limited to the codes there are.
package struct LaneErrors: Hashable, Sendable, Codable {
  /// One color where the lanes were off.
  package struct Place: Hashable, Sendable, Codable {
    /// The codes that went in.
    package var codes: SIMD3<Int>
    /// What the truth and the lanes made of them, before rounding.
    package var truth, lanes: SIMD3<Double>
    /// The greatest difference of a component.
    package var error: Double
  }

  /// Where one bin ends and the next begins, in codes; the last bin has what lies above all.
  package static let edges = [
    0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10,
  ]
  /// How many places are kept.
  package static let places = 32

  /// The bound: what the plan allows, or what the caller set.
  package let limit: Double
  /// The colors compared.
  package private(set) var colors = 0
  /// The colors whose error is above the bound.
  package private(set) var beyond = 0
  /// The colors in each bin: up to its edge, which belongs to it.
  package private(set) var bins = [Int](repeating: 0, count: edges.count + 1)
  /// The places of the greatest errors, the greatest first; of equal errors the lowest codes.
  package private(set) var worst: [Place] = []

  package init(limit: Double) { self.limit = limit }

  /// The greatest error, 0 where nothing was compared.
  package var greatest: Double { worst.first?.error ?? 0 }

  /// Counts a color; one whose lanes are no number is as far off as can be.
  mutating func count(_ codes: SIMD3<Int>, truth: SIMD3<Double>, lanes: SIMD3<Double>, ceiling: Double) {
    func limited(_ x: SIMD3<Double>) -> SIMD3<Double> {
      x.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: ceiling))
    }
    let difference = limited(truth) - limited(lanes)
    let isNumber = all(lanes .== lanes)
    let error = isNumber ? max(abs(difference.x), abs(difference.y), abs(difference.z)) : .infinity
    colors += 1
    if !(error <= limit) { beyond += 1 }
    bins[Self.edges.firstIndex { error <= $0 } ?? Self.edges.count] += 1
    if worst.count < Self.places || error > worst[worst.count - 1].error {
      keep(Place(codes: codes, truth: truth, lanes: lanes, error: error))
    }
  }

  /// Counts what somebody else counted.
  package mutating func add(_ other: LaneErrors) {
    colors += other.colors
    beyond += other.beyond
    for bin in bins.indices { bins[bin] += other.bins[bin] }
    for place in other.worst { keep(place) }
  }

  /// Whether these can be the errors of so many colors: what was read from a file need not be.
  package func isPossible(over colors: Int, limit: Double) -> Bool {
    self.limit == limit && self.colors == colors && (0...colors).contains(beyond)
      && bins.count == Self.edges.count + 1 && bins.allSatisfy((0...colors).contains)
      && bins.reduce(0, &+) == colors && worst.count == min(Self.places, colors)
  }

  private mutating func keep(_ place: Place) {
    worst.insert(place, at: worst.firstIndex { Self.precedes(place, $0) } ?? worst.count)
    if worst.count > Self.places { worst.removeLast() }
  }

  private static func precedes(_ a: Place, _ b: Place) -> Bool {
    if a.error != b.error { return a.error > b.error }
    for i in 0..<3 where a.codes[i] != b.codes[i] { return a.codes[i] < b.codes[i] }
    return false
  }
}
