internal import Transcoding
internal import HDRMetadata
internal import JSONText
internal import ToneMapping

/// The results of `conform`, as text and as JSON.
struct ConformReport {
  let errors: LaneErrors
  let seconds: Double
  /// The start of a sample; `nil` if all colors were compared.
  let seed: UInt64?
  let instructions: InstructionSet
  let decision: Decision

  private var input: String { decision.plan.inputFormat.name }
  private var output: String { decision.plan.outputFormat.name }

  /// The numbers of colors with an error up to an edge and above the previous one, in codes; the last has no edge.
  private var histogram: [(upTo: Double?, colors: Int)] {
    Array(zip(LaneErrors.edges.map(Optional.some) + [nil], errors.bins))
  }

  /// The error if that of a color exceeds the bound, else `nil`.
  var failure: CommandError? {
    guard errors.beyond > 0, let first = errors.worst.first else { return nil }
    let codes = [first.codes.x, first.codes.y, first.codes.z]
    return .colorsDiffer(errors.beyond, of: errors.colors, limit: errors.limit, worst: codes, error: first.error)
  }

  private func list(_ numbers: SIMD3<some CustomStringConvertible>) -> String {
    (0..<3).map { numbers[$0].description }.joined(separator: ", ")
  }

  private func rounded(_ codes: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(codes.x.rounded(to: 6), codes.y.rounded(to: 6), codes.z.rounded(to: 6))
  }
}

extension ConformReport: JSONConvertible {
  var jsonValue: JSONValue {
    JSONValue([
      "input": input, "output": output, "exhaustive": seed == nil, "seed": seed, "colors": errors.colors,
      "limit": errors.limit, "beyond": errors.beyond, "maximum_error": errors.maximum,
      "worst": errors.worst.map {
        JSONValue([
          "codes": $0.codes, "reference": rounded($0.reference), "lanes": rounded($0.lanes), "error": $0.error,
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
      ("at", first.map { "\(list($0.codes)): \(list(rounded($0.lanes))) instead of \(list(rounded($0.reference)))" }),
      ("beyond \(errors.limit)", "\(errors.beyond)"),
    ]
    return table(
      facts
        + histogram.filter { $0.colors > 0 }.map { edge, colors in
          (edge.map { "up to \($0)" } ?? "above", "\(colors)")
        })
  }
}
