internal import JSONText

/// The tone curve of each frame, and the plans that follow from it.
///
/// | settings | the curve of a frame | known |
/// |---|---|---|
/// | none | the curve of the plan | before the first frame |
/// | HDR10+ JSON, lines of light | from ``CurveSource/known(_:)`` | before the first frame |
/// | `static`, `scene`, `frame`, statistics | the same, from statistics | after the clip is measured |
/// | `metadata`, `st2094-40`, `st2094-50` | from the frame's metadata | as the frame is read |
/// | `one-pass` | from ``LookAhead`` | a few frames ahead |
struct ToneCurveSchedule {
  /// The context, with the curve of the first frame.
  private(set) var context: PlanningContext
  /// The decision about the plan. Until light is measured, it is for the maximum possible light.
  private(set) var decision: Decision
  /// The plan for the maximum possible light of a frame, which determines the output's color.
  let maximum: ConversionPlan
  /// Whether light is measured before the first frame.
  var measuresBefore: Bool { if case .before = mode { context.dynamics.statistics.isEmpty } else { false } }
  /// The number of frames that are held in memory until the light of the following frames is known.
  var heldFrames: Int { mode?.heldFrames ?? 0 }

  private let clip: Clip
  let input: MediaInput
  private let range: FrameRange
  private let kind: OutputKind
  private let mode: LightSettings.MeasurementMode?
  private let asksForLight: Bool
  /// The source of the curves of frames; `nil` if one curve maps all, or if light is measured ahead.
  private var source: CurveSource?
  /// The stated light, as far as it is believed.
  private let believed: StatedLight
  /// Returns the finding about light that is measured a few frames ahead; `nil` if it is not.
  private var foundAhead: (@Sendable () -> Finding?)?
  /// The number of scenes of the clip, if all of it was measured.
  private var scenes: Int?

  /// Decides before anything is written or measured, so that invalid settings are refused early.
  init(
    of frames: some FrameSource, from input: MediaInput, _ range: FrameRange, _ context: PlanningContext,
    for kind: OutputKind
  ) throws(TranscodingError) {
    (clip, self.input, self.range, self.kind, self.context) = (frames.clip, input, range, kind, context)
    let dynamics = context.dynamics
    let isSinglePass = !input.isFile && !PictureNames.areOfSequence(input.path)
    let isDefault = frames.decodes && context.followsStatedLight(of: clip)
    let mode =
      isDefault ? .carried : context.hdr10PlusJSON == nil ? dynamics.measurement(isSinglePass: isSinglePass) : nil
    asksForLight = mode != nil
    if case .before = mode, dynamics.statistics.isEmpty, isSinglePass {
      let name = input.path == .standardStream ? "standard input" : "\(input.path)"
      throw .setting(.readTwice(dynamics.mode ?? .scene, input: name))
    }
    let messages = frames.movie?.firstMessages ?? FrameMessages()
    let given = try context.givenCurves(for: clip)
    if let given {
      source = given.isOne ? nil : .known(given.timeline)
      self.context.curve = .hdr10Plus(given.first)
    } else {
      source = context.carriedCurves(of: frames)
      self.context.curve = try source?.curve(ofFrame: range.first, with: messages)
    }
    if mode != nil { self.context.curve = .light(.init(peak: PerceptualQuantizer.peak, average: nil)) }
    decision = try self.context.decide(
      about: clip, for: kind, table: context.lookupTable(), besides: given?.findings(context.plans(for: clip)) ?? [])
    maximum = source == nil ? decision.plan : try self.context.maximumPlan(for: clip, decision)
    // Frames without stated light are mapped as by one curve for all frames.
    let plain = isDefault ? try context.decide(about: clip, for: kind).plan : decision.plan
    believed = StatedLight(plain, of: clip.source, isDefault: isDefault)
    let stated = try mode?.statedLight(of: frames, range, believed)
    let first = try stated?.curve(ofFrame: range.first, with: messages)
    guard mode == nil || decision.plan.sourceTags.isHDR else {
      // The setting is reported as unused. The output is then the same as without it.
      (self.mode, self.context.curve) = (nil, nil)
      decision = try self.context.decide(about: clip, for: kind)
      return
    }
    self.mode = mode
    if let stated {
      (self.context.curve, source) = (first, stated)
      decision = try self.context.decide(about: clip, for: kind)
    }
    if let mode, !isDefault { self.context.notes += mode.unusedMetadata(of: clip.source, messages) }
    if mode == .carried, messages.dolbyVisionRPU != nil {
      context.control.note(
        "dolby-vision-level-1",
        "only the level 1 light of Dolby Vision is used, where it is stated; its trims and its reshaping are not")
    }
  }

