internal import Colorimetry
package import GamutMaps

extension PerceptualGamutMap: GamutOperation {
  package var detail: String { "the perceptual map, chroma preservation \(chromaPreservation)" }

  package func emit(into compiler: inout LaneCompiler) throws(UnsupportedOperation) {
    compiler.rescale(to: peak.nits)
    let (gain, factor) = try compiler.flushAllButScale()
    compiler.append(
      .perceptual(
        compiler.tables.lanes(of: self), rows: compiler.color, gain: gain, factor: factor,
        limits: !compiler.isWithoutNegatives),
      unit: .light(), bounds: 0...peak.nits)
    if let gain { compiler.rows.give(gain) }
  }
}

extension LaneCompiler {
  /// Whether the color's rows cannot contain NaN or numbers below 0, except for rounding: the last step that changed them was a curve whose values
  /// are not negative.
  fileprivate var isWithoutNegatives: Bool {
    let last = steps.last { $0.step.changed.overlaps(color..<color + 3) }
    guard case .curve(_, color..<color + 3)? = last?.step else { return false }
    return pending.rowBounds.allSatisfy { $0.lowerBound >= 0 }
  }
}
