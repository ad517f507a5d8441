internal import LightStatistics
internal import ToneMapping

/// The settings that differ from their defaults although nothing in the conversion depends on them.
///
/// A setting is unused if no other value of it would give other frames, other tags or something to assume. Most are known to be used from the plan; for
/// the others, plans with other values are made and compared.
package struct UnusedSettings {
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
  /// Whether a plan shows at once that a setting is used.
  package typealias Use = @Sendable (Decision, Clip) -> Bool

  /// A tag or metadata of the source, with the values that are tried in its place.
  private static func candidate<Value>(
    _ setting: SettingName, isGiven: @escaping (InputSettings) -> Bool, _ path: WritableKeyPath<Clip, Value>,
    _ values: [Value], isUsed: @escaping Use = { _, _ in false }
  ) -> Candidate {
    Candidate(
      setting: setting, isGiven: { isGiven($0.source) }, isUsed: isUsed,
      others: values.map { value in { _, clip in clip[keyPath: path] = value } })
  }

  private static var candidates: [Candidate] {
    let rows: [Setting<Choices>] =
      MappingSettings.rows.map { $0.within(\.mapping) } + LookupSettings.rows.map { $0.within(\.lookup) }
      + OutputSettings.rows.map { $0.within(\.target) }
    let table = rows.compactMap { row in
      row.use.map { use in
        Candidate(
          setting: row.name, isGiven: row.isGiven, isUsed: use.isShown,
          others: use.others.map { change in { choices, _ in change(&choices) } })
      }
    }
    let lattice = Candidate(
      setting: .latticeSize, isGiven: { $0.mapping.lattice != nil },
      isUsed: { decision, _ in decision.plan.approximation != nil }, others: [])
    return table + [lattice] + light + source
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
  var isSubsampled: Bool { model == .yCbCr && chroma != .c444 }
}