  /// Measures the light that must be known before the first frame.
  ///
  /// - Parameter some: The frames whose curves are needed; by default all.
  /// - Returns: A closure that returns the next frame and its curve, `nil` if one curve maps all; it takes an empty picture and the frame's index.
  mutating func measure<Source: FrameSource>(
    _ frames: Source, _ some: FrameRange? = nil, sharing running: RunningSettings, threads: Int
  ) throws -> FrameReading<Source.Input> {
    switch mode {
    case .before(let mode):
      let statistics = try context.statistics(of: clip, in: input, some ?? range, running)
      let measured = DynamicLight(of: statistics, mode: mode, floor: decision.plan.minimumScenePeak)
      context.control.report([measured.finding].compactMap(\.self))
      context.curve = measured[range.first].map { .light($0) }
      (source, scenes) = (.known(LightTimeline(measured)), statistics.scenes.count)
      decision = try context.decide(about: clip, for: kind)
    case .ahead(let count):
      let ahead = try LookAhead(
        count, in: frames, from: range.first, floor: decision.plan.minimumScenePeak, threads: threads,
        on: running.chosenInstructions)
      foundAhead = { ahead.finding }
      return { empty, _ in try ahead.next(for: empty).map { ($0.picture, .success(.light($0.light))) } }
    case .carried, .stated, nil: break
    }
    let source = source
    return { picture, index in
      guard try frames.read(into: picture) else { return nil }
      let messages = picture.messages
      let curve = source.map { source in
        Result { () throws(TranscodingError) in try source.curve(ofFrame: index, with: messages) }
      }
      return (picture, curve)
    }
  }

  /// Returns the plan of a part of another color, for the chosen output; without a part, that of the clip's own color.
  func plan(of part: ColorSegment?) throws(TranscodingError) -> ConversionWorker.Plan {
    let differ = foundAhead != nil || source != nil
    guard let part else {
      return (decision.plan, differ ? try context.programs(for: clip, known: decision.assumptions) : nil)
    }
    do throws(TranscodingError) { return try plan(ofOther: part, following: differ) } catch {
      throw .light(.part(change: part.change, error, remedy: part.remedy))
    }
  }

  /// - Parameter differ: Whether HDR frames have curves of their own.
  private func plan(
    ofOther part: ColorSegment, following differ: Bool
  ) throws(TranscodingError) -> ConversionWorker.Plan {
    let (base, mapping, control) = (decision, context.mapping, context.control)
    var context = context
    context.target.chromaLocation = base.plan.targetTags.chromaLocation ?? base.plan.sourceTags.chromaLocation
    let clip = part.applied(to: clip)
    let isHDR = clip.source.color.transfer?.isHDR ?? false
    if !isHDR { (context.curve, context.mapping.sourcePeak) = (nil, nil) }
    let table = try context.lookupTable()
    var decision = try context.decide(about: clip, for: kind, table: table)
    // SDR light that is not expanded stays below the peak of any HDR display.
    let raises = mapping.toneMapping.expands || mapping.expandHighlights
    let reach = raises ? nil : decision.plan.sourceLuminance?.peak
    let limits = [maximum.targetLuminance.peak, OutputTags(of: maximum).metadata.contentLight?.maximum].compactMap(
      \.self)
    if base.plan.targetTags.transfer == .pq, let limit = limits.min(),
      min(reach ?? PerceptualQuantizer.peak, decision.plan.targetLuminance.peak) > limit
    {
      control.note(
        "light-limited",
        "the output states light of up to \(limit), as its first part implies, so brighter light of other parts is mapped to that limit",
        fix: mapping.targetPeak == nil
          ? "choose another peak with \(.targetPeak)" : "convert the parts apart to keep it")
      context.mapping.targetPeak = limit
      decision = try context.decide(about: clip, for: kind, table: table)
    }
    if isHDR, mode == nil, asksForLight {
      control.note(
        "light-unfollowed",
        "\(.dynamics) needs a movie that starts with HDR, but this one starts with SDR, so one curve maps its HDR",
        fix: "convert the parts apart")
    }
    if table != nil,
      decision.plan.sourceTransfer != base.plan.sourceTransfer || decision.plan.sourceGamut != base.plan.sourceGamut
    {
      throw .light(.tableOfOneColor)
    }
    control.report(assumed: decision.assumptions.filter { !base.assumptions.contains($0) })
    control.report(decision.plan.findings.filter { !base.plan.findings.contains($0) })
    return (decision.plan, isHDR && differ ? try context.programs(for: clip, known: decision.assumptions) : nil)
  }

