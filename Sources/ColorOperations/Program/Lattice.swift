package import Colorimetry
package import LookupTables
internal import SystemCalls

/// A function of three numbers, sampled on a lattice of equal steps and interpolated exactly as in the lanes.
///
///     let lattice = Lattice(size: 33) { reference($0) }
///
/// Sampled functions are interpolated in tetrahedra: equal arguments, which are gray, are interpolated between grays. An affine function
/// is reproduced except for rounding.
///
/// - Shape: `entries` is `[size][size][size]`, with the first argument varying fastest; the fourth number of each is 0.
package struct Lattice: Sendable {
  /// The sizes of sampled lattices. Larger ones would need more than 34 MB.
  package static let sizes = 2...129

  /// The number of samples along each argument.
  package let size: Int
  /// The values minus `added`.
  package private(set) var entries: [SIMD4<Float>]
  /// The map from arguments to steps of the lattice.
  package let scale, offset: SIMD3<Float>
  /// An offset added after interpolation, so that values near it keep their precision.
  package private(set) var added: SIMD3<Float>
  package let interpolation: CubeInterpolation
  package let domain: CubeDomain

  /// Samples a function, on all threads.
  ///
  /// - Domain: Arguments outside `domain` have the value at its edge; NaN has the value at its low end.
  /// - Parameter added: A number near the values, useful if their variation is much smaller than their magnitude.
  package init(
    size: Int, from low: SIMD3<Double> = .zero, to high: SIMD3<Double> = SIMD3(1, 1, 1), added: SIMD3<Double> = .zero,
    _ function: @escaping @Sendable (SIMD3<Double>) -> SIMD3<Double>
  ) {
    precondition(Self.sizes.contains(size), "the size of the lattice is \(size); it must be 2 to 129")
    let domain = CubeDomain(low: low, high: high, isChecked: ())
    (self.size, self.domain, self.added, interpolation) = (size, domain, SIMD3(added), .tetrahedral)
    (scale, offset) = Self.places(domain, size)
    entries = Self.filled(size) { function(domain.vertex($0, of: size)) - added }
  }

  package init(_ cube: Cube, interpolation: CubeInterpolation) {
    (size, domain, self.interpolation) = (cube.size, cube.domain, interpolation)
    (scale, offset) = Self.places(domain, size)
    added = .zero
    entries = cube.values.map { SIMD4($0, 0) }
  }

  /// The value at three arguments, identical in every bit to that of the lanes.
  package func callAsFunction(_ argument: SIMD3<Float>) -> SIMD3<Float> {
    let position = offset.addingProduct(argument, scale)
    return LatticeCell(at: position, size: size).value(interpolation, entry) + added
  }

  private func entry(_ place: Int) -> SIMD3<Float> { SIMD3(entries[place].x, entries[place].y, entries[place].z) }

  /// Returns this function multiplied by a matrix, plus an offset. Both interpolations reproduce affine functions, so the entries can be multiplied
  /// instead of the result.
  package func multiplied(by matrix: Matrix3x3, adding offset: SIMD3<Double>) -> Lattice {
    var product = self
    product.added = SIMD3(matrix * SIMD3<Double>(added) + offset)
    product.entries = Self.filled(size) { matrix * SIMD3<Double>(entry($0)) }
    return product
  }

  /// From arguments to steps of the lattice: a factor and an offset.
  private static func places(_ domain: CubeDomain, _ size: Int) -> (SIMD3<Float>, SIMD3<Float>) {
    let perStep = (domain.high - domain.low) / Double(size - 1)
    return (SIMD3(1 / perStep), SIMD3(-domain.low / perStep))
  }

  /// The entries of all vertices, computed on all threads.
  private static func filled(_ size: Int, _ value: (_ vertex: Int) -> SIMD3<Double>) -> [SIMD4<Float>] {
    Workers(atMost: availableProcessors).map(size * size * size) { SIMD4(SIMD3<Float>(value($0)), 0) }
  }
}

extension Lattice: CustomStringConvertible {
  package var description: String {
    "lattice of \(size)×\(size)×\(size) samples\(interpolation == .tetrahedral ? "" : ", \(interpolation.rawValue)")"
  }
}

/// A lattice by which frames approximate operations of a plan: all after its first ones, as an option requests, or a caller-supplied gamut map, then
/// with its name and the map by the lattice.
package typealias LatticeSubstitute = (
  lattice: Lattice, map: (name: String, function: @Sendable (SIMD3<Double>) -> SIMD3<Double>)?
)
