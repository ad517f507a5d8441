package import Colorimetry

/// The replacement of the intensity *i* of L′, M′, S′ by a function *f* of it: each component *x* becomes *f* + *r* (*x* − *i*), where *r* is the
/// minimum of *i* / *f* and *f* / *i*, so that chroma shrinks as intensity changes.
///
/// - Source: ITU-R BT.2408-8, Annex 5, *ICTCP*.
package struct Intensity: ColorOperation {
  package let curve: Curve
  package let weights: SIMD3<Double>

  package init(_ curve: Curve, weights: SIMD3<Double>) {
    precondition(curve.to == curve.from)
    (self.curve, self.weights) = (curve, weights)
  }

  package var norm: Norm { .weighted(weights) }

  package var takes: ColorUnit? { curve.from }

  package var line: String { "intensity, \(norm), by \(curve)" }

  package func callAsFunction(_ color: SIMD3<Double>, at _: Pixel) -> SIMD3<Double> {
    let before = norm(color)
    let after = curve(before)
    let greater = max(before, after)
    let ratio = greater > 0 ? min(before, after) / greater : 1
    return ratio * (color - before) + after
  }

  package func emit(into compiler: inout ProgramCompiler) throws(UnsupportedOperation) {
    try compiler.flush()
    let range = compiler.range
    let most = range.upperBound
    let row: Int32
    do throws(UnsupportedOperation) {
      let whole = try compiler.compile(curve, upTo: most, argument: 1, value: 1)
      row = try compiler.measure(norm)
      compiler.append(.curve(whole, rows: row..<row + 1))
    } catch {
      // A sum of curves may follow what one does not; otherwise it states the reason.
      row = try compiler.factor(curve, of: .weighted(weights, from: compiler.color), upTo: most, in: 1)
    }
    let values = try curve.bounds(over: 0...most)
    compiler.append(
      .intensity(weights, rows: compiler.color, becoming: row),
      bounds: min(range.lowerBound, values.lowerBound)...max(most, values.upperBound))
    compiler.free(row)
  }
}
