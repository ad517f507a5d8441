internal import SystemCalls

/// The form in which a function is sampled as a lookup table.
///
///     let form = TableForm(size: 33, shaper: .automatic(entries: 4096), vertices: .fitted(.tetrahedral))
///     let table = try LookupTable(of: plan.lutFunction(in: .full), as: form)
public struct TableForm: Hashable, Sendable {
  /// The curve that spreads the input over the cube.
  public enum Shaper: Hashable, Sendable {
    /// No curve: the vertices are evenly spaced.
    case none
    /// A curve, equal for all components, that places vertices where the function has high curvature.
    ///
    /// - Parameter entries: The number of its values, in `LookupCurve/sizes`.
    case automatic(entries: Int)
  }

  /// The values at the vertices.
  public enum VertexValues: Hashable, Sendable {
    /// The function's own values.
    case sampled
    /// The values for which the host's interpolation is closest to the function; `nil` if the host's interpolation is unknown.
    case fitted(CubeInterpolation?)
  }

  /// The number of samples along each component.
  public var size: Int
  /// The curve that spreads the input over the cube.
  public var shaper: Shaper
  /// The values at the vertices.
  public var vertices: VertexValues

  /// Creates a form; without arguments, a sampled cube of 33³ vertices.
  public init(size: Int = 33, shaper: Shaper = .none, vertices: VertexValues = .sampled) {
    (self.size, self.shaper, self.vertices) = (size, shaper, vertices)
  }
}

extension LookupTable {
  /// Samples a function in a form: a cube, after curves if the form has a shaper.
  ///
  /// - Parameters:
  ///   - function: The function; it is called concurrently on several threads.
  ///   - form: The size of the cube, its shaper, and the values at its vertices.
  ///   - isInside: The colors whose maximum error a fit bounds separately: those that a display shows unchanged.
  /// - Throws: `LookupTableError`: for a size that is not supported, or a value of the function that is not finite.
  public init(
    of function: @escaping @Sendable (LookupColor) -> LookupColor, as form: TableForm = TableForm(),
    inside isInside: (@Sendable (LookupColor) -> Bool)? = nil
  ) throws(LookupTableError) {
    var (steps, function, isInside) = ([Step](), function, isInside)
    if case .automatic(let entries) = form.shaper {
      guard Cube.sizes.contains(form.size) else { throw .sizeOutOfRange(form.size, allowed: Cube.sizes) }
      guard LookupCurve.sizes.contains(entries) else { throw .sizeOutOfRange(entries, allowed: LookupCurve.sizes) }
      let (even, isEvenInside) = (function, isInside)
      let curves = try Shaper(size: form.size) { Step.limit(0...1)(even(LookupColor($0))).components }.curves(entries)
      let back = try curves.inverse()
      steps = [.curves(curves)]
      function = { even(back($0)) }
      if let isEvenInside { isInside = { isEvenInside(back($0)) } }
    }
    switch form.vertices {
    case .sampled: self.init(steps: steps + [.cube(try Cube(size: form.size, function))])
    case .fitted(let interpolation):
      let cube = try Cube(size: form.size, fitting: interpolation, function, inside: isInside)
      self.init(steps: steps + [.cube(cube)], interpolation: interpolation)
    }
  }
}
