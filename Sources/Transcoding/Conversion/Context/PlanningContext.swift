/// Everything that a plan depends on besides its clip: the settings, and what the job and its output need.
package struct PlanningContext {
  package var source: InputSettings
  package var mapping: MappingSettings
  package var lookup: LookupSettings
  package var target: OutputSettings
  package var strict: Bool
  package var dynamics: LightSettings
  package let control: RunControl
  var fields: Deinterlacing
  var neverHasAlpha = false
  /// Whether the gains of ST 2094-50 are read even if another operator is chosen.
  var comparesHeadroom = false
  /// The constant rate of an output movie whose source frames have times of their own; `nil` for other outputs, and to keep those times.
  var constantRate: FrameRate?
  /// The frames to convert: the first, and their number; `nil` means all that follow.
  package var frames: (start: Int, count: Int?) = (0, nil)
  /// The layout of frames that the encoder of a movie takes; `nil` if there is no encoder, or if it takes the plan's.
  var encodedFormat: PixelFormat?
  /// FFmpeg's name of the codec of a movie; `nil` for other outputs.
  var codec: String?
  /// The codes of assumptions that the output does not need.
  var irrelevantAssumptions: Set<String> = []
  /// The display of an output that follows its source, for all parts of the source.
  var settled: Display?
  package var notes: [Finding] = []
  /// The curve of the plan, if frames have curves of their own: that of the first frame.
  package var curve: FrameCurve?
  /// The tables shared by the plans of this context, and of those that differ in some settings.
  let tables = DisplayTables()

  package init(_ settings: ConversionSettings, _ control: RunControl) {
    (source, mapping, lookup, target) = (settings.input, settings.mapping, settings.lookup, settings.output)
    (dynamics, strict, self.control) = (settings.light, settings.isStrict, control)
    fields = settings.deinterlaces ? .frame : .refused
  }

  package var input: InputContext {
    InputContext(
      control: control, source: source, alpha: target.alpha, strict: strict, fields: fields,
      neverHasAlpha: neverHasAlpha, readsHeadroom: comparesHeadroom || mapping.toneMapping == .st2094_50,
      hasHDR10PlusJSON: hdr10PlusJSON != nil,
      isPeakGiven: mapping.sourcePeak != nil, replacesTimes: constantRate != nil)
  }

  package func check() throws(TranscodingError) {
    try target.check()
    try input.check()
    for place in [dynamics.frameMetadata, lookup.file].compactMap(\.self) { try place.check() }
  }
}

/// A plan, and everything that was assumed to make it.
package struct Decision {
  package let plan: ConversionPlan
  package let assumptions: [Finding]
  /// The curve that the plan was made for, if frames have curves of their own.
  let curve: FrameCurve?
  let tone: ToneOperator

  /// The note for a user who asked for SDR that the source is SDR already; it is not an assumption, so `--strict` allows it.
  package var note: String? {
    guard let sdr = unmappedSDR, !plan.stages.has(.tone) else { return nil }
    return "\(plan.stages.has(.gamut) ? "no light" : "nothing") to map: the source is SDR (\(sdr.h273Name))"
  }

  /// The transfer of an SDR source of an SDR output.
  var unmappedSDR: TransferCharacteristics? {
    guard plan.lookupTable == nil, plan.options.look == .neutral, !plan.targetTags.isHDR, !plan.hasHDRSource,
      plan.targetTags.transfer != nil, let transfer = plan.sourceTags.transfer
    else {
      return nil
    }
    return transfer
  }

  /// The note as a finding, for jobs that report it.
  var notes: [Finding] { [note.map { Finding(code: "nothing-to-map", found: $0) }].compactMap(\.self) }

  /// The note that the operator is published for another white, and the setting that gives it.
  package var publishedSetting: Fix? {
    guard let published = tone.publishedWhite, !plan.targetTags.isHDR,
      plan.stages.has(.tone), plan.options.referenceWhite != published
    else { return nil }
    return "\(tone) is published for an SDR white of \(published) (\(tone.document)), and white is"
      + " \(plan.options.referenceWhite) here; \(.referenceWhite) \(Int(published.nits)) gives the published setting"
  }
}

