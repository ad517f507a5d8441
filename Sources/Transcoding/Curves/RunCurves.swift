internal import HDRMetadata
internal import JSONText
internal import LightStatistics
internal import ToneMapping

/// The plan of a run, and the curves of its frames: one for all, those of metadata, or those that follow light.
struct RunCurves<Source: FrameSource> {
  /// The choices, with the light of the first frame.
  private(set) var choices: Choices
  /// The plan. Until light is measured, it is that for the maximum light that there could be.
  private(set) var decision: Decision
  /// The plan for the maximum light that a frame could have, from which the output's color follows.
  let maximum: ConversionPlan
  /// The number of frames that are held in memory until the light of those that follow is known.
  var heldFrames: Int { way?.heldFrames ?? 0 }

  private let source: Source
  private let input: Path
  private let range: FrameRange
  private let kind: OutputKind
  private let way: LightSettings.Way?
  /// Whether curves were to follow light.
  private let asksForLight: Bool
  private var curves: (any FrameCurves)?
  /// The number of scenes of the clip, if all of it was measured.
  private var scenes: Int?

  /// Decides before anything is written or measured, so that what can be refused is refused.
  ///
  /// - Parameters:
  ///   - input: The name of the source.
  ///   - range: The frames that are converted.
  ///   - choices: What the output is to be.
  ///   - kind: The file that is written.
  /// - Throws: `settings` if the light cannot be known; `data` if frames lack what is to be known of them; what a plan throws.
  init(
    of source: Source, named input: Path, _ range: FrameRange, choices: Choices, for kind: OutputKind
  ) throws(TranscodingError) {
    (self.source, self.input, self.range, self.kind) = (source, input, range, kind)
    self.choices = choices
    let dynamics = choices.dynamics
    let isOnce = input == "-" || System.kind(of: input) != .regular && !PictureNames.areOfSequence(input)
    let way = dynamics.way(isOnce: isOnce)
    asksForLight = way != nil
    if case .before = way, dynamics.statistics.isEmpty, isOnce { throw dynamics.readsTwice(input) }
    let messages = source.firstMessages
    if way != nil { self.choices.light = DynamicLight.Levels(peak: PerceptualQuantizer.peak, average: nil) }
    curves = try self.choices.sceneCurves(of: source)
    if curves is CarriedHeadroomAdaptiveToneMaps,
      case .headroom(let map)? = try curves?.curve(ofFrame: range.first, with: messages)
    {
      self.choices.headroomAdaptiveToneMap = map
    }
    decision = try self.choices.decide(
      about: source.clip, for: kind, by: curves, from: range.first, with: messages)
    maximum = try self.choices.maximumPlan(for: source.clip, decision, by: curves)
    let floor = decision.plan.minimumScenePeak
    let stated = try way.flatMap { (way) throws(TranscodingError) in
      try StatedLight(way, of: source, range, floor: floor)
    }
    if let stated {
      (self.choices.light, curves) = (try stated.light(ofFrame: range.first, with: messages), stated)
    }
    guard way == nil || decision.plan.sourceTags.isHDR else {
      // Told as idle. What is converted then has the bits that it has without.
      (self.way, self.choices.light, curves) = (nil, nil, nil)
      decision = try self.choices.decide(about: source.clip, for: kind)
      return
    }
    if curves is StatedLight { decision = try self.choices.decide(about: source.clip, for: kind) }
    self.way = way
    if let way { self.choices.notes += way.unusedMetadata(of: source.clip.source, messages) }
    if way == .carried, messages.dolbyVisionRPU != nil {
      choices.control.note(
        "dolby-vision-level-1",
        "of Dolby Vision, only the light of level 1 is used, where it is stated; its trims and its reshaping are not")
    }
  }

