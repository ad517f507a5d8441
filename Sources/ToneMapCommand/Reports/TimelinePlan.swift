internal import ToneMapping

/// The plans of several sources for one output, and where their reference white comes to lie.
struct TimelinePlan: Encodable {
  struct Entry: Encodable {
    let name: String
    /// The output's code for reference white; `nil` if it is not known where the source has it.
    let whiteCode: Double?
    let plan: PlanReport
    fileprivate let text: String

    private enum CodingKeys: String, CodingKey { case name, whiteCode, plan }
  }

  let output: String
  let reason: String
  let plans: [Entry]
  private let bits: Int

  private enum CodingKeys: String, CodingKey { case output, reason, plans }

  /// - Parameters:
  ///   - output: The name of the preset.
  ///   - reason: Why it is that.
  ///   - decisions: The names of the sources, and their plans.
  init(to output: String, because reason: String, _ decisions: [(name: String, decision: Decision)]) {
    (self.output, self.reason) = (output, reason)
    bits = decisions.map { $0.decision.plan.outputFormat.bitDepth }.max() ?? 8
    plans = decisions.map { name, decision in
      let signal = decision.plan.referenceWhiteSignal
      return Entry(
        name: name, whiteCode: signal.map { decision.plan.lumaCode(ofSignal: $0).rounded(to: 2) },
        plan: decision.report, text: "\(decision)")
    }
  }

  /// What becomes of reference white, in words.
  private var white: String {
    let codes = plans.map(\.whiteCode)
    let known = codes.compactMap(\.self)
    guard let least = known.min(), let greatest = known.max() else { return "unknown in all sources" }
    let depth = "of \(bits) bits"
    if greatest - least < 0.5 { return "code \(least.rounded(to: 1)) \(depth) in all sources" }
    let each = zip(plans, codes).map { "\($0.name) \($1.map { "\($0.rounded(to: 1))" } ?? "unknown")" }
    return "codes \(depth): \(each.joined(separator: ", ")); a source is compressed, so its white lies lower"
  }
}

extension TimelinePlan: CustomStringConvertible {
  var description: String {
    let head = "output          \(output): \(reason)\nreference white \(white)"
    return ([head] + plans.map { "\($0.name)\n\($0.text)" }).joined(separator: "\n\n")
  }
}
