internal import LightStatistics
internal import ToneMapping

/// The settings that were given although nothing in the conversion depends on them.
///
/// A setting is unused if no other value of it would give other frames, other tags or something to assume. Most are known to be used from the plan; for
/// the others, plans with other values are made and compared.
struct UnusedSettings {
  /// A setting that can be unused.
  private struct Candidate {
    let setting: Fix.Setting
    /// Whether the plan shows at once that it is used.
    let isUsed: (Decision, Clip) -> Bool
    /// Other values of it, at least one of which differs from the one given.
    let others: [Change]
  }

  /// The unused ones.
  let settings: [Fix.Setting]

  /// - Parameter given: The keys of the settings that were given.
  init(in given: Set<String>, of choices: Choices, about clip: Clip, _ decision: Decision) {
    let asIs = Self.outcome(choices, clip, decision)
    settings = Self.candidates.filter { candidate in
      guard given.contains(candidate.setting.key), !candidate.isUsed(decision, clip) else { return false }
      return candidate.others.allSatisfy { change in
        var (choices, clip) = (choices, clip)
        change(&choices, &clip)
        return Self.outcome(choices, clip, decision) == asIs
      }
    }.map(\.setting)
  }

  /// What to tell the user; `nil` if every setting is used.
  var sentence: Fix? {
    switch settings.count {
    case 0: nil
    case 1: "\(settings[0]) was given, but nothing in this conversion depends on it; leave it out"
    default:
      "\(list(settings.map { "\($0)" as Fix })) were given, but nothing in this conversion depends on them; leave them out"
    }
  }

  /// All that a conversion makes of the choices, what it has to assume included; `nil` if it is refused.
  private static func outcome(_ choices: Choices, _ clip: Clip, _ known: Decision) -> [String]? {
    var choices = choices
    choices.strict = false
    guard let decision = try? choices.decide(about: clip, scene: known.scene, table: known.plan.lookupTable) else {
      return nil
    }
    let plan = decision.plan
    let color = OutputTags(of: plan)
    return plan.stages.map { "\($0.name) \($0.detail)" } + ["\(color.color)", "\(color.metadata)"]
      + color.changes.map(\.description)
      + decision.assumptions.map(\.code)
  }
}

extension UnusedSettings {
  private typealias Change = (inout Choices, inout Clip) -> Void

  private static func choices<Value>(_ path: WritableKeyPath<Choices, Value>, _ values: [Value]) -> [Change] {
    values.map { value in { choices, _ in choices[keyPath: path] = value } }
  }

  private static func clip<Value>(_ path: WritableKeyPath<Clip, Value>, _ values: [Value]) -> [Change] {
    values.map { value in { _, clip in clip[keyPath: path] = value } }
  }

  private static var candidates: [Candidate] { mapping + output + source }

  private static var mapping: [Candidate] {
    let hasTone = { (decision: Decision, _: Clip) in decision.plan.stages.has(.tone) }
    let hasGamut = { (decision: Decision, _: Clip) in decision.plan.stages.has(.gamut) }
    let hasLook = { (decision: Decision, _: Clip) in decision.plan.stages.has(.look) }
    let unknown = { (_: Decision, _: Clip) in false }
    let lights = [300.0, 3000].map {
      DynamicLight.Levels(peak: .nits($0), average: nil) as DynamicLight.Levels?
    }
    return [
      Candidate(
        setting: .toneMapping, isUsed: hasTone,
        others: choices(\.mapping.toneMapping, ToneOperator.all.filter { !$0.followsMetadata })),
      Candidate(setting: .kneeAdaptation, isUsed: hasTone, others: choices(\.mapping.kneeAdaptation, [0, 1])),
      Candidate(
        setting: .toneMappingVariant, isUsed: hasTone,
        others: choices(\.mapping.toneMappingVariant, ToneVariant.allCases)),
      Candidate(
        setting: .gamutMapping, isUsed: hasGamut, others: choices(\.mapping.gamutMapping, GamutOperator.all)),
      Candidate(setting: .chromaPreservation, isUsed: hasGamut, others: choices(\.mapping.preserveChroma, [0, 1])),
      Candidate(
        setting: .expandHighlights, isUsed: unknown, others: choices(\.mapping.expandHighlights, [false, true])),
      Candidate(
        setting: .sourcePeak, isUsed: { hasTone($0, $1) && $0.tone.headroomAdaptiveToneMap == nil },
        others: choices(\.mapping.sourcePeak, [nil, .nits(300), .nits(3000)])),
      Candidate(setting: .statistics, isUsed: unknown, others: choices(\.light, lights)),
      Candidate(setting: .frameMetadata, isUsed: unknown, others: choices(\.light, lights)),
      Candidate(setting: .light, isUsed: unknown, others: choices(\.light, lights)),
      Candidate(
        setting: .targetPeak, isUsed: hasTone, others: choices(\.mapping.targetPeak, [nil, .nits(150), .nits(600)])),
      Candidate(
        setting: .referenceWhite, isUsed: unknown, others: choices(\.mapping.referenceWhite, [.nits(100), .nits(203)])),
      Candidate(setting: .look(.exposure), isUsed: hasLook, others: choices(\.mapping.look.exposure, [0, 1])),
      Candidate(setting: .look(.contrast), isUsed: hasLook, others: choices(\.mapping.look.contrast, [1, 1.5])),
      Candidate(setting: .look(.saturation), isUsed: hasLook, others: choices(\.mapping.look.saturation, [1, 0.5])),
      Candidate(
        setting: .lattice(size: nil), isUsed: { decision, _ in decision.plan.approximation != nil }, others: []),
      Candidate(setting: .sdrTransfer, isUsed: unknown, others: choices(\.mapping.sdrTransfer, SDRTransfer.allCases)),
      Candidate(
        setting: .surround, isUsed: unknown,
        others: choices(\.mapping.surround, [nil, .asAuthored, .reference, .office, .lux(5), .lux(500)])),
      Candidate(
        setting: .lookupInterpolation, isUsed: unknown,
        others: choices(\.lookup.interpolation, CubeInterpolation.allCases)),
      Candidate(
        setting: .lookupRange, isUsed: unknown, others: choices(\.lookup.range, [.full, .narrow])),
    ]
  }