extension PlanningContext {
  /// Makes the plan for a clip.
  ///
  /// - Parameter file: The kind of file to write; `nil` if none is written.
  package func decide(about clip: Clip, for file: OutputKind? = nil) throws(TranscodingError) -> Decision {
    let table = try lookupTable()
    var context = self
    if curve == nil, let given = try givenCurves(for: clip) {
      if let change = given.starts.dropFirst().first {
        throw .light(
          .hdr10Plus(.severalCurves(start: frames.start, change: change), file: hdr10PlusJSON.map { "\($0)" }))
      }
      context.curve = .hdr10Plus(given.first)
    }
    return try context.decide(about: clip, for: file, table: table)
  }

  /// Makes the plan for a clip with a curve or a lookup table that were read before.
  package func decide(
    about clip: Clip, for file: OutputKind? = nil, table: LookupTable?, besides findings: [Finding] = []
  ) throws(TranscodingError) -> Decision {
    var plan: ConversionPlan
    let ends = try ends(of: clip)
    let options = try options(for: ends.display)
    let written = outputFormat(for: clip, bitDepth: ends.display.bitDepth)
    let tone = mapping.tone(following: curve)
    if table == nil { try mapping.checkParameters() }
    do {
      plan =
        if let table {
          try ConversionPlan(
            from: ends.source, to: ends.display, applying: table, interpolation: lookup.interpolation,
            tableRange: lookup.range, options: options, reading: clip.format, writing: written)
        } else {
          try ConversionPlan(
            from: ends.source, to: ends.display, tone: tone, gamut: mapping.gamut, options: options,
            reading: clip.format, writing: written, sharing: tables)
        }
      try ends.settle(&plan, for: clip)
    } catch {
      guard case .unknownTransfer = error, let unread = clip.unreadColor else { throw TranscodingError(error) }
      throw .input(.unreadColor(clip.name, found: unread, error))
    }
    // Light levels that settings state are not placeholders.
    if source.metadata.contentLight != nil { plan.assumptions.removeAll { $0.code == Finding.placeholders } }
    var assumptions = clip.assumptions + plan.assumptions
    assumptions += findings.filter { !assumptions.contains($0) }
    let followsLight = followsStatedLight(of: clip)
    if followsLight || dynamics.mode == .off { assumptions.removeAll { $0.code == Finding.unusedMetadata } }
    if followsLight { assumptions.append(.statedLight) }
    if target.alpha.alpha == .ignore || neverHasAlpha { assumptions.removeAll { $0.code == "alpha-dropped" } }
    assumptions.removeAll { irrelevantAssumptions.contains($0.code) }
    try refuseShallowHDR(plan, in: file)
    assumptions += file?.losses(of: plan, for: clip, codec) ?? []
    let unanswered = assumptions.filter { !$0.isDecided }
    if strict, !unanswered.isEmpty { throw TranscodingError(PlanError.assumptions(unanswered)) }
    return Decision(plan: plan, assumptions: assumptions, curve: curve, tone: tone)
  }

  /// Reports the assumptions of a decision, and the notes that follow from it.
  func report(decision: Decision, about clip: Clip) {
    reportUnusedSettings(about: [(clip, decision)])
    control.report(assumed: decision.assumptions)
    control.report(findings(of: decision.plan))
    control.report(notes + decision.notes)
    if let lattice = decision.plan.approximation { control.note("lattice", "\(lattice)") }
  }

  /// The findings of a plan that concern the output.
  func findings(of plan: ConversionPlan) -> [Finding] {
    plan.findings.filter { !irrelevantAssumptions.contains($0.code) }
  }

  package func reportUnusedSettings(about decisions: [(clip: Clip, decision: Decision)]) {
    control.report([UnusedSettings(of: self, about: decisions).finding].compactMap(\.self))
  }

  /// Returns the options of the plan; `strict` is not one of them, since some assumptions are not the plan's.
  func options(for display: Display) throws(TranscodingError) -> PlanOptions {
    let options = try PlanOptions(
      sourcePeak: mapping.sourcePeak,
      referenceWhite: mapping.referenceWhite, sdrTransfer: mapping.sdrTransfer, trust: source.trust,
      look: mapping.look, expandsHighlights: mapping.expandHighlights,
      alpha: target.alpha.output(for: display, white: mapping.referenceWhite), dither: target.dither,
      latticeSize: mapping.lattice)
    return curve?.applied(to: options) ?? options
  }

