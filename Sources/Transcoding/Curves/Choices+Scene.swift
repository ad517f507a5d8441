internal import HDRMetadata
internal import ToneMapping

extension Choices {
  /// The curves that the frames of a movie bring, if the operator is what they say, and no other curve is given.
  private func carriedCurves(of source: some FrameSource) -> (any FrameCurves)? {
    guard lookup.file == nil, mapping.hdr10PlusJSON == nil, source.decodes else { return nil }
    let clip = source.clip.source
    if mapping.toneMapping == .st2094_40, clip.carriesHDR10Plus { return CarriedCurves() }
    return mapping.toneMapping == .st2094_50 && clip.carriesHeadroomAdaptiveMetadata
      ? CarriedHeadroomAdaptiveToneMaps() : nil
  }

  /// The curves of a source's frames, if they differ: those of HDR10+ JSON, or those that come with the frames.
  func sceneCurves(of source: some FrameSource) throws(TranscodingError) -> (any FrameCurves)? {
    if let given = try givenCurves(for: source.clip) { return given }
    return carriedCurves(of: source)
  }

  /// Makes the plan for a clip, if its frames have curves, for the first of those that are converted.
  func decide(
    about clip: Clip, for file: OutputKind, by curves: (any FrameCurves)?, from first: Int,
    with messages: FrameMessages
  ) throws(TranscodingError) -> Decision {
    let table = try lookupTable()
    guard case .hdr10Plus(let scene)? = try curves?.curve(ofFrame: first, with: messages) else {
      return try decide(about: clip, for: file, scene: nil, table: table)
    }
    let plans = try plans(for: clip)
    let findings = try (curves as? GivenCurves)?.findings { (curve) throws(PlanError) in try plans(.hdr10Plus(curve)) }
    return try decide(about: clip, for: file, scene: scene, table: table, besides: findings ?? [])
  }

  /// Makes the plans of frames that have curves of their own.
  func plans(for clip: Clip) throws(TranscodingError) -> @Sendable (FrameCurve) throws(PlanError) -> ConversionPlan {
    let options = try options()
    try mapping.checkParameters()
    let (source, display, mapping) = (clip.source, display, mapping)
    let (input, output, tables) = (clip.format, outputFormat(for: clip), tables)
    return { (curve) throws(PlanError) in
      try ConversionPlan(
        from: source, to: display, tone: mapping.tone(following: curve), gamut: mapping.gamut,
        options: curve.applied(to: options), reading: input, writing: output, sharing: tables)
    }
  }

  /// The curve of the HDR10+ JSON for all frames that are converted, if one was given.
  ///
  /// - Throws: `data` if it has several.
  func hdr10PlusCurve(for clip: Clip) throws(TranscodingError) -> HDR10PlusCurve? {
    guard let given = try givenCurves(for: clip) else { return nil }
    if let change = given.starts.dropFirst().first {
      throw given.misfit(.severalCurves(start: frames.start, change: change))
    }
    return given.first
  }

  /// The curve of the first frame by the HDR10+ JSON, if that was given, and how often it changes afterwards.
  package func hdr10PlusCurves(for clip: Clip) throws(TranscodingError) -> (first: HDR10PlusCurve, changes: Int)? {
    try givenCurves(for: clip).map { ($0.first, $0.starts.count - 1) }
  }

  /// The curves of the HDR10+ JSON for the frames that are converted, if it was given.
  ///
  /// - Throws: `data` if it is shorter than they are, or lacks the curve of one of them.
  func givenCurves(for clip: Clip) throws(TranscodingError) -> GivenCurves? {
    guard let path = mapping.hdr10PlusJSON, lookup.file == nil else { return nil }
    var timeline = CurveTimeline()
    do {
      var scanner = HDR10PlusScanner()
      try System.forEachPart(of: path) { part in
        try scanner.take(part) { (frame) throws(MetadataError) in try timeline.take(frame.metadata) }
      }
      try scanner.finish { (frame) throws(MetadataError) in try timeline.take(frame.metadata) }
    } catch let error as MetadataError {
      throw .data("the HDR10+ JSON \(path) is wrong: \(error)")
    } catch {
      throw .notFound("the HDR10+ JSON \(path) cannot be read (\(error)); check its path")
    }
    let rest = clip.frameCount.map { max($0 - frames.start, 1) }
    return try GivenCurves(
      timeline, of: path, from: frames.start, count: [rest, frames.count].compactMap(\.self).min())
  }
}

