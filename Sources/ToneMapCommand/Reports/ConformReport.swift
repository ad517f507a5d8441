internal import Exactness
internal import Transcoding
internal import JSONText

/// The results of `conform`, as text and as JSON.
struct ConformReport {
  let errors: SIMDErrors
  let seconds: Double
  /// The start of a sample; `nil` if all colors were compared.
  let seed: UInt64?
  let instructions: InstructionSet
  let decision: Decision

  private var input: String { decision.plan.inputFormat.name }
  private var output: String { decision.plan.outputFormat.name }

  /// The numbers of colors with an error up to an edge and above the previous one, in codes; the last has no edge.
  private var histogram: [(upTo: Double?, colors: Int)] {
    Array(zip(SIMDErrors.edges.map(Optional.some) + [nil], errors.bins))
  }

  var failure: ProgramError? {
    guard errors.beyond > 0, let first = errors.worst.first else { return nil }
    return ProgramError(
      .checkFailed,
      "\(errors.beyond) of \(errors.colors) colors \(errors.beyond == 1 ? "differs" : "differ") from the exact result by more than \(errors.limit) of a code, the allowed error; the"
        + " color \(list(first.codes)) has the largest error, \(first.error.rounded(to: 4))")
  }
}

extension ConformReport: JSONConvertible {
  var jsonValue: JSONValue {
    JSONValue([
      "input": input, "output": output, "exhaustive": seed == nil, "seed": seed, "colors": errors.colors,
      "limit": errors.limit, "beyond": errors.beyond, "maximum_error": errors.maximum,
      "worst": errors.worst.map {
        JSONValue([
          "codes": $0.codes, "reference": $0.reference.rounded(to: 6), "lanes": $0.lanes.rounded(to: 6),
          "error": $0.error,
        ])
      },
      "histogram": histogram.map { JSONValue(["up_to": $0.upTo, "colors": $0.colors]) }, "seconds": seconds,
      "instructions": instructions.rawValue, "plan": decision.report(in: .words),
    ])
  }
}

extension ConformReport: CustomStringConvertible {
  var description: String {
    let which = seed.map { "an even sample of \(input), seed \($0)" } ?? "all of \(input)"
    let first = errors.worst.first
    let facts: [(String, String?)] = [
      ("colors", "\(errors.colors), \(which), to \(output)"), ("on", "\(instructions.rawValue), \(seconds) s"),
      ("maximum error", "\(errors.maximum.rounded(to: 6)) of a code, before rounding"),
      (
        "at",
        first.map {
          "\(list($0.codes)): \(list($0.lanes.rounded(to: 6))) instead of \(list($0.reference.rounded(to: 6)))"
        }
      ),
      ("beyond \(errors.limit)", "\(errors.beyond)"),
    ]
    return table(
      facts
        + histogram.filter { $0.colors > 0 }.map { edge, colors in
          (edge.map { "up to \($0)" } ?? "above", "\(colors)")
        })
  }
}
