internal import Colorimetry
internal import SystemCalls

/// A function of a color, sampled on a cube of equal steps: a 3D LUT.
///
///     let plan = try ConversionPlan(from: .hdr10(), to: .sdr)
///     let cube = try Cube(size: 33, plan.lutFunction(in: .full))
///     cube(LookupColor(0.58, 0.58, 0.58), interpolation: .trilinear)
///
/// - Shape: `values` is `[blue][green][red]`: red varies fastest.
public struct Cube: Hashable, Sendable, CustomStringConvertible {
  public static let sizes = 2...256

  /// The number of samples along each component.
  public let size: Int
  /// The colors at the first and the last vertex.
  public let domain: CubeDomain
  /// The values at the vertices, nominally `0...1`; all are finite.
  public let values: [SIMD3<Float>]

  /// Creates a cube from values.
  ///
  /// - Throws: ``LookupTableError``: for a size outside ``sizes``, a wrong number of values, or a value that is not finite.
  public init(size: Int, domain: CubeDomain = .unit, values: [SIMD3<Float>]) throws(LookupTableError) {
    guard Self.sizes.contains(size) else { throw .sizeOutOfRange(size, allowed: Self.sizes) }
    guard values.count == size * size * size else {
      throw .valueCount(found: values.count, expected: size * size * size)
    }
    if let vertex = values.firstIndex(where: { !$0.x.isFinite || !$0.y.isFinite || !$0.z.isFinite }) {
      throw .notFinite(vertex: vertex)
    }
    (self.size, self.domain, self.values) = (size, domain, values)
  }

  /// Samples a function, on all processors: it is called concurrently on several threads.
  ///
  /// - Throws: ``LookupTableError``: for a size outside ``sizes``, or a value that is not finite.
  public init(
    size: Int, domain: CubeDomain = .unit, _ function: @escaping @Sendable (LookupColor) -> LookupColor
  ) throws(LookupTableError) {
    guard Self.sizes.contains(size) else { throw .sizeOutOfRange(size, allowed: Self.sizes) }
    let values = Workers(atMost: availableProcessors).map(size * size * size) { vertex in
      SIMD3<Float>(function(LookupColor(domain.vertex(vertex, of: size))).components)
    }
    try self.init(size: size, domain: domain, values: values)
  }

  /// The value at a color.
  ///
  /// - Domain: Any color; a color outside ``domain`` has the value at the nearest edge, and NaN counts as the domain's low end.
  public func callAsFunction(_ color: LookupColor, interpolation: CubeInterpolation = .tetrahedral) -> LookupColor {
    let position = (color.components - domain.low) / (domain.high - domain.low) * Double(size - 1)
    let cell = LatticeCell(at: position, size: size)
    return LookupColor(cell.value(interpolation) { SIMD3<Double>(values[$0]) })
  }

  /// The color at a vertex, given by the index of its value.
  public func color(atVertex index: Int) -> LookupColor { LookupColor(domain.vertex(index, of: size)) }

  /// The size and the domain, as in `a cube of 33×33×33 values over 0…1`.
  public var description: String { "a cube of \(size)×\(size)×\(size) values over \(domain)" }
}

/// The colors at the first and the last vertex of a cube.
public struct CubeDomain: Hashable, Sendable, CustomStringConvertible {
  /// The minimum and the maximum components; each maximum is above the minimum, and all are finite.
  public let low, high: SIMD3<Double>

  /// From 0 to 1 in each component.
  public static let unit = CubeDomain(low: .zero, high: SIMD3(1, 1, 1), isChecked: ())

  /// The colors between two ends.
  ///
  /// - Throws: ``LookupTableError/emptyDomain(low:high:)``
  public init(low: SIMD3<Double>, high: SIMD3<Double>) throws(LookupTableError) {
    for axis in 0..<3 {
      guard low[axis] < high[axis], (high[axis] - low[axis]).isFinite else {
        throw .emptyDomain(low: low[axis], high: high[axis])
      }
    }
    self.init(low: low, high: high, isChecked: ())
  }

  package init(low: SIMD3<Double>, high: SIMD3<Double>, isChecked: Void) { (self.low, self.high) = (low, high) }

  /// The color at a vertex, given by its index; the far end is exact, regardless of rounding of the step.
  package func vertex(_ index: Int, of size: Int) -> SIMD3<Double> {
    color(at: SIMD3(Double(index % size), Double(index / size % size), Double(index / size / size)) / Double(size - 1))
  }

  /// The color at a fraction of the way from the low end to the high end.
  package func color(at part: SIMD3<Double>) -> SIMD3<Double> { low * (1 - part) + high * part }

  /// Both ends, as in `0…1`, or `(0, -0.5, -0.5)…(1, 0.5, 0.5)` if the components differ.
  public var description: String {
    [low, high].map { end in
      end == SIMD3(repeating: end.x) ? plain(end.x) : "(\(plain(end.x)), \(plain(end.y)), \(plain(end.z)))"
    }.joined(separator: "…")
  }
}
