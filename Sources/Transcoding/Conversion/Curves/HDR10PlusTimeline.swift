internal import ToneMapping

/// The curves of HDR10+ JSON for the frames of a conversion.
struct HDR10PlusTimeline {
  let timeline: LightTimeline
  let first: HDR10PlusCurve
  /// The frames at which a new curve starts, including the first, up to the number of frames if that is known.
  let starts: [Int]
  let count: Int?
  let path: Path

  init(of path: Path, from start: Int, count: Int?) throws(TranscodingError) {
    (timeline, self.path, self.count) = (try LightTimeline(ofCurvesIn: path), path, count)
    let (needed, overflows) = start.addingReportingOverflow(count ?? 1)
    guard timeline.end >= needed, !overflows else {
      throw .light(.hdr10Plus(.tooFewFrames(found: timeline.end, needed: overflows ? nil : needed), file: "\(path)"))
    }
    guard case .hdr10Plus(let curve) = try timeline.curve(of: start) else {
      preconditionFailure("HDR10+ JSON has curves of HDR10+")
    }
    (first, starts) = (curve, timeline.starts(from: start, count: count))
    // If the number of frames is unknown, the clip may end before a frame without a curve.
    if count != nil { for start in starts { _ = try timeline.curve(of: start) } }
  }

  /// Whether one curve maps all frames. If the number of frames is unknown, frames without an entry are found one by one.
  var isOne: Bool { starts.count == 1 && count != nil }

  /// Returns the assumptions for curves that target another display than that of the output.
  func findings(_ plan: (FrameCurve) throws(TranscodingError) -> ConversionPlan) throws(TranscodingError) -> [Finding] {
    // The curve of the brightest scene for each display, in frame order: dim scenes need no assumption.
    var curves: [HDR10PlusCurve] = []
    for start in starts {
      guard case .hdr10Plus(let curve)? = try? timeline.curve(of: start) else { continue }
      guard let place = curves.firstIndex(where: { $0.targetedDisplayPeak == curve.targetedDisplayPeak }) else {
        curves.append(curve)
        continue
      }
      // A scene of unknown peak has the peak of the source.
      if let known = curves[place].peak, curve.peak.map({ $0 > known }) ?? true { curves[place] = curve }
    }
    var findings: [Finding] = []
    for curve in curves {
      findings += try plan(.hdr10Plus(curve)).assumptions.filter { $0.code == HDR10PlusCurve.otherDisplay }
    }
    return findings
  }
}
