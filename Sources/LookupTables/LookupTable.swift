public import Colorimetry

/// The content of a LUT file: steps from a color to a color, carried out in order.
///
/// Most files contain one step, a cube or curves; some contain curves that spread the input over the cube (a shaper), and CLF any number of steps.
///
///     let table = LookupTable(title: "PQ to BT.709", steps: [.cube(cube)])
///     table(LookupColor(0.58, 0.58, 0.58))
public struct LookupTable: Hashable, Sendable {
  public enum Step: Hashable, Sendable {
    /// A function of each component.
    case curves(LookupCurves)
    /// A function of the color.
    case cube(Cube)
    /// The matrix times the color, plus a constant.
    case matrix(Matrix3x3, adding: SIMD3<Double>)
    /// A function of each component, given by an equation.
    case functions(LookupFunctions)
    /// Each component limited to a range, which may be infinite on one side; NaN becomes its lower bound.
    case limit(ClosedRange<Double>)
  }

  public var title: String?
  /// The comments, one per line.
  public var comments: [String]
  /// The steps, in order.
  public var steps: [Step]
  /// The interpolation of cubes that the file requests; `nil` if it requests none.
  public var interpolation: CubeInterpolation?
  /// The ranges of the table's input and output numbers, if stated in the file.
  ///
  /// In narrow range, black is 64/1023 and white 940/1023. The steps are independent of it.
  public var inputRange, outputRange: QuantizationRange?
  /// The parts of the file that were ignored.
  public var findings: [LookupFinding] = []

  public init(title: String? = nil, comments: [String] = [], steps: [Step], interpolation: CubeInterpolation? = nil) {
    (self.title, self.comments, self.steps, self.interpolation) = (title, comments, steps, interpolation)
  }

  /// The value at a color.
  ///
  /// - Parameters:
  ///   - color: Any color; each step documents its behavior outside its domain.
  ///   - interpolation: The interpolation of cubes; `nil` means the table's, or tetrahedral if it requests none.
  public func callAsFunction(_ color: LookupColor, interpolation: CubeInterpolation? = nil) -> LookupColor {
    let interpolation = interpolation ?? self.interpolation ?? .tetrahedral
    return steps.reduce(color) { color, step in step(color, interpolation: interpolation) }
  }

  /// Checks that the steps, one after the other, keep numbers of `-1...1` finite as `Float`.
  ///
  /// - Throws: ``LookupTableError/stepsAreNotFinite(last:)``.
  package func checkSteps() throws(LookupTableError) {
    var largest = 1.0
    for (index, step) in steps.enumerated() {
      largest = step.largestOutput(for: largest)
      guard largest <= Double(Float.greatestFiniteMagnitude) else { throw .stepsAreNotFinite(last: index) }
    }
  }

  /// The cube, if there is exactly one.
  public var cube: Cube? {
    let cubes = steps.compactMap { if case .cube(let cube) = $0 { cube } else { nil } }
    return cubes.count == 1 ? cubes[0] : nil
  }
}

extension LookupTable.Step {
  /// The value at a color.
  public func callAsFunction(_ color: LookupColor, interpolation: CubeInterpolation = .tetrahedral) -> LookupColor {
    switch self {
    case .curves(let curves): return curves(color)
    case .cube(let cube): return cube(color, interpolation: interpolation)
    case .matrix(let matrix, let offset): return LookupColor(matrix * color.components + offset)
    case .functions(let functions): return functions(color)
    case .limit(let range):
      let (low, high) = (SIMD3(repeating: range.lowerBound), SIMD3(repeating: range.upperBound))
      // NaN is not above the low end.
      let above = low.replacing(with: color.components, where: color.components .> low)
      return LookupColor(pointwiseMin(above, high))
    }
  }

  /// A bound on the magnitude of outputs for inputs up to `largest`; infinite if the step has numbers that are not finite.
  fileprivate func largestOutput(for largest: Double) -> Double {
    switch self {
    case .curves(let curves):
      return Double(curves.all.flatMap(\.values).reduce(0) { max($0, abs($1)) })
    case .cube(let cube): return Double(cube.values.reduce(0) { max($0, abs($1.x), abs($1.y), abs($1.z)) })
    case .matrix(let matrix, let offset):
      let rows = [matrix.rows.0, matrix.rows.1, matrix.rows.2]
      let sums = rows.indices.map { row in
        (abs(rows[row].x) + abs(rows[row].y) + abs(rows[row].z)) * largest + abs(offset[row])
      }
      // The maximum alone would ignore NaN.
      return sums.allSatisfy(\.isFinite) ? sums.max()! : .infinity
    case .functions(let functions):
      let values = functions.all.flatMap { function in
        [largest, largest / 2, 0, -largest].map { abs(function.equation($0)) }
      }
      // What is larger is clamped, but the maximum alone would ignore NaN.
      return values.contains(where: \.isNaN) ? .infinity : min(values.max()!, Double(Float.greatestFiniteMagnitude))
    case .limit(let range): return [range.lowerBound, range.upperBound].map { $0.isFinite ? abs($0) : largest }.max()!
    }
  }
}

/// An ignored or ambiguous part of a LUT file.
public struct LookupFinding: Hashable, Sendable {
  /// A short name that does not change, for scripts: `lut-unknown`.
  public var code: String
  /// The finding, as a clause: `line 3 has the attribute "size", which CLF does not have`.
  public var found: String
  /// The consequence, as a clause: `ignoring it`.
  public var consequence: String

  public init(code: String, found: String, consequence: String) {
    (self.code, self.found, self.consequence) = (code, found, consequence)
  }
}