  /// Returns the format to write: the requested one; one without alpha, if alpha is to be ignored; `nil` to let the plan choose.
  func outputFormat(for clip: Clip, bitDepth: Int) -> PixelFormat? {
    if let asked = target.pixelFormat { return asked.format }
    if let encodedFormat { return encodedFormat }
    let (input, isIgnored) = (clip.layout ?? clip.format, target.alpha.alpha == .ignore && clip.format.hasAlpha)
    guard isIgnored || clip.layout != nil else { return nil }
    return input.like(bitDepth: bitDepth, hasAlpha: input.hasAlpha && !isIgnored && target.alpha.isKept)
  }

  /// Checks that HDR is encoded with more than 8 bits. Frames that are not encoded may have fewer, which the plan reports; JPEG refuses HDR itself.
  private func refuseShallowHDR(_ plan: ConversionPlan, in kind: OutputKind?) throws(TranscodingError) {
    guard let kind, kind.isEncoded, kind.picture?.row.statesColor != false, let shallow = plan.shallowOutput else {
      return
    }
    // Only VP9 limits alpha to 8 bits.
    let isOfAlpha = plan.outputFormat.hasAlpha && (target.pixelFormat == nil || kind == .webm)
    throw .display(.shallow(shallow, isOfAlpha: isOfAlpha))
  }

  /// Reports the default display of an output, where it may be unexpected.
  func reportDefault(of plan: ConversionPlan, isCodecGiven: Bool) {
    guard target.display == nil, !target.keepsSource else { return }
    if target.followsSource {
      control.note(
        "source-kept", "the output's tags that were not given are the source's",
        fix: "with \(.to, "sdr709"), they are those of SDR")
    } else if isCodecGiven, plan.lookupTable == nil, !plan.keepsSignal {
      control.note(
        "default-display", "the output is \(target.preset.rawValue), which is the default",
        fix: "\(.to, "source") keeps the source's format")
    }
  }

  /// Returns every file that a job reads: its input, the pictures of a sequence, and the files that settings name.
  func files(with path: Path?, _ clip: Clip? = nil) -> [ReadFile] {
    input.files(with: path, clip) + [
      ("the lookup table", lookup.file),
      ("the \(hdr10PlusJSON == nil ? "frame metadata" : "HDR10+ JSON")", dynamics.frameMetadata),
      ("the background", target.alpha.background?.file),
    ] + dynamics.statistics.map { ("the statistics", $0) }
  }

  /// Returns one output for several clips and all their later parts, and the index of the clip that decides it.
  package func sharedOutput(for clips: [Clip]) throws(TranscodingError) -> (output: SharedOutput, deciding: Int?) {
    var plans: [(place: Int, plan: ConversionPlan)] = []
    for (place, clip) in clips.enumerated() {
      for source in [clip.source] + clip.laterSources {
        var part = clip
        part.source = source
        plans.append((place, try decide(about: part).plan))
      }
    }
    let output = SharedOutput(for: plans.map(\.plan))
    return (output, output.deciding.map { plans[$0].place })
  }

  /// The plan for a picture of a movie: a separate one if its color differs from the clip's or its light is stated.
  func decision(
    for picture: MoviePicture, of source: MovieSource, or decision: Decision
  ) throws(TranscodingError) -> Decision {
    let part = try source.part(of: picture)
    let clip = part?.applied(to: source.clip) ?? source.clip
    guard part != nil || followsStatedLight(of: clip) else { return decision }
    var context = self
    if followsStatedLight(of: clip) {
      let light = CurveSource.carriedLight(
        StatedLight(decision.plan, of: clip.source, isDefault: true), movie: clip.name)
      context.curve = try light.curve(ofFrame: 0, with: picture.messages)
    }
    let own = try context.decide(about: clip)
    control.report(assumed: own.assumptions.filter { !decision.assumptions.contains($0) })
    return own
  }
}

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
