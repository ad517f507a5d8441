public import Colorimetry
package import LookupTables
internal import SystemCalls

/// The accuracy of a lattice that approximates a plan's stages, or a gamut map among them, measured when the lattice was created.
///
/// It is measured at the midpoints of the lattice's cells, where the error tends to be largest, and at random colors that are the same in every run.
public struct LatticeApproximation: Hashable, Sendable {
  /// The gamut map that the lattice approximates; `nil` if it approximates all stages between the signals.
  public let map: String?
  /// The number of samples along each component.
  public let size: Int
  /// The maximum and the mean error against the plan in `Double`, before rounding, in 8-bit codes of the output's range, regardless of its depth.
  ///
  /// The error of a color is that of its worst component.
  public let maximumError, meanError: ColorDifference<EightBitCodes>
  /// The number of measured colors, over all signals of the source.
  public let points: Int

  package static let randomPoints = 16_384
  /// The maximum number of midpoints: a lattice of 33³ samples uses all, larger ones an evenly spread subset.
  package static let midpoints = 32_768

  /// Measures an approximation against a function, on all threads, at the same arguments for a domain and size; `code` is the size of an 8-bit code.
  package init(
    of map: String? = nil, size: Int, over domain: CubeDomain, code: Double,
    against function: (SIMD3<Double>) -> SIMD3<Double>, _ approximation: (SIMD3<Double>) -> SIMD3<Double>
  ) {
    let arguments = Self.midpoints(in: domain, size: size) + Self.random(in: domain)
    let pieces = 64
    let sums = Workers(atMost: availableProcessors).map(pieces) { piece in
      var (maximum, sum) = (0.0, 0.0)
      for index in stride(from: piece, to: arguments.count, by: pieces) {
        // The arguments of the lanes are `Float`; the reference is evaluated at exactly the same arguments.
        let argument = SIMD3<Double>(SIMD3<Float>(arguments[index]))
        let difference = approximation(argument) - function(argument)
        let most = max(abs(difference.x), abs(difference.y), abs(difference.z)) / code
        maximum = max(maximum, most)
        sum += most
      }
      return (maximum: maximum, sum: sum)
    }
    (self.map, self.size, points) = (map, size, arguments.count)
    maximumError = ColorDifference(sums.map(\.maximum).max() ?? 0)
    meanError = ColorDifference(sums.map(\.sum).reduce(0, +) / Double(max(1, arguments.count)))
  }

  private static func midpoints(in domain: CubeDomain, size: Int) -> [SIMD3<Double>] {
    let side = size - 1
    let cells = side * side * side
    // An odd step reaches every position along the first argument.
    let step = (cells + midpoints - 1) / midpoints | 1
    return stride(from: 0, to: cells, by: step).map { cell in
      let place = SIMD3(Double(cell % side), Double(cell / side % side), Double(cell / side / side)) + 0.5
      return domain.color(at: place / Double(side))
    }
  }

  private static func random(in domain: CubeDomain) -> [SIMD3<Double>] {
    var state: UInt64 = 1
    func part() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 33) / Double(1 << 31)
    }
    return (0..<randomPoints).map { _ in
      domain.low + (domain.high - domain.low) * SIMD3(part(), part(), part())
    }
  }
}

extension LatticeApproximation: CustomStringConvertible {
  public var description: String {
    (map.map { "the gamut map \($0) " } ?? "")
      + "approximated by a lattice of \(size)×\(size)×\(size) samples, off by at most \(maximumError.value.rounded(to: 3)) and on average "
      + "\(meanError.value.rounded(to: 3)) of an 8-bit code, measured at \(points) of the source's colors"
  }
}