  private static var output: [Candidate] {
    let hasAlpha = { (_: Decision, clip: Clip) in clip.format.hasAlpha }
    // Alpha that is dropped counts only where color was multiplied by it.
    let needsAlpha = { (decision: Decision, clip: Clip) in
      let (plan, stages) = (decision.plan, decision.plan.stages)
      return clip.format.hasAlpha
        && (plan.outputFormat.hasAlpha || stages.has(.unpremultiply) || stages.has(.composite))
    }
    return [
      Candidate(
        setting: .outMatrix, isUsed: { decision, _ in decision.plan.outputFormat.model == .yCbCr },
        others: choices(\.target.matrix, [.bt709, .bt2020NCL])),
      Candidate(
        setting: .outRange, isUsed: { decision, _ in !decision.plan.outputFormat.isFloat },
        others: choices(\.target.range, [.narrow, .full])),
      Candidate(
        setting: .outChromaLocation, isUsed: { decision, _ in decision.plan.outputFormat.isSubsampled },
        others: choices(\.target.chromaLocation, [.left, .center])),
      Candidate(setting: .dither, isUsed: { decision, _ in !decision.plan.outputFormat.isFloat }, others: []),
      Candidate(setting: .alpha, isUsed: hasAlpha, others: []),
      Candidate(setting: .alphaCodes, isUsed: needsAlpha, others: []),
      Candidate(setting: .alphaFile, isUsed: needsAlpha, others: []),
      Candidate(setting: .outAlpha, isUsed: { $1.format.hasAlpha && $0.plan.outputFormat.hasAlpha }, others: []),
      Candidate(setting: .background, isUsed: hasAlpha, others: []),
      Candidate(setting: .backgroundIn, isUsed: hasAlpha, others: []),
    ]
  }

  /// Fields, tags and metadata. --trust-metadata is not among them: it says what to do in a case that may not occur.
  private static var source: [Candidate] {
    let unknown = { (_: Decision, _: Clip) in false }
    return [
      Candidate(setting: .deinterlaces, isUsed: { $1.mayHaveFields }, others: []),
      Candidate(
        setting: .stated(.primaries),
        isUsed: { decision, _ in decision.plan.stages.has(.primaries) || decision.plan.stages.has(.gamut) },
        others: clip(\.source.color.primaries, [.bt709, .bt2020])),
      Candidate(
        setting: .stated(.matrix), isUsed: { decision, _ in decision.plan.inputFormat.model == .yCbCr },
        others: clip(\.source.color.matrix, [.bt709, .bt2020NCL])),
      Candidate(
        setting: .stated(.range), isUsed: { decision, _ in !decision.plan.inputFormat.isFloat },
        others: clip(\.source.color.range, [.narrow, .full])),
      Candidate(
        setting: .stated(.chromaLocation),
        isUsed: { decision, clip in decision.plan.inputFormat.isSubsampled || clip.layout?.isSubsampled == true },
        others: clip(\.source.color.chromaLocation, [.left, .center])),
      Candidate(setting: .stated(.mastering), isUsed: unknown, others: clip(\.source.metadata.mastering, [nil])),
      Candidate(setting: .stated(.contentLight), isUsed: unknown, others: clip(\.source.metadata.contentLight, [nil])),
      Candidate(setting: .stated(.ambient), isUsed: unknown, others: clip(\.source.metadata.ambient, [nil])),
    ]
  }
}

extension PixelFormat {
  /// Whether chroma has fewer samples than luma, so that where they sit matters.
  fileprivate var isSubsampled: Bool { model == .yCbCr && chroma != .c444 }
}
