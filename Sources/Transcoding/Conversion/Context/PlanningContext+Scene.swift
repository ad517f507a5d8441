internal import ToneMapping

extension PlanningContext {
  /// The HDR10+ JSON whose curves are used.
  package var hdr10PlusJSON: MediaLocation? { mapping.toneMapping == .st2094_40 ? dynamics.frameMetadata : nil }

  /// Checks the settings of jobs that make one curve, and follow no light.
  package func requireCurve() throws(TranscodingError) {
    if dynamics.frameMetadata != nil, hdr10PlusJSON == nil { throw .light(.oneCurve) }
  }

  /// Whether the frames of a movie are mapped by the light that they state, because nothing else was chosen.
  ///
  /// This applies only to SDR outputs: for HDR, the output's own metadata describes the curve.
  ///
  /// - Source: Apple, *AVPlayerItem*, `appliesPerFrameHDRDisplayMetadata`, whose default is `true`.
  func followsStatedLight(of clip: Clip) -> Bool {
    let isOpen = !dynamics.isAskedFor && mapping.sourcePeak == nil && lookup.file == nil
    let statesLight = source.metadata.contentLight != nil || source.metadata.mastering != nil
    return isOpen && !statesLight && source.trust != .never && !mapping.toneMapping.followsMetadata
      && clip.mayHaveFields && (clip.source.carriesDolbyVision || clip.source.carriesHDR10Plus)
      && (try? ends(of: clip).display.transfer.isHDR) == false
  }

  /// Returns the source of the curves that the frames of a movie carry, if the operator uses them, and no other curve is given.
  func carriedCurves(of source: some FrameSource) -> CurveSource? {
    guard lookup.file == nil, hdr10PlusJSON == nil, source.decodes else { return nil }
    let clip = source.clip.source
    if mapping.toneMapping == .st2094_40, clip.carriesHDR10Plus { return .carriedCurve }
    return mapping.toneMapping == .st2094_50 && clip.carriesHeadroomAdaptiveMetadata ? .carriedGains : nil
  }

  /// Returns a closure that makes the plan of frames with a given curve.
  func plans(
    for clip: Clip
  ) throws(TranscodingError) -> @Sendable (FrameCurve) throws(TranscodingError) -> ConversionPlan {
    let ends = try ends(of: clip)
    let (source, display, options) = (ends.source, ends.display, try options(for: ends.display))
    try mapping.checkParameters()
    let (mapping, input, tables) = (mapping, clip.format, tables)
    let output = outputFormat(for: clip, bitDepth: display.bitDepth)
    return { (curve) throws(TranscodingError) in
      do throws(PlanError) {
        return try ConversionPlan(
          from: source, to: display, tone: mapping.tone(following: curve), gamut: mapping.gamut,
          options: curve.applied(to: options), reading: input, writing: output, sharing: tables)
      } catch {
        throw .plan(error)
      }
    }
  }

  /// Returns the curve of the first frame from the HDR10+ JSON, if it was given, and the number of changes after it.
  package func hdr10PlusCurves(for clip: Clip) throws(TranscodingError) -> (first: HDR10PlusCurve, changes: Int)? {
    try givenCurves(for: clip).map { ($0.first, $0.starts.count - 1) }
  }

  /// Returns the curves of the HDR10+ JSON for the converted frames, if it was given.
  ///
  /// - Throws: `data` if it has too few frames, or lacks the curve of one of them.
  func givenCurves(for clip: Clip) throws(TranscodingError) -> HDR10PlusTimeline? {
    guard let path = hdr10PlusJSON, lookup.file == nil else { return nil }
    let rest = clip.frameCount.map { max($0 - frames.start, 1) }
    return try HDR10PlusTimeline(of: path, from: frames.start, count: [rest, frames.count].compactMap(\.self).min())
  }
}
