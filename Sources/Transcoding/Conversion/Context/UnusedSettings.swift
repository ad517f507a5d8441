/// The settings that differ from their defaults although the conversion does not depend on them.
///
/// A setting is unused if no other value would change the frames, the tags or the assumptions. The plan shows most uses; for the other settings,
/// plans with alternative values are made and compared.
package struct UnusedSettings {
  private struct Candidate {
    let setting: SettingName
    let isGiven: (PlanningContext) -> Bool
    let isUsed: (Decision, Clip) -> Bool
    /// Alternative values, at least one of which differs from the given one.
    let others: [(inout PlanningContext, inout Clip) -> Void]
  }

  let settings: [SettingName]

  /// Examines one clip, or several with the same settings; a setting that one of them uses is used.
  init(of context: PlanningContext, about decisions: [(clip: Clip, decision: Decision)]) {
    settings = Self.candidates.filter { candidate in
      candidate.isGiven(context) && decisions.allSatisfy { !Self.isUsed(candidate, context, about: $0, $1) }
    }.map(\.setting)
  }

  private static func isUsed(
    _ candidate: Candidate, _ context: PlanningContext, about clip: Clip, _ decision: Decision
  ) -> Bool {
    guard !candidate.isUsed(decision, clip) else { return true }
    let asIs = outcome(context, clip, decision)
    return candidate.others.contains { change in
      var (context, clip) = (context, clip)
      change(&context, &clip)
      return outcome(context, clip, decision) != asIs
    }
  }

  /// The finding for the user; `nil` if every setting is used.
  var finding: Finding? {
    guard !settings.isEmpty else { return nil }
    let (was, it) = settings.count == 1 ? ("was", "it") : ("were", "them")
    return Finding(
      code: "unused-settings",
      found:
        "\(list(settings)) \(was) given, but nothing in this conversion depends on \(it)" as Fix,
      fix: "leave \(it) out")
  }

  /// The result of a conversion, including its assumptions; `nil` if it is rejected.
  private static func outcome(_ context: PlanningContext, _ clip: Clip, _ known: Decision) -> [String]? {
    var context = context
    (context.strict, context.curve) = (false, context.curve ?? known.curve)
    guard let decision = try? context.decide(about: clip, table: known.plan.lookupTable) else { return nil }
    let plan = decision.plan
    let color = OutputTags(of: plan)
    return plan.stages.map { "\($0.name) \($0.detail)" } + ["\(color.color)", "\(color.metadata)"]
      + color.changes.map(\.description) + decision.assumptions.map(\.code)
  }

  /// A tag or metadata of the source, with alternative values.
  private static func candidate<Value>(
    _ setting: SettingName, _ path: WritableKeyPath<Clip, Value>, _ values: [Value],
    isUsed: @escaping (Decision, Clip) -> Bool = { _, _ in false }
  ) -> Candidate {
    Candidate(
      setting: setting, isGiven: { InputSettings[setting].isGiven($0.source) }, isUsed: isUsed,
      others: values.map { value in { _, clip in clip[keyPath: path] = value } })
  }

  private static var candidates: [Candidate] {
    let rows: [Setting<PlanningContext>] =
      MappingSettings.rows.map { $0.within(\.mapping) } + LookupSettings.rows.map { $0.within(\.lookup) }
      + OutputSettings.rows.map { $0.within(\.target) }
    let table = rows.compactMap { row in
      row.use.map { use in
        Candidate(
          setting: row.name, isGiven: row.isGiven, isUsed: { decision, _ in use.isShown(decision.plan, decision.tone) },
          others: use.others.map { change in { context, _ in change(&context) } })
      }
    }
    // These are used if the curve depends on light.
    let light = [.dynamics, .stats, .frameMetadata].map { setting in
      Candidate(
        setting: setting, isGiven: { LightSettings[setting].isGiven($0.dynamics) },
        isUsed: { decision, _ in decision.curve?.isOfHDR10Plus ?? false },
        others: [300, 3000].map { peak in
          { context, _ in context.curve = .light(DynamicLight.Levels(peak: .nits(peak), average: nil)) }
        })
    }
    // The trust in metadata is excluded, since it applies to a case that may not occur.
    return table + light + [
      Candidate(
        setting: .latticeSize, isGiven: { $0.mapping.lattice != nil },
        isUsed: { decision, _ in decision.plan.approximation != nil }, others: []),
      Candidate(setting: .deinterlace, isGiven: { $0.fields == .frame }, isUsed: { $1.mayHaveFields }, others: []),
      candidate(
        .primaries, \.source.color.primaries, [.bt709, .bt2020],
        isUsed: { decision, _ in decision.plan.stages.has(.primaries) || decision.plan.stages.has(.gamut) }),
      candidate(
        .matrix, \.source.color.matrix, [.bt709, .bt2020NCL],
        isUsed: { decision, _ in decision.plan.inputFormat.model == .yCbCr }),
      candidate(
        .range, \.source.color.range, [.narrow, .full],
        isUsed: { decision, _ in !decision.plan.inputFormat.isFloat }),
      candidate(
        .chromaLocation, \.source.color.chromaLocation, [.left, .center],
        isUsed: { decision, clip in decision.plan.inputFormat.isSubsampled || clip.layout?.isSubsampled == true }),
      candidate(.masterDisplay, \.source.metadata.mastering, [nil]),
      candidate(.maxCLL, \.source.metadata.contentLight, [nil]),
      candidate(.ambient, \.source.metadata.ambient, [nil]),
    ]
  }
}