  /// Measures the light that is to be known before the first frame.
  ///
  /// - Returns: How frames are read.
  mutating func measure(
    sharing running: RunningSettings, threads: Int, on instructions: InstructionSet
  ) throws -> @Sendable (Source.Input) throws -> Bool {
    let source = source
    switch way {
    case .before(let mode):
      let statistics = try LightOfClip(input: input, choices: choices, running: running)
        .statistics(of: source.clip, range, on: instructions)
      let light = DynamicLight(of: statistics, mode: mode, floor: decision.plan.minimumScenePeak)
      choices.control.report([light.finding].compactMap(\.self))
      (choices.light, curves, scenes) = (light[range.first], light, statistics.scenes.count)
      decision = try choices.decide(about: source.clip, for: kind)
    case .ahead(let count):
      let ahead = try LookAhead(
        count, in: source, from: range.first, floor: decision.plan.minimumScenePeak, threads: threads, on: instructions)
      curves = ahead
      return { try ahead.read(into: $0) }
    case .carried, .stated, nil: break
    }
    return { try source.read(into: $0) }
  }

  /// The programs of the frames; `nil` if the plan is that of all.
  func programs() throws(TranscodingError) -> FramePrograms? {
    // One curve for all frames is that of the plan.
    guard let curves, (curves as? GivenCurves)?.isOne != true else { return nil }
    return try FramePrograms(
      curves, known: decision.assumptions, isStrict: choices.strict, choices.plans(for: source.clip))
  }

  /// The plans of parts of another color, for the output that was decided on.
  ///
  /// - Parameter output: What it states, which no part may contradict.
  func parts(of output: OutputTags) -> PartPlans {
    let (clip, kind, base, choices) = (source.clip, kind, decision, choices)
    let ignoresLight = way == nil && asksForLight
    let curves = (curves as? GivenCurves)?.isOne == true ? nil : curves
    let limit = [maximum.targetLuminance.peak, output.metadata.contentLight?.maximum].compactMap(\.self).min()
    return PartPlans { (part) throws(TranscodingError) in
      do throws(TranscodingError) {
        return try choices.plan(
          of: part, in: clip, for: kind, besides: base, following: curves,
          upTo: base.plan.targetTags.transfer == .pq ? limit : nil, ignoringLight: ignoresLight)
      } catch {
        throw .data(
          "\(part.change), but it cannot be converted with the rest: \(error); \(part.remedy)")
      }
    }
  }

  /// What was found in the frames while they were read.
  var findings: [Finding] { [(curves as? LookAhead<Source>)?.finding].compactMap(\.self) }

  /// How the curves of the frames change, as JSON; `nil` if one curve maps all.
  ///
  /// `mode` is what they follow: one of `--dynamics`, `frame-metadata`, `st2094-40` or `st2094-50`; `scenes` those of the clip, if all of it was
  /// measured; `look_ahead` how many frames ahead light was known, if the clip was read once; `changes` how often the curve changed.
  ///
  /// - Parameter programs: Those of the frames, all of which were made.
  func report(of programs: FramePrograms?) -> JSONValue? {
    guard let programs else { return nil }
    let mode =
      switch way {
      case .before(let mode): mode.rawValue
      case .ahead: LightSettings.Mode.onePass.rawValue
      case .carried: LightSettings.Mode.metadata.rawValue
      case .stated: "frame-metadata"
      case nil: choices.mapping.toneMapping.name
      }
    var lookAhead: Int?
    if case .ahead(let count) = way { lookAhead = count }
    return JSONValue(["mode": mode, "scenes": scenes, "look_ahead": lookAhead, "changes": programs.changes])
  }
}

