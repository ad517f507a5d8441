internal import CompiledCurves

/// Why a plan's frames are converted color by color: the operation that the lanes have no steps for.
package struct LaneGap: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

extension LaneGap {
  /// The curve that a closure compiles; if there is none within its tolerance, that is what is missing.
  static func fromCurve(_ compile: () throws(CurveError) -> CompiledCurve) throws(LaneGap) -> CompiledCurve {
    do { return try compile() } catch { throw LaneGap(description: "\(error)") }
  }
}
