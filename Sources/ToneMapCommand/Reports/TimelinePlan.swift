internal import Transcoding
internal import HDRMetadata
internal import JSONText
internal import ToneMapping

/// The plans of several sources for one output, and the resulting levels of their reference white.
struct TimelinePlan {
  struct Entry {
    let name: String
    /// The output's code for reference white; `nil` if its level in the source is unknown.
    let whiteCode: Double?
    let plan: JSONValue
    fileprivate let text: String
    /// The same level as a narrow-range luma code with the bit depth of the deepest output, comparable between formats.
    fileprivate let common: Double?
    /// The effect of the tone curve on reference white; `nil` for no effect.
    fileprivate let effect: Effect?
  }

  /// The effect of a tone curve on reference white.
  fileprivate enum Effect: Hashable { case lowers, raises }

  let output: String
  let reason: String
  let plans: [Entry]
  private let bits: Int

  /// - Parameters:
  ///   - output: The name of the preset.
  ///   - reason: The reason for this preset.
  ///   - decisions: The names of the sources, and their plans.
  init(to output: String, because reason: String, _ decisions: [(name: String, decision: Decision)]) {
    (self.output, self.reason) = (output, reason)
    let bits = min(decisions.map { $0.decision.plan.outputFormat.bitDepth }.max() ?? 8, 16)
    self.bits = bits
    let narrow = Quantization(bitDepth: bits, range: .narrow)
    func common(_ signal: SignalLevel) -> Double { narrow.code(luma: signal).value }
    plans = decisions.map { name, decision in
      let plan = decision.plan
      let signal = plan.targetSignalOfReferenceWhite
      var effect: Effect?
      if plan.stages.contains(where: { $0.kind == .tone }), let signal, let unmoved = plan.unmovedWhiteSignal {
        let change = common(signal) - common(unmoved)
        effect = change < -0.5 ? .lowers : change > 0.5 ? .raises : nil
      }
      return Entry(
        name: name, whiteCode: signal.map { plan.targetLumaCode(ofSignal: $0).value.rounded(to: 2) },
        plan: decision.report, text: decision.text, common: signal.map(common), effect: effect)
    }
  }

  /// The levels of reference white, in words.
  private var white: String {
    let common = plans.map(\.common)
    let known = common.compactMap(\.self)
    guard let minimum = known.min(), let maximum = known.max() else { return "unknown in all sources" }
    let depth = "of \(bits) bits"
    let isSame = maximum - minimum < 0.5
    if isSame, known.count == plans.count { return "code \(minimum.rounded(to: 1)) \(depth) in all sources" }
    let each = zip(plans, common).map { "\($0.name) \($1.map { "\($0.rounded(to: 1))" } ?? "unknown")" }
    let codes = "codes \(depth): \(each.joined(separator: ", "))"
    guard !isSame else { return codes }
    let reasons = [
      (Effect.lowers, "is compressed, so its white lies lower"), (.raises, "is expanded, so its white lies higher"),
    ].flatMap { effect, words in plans.filter { $0.effect == effect }.map { "\($0.name) \(words)" } }
    return ([codes] + reasons).joined(separator: "; ")
  }
}

extension TimelinePlan: JSONConvertible {
  var jsonValue: JSONValue {
    let plans = plans.map { JSONValue(["name": $0.name, "white_code": $0.whiteCode, "plan": $0.plan]) }
    return JSONValue(["output": output, "reason": reason, "plans": plans])
  }
}

extension TimelinePlan: CustomStringConvertible {
  var description: String {
    let head = "output          \(output): \(reason)\nreference white \(white)"
    return ([head] + plans.map { "\($0.name)\n\($0.text)" }).joined(separator: "\n\n")
  }
}
