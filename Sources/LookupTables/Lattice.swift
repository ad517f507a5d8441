internal import Threading

/// A function of three numbers, sampled on a lattice of equal steps and interpolated in tetrahedra, exactly as in the lanes.
///
///     let lattice = Lattice(size: 33, domain: (.zero, SIMD3(1, 1, 1))) { truth($0) }
///
/// A cell is divided into the six tetrahedra that share its diagonal from the lowest vertex to the highest. Equal arguments, which
/// are gray, are therefore interpolated between grays, and an affine function is reproduced except for rounding.
///
/// - Shape: `entries` is `[size][size][size][4]`, with the first argument varying fastest; the fourth number is 0.
package struct Lattice: Sendable {
  /// The supported sizes. Larger ones would need more than 34 MB.
  package static let sizes = 2...129

  /// The number of samples along each argument.
  package let size: Int
  /// The values minus `added`.
  package let entries: [Float]
  /// From arguments to steps of the lattice.
  package let scale, offset: SIMD3<Float>
  /// An offset added after interpolation, so that values near it keep their precision.
  package let added: SIMD3<Float>
  /// How the values between the vertices are found.
  package let interpolation: CubeInterpolation
  /// The arguments at the first and the last vertex.
  package let domain: (low: SIMD3<Double>, high: SIMD3<Double>)

  /// Samples a function, on all threads.
  ///
  /// - Domain: Arguments outside `domain` have the value at its edge; NaN has the value at its low end.
  /// - Parameters:
  ///   - size: The number of samples along each argument, in `sizes`.
  ///   - domain: The smallest and the largest arguments.
  ///   - added: A number near the values, useful if they vary much less than their size.
  ///   - function: The truth.
  package init(
    size: Int, domain: (low: SIMD3<Double>, high: SIMD3<Double>), added: SIMD3<Double> = .zero,
    _ function: @escaping @Sendable (SIMD3<Double>) -> SIMD3<Double>
  ) {
    precondition(Self.sizes.contains(size), "the size of the lattice is \(size); it must be 2 to 129")
    self.size = size
    self.domain = domain
    interpolation = .tetrahedral
    self.added = SIMD3(added)
    let steps = Double(size - 1)
    let perStep = (domain.high - domain.low) / steps
    scale = SIMD3(1 / perStep)
    offset = SIMD3(-domain.low / perStep)
    entries = unsafe [Float](unsafeUninitializedCapacity: size * size * size * 4) { buffer, count in
      Crew(threads: availableProcessors).perform(iterations: size * size) { row in
        let at = SIMD3(0, Double(row % size), Double(row / size))
        for red in 0..<size {
          // The far end is exact, regardless of how a step is rounded.
          let part = (at + SIMD3(Double(red), 0, 0)) / steps
          let value = function(domain.low * (1 - part) + domain.high * part) - added
          let entry = SIMD4<Float>(Float(value.x), Float(value.y), Float(value.z), 0)
          for i in 0..<4 { unsafe buffer.initializeElement(at: (row * size + red) * 4 + i, to: entry[i]) }
        }
      }
      count = size * size * size * 4
    }
  }

  /// The value at three arguments, identical in every bit to that of the lanes.
  package func callAsFunction(_ argument: SIMD3<Float>) -> SIMD3<Float> {
    let position = offset.addingProduct(argument, scale)
    return LatticeCell(at: position, size: size).value(interpolation, entry) + added
  }

  private func entry(_ place: Int) -> SIMD3<Float> {
    SIMD3(entries[4 * place], entries[4 * place + 1], entries[4 * place + 2])
  }

  /// A cube in the lanes' form.
  package init(_ cube: Cube, interpolation: CubeInterpolation) {
    size = cube.size
    domain = (cube.domain.low, cube.domain.high)
    self.interpolation = interpolation
    let perStep = (domain.high - domain.low) / Double(size - 1)
    (scale, offset, added) = (SIMD3(1 / perStep), SIMD3(-domain.low / perStep), .zero)
    entries = cube.values.flatMap { [$0.x, $0.y, $0.z, 0] }
  }
}
