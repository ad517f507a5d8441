internal import Transcoding
internal import JSONText

/// The prediction for a source's conversion: its reading of the light or the reason for rejection, and its assumptions.
struct ConversionPreview {
  /// The reason why no plan can be made; `nil` if one can.
  private var error: TranscodingError?
  /// The assumptions of a conversion, except those that a finding reports.
  private var assumptions: [Finding] = []
  private var findings: [Finding]
  /// The assumptions that a conversion with `--strict` would reject.
  private var refusedIfStrict: [Finding] = []
  private(set) var plan: ConversionPlan?

  /// The verdict on a track that conversions do not read as light, such as alpha.
  init(findings: [Finding]) { self.findings = findings }

  /// - Parameters:
  ///   - findings: The findings that do not depend on the plan.
  ///   - refusal: The reason for rejecting the source before planning, if any; the reading of its light is still reported.
  init(on clip: Clip, context: PlanningContext, findings: [Finding] = [], refusal: TranscodingError? = nil) {
    let typed = context.source
    let isTyped = typed.primaries != nil && typed.transfer != nil && typed.matrix != nil
    self.init(findings: findings.filter { !isTyped || $0.code != "color-changes" })
    var context = context
    context.strict = false
    do throws(TranscodingError) {
      let decision = try context.decide(about: clip)
      (plan, assumptions) = (decision.plan, decision.assumptions)
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

  var lines: [(String, String?)] {
    [("would be read as", plan?.sourceInWords), ("would be refused", error?.message)]
      + assumptions.map { ($0.isDecided ? "note" : "assumed", "\($0.named(in: .words)) [\($0.code)]") }
      + findings.map { ("finding", "\($0.named(in: .words)) [\($0.code)]") }
  }

  var members: [String: JSONValue] {
    JSONValue(all: [
      "reading": plan?.sourceInWords, "refusal": error?.message, "assumptions": assumptions.map(\.inReport),
      "findings": findings.map(\.inReport),
    ]).members
  }

  /// Throws if a conversion with `--strict` would reject the source.
  func checkStrictly() throws(TranscodingError) {
    if let error { throw error }
    guard !refusedIfStrict.isEmpty else { return }
    throw TranscodingError(PlanError.assumptions(refusedIfStrict))
  }
}

extension Finding {
  /// The finding as JSON, with options in its fix only.
  fileprivate var inReport: JSONValue {
    var members = jsonValue.members
    members["fix"] = named(in: .words).fix?.description.jsonValue
    return .object(members)
  }
}

extension ConversionPlan {
  /// The reading of the source: transfer, luminances, and the evidence for the peak.
  fileprivate var sourceInWords: String {
    guard let sourceTransfer, let sourceLuminance, let peakEvidence else { return "a signal for a lookup table" }
    let transfer =
      switch sourceTransfer.codePoint {
      case .pq: "PQ (\(sourceTransfer))"
      case .hlg: "HLG (\(sourceTransfer))"
      default: "\(sourceTransfer)"
      }
    let isPassed = stages.contains { $0.kind == .keep }
    return "\(transfer), \(sourceLuminance)" + (isPassed ? "" : ", peak from \(peakEvidence.rawValue)")
  }
}
