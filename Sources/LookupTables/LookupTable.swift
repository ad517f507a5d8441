public import Colorimetry

/// What a LUT file says: steps from a color to a color, carried out in order.
///
/// Most files hold one step, a cube or curves; some hold curves that spread the input over the cube (a shaper), and CLF any number of steps.
///
///     let table = LookupTable(title: "PQ to BT.709", steps: [.cube(cube)])
///     table(LookupColor(0.58, 0.58, 0.58))
public struct LookupTable: Hashable, Sendable {
  /// One step.
  public enum Step: Hashable, Sendable {
    /// A function of each component.
    case curves(LookupCurves)
    /// A function of the color.
    case cube(Cube)
    /// The matrix times the color, plus a constant.
    case matrix(Matrix3x3, adding: SIMD3<Double>)
    /// A function of each component, by an equation.
    case functions(LookupFunctions)
    /// Each component limited to a range, which may be infinite on one side; NaN becomes its lower bound.
    case limit(ClosedRange<Double>)
  }

  /// What the table is called.
  public var title: String?
  /// Remarks, a line each.
  public var comments: [String]
  /// The steps, in order.
  public var steps: [Step]
  /// How the file wants its cubes interpolated; `nil` if it does not say.
  public var interpolation: CubeInterpolation?
  /// The range of the numbers that the table takes and of those that it gives, if the file says so; `nil` if it does not.
  ///
  /// In narrow range, black is 64/1023 and white 940/1023. The steps know nothing of it: see ``inFullRange``.
  public var inputRange, outputRange: QuantizationRange?
  /// What was passed over when the file was read.
  public var findings: [LookupFinding] = []

  /// A table of these steps.
  public init(
    title: String? = nil, comments: [String] = [], steps: [Step], interpolation: CubeInterpolation? = nil
  ) {
    (self.title, self.comments, self.steps, self.interpolation) = (title, comments, steps, interpolation)
  }

  /// The value at a color.
  ///
  /// - Parameters:
  ///   - color: Any color; each step says what it does outside its domain.
  ///   - interpolation: How cubes are interpolated; `nil` means as the table says, tetrahedral if it does not.
  public func callAsFunction(_ color: LookupColor, interpolation: CubeInterpolation? = nil) -> LookupColor {
    let interpolation = interpolation ?? self.interpolation ?? .tetrahedral
    return steps.reduce(color) { color, step in step(color, interpolation: interpolation) }
  }

  /// Makes sure that the steps, one after the other, keep numbers of `-1...1` finite as `Float`.
  ///
  /// - Throws: ``LookupTableError/stepsAreNotFinite(last:)``.
  package func checkSteps() throws(LookupTableError) {
    var largest = 1.0
    for (index, step) in steps.enumerated() {
      largest = step.largestOutput(for: largest)
      guard largest <= Double(Float.greatestFiniteMagnitude) else { throw .stepsAreNotFinite(last: index) }
    }
  }

  /// This table, followed by another.
  public func followed(by next: LookupTable) -> LookupTable {
    var both = self
    both.steps += next.steps
    return both
  }

  /// This table for numbers of full range on both sides, with matrices in place of the ranges that its file says.
  public var inFullRange: LookupTable {
    func between(_ from: QuantizationRange, _ to: QuantizationRange) -> [Step] {
      let ((scale, black), (otherScale, otherBlack)) = (LookupColor.shares(from), LookupColor.shares(to))
      guard from != to else { return [] }
      let factor = otherScale / scale
      return [
        .matrix(
          Matrix3x3(diagonal: SIMD3(repeating: factor)), adding: SIMD3(repeating: otherBlack - black * factor))
      ]
    }
    var table = self
    table.steps = between(.full, inputRange ?? .full) + steps + between(outputRange ?? .full, .full)
    (table.inputRange, table.outputRange) = (nil, nil)
    table.comments.removeAll { $0.hasSuffix(Self.narrowRangeRemark) }
    return table
  }

  /// The end of the comment by which `tonemap lut` states that a table takes and gives narrow range, in formats without a keyword for it.
  package static let narrowRangeRemark = "64/1023 to 940/1023 for signal 0 to 1"

  /// The only cube, if there is exactly one.
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

  /// A magnitude that no output exceeds where no input exceeds `largest`; infinite if the step has numbers that are not finite.
  fileprivate func largestOutput(for largest: Double) -> Double {
    switch self {
    case .curves(let curves):
      return Double([curves.red, curves.green, curves.blue].flatMap(\.values).reduce(0) { max($0, abs($1)) })
    case .cube(let cube):
      return Double(cube.values.reduce(0) { max($0, abs($1.x), abs($1.y), abs($1.z)) })
    case .matrix(let matrix, let offset):
      let rows = [matrix.rows.0, matrix.rows.1, matrix.rows.2]
      let sums = rows.indices.map { row in
        (abs(rows[row].x) + abs(rows[row].y) + abs(rows[row].z)) * largest + abs(offset[row])
      }
      // The maximum alone would pass over NaN.
      return sums.allSatisfy(\.isFinite) ? sums.max()! : .infinity
    case .functions(let functions):
      return functions.all.flatMap { [$0(largest), $0(0), $0(-largest)] }.reduce(0) { max($0, abs($1)) }
    case .limit(let range):
      return [range.lowerBound, range.upperBound].map { $0.isFinite ? abs($0) : largest }.max()!
    }
  }
}
