internal import Transcoding
internal import JSONText

/// The plans of several sources for one output, and the resulting levels of their reference white.
struct TimelinePlan {
  let output, reason: String
  let plans: [(name: String, decision: Decision)]

  private var white: String {
    // Codes of narrow range with the bits of the deepest output compare formats.
    let bits = min(plans.map { $0.decision.plan.outputFormat.bitDepth }.max() ?? 8, 16)
    let narrow = Quantization(bitDepth: bits, range: .narrow)
    func code(_ signal: SignalLevel?) -> Double? { signal.map { narrow.code(luma: $0).value } }
    let codes = plans.map { code($0.decision.plan.targetSignalOfReferenceWhite) }
    let known = codes.compactMap(\.self)
    guard let minimum = known.min(), let maximum = known.max() else { return "unknown in all sources" }
    let depth = "of \(bits) bits"
    let isSame = maximum - minimum < 0.5
    if isSame, known.count == plans.count { return "code \(minimum.rounded(to: 1)) \(depth) in all sources" }
    let each = zip(plans, codes).map { "\($0.name) \($1.map { "\($0.rounded(to: 1))" } ?? "unknown")" }
    let levels = "codes \(depth): \(each.joined(separator: ", "))"
    guard !isSame else { return levels }
    var (lowered, raised): ([String], [String]) = ([], [])
    for ((name, decision), level) in zip(plans, codes) {
      guard decision.plan.stages.contains(where: { $0.kind == .tone }), let level,
        let unmoved = code(decision.plan.unmovedWhiteSignal)
      else { continue }
      if level - unmoved < -0.5 { lowered.append("\(name) is compressed, so its white lies lower") }
      if level - unmoved > 0.5 { raised.append("\(name) is expanded, so its white lies higher") }
    }
    return ([levels] + lowered + raised).joined(separator: "; ")
  }
}

extension TimelinePlan: JSONConvertible {
  var jsonValue: JSONValue {
    let plans = plans.map { name, decision in
      // The output's code for reference white, unless its level in the source is unknown.
      let white = decision.plan.targetSignalOfReferenceWhite.map { decision.plan.targetLumaCode(ofSignal: $0).value }
      return JSONValue([
        "name": name, "white_code": white?.rounded(to: 2), "plan": decision.report(in: .words, compiling: false),
      ])
    }
    return JSONValue(["output": output, "reason": reason, "plans": plans])
  }
}

extension TimelinePlan: CustomStringConvertible {
  var description: String {
    let head = table([("output", "\(output): \(reason)"), ("reference white", white)])
    return ([head] + plans.map { "\($0.name)\n\($0.decision.outline(in: .words))" }).joined(separator: "\n\n")
  }
}
