/// The limitation of each component to a range of its unit; NaN becomes the lower bound.
package struct Limit: ColorOperation {
  package let range: ClosedRange<Double>

  package init(_ range: ClosedRange<Double>) { self.range = range }

  /// The limitation of each component to 0 and above.
  package static var nonnegative: Limit { Limit(0 ... .infinity) }

  package var line: String { "limit to \(text(range))" }

  package func callAsFunction(_ color: SIMD3<Double>, at _: Pixel) -> SIMD3<Double> {
    color.mapped { $0 > range.lowerBound ? min($0, range.upperBound) : range.lowerBound }
  }

  package func emit(into compiler: inout ProgramCompiler) throws(UnsupportedOperation) { try compiler.limit(to: range) }
}
