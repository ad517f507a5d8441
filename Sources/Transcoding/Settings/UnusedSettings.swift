internal import LightStatistics
internal import ToneMapping

/// The settings that differ from their defaults although nothing in the conversion depends on them.
///
/// A setting is unused if no other value of it would give other frames, other tags or something to assume. Most are known to be used from the plan; for
/// the others, plans with other values are made and compared.
struct UnusedSettings {
  /// A setting that can be unused.
  private struct Candidate {
    let setting: SettingName
    /// Whether it differs from the default.
    let isGiven: (Choices) -> Bool
    /// Whether the plan shows at once that it is used.
    let isUsed: (Decision, Clip) -> Bool
    /// Other values of it, at least one of which differs from the one given.
    let others: [Change]
  }

  /// The unused ones.
  let settings: [SettingName]

  /// Looks at one clip, or at several that have the same settings: what is used for one is used.
  init(of choices: Choices, about decisions: [(clip: Clip, decision: Decision)]) {
    settings = Self.candidates.filter { candidate in
      candidate.isGiven(choices)
        && decisions.allSatisfy { !Self.isUsed(candidate, choices, about: $0, $1) }
    }.map(\.setting)
  }

  private static func isUsed(_ candidate: Candidate, _ choices: Choices, about clip: Clip, _ decision: Decision) -> Bool
  {
    guard !candidate.isUsed(decision, clip) else { return true }
    let asIs = outcome(choices, clip, decision)
    return !candidate.others.allSatisfy { change in
      var (choices, clip) = (choices, clip)
      change(&choices, &clip)
      return outcome(choices, clip, decision) == asIs
    }
  }

  /// The sentence for the user; `nil` if every setting is used.
  var finding: Finding? {
    guard !settings.isEmpty else { return nil }
    let (was, it) = settings.count == 1 ? ("was", "it") : ("were", "them")
    return Finding(
      code: "unused-settings",
      found:
        "\(list(settings.map { "\($0)" as Fix })) \(was) given, but nothing in this conversion depends on \(it)" as Fix,
      fix: "leave \(it) out")
  }

  /// All that a conversion makes of the choices, what it has to assume included; `nil` if it is refused.
  private static func outcome(_ choices: Choices, _ clip: Clip, _ known: Decision) -> [String]? {
    var choices = choices
    (choices.strict, choices.curve) = (false, choices.curve ?? known.curve)
    guard let decision = try? choices.decide(about: clip, table: known.plan.lookupTable) else { return nil }
    let plan = decision.plan
    let color = OutputTags(of: plan)
    return plan.stages.map { "\($0.name) \($0.detail)" } + ["\(color.color)", "\(color.metadata)"]
      + color.changes.map(\.description)
      + decision.assumptions.map(\.code)
  }
}

extension UnusedSettings {
  private typealias Change = (inout Choices, inout Clip) -> Void
  private typealias Use = (Decision, Clip) -> Bool

  /// A setting with the values that are tried in its place.
  private static func candidate<Value: Equatable>(
    _ setting: SettingName, _ path: WritableKeyPath<Choices, Value>, _ values: [Value] = [],
    isUsed: @escaping Use = { _, _ in false }
  ) -> Candidate {
    Candidate(
      setting: setting, isGiven: { $0[keyPath: path] != Choices()[keyPath: path] }, isUsed: isUsed,
      others: values.map { value in { choices, _ in choices[keyPath: path] = value } })
  }

  /// A tag or metadata of the source, with the values that are tried in its place.
  private static func candidate<Value>(
    _ setting: SettingName, isGiven: @escaping (InputSettings) -> Bool, _ path: WritableKeyPath<Clip, Value>,
    _ values: [Value], isUsed: @escaping Use = { _, _ in false }
  ) -> Candidate {
    Candidate(
      setting: setting, isGiven: { isGiven($0.source) }, isUsed: isUsed,
      others: values.map { value in { _, clip in clip[keyPath: path] = value } })
  }

  private static var candidates: [Candidate] { mapping + light + output + source }

  private static var mapping: [Candidate] {
    let hasTone: Use = { decision, _ in decision.plan.stages.has(.tone) }
    let hasGamut: Use = { decision, _ in decision.plan.stages.has(.gamut) }
    let hasLook: Use = { decision, _ in decision.plan.stages.has(.look) }
    return [
      candidate(.toneMapping, \.mapping.toneMapping, ToneOperator.all.filter { !$0.followsMetadata }, isUsed: hasTone),
      candidate(.kneeAdaptation, \.mapping.kneeAdaptation, [0, 1], isUsed: hasTone),
      candidate(.toneMappingVariant, \.mapping.toneMappingVariant, ToneVariant.allCases, isUsed: hasTone),
      candidate(.gamutMapping, \.mapping.gamutMapping, GamutOperator.all, isUsed: hasGamut),
      candidate(.preserveChroma, \.mapping.preserveChroma, [0, 1], isUsed: hasGamut),
      candidate(.expandHighlights, \.mapping.expandHighlights, [false, true]),
      candidate(
        .sourcePeak, \.mapping.sourcePeak, [nil, .nits(300), .nits(3000)],
        isUsed: { hasTone($0, $1) && $0.tone.headroomAdaptiveToneMap == nil }),
      candidate(.targetPeak, \.mapping.targetPeak, [nil, .nits(150), .nits(600)], isUsed: hasTone),
      candidate(.referenceWhite, \.mapping.referenceWhite, [.nits(100), .nits(203)]),
      candidate(.exposure, \.mapping.look.exposure, [0, 1], isUsed: hasLook),
      candidate(.contrast, \.mapping.look.contrast, [1, 1.5], isUsed: hasLook),
      candidate(.saturation, \.mapping.look.saturation, [1, 0.5], isUsed: hasLook),
      candidate(.latticeSize, \.mapping.lattice, isUsed: { decision, _ in decision.plan.approximation != nil }),
      candidate(.sdrTransfer, \.mapping.sdrTransfer, SDRTransfer.allCases),
      candidate(.viewing, \.mapping.surround, [nil, .asAuthored, .reference, .office, .lux(5), .lux(500)]),
      candidate(.lutInterpolation, \.lookup.interpolation, CubeInterpolation.allCases),
      candidate(.lutRange, \.lookup.range, [.full, .narrow]),
    ]
  }

