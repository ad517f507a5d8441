internal import SystemCalls

/// The measured error of a lattice against its function: at the midpoints of its cells, where it tends to be largest, and at random arguments that
/// are the same in every run.
package struct LatticeError: Sendable {
  /// The maximum difference of any of the three values, and the mean over the arguments of the maximum of the three.
  package let maximum, mean: Double
  /// The number of arguments evaluated.
  package let points: Int

  /// The number of random arguments.
  package static let randomPoints = 16_384
  /// The maximum number of midpoints: a lattice of 33³ samples uses all, larger ones an evenly spread subset.
  package static let midpoints = 32_768

  /// Measures a lattice against its function, on all threads.
  ///
  /// - Parameter unit: The difference that counts as 1.
  package init(
    of lattice: Lattice, unit: Double, against function: @escaping @Sendable (SIMD3<Double>) -> SIMD3<Double>
  ) {
    self.init(over: lattice.domain, size: lattice.size, unit: unit, against: function) {
      SIMD3<Double>(lattice(SIMD3<Float>($0)))
    }
  }

  /// Measures an approximation against a function, on all threads, at the same arguments as a lattice of this domain and size.
  ///
  /// - Parameter unit: The difference that counts as 1.
  package init(
    over domain: (low: SIMD3<Double>, high: SIMD3<Double>), size: Int, unit: Double,
    against function: @escaping @Sendable (SIMD3<Double>) -> SIMD3<Double>,
    _ approximation: @escaping @Sendable (SIMD3<Double>) -> SIMD3<Double>
  ) {
    let arguments = Self.midpoints(in: domain, size: size) + Self.random(in: domain, seed: 1)
    let pieces = 64
    var sums = [(maximum: Double, sum: Double)](repeating: (0, 0), count: pieces)
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      Workers(atMost: availableProcessors).perform(iterations: pieces) { piece in
        var (maximum, sum) = (0.0, 0.0)
        for index in stride(from: piece, to: arguments.count, by: pieces) {
          // The arguments of the lanes are `Float`; the reference is evaluated at exactly the same arguments.
          let argument = SIMD3<Double>(SIMD3<Float>(arguments[index]))
          let difference = approximation(argument) - function(argument)
          let most = max(abs(difference.x), abs(difference.y), abs(difference.z)) / unit
          maximum = max(maximum, most)
          sum += most
        }
        unsafe sums[piece] = (maximum, sum)
      }
    }
    maximum = sums.map(\.maximum).max() ?? 0
    mean = sums.map(\.sum).reduce(0, +) / Double(max(1, arguments.count))
    points = arguments.count
  }

  private static func midpoints(
    in domain: (low: SIMD3<Double>, high: SIMD3<Double>), size: Int
  ) -> [SIMD3<Double>] {
    let side = size - 1
    let cells = side * side * side
    // An odd step reaches every position along the first argument.
    let step = (cells + midpoints - 1) / midpoints | 1
    return stride(from: 0, to: cells, by: step).map { cell in
      let place = SIMD3(Double(cell % side), Double(cell / side % side), Double(cell / side / side)) + 0.5
      let part = place / Double(side)
      return domain.low * (1 - part) + domain.high * part
    }
  }

  private static func random(in domain: (low: SIMD3<Double>, high: SIMD3<Double>), seed: UInt64) -> [SIMD3<Double>] {
    var state = seed
    func part() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 33) / Double(1 << 31)
    }
    return (0..<randomPoints).map { _ in
      domain.low + (domain.high - domain.low) * SIMD3(part(), part(), part())
    }
  }
}