/// The curves of HDR10+ JSON for the frames of a conversion.
struct GivenCurves: FrameCurves {
  /// The curve of the first frame.
  let first: HDR10PlusCurve
  /// The frames at which another curve begins, the first included, as far as is known which frames there will be.
  let starts: [Int]
  /// How many frames there will be; `nil` if that is unknown.
  let count: Int?
  private let timeline: CurveTimeline
  private let path: Path

  fileprivate init(_ timeline: CurveTimeline, of path: Path, from start: Int, count: Int?) throws(TranscodingError) {
    (self.timeline, self.path, self.count) = (timeline, path, count)
    do throws(HDR10PlusCurveError) {
      let (needed, overflows) = start.addingReportingOverflow(count ?? 1)
      guard timeline.count >= needed, !overflows else {
        throw .tooFewFrames(found: timeline.count, needed: overflows ? nil : needed)
      }
      first = try timeline.curve(of: start)
      starts = timeline.starts(from: start, count: count)
      // Where the clip may end before the JSON does, a frame without a curve may never come.
      if count != nil { for start in starts { _ = try timeline.curve(of: start) } }
    } catch {
      throw Self.misfit(error, path)
    }
  }

  /// Whether one curve maps all frames. Where a clip ends is sometimes known only when it does: then frames without an entry are found one
  /// by one.
  var isOne: Bool { starts.count == 1 && count != nil }

  func curve(ofFrame index: Int, with messages: FrameMessages) throws(TranscodingError) -> FrameCurve {
    do { return .hdr10Plus(try timeline.curve(of: index)) } catch { throw misfit(error) }
  }

  func misfit(_ error: HDR10PlusCurveError) -> TranscodingError { Self.misfit(error, path) }

  private static func misfit(_ error: HDR10PlusCurveError, _ path: Path) -> TranscodingError {
    if case .severalCurves(let start, let change) = error {
      // Only commands that have one curve, and no choice of frames, refuse several.
      return .data(
        "the HDR10+ JSON \(path) does not fit: \(error.explanation.sentence); give the HDR10+ of one scene, such as its first"
          + " \(plural(change - start, "frame")), or choose another operator")
    }
    return .data("the HDR10+ JSON \(path) does not fit: \(error)")
  }

  /// What is assumed for curves of other displays than that which is converted for.
  fileprivate func findings(
    _ plan: (HDR10PlusCurve) throws(PlanError) -> ConversionPlan
  ) throws(TranscodingError) -> [Finding] {
    // Of each display the curve of the brightest scene, in the order of frames: dim scenes need none.
    var curves: [HDR10PlusCurve] = []
    for start in starts {
      guard let curve = try? timeline.curve(of: start) else { continue }
      guard let place = curves.firstIndex(where: { $0.targetedDisplayPeak == curve.targetedDisplayPeak }) else {
        curves.append(curve)
        continue
      }
      // A scene of unknown peak ends where the source does.
      if let known = curves[place].peak, curve.peak.map({ $0 > known }) ?? true { curves[place] = curve }
    }
    var findings: [Finding] = []
    for curve in curves {
      do throws(PlanError) {
        findings += try plan(curve).assumptions.filter { $0.code == HDR10PlusCurve.otherDisplay }
      } catch {
        throw TranscodingError(error)
      }
    }
    return findings
  }
}
