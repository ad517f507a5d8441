package import Colorimetry

/// Operations of a plan that frames approximate by a lattice: all after its first ones, as an option requests, or a caller-supplied gamut map.
package struct LatticeSubstitute: Sendable {
  package let lattice: Lattice
  /// The exact operations.
  package let operations: Operations
  /// The gamut map that they are, if so.
  package let map: String?
  /// The operations by the lattice.
  package let approximation: @Sendable (SIMD3<Double>) -> SIMD3<Double>

  package init(
    _ lattice: Lattice, for operations: Operations, map: String? = nil,
    _ approximation: @escaping @Sendable (SIMD3<Double>) -> SIMD3<Double>
  ) {
    (self.lattice, self.operations, self.map, self.approximation) = (lattice, operations, map, approximation)
  }
}

extension ProgramCompiler {
  /// Adds a step for operations, whose result lies in `bounds`.
  package mutating func append(_ substitute: LatticeSubstitute, bounds: ClosedRange<Double>) {
    self.substitute = substitute
    append(.lattice(substitute.lattice, from: color, into: color), bounds: bounds)
  }

  /// Ends the program with a lattice of this size for operations from a signal or coded components to codes.
  ///
  /// - Parameters:
  ///   - ceiling: The maximum signal, unless the first operation is a curve with a domain.
  ///   - added: A number near the codes.
  package mutating func end(
    with operations: Operations, size: Int, over unit: ColorUnit, upTo ceiling: SignalLevel, adding added: SIMD3<Double>
  ) throws(UnsupportedOperation) {
    var domain: Lattice.Domain = (
      .zero, SIMD3(repeating: (operations.first as? Curve)?.domain?.upperBound ?? ceiling.value)
    )
    if unit == .components {
      // Neutrals lie on a line through the middle of chroma; with an odd size, that line passes through vertices.
      let (luma, chroma) = (bounds[0], max(-bounds[1].lowerBound, bounds[1].upperBound))
      domain = (SIMD3(luma.lowerBound, -chroma, -chroma), SIMD3(luma.upperBound, chroma, chroma))
    }
    try flush()
    relabel(as: unit)
    let lattice = Lattice(size: size, domain: domain, added: added) { operations($0) }
    append(
      LatticeSubstitute(lattice, for: operations) { SIMD3<Double>(lattice(SIMD3<Float>($0))) },
      bounds: -.infinity ... .infinity)
  }
}
