internal import LightStatistics
internal import ToneMapping

/// The options that were given although nothing in the conversion depends on them.
///
/// An option is idle if no other value of it would give other frames, other tags or something to assume. Most are known to be used from the plan; for the
/// others, plans with other values are made and compared.
struct IdleOptions {
  /// An option that can be idle.
  private struct Candidate {
    let name: String
    /// Whether the plan shows at once that it is used.
    let isUsed: (Decision, Clip) -> Bool
    /// Other values of it, at least one of which differs from the one given.
    let others: [Change]
  }

  /// The names of the idle ones, as they are given.
  let names: [String]

  /// - Parameter words: The command line.
  init(in words: [String], of choices: Choices, about clip: Clip, _ decision: Decision) {
    let given = Set(words.prefix { $0 != "--" }.map { $0.prefix { $0 != "=" } })
    let asIs = Self.outcome(choices, clip, decision)
    names = Self.candidates.filter { candidate in
      guard given.contains(candidate.name[...]), !candidate.isUsed(decision, clip) else { return false }
      return candidate.others.allSatisfy { change in
        var (choices, clip) = (choices, clip)
        change(&choices, &clip)
        return Self.outcome(choices, clip, decision) == asIs
      }
    }.map(\.name)
  }

  /// What to tell the user; `nil` if every option is used.
  var sentence: String? {
    switch names.count {
    case 0: nil
    case 1: "\(names[0]) was given, but nothing in this conversion depends on it; leave it out"
    default: "\(list(names)) were given, but nothing in this conversion depends on them; leave them out"
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

extension IdleOptions {
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
        name: "--tone-mapping", isUsed: hasTone,
        others: choices(\.mapping.toneMapping, ToneOperator.all.filter { !$0.followsMetadata })),
      Candidate(name: "--knee-adaptation", isUsed: hasTone, others: choices(\.mapping.kneeAdaptation, [0, 1])),
      Candidate(
        name: "--tone-mapping-variant", isUsed: hasTone,
        others: choices(\.mapping.toneMappingVariant, ToneVariant.allCases)),
      Candidate(
        name: "--gamut-mapping", isUsed: hasGamut, others: choices(\.mapping.gamutMapping, GamutOperator.all)),
      Candidate(name: "--preserve-chroma", isUsed: hasGamut, others: choices(\.mapping.preserveChroma, [0, 1])),
      Candidate(
        name: "--expand-highlights", isUsed: unknown, others: choices(\.mapping.expandHighlights, [false, true])),
      Candidate(
        name: "--source-peak", isUsed: { hasTone($0, $1) && $0.tone.headroomAdaptiveToneMap == nil },
        others: choices(\.mapping.sourcePeak, [nil, 300, 3000])),
      Candidate(name: "--stats", isUsed: unknown, others: choices(\.light, lights)),
      Candidate(name: "--frame-metadata", isUsed: unknown, others: choices(\.light, lights)),
      Candidate(name: "--dynamics", isUsed: unknown, others: choices(\.light, lights)),
      Candidate(name: "--target-peak", isUsed: hasTone, others: choices(\.mapping.targetPeak, [nil, 150, 600])),
      Candidate(name: "--reference-white", isUsed: unknown, others: choices(\.mapping.referenceWhite, [100, 203])),
      Candidate(name: "--exposure", isUsed: hasLook, others: choices(\.mapping.exposure, [0, 1])),
      Candidate(name: "--contrast", isUsed: hasLook, others: choices(\.mapping.contrast, [1, 1.5])),
      Candidate(name: "--saturation", isUsed: hasLook, others: choices(\.mapping.saturation, [1, 0.5])),
      Candidate(name: "--lattice", isUsed: { decision, _ in decision.plan.approximation != nil }, others: []),
      Candidate(name: "--sdr-transfer", isUsed: unknown, others: choices(\.mapping.sdrTransfer, SDRTransfer.allCases)),
      Candidate(
        name: "--viewing", isUsed: unknown, others: choices(\.mapping.viewing, MappingOptions.Viewing.allCases)),
      Candidate(name: "--viewing-lux", isUsed: unknown, others: choices(\.mapping.viewingLux, [5, 500])),
      Candidate(
        name: "--lut-interpolation", isUsed: unknown,
        others: choices(\.lookup.lutInterpolation, CubeInterpolation.allCases)),
      Candidate(
        name: "--lut-range", isUsed: unknown, others: choices(\.lookup.lutRange, [.full, .narrow])),
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
        name: "--out-matrix", isUsed: { decision, _ in decision.plan.outputFormat.model == .yCbCr },
        others: choices(\.target.outMatrix, [Tag(.bt709), Tag(.bt2020NCL)])),
      Candidate(
        name: "--out-range", isUsed: { decision, _ in !decision.plan.outputFormat.isFloat },
        others: choices(\.target.outRange, [Tag(.narrow), Tag(.full)])),
      Candidate(
        name: "--out-chroma-location", isUsed: { decision, _ in decision.plan.outputFormat.isSubsampled },
        others: choices(\.target.outChromaLocation, [Tag(.left), Tag(.center)])),
      Candidate(name: "--dither", isUsed: { decision, _ in !decision.plan.outputFormat.isFloat }, others: []),
      Candidate(name: "--alpha", isUsed: hasAlpha, others: []),
      Candidate(name: "--alpha-range", isUsed: needsAlpha, others: []),
      Candidate(name: "--alpha-file", isUsed: needsAlpha, others: []),
      Candidate(name: "--out-alpha", isUsed: { $1.format.hasAlpha && $0.plan.outputFormat.hasAlpha }, others: []),
      Candidate(name: "--background", isUsed: hasAlpha, others: []),
      Candidate(name: "--background-in", isUsed: hasAlpha, others: []),
    ]
  }

  /// Fields, tags and metadata. --trust-metadata is not among them: it says what to do in a case that may not occur.
  private static var source: [Candidate] {
    let unknown = { (_: Decision, _: Clip) in false }
    return [
      Candidate(name: "--deinterlace", isUsed: { $1.mayHaveFields }, others: []),
      Candidate(
        name: "--primaries",
        isUsed: { decision, _ in decision.plan.stages.has(.primaries) || decision.plan.stages.has(.gamut) },
        others: clip(\.source.color.primaries, [.bt709, .bt2020])),
      Candidate(
        name: "--matrix", isUsed: { decision, _ in decision.plan.inputFormat.model == .yCbCr },
        others: clip(\.source.color.matrix, [.bt709, .bt2020NCL])),
      Candidate(
        name: "--range", isUsed: { decision, _ in !decision.plan.inputFormat.isFloat },
        others: clip(\.source.color.range, [.narrow, .full])),
      Candidate(
        name: "--chroma-location",
        isUsed: { decision, clip in decision.plan.inputFormat.isSubsampled || clip.layout?.isSubsampled == true },
        others: clip(\.source.color.chromaLocation, [.left, .center])),
      Candidate(name: "--master-display", isUsed: unknown, others: clip(\.source.metadata.mastering, [nil])),
      Candidate(name: "--max-cll", isUsed: unknown, others: clip(\.source.metadata.contentLight, [nil])),
      Candidate(name: "--ambient", isUsed: unknown, others: clip(\.source.metadata.ambient, [nil])),
    ]
  }
}

extension PixelFormat {
  /// Whether chroma has fewer samples than luma, so that where they sit matters.
  fileprivate var isSubsampled: Bool { model == .yCbCr && chroma != .c444 }
}