  /// Light that is followed, where the curve depends on light.
  private static var light: [Candidate] {
    let ways: [(SettingName, (LightSettings) -> Bool)] = [
      (.dynamics, { $0.mode != nil }), (.stats, { !$0.statistics.isEmpty }),
      (.frameMetadata, { $0.frameMetadata != nil }),
    ]
    return ways.map { setting, isGiven in
      Candidate(
        setting: setting, isGiven: { isGiven($0.dynamics) },
        isUsed: { decision, _ in decision.curve?.isOfHDR10Plus ?? false },
        others: [300, 3000].map { peak in
          { choices, _ in choices.curve = .light(DynamicLight.Levels(peak: .nits(peak), average: nil)) }
        })
    }
  }

  private static var output: [Candidate] {
    let hasAlpha: Use = { _, clip in clip.format.hasAlpha }
    // Alpha that is dropped counts only where color was multiplied by it.
    let needsAlpha: Use = { decision, clip in
      let (plan, stages) = (decision.plan, decision.plan.stages)
      return clip.format.hasAlpha
        && (plan.outputFormat.hasAlpha || stages.has(.unpremultiply) || stages.has(.composite))
    }
    return [
      candidate(
        .outMatrix, \.target.matrix, [.bt709, .bt2020NCL],
        isUsed: { decision, _ in decision.plan.outputFormat.model == .yCbCr }),
      candidate(
        .outRange, \.target.range, [.narrow, .full], isUsed: { decision, _ in !decision.plan.outputFormat.isFloat }),
      candidate(
        .outChromaLocation, \.target.chromaLocation, [.left, .center],
        isUsed: { decision, _ in decision.plan.outputFormat.isSubsampled }),
      candidate(.dither, \.target.dither, isUsed: { decision, _ in !decision.plan.outputFormat.isFloat }),
      candidate(.alpha, \.target.alpha.alpha, isUsed: hasAlpha),
      candidate(.alphaRange, \.target.alpha.alphaRange, isUsed: needsAlpha),
      candidate(.alphaFile, \.target.alpha.alphaFile, isUsed: needsAlpha),
      candidate(.outAlpha, \.target.alpha.outAlpha, isUsed: { $1.format.hasAlpha && $0.plan.outputFormat.hasAlpha }),
      candidate(.background, \.target.alpha.background, isUsed: hasAlpha),
      candidate(.backgroundIn, \.target.alpha.backgroundIn, isUsed: hasAlpha),
    ]
  }

  /// Fields, tags and metadata. The trust in metadata is not among them: it says what to do in a case that may not occur.
  private static var source: [Candidate] {
    [
      Candidate(
        setting: .deinterlace, isGiven: { $0.fields == .joined }, isUsed: { $1.mayHaveFields }, others: []),
      candidate(
        .primaries, isGiven: { $0.primaries != nil }, \.source.color.primaries, [.bt709, .bt2020],
        isUsed: { decision, _ in decision.plan.stages.has(.primaries) || decision.plan.stages.has(.gamut) }),
      candidate(
        .matrix, isGiven: { $0.matrix != nil }, \.source.color.matrix, [.bt709, .bt2020NCL],
        isUsed: { decision, _ in decision.plan.inputFormat.model == .yCbCr }),
      candidate(
        .range, isGiven: { $0.range != nil }, \.source.color.range, [.narrow, .full],
        isUsed: { decision, _ in !decision.plan.inputFormat.isFloat }),
      candidate(
        .chromaLocation, isGiven: { $0.chromaLocation != nil }, \.source.color.chromaLocation, [.left, .center],
        isUsed: { decision, clip in decision.plan.inputFormat.isSubsampled || clip.layout?.isSubsampled == true }),
      candidate(.masterDisplay, isGiven: { $0.metadata.mastering != nil }, \.source.metadata.mastering, [nil]),
      candidate(.maxCLL, isGiven: { $0.metadata.contentLight != nil }, \.source.metadata.contentLight, [nil]),
      candidate(.ambient, isGiven: { $0.metadata.ambient != nil }, \.source.metadata.ambient, [nil]),
    ]
  }
}

extension PixelFormat {
  /// Whether chroma has fewer samples than luma, so that where they sit matters.
  fileprivate var isSubsampled: Bool { model == .yCbCr && chroma != .c444 }
}