extension Choices {
  /// The plan for the maximum light that a frame could have; that of a decision if one curve maps all frames.
  ///
  /// What an output states of itself is then true of all its frames, and the same for each part of it.
  fileprivate func maximumPlan(
    for clip: Clip, _ decision: Decision, by curves: (any FrameCurves)?
  ) throws(TranscodingError) -> ConversionPlan {
    if headroomAdaptiveToneMap != nil {
      var choices = self
      // Whatever the first frame asks for, others may be mapped.
      do { choices.headroomAdaptiveToneMap = try HeadroomAdaptiveToneMap(baselineHeadroom: 6) } catch {
        throw .fault("6 stops are no headroom (\(error)); please report it")
      }
      choices.mapping.sourcePeak = mapping.sourcePeak ?? PerceptualQuantizer.peak
      return try choices.decide(about: clip).plan
    }
    guard var scene = decision.scene, (curves as? GivenCurves)?.isOne != true else { return decision.plan }
    scene.peak = PerceptualQuantizer.peak
    let plans = try plans(for: clip)
    do { return try plans(.hdr10Plus(scene)) } catch { throw TranscodingError(error) }
  }
}

extension LightSettings.Way {
  /// What is reported of metadata for each frame that does not decide how frames are mapped.
  ///
  /// - Parameter messages: What the first frame brings.
  fileprivate func unusedMetadata(of source: Source, _ messages: FrameMessages) -> [Finding] {
    var source = source
    if self == .carried {
      if messages.dolbyVisionRPU != nil { source.carriesDolbyVision = false } else { source.carriesHDR10Plus = false }
    }
    return source.unusedMetadata(hdr10PlusCurve: nil, consequence: "the curves follow other light")
  }
}

extension Choices {
  /// The plan of a part of another color.
  ///
  /// - Parameters:
  ///   - base: The plan of the clip's own color, for the same output.
  ///   - curves: Where the curves of frames come from; they are those of HDR.
  ///   - limit: The maximum light that the output states; `nil` if it states none.
  ///   - ignoresLight: Whether curves were to follow light, but the clip's own color has none that they could follow.
  fileprivate func plan(
    of part: ColorPart, in whole: Clip, for kind: OutputKind, besides base: Decision,
    following curves: (any FrameCurves)?, upTo limit: Luminance?, ignoringLight ignoresLight: Bool
  ) throws(TranscodingError) -> PartPlans.Made {
    var choices = self
    let clip = part.applied(to: whole)
    let isHDR = clip.source.color.transfer?.isHDR ?? false
    if !isHDR { (choices.light, choices.headroomAdaptiveToneMap) = (nil, nil) }
    let table = try lookupTable()
    func decide() throws(TranscodingError) -> Decision {
      try choices.decide(about: clip, for: kind, scene: isHDR ? base.scene : nil, table: table)
    }
    var decision = try decide()
    // SDR light that is not raised stays below any display of HDR.
    let raises = mapping.toneMapping.expands || mapping.expandHighlights
    let reach = raises ? nil : decision.plan.sourceLuminance?.peak
    if let limit, min(reach ?? PerceptualQuantizer.peak, decision.plan.targetLuminance.peak) > limit {
      control.note(
        "light-limited",
        "the output states light of up to \(limit), as its first part implies, so brighter light of another part is mapped to that",
        fix: mapping.targetPeak == nil
          ? "choose another peak with \(.targetPeak)" : "convert the parts apart to keep it")
      choices.mapping.targetPeak = limit
      decision = try decide()
    }
    if isHDR, ignoresLight {
      control.note(
        "light-unfollowed",
        "\(.light) follows light where a movie begins with HDR, but this one begins with SDR, so one curve maps its HDR",
        fix: "convert the parts apart")
    }
    if table != nil,
      decision.plan.sourceTransfer != base.plan.sourceTransfer || decision.plan.sourceGamut != base.plan.sourceGamut
    {
      throw .data("the lookup table is for one transfer and one gamut")
    }
    control.report(assumed: decision.assumptions.filter { !base.assumptions.contains($0) })
    control.report(decision.plan.findings.filter { !base.plan.findings.contains($0) })
    guard isHDR, let curves else { return PartPlans.Made(plan: decision.plan, programs: nil) }
    return PartPlans.Made(
      plan: decision.plan,
      programs: FramePrograms(curves, known: decision.assumptions, isStrict: strict, try choices.plans(for: clip)))
  }
}