  /// The findings about light; those about stated light that is not believed are faults of the input only if a setting asked for it.
  var findings: (faults: [Finding], notes: [Finding]) {
    let ahead = [foundAhead?()].compactMap(\.self)
    return believed.isDefault ? ([], believed.findings + ahead) : (believed.findings, ahead)
  }

  /// Returns a report of how the curves of the frames change, as JSON; `nil` if one curve maps all.
  ///
  /// `mode` is what they follow: a value of `--dynamics`, `frame-metadata`, `st2094-40` or `st2094-50`; `scenes` is the number of scenes, if all of
  /// the clip was measured; `look_ahead` is the number of frames of look-ahead, if the clip was read once; `changes` is the number of changes.
  func report(of programs: FramePrograms?) -> JSONValue? {
    guard let programs else { return nil }
    let name =
      switch mode {
      case .before(let mode): mode.rawValue
      case .ahead: LightSettings.Mode.onePass.rawValue
      case .carried: LightSettings.Mode.metadata.rawValue
      case .stated: "frame-metadata"
      case nil: context.mapping.toneMapping.name
      }
    var lookAhead: Int?
    if case .ahead(let count) = mode { lookAhead = count }
    return JSONValue(["mode": name, "scenes": scenes, "look_ahead": lookAhead, "changes": programs.changes])
  }
}

/// Returns the next frame and its curve; takes an empty picture and the index of the frame.
typealias FrameReading<Input> = @Sendable (Input, Int) throws -> (picture: Input, note: LightTimeline.Entry?)?

extension PlanningContext {
  /// Returns the plan for the maximum possible light of a frame, where frames carry curves.
  ///
  /// The output's metadata is then valid for all its frames, and the same for each part.
  fileprivate func maximumPlan(for clip: Clip, _ decision: Decision) throws(TranscodingError) -> ConversionPlan {
    if case .hdr10Plus(var scene) = curve {
      scene.peak = PerceptualQuantizer.peak
      return try plans(for: clip)(.hdr10Plus(scene))
    }
    var context = self
    // Later frames may be mapped even if the first is not.
    guard let map = try? HeadroomAdaptiveToneMap(baselineHeadroom: 6) else {
      preconditionFailure("6 stops are a headroom")
    }
    context.curve = .headroom(map)
    if decision.plan.hasHDRSource { context.mapping.sourcePeak = mapping.sourcePeak ?? PerceptualQuantizer.peak }
    return try context.decide(about: clip).plan
  }

  fileprivate func programs(for clip: Clip, known: [Finding]) throws(TranscodingError) -> FramePrograms {
    FramePrograms(known: known, isStrict: strict, try plans(for: clip))
  }
}

extension LightSettings.MeasurementMode {
  /// Returns the source of the light that metadata states; `nil` if light is to be measured.
  fileprivate func statedLight(
    of source: some FrameSource, _ range: FrameRange, _ light: StatedLight
  ) throws(TranscodingError) -> CurveSource? {
    switch self {
    case .before, .ahead: return nil
    case .carried:
      guard source.decodes else { throw .light(.framesAlone(of: source.clip.name)) }
      return .carriedLight(light, movie: source.clip.name)
    case .stated(let path):
      let timeline = try LightTimeline(ofLightIn: path, light)
      let count = range.isEstimated ? 1 : range.expected ?? 1
      for index in range.first..<range.first.adding(max(count, 1)) { _ = try timeline.curve(of: index) }
      return .known(timeline)
    }
  }

  /// Returns the findings about metadata of each frame that does not affect how frames are mapped.
  fileprivate func unusedMetadata(of source: Source, _ messages: FrameMessages) -> [Finding] {
    var source = source
    if self == .carried {
      if messages.dolbyVisionRPU != nil { source.carriesDolbyVision = false } else { source.carriesHDR10Plus = false }
    }
    return source.unusedMetadata(consequence: "the curves follow other light")
  }
}
