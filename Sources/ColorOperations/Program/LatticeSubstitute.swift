package import Colorimetry

/// Operations that frames approximate by a lattice: those after a plan's first ones, as a plan's option requests, or a caller-supplied gamut map.
package struct LatticeSubstitute: ColorOperation {
  /// The arguments of a lattice.
  private enum Arguments {
    /// Signals up to this one, or up to the end of the first operation's domain.
    case signals(upTo: SignalLevel)
    /// Coded components.
    case components
    /// Roots of light relative to a peak, whose steps are about as even as a display's codes.
    case roots(Luminance)
  }

  /// The exact operations.
  package let operations: Operations
  /// The number of samples along each argument.
  package let size: Int
  /// The name of the caller-supplied gamut map; `nil` for other operations.
  package let map: String?
  private let arguments: Arguments
  private let added: SIMD3<Double>
  /// The identity of the operations, if programs may share the lattice.
  private let key: (any Hashable & Sendable)?

  /// Substitutes operations from signals or coded components to codes.
  ///
  /// - Parameters:
  ///   - unit: The input unit: signals or coded components.
  ///   - ceiling: The maximum signal, unless the first operation is a curve with a domain.
  ///   - added: A number near the values.
  package init(
    for operations: Operations, size: Int, over unit: ColorUnit, upTo ceiling: SignalLevel, adding added: SIMD3<Double>
  ) {
    (self.operations, self.size, self.added, map, key) = (operations, size, added, nil, nil)
    arguments = unit == .components ? .components : .signals(upTo: ceiling)
  }

  /// Substitutes a gamut map, whose result lies in `0...peak`.
  package init(for operations: Operations, named map: String, roots peak: Luminance, key: any Hashable & Sendable) {
    (self.operations, size, self.map, added) = (operations, 65, map, .zero)
    (arguments, self.key) = (.roots(peak), key)
  }

  package var line: String { operations.map(\.line).joined(separator: "; ") }

  package func callAsFunction(_ color: SIMD3<Double>, at pixel: Pixel) -> SIMD3<Double> { operations(color, at: pixel) }

  /// These operations by a lattice, in `Double` except for the interpolation.
  package func approximated(by lattice: Lattice) -> @Sendable (SIMD3<Double>) -> SIMD3<Double> {
    guard case .roots(let peak) = arguments else { return { SIMD3<Double>(lattice(SIMD3<Float>($0))) } }
    return { light in
      SIMD3<Double>(lattice(SIMD3<Float>(light.each { Self.root($0, peak) }))).each { Self.light(ofRoot: $0, peak) }
    }
  }

  package func emit(into compiler: inout LaneCompiler) throws(UnsupportedOperation) {
    let (low, high): (SIMD3<Double>, SIMD3<Double>)
    switch arguments {
    case .roots(let peak): return try emit(overRootsOf: peak, into: &compiler)
    case .components:
      // Neutrals lie on a line through the middle of chroma; with an odd size, that line passes through vertices.
      let (luma, chroma) = (compiler.bounds[0], max(-compiler.bounds[1].lowerBound, compiler.bounds[1].upperBound))
      (low, high) = (SIMD3(luma.lowerBound, -chroma, -chroma), SIMD3(luma.upperBound, chroma, chroma))
    case .signals(let ceiling):
      (low, high) = (.zero, SIMD3(repeating: (operations.first as? Curve)?.domain?.upperBound ?? ceiling.value))
    }
    try compiler.flush()
    if case .components = arguments { compiler.become(.components) } else { compiler.become(.signal) }
    let lattice = Lattice(size: size, domain: (low, high), added: added) { operations($0) }
    compiler.substitute = (self, lattice)
    compiler.append(.lattice(lattice, from: compiler.color, into: compiler.color))
  }

  private func emit(overRootsOf peak: Luminance, into compiler: inout LaneCompiler) throws(UnsupportedOperation) {
    compiler.rescale(to: peak.nits)
    let most = max(compiler.range.upperBound, peak.nits)
    let entering = Curve(
      "root", domain: .nits(0) ... .nits(most), workingUnits: (.nits(most), nil), tolerance: .signal(share: 0.2)
    ) { (light: Luminance) in SignalLevel(Self.root(light.nits, peak)) }
    try entering.emit(into: &compiler)
    try compiler.flush()
    // The peak, beyond which every map is constant, is at a node, so that grays are exact on both sides of it.
    let (intervals, root) = (Double(size - 1), Self.root(most, peak))
    let end = max(root, intervals / max(1, (intervals / root).rounded(.down)))
    let lattice = lattice(for: key!, overRootsOf: peak, upTo: end, in: compiler.tables)
    compiler.substitute = (self, lattice)
    compiler.append(.lattice(lattice, from: compiler.color, into: compiler.color), bounds: 0...1)
    let leaving = Curve("power", domain: 0...1, workingUnits: (nil, peak), tolerance: .light(share: 0.5)) {
      (root: SignalLevel) in Luminance.nits(Self.light(ofRoot: root.value, peak))
    }
    try leaving.emit(into: &compiler)
  }

  private func lattice<Key: Hashable & Sendable>(
    for key: Key, overRootsOf peak: Luminance, upTo end: Double, in tables: LaneTables
  ) -> Lattice {
    tables.lattice(LatticeKey(operations: key, end: end)) {
      Lattice(size: size, domain: (.zero, SIMD3(repeating: end))) { roots in
        operations(roots.each { Self.light(ofRoot: $0, peak) }).each { Self.root($0, peak) }
      }
    }
  }

  private struct LatticeKey<Key: Hashable & Sendable>: Hashable, Sendable {
    let operations: Key
    let end: Double
  }

  private static let exponent = 1 / 2.4

  /// The root of light relative to the peak.
  private static func root(_ nits: Double, _ peak: Luminance) -> Double {
    Elementary.pow(max(nits, 0) / peak.nits, exponent)
  }

  /// The light of a root, in cd/m².
  private static func light(ofRoot root: Double, _ peak: Luminance) -> Double {
    peak.nits * Elementary.pow(max(root, 0), 1 / exponent)
  }
}

extension SIMD3<Double> {
  fileprivate func each(_ function: (Double) -> Double) -> SIMD3<Double> {
    SIMD3(function(x), function(y), function(z))
  }
}
