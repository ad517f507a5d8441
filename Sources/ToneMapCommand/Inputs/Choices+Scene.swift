internal import ToneMapping

extension Choices {
  /// Whether each frame brings its own curve: that of a movie, if no other is given.
  func takesCurves(of source: some FrameSource) -> Bool {
    mapping.toneMapping == .st2094_40 && mapping.hdr10PlusJSON == nil && lookup.lut == nil
      && source.clip.source.carriesHDR10Plus && source.decodes
  }

  /// Makes the plans of frames that bring their own curves.
  func plans(for clip: Clip) -> @Sendable (SceneCurve) throws(PlanError) -> ConversionPlan {
    let (source, display, tone, gamut, options) = (
      clip.source, display, mapping.toneMapping, mapping.gamutMapping, options
    )
    let (input, output, tables) = (clip.format, outputFormat(for: clip.format), tables)
    return { (scene) throws(PlanError) in
      var options = options
      options.scene = scene
      return try ConversionPlan(
        from: source, to: display, tone: tone, gamut: gamut, options: options, reading: input, writing: output,
        sharing: tables)
    }
  }

  /// The curve of the HDR10+ metadata, if it was given.
  func sceneCurve(for clip: Clip) throws(CommandError) -> SceneCurve? {
    guard let path = mapping.hdr10PlusJSON else { return nil }
    let rest = clip.frameCount.map { max($0 - frames.start, 1) }
    var told = SceneFrames(start: frames.start, count: [rest, frames.count].compactMap(\.self).min())
    do {
      var scanner = HDR10PlusScanner()
      try System.forEachPart(of: path) { part in try scanner.take(part) { told.take($0.metadata) } }
      try scanner.finish()
    } catch let error as MetadataError {
      throw .data("the HDR10+ JSON \(path) is wrong: \(error)")
    } catch {
      throw .noInput("the HDR10+ JSON \(path) cannot be read (\(error)); check its path")
    }
    do {
      return try SceneCurve(told)
    } catch {
      throw .data("the HDR10+ JSON \(path) does not fit: \(error)")
    }
  }
}
