package import Colorimetry

/// A lattice by which frames approximate operations of a plan: all after its first ones, as an option requests, or a caller-supplied gamut map, then with
/// its name and the map by the lattice.
package typealias LatticeSubstitute = (
  lattice: Lattice, map: (name: String, function: @Sendable (SIMD3<Double>) -> SIMD3<Double>)?
)

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
    append((lattice, nil), bounds: -.infinity ... .infinity)
  }
}
