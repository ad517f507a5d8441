internal import Transcoding
internal import HDRMetadata
internal import JSONText
internal import MediaFiles
internal import ToneMapping

/// What a conversion would do with a source: how it would read the light, or why it would refuse, and what it would assume.
struct Verdict {
  /// The transfer, the luminances and where the peak comes from; `nil` if no plan can be made.
  private(set) var reading: String?
  /// Why no plan can be made; `nil` if one can.
  var refusal: String? { error?.message }
  private var error: TranscodingError?
  /// What a conversion would assume, except what a finding already says.
  private(set) var assumptions: [Finding] = []
  /// What is wrong or doubtful.
  private(set) var findings: [Finding]
  /// Everything that a conversion with `--strict` would refuse to assume.
  private(set) var refusedIfStrict: [Finding] = []
  /// The plan; `nil` if none can be made.
  private(set) var plan: ConversionPlan?

  /// The verdict on something that no conversion reads as light, such as alpha.
  init(findings: [Finding]) { self.findings = findings }

  /// - Parameters:
  ///   - findings: The findings that do not depend on the plan.
  ///   - refusal: Why the source is refused before a plan is made, if it is; how its light would be read is still reported.
  init(on clip: Clip, choices: Choices, findings: [Finding] = [], refusal: TranscodingError? = nil) {
    let typed = choices.source
    let isTyped = typed.primaries != nil && typed.transfer != nil && typed.matrix != nil
    self.init(findings: findings.filter { !isTyped || $0.code != "color-changes" })
    var choices = choices
    choices.strict = false
    do throws(TranscodingError) {
      let decision = try choices.decide(about: clip)
      plan = decision.plan
      reading = decision.plan.sourceInWords
      assumptions = decision.assumptions
    } catch {
      self.error = error
      assumptions = clip.assumptions
    }
    if let refusal { error = refusal }
    refusedIfStrict = assumptions.filter { !$0.isDecided }
    take(findings: [])
  }

  /// Adds findings, and removes the assumptions that they already report.
  mutating func take(findings more: [Finding]) {
    findings += more
    assumptions.removeAll { assumption in findings.contains { $0.code == assumption.code } }
  }
}

extension Verdict {
  /// The lines that a report ends with.
  var lines: [(String, String)] {
    (reading.map { [("would be read as", $0)] } ?? []) + (refusal.map { [("would be refused", $0)] } ?? [])
      + assumptions.map { ($0.isDecided ? "note" : "assumed", "\($0.inOptions) [\($0.code)]") }
      + findings.map { ("finding", "\($0.inOptions) [\($0.code)]") }
  }

  /// The same for `info --json`.
  var members: [String: JSONValue] {
    [
      "reading": JSONValue(reading), "refusal": JSONValue(refusal),
      "assumptions": .array(assumptions.map(\.json)), "findings": .array(findings.map(\.json)),
    ]
  }

  /// Throws if a conversion with `--strict` would refuse the source.
  func checkStrictly() throws(TranscodingError) {
    if let error { throw error }
    guard !refusedIfStrict.isEmpty else { return }
    throw TranscodingError(PlanError.assumptions(refusedIfStrict))
  }
}

extension Finding {
  /// The fields, those that are not `nil`, and the sentence.
  fileprivate var json: JSONValue {
    let fields = [
      "code": code, "found": found, "expected": expected, "consequence": consequence,
      "fix": inOptions.fix?.description,
      "sentence": sentence,
    ]
    return .object(fields.compactMapValues { $0.map(JSONValue.string) })
  }
}

extension ConversionPlan {
  /// How the source is read: transfer, luminances, and where the peak comes from.
  fileprivate var sourceInWords: String {
    guard let sourceTransfer, let sourceLuminance, let peakEvidence else { return "a signal for a lookup table" }
    let transfer =
      switch sourceTransfer {
      case .numbered(.pq): "PQ (\(sourceTransfer))"
      case .numbered(.hlg): "HLG (\(sourceTransfer))"
      case .numbered, .log: "\(sourceTransfer)"
      }
    let isPassed = stages.contains { $0.kind == .keep }
    return "\(transfer), \(sourceLuminance)" + (isPassed ? "" : ", peak from \(peakEvidence.rawValue)")
  }
}
