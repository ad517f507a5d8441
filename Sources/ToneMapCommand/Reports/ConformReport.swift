internal import Transcoding
internal import HDRMetadata
internal import JSONText
internal import ToneMapping

/// The results of `conform`, as text and as JSON.
struct ConformReport {
  /// A color for which the lanes differ from the exact result.
  struct WorstColor {
    let codes: [Int]
    let reference, lanes: [Double]
    let error: Double
  }

  /// The number of colors with an error up to this many codes, above the previous bin; the last bin has no upper edge.
  struct Bin {
    let upTo: Double?
    let colors: Int
  }

  let input, output: String
  let exhaustive: Bool
  let seed: UInt64?
  let colors: Int
  let limit: Double
  let beyond: Int
  let maximumError: Double
  let worst: [WorstColor]
  let histogram: [Bin]
  let seconds: Double
  let instructions: String
  let plan: JSONValue
}

extension ConformReport {
  init(_ errors: LaneErrors, seconds: Double, check: LaneCheck, on instructions: InstructionSet, of decision: Decision)
  {
    input = decision.plan.inputFormat.name
    output = decision.plan.outputFormat.name
    switch check.triples {
    case .all: (exhaustive, seed) = (true, nil)
    case .sample(_, let seed): (exhaustive, self.seed) = (false, seed)
    }
    colors = errors.colors
    limit = errors.limit
    beyond = errors.beyond
    maximumError = errors.maximum
    worst = errors.worst.map { place in
      func three(_ x: SIMD3<Double>) -> [Double] { [x.x, x.y, x.z].map { $0.rounded(to: 6) } }
      return WorstColor(
        codes: [place.codes.x, place.codes.y, place.codes.z], reference: three(place.reference),
        lanes: three(place.lanes),
        error: place.error)
    }
    histogram = zip(LaneErrors.edges.map(Optional.some) + [nil], errors.bins).map { Bin(upTo: $0, colors: $1) }
    self.seconds = seconds.rounded(to: 1)
    self.instructions = instructions.rawValue
    plan = decision.report
  }

  /// The error if that of a color exceeds the bound, else `nil`.
  var failure: CommandError? {
    guard beyond > 0, let first = worst.first else { return nil }
    return .colorsDiffer(beyond, of: colors, limit: limit, worst: first.codes, error: first.error)
  }

  private func list(_ numbers: [some CustomStringConvertible]) -> String {
    numbers.map(\.description).joined(separator: ", ")
  }
}

extension ConformReport: JSONConvertible {
  var jsonValue: JSONValue {
    JSONValue([
      "input": input, "output": output, "exhaustive": exhaustive, "seed": seed.map(Int.init), "colors": colors,
      "limit": limit, "beyond": beyond, "maximum_error": maximumError,
      "worst": worst.map {
        JSONValue(["codes": $0.codes, "reference": $0.reference, "lanes": $0.lanes, "error": $0.error])
      },
      "histogram": histogram.map { JSONValue(["up_to": $0.upTo, "colors": $0.colors]) }, "seconds": seconds,
      "instructions": instructions, "plan": plan,
    ])
  }
}

extension ConformReport: CustomStringConvertible {
  var description: String {
    let which = exhaustive ? "all of \(input)" : "an even sample of \(input), seed \(seed ?? 0)"
    var lines = [
      "colors          \(colors), \(which), to \(output)",
      "on              \(instructions), \(seconds) s",
      "maximum error  \(maximumError.rounded(to: 6)) of a code, before rounding",
    ]
    if let first = worst.first {
      lines.append("at              \(list(first.codes)): \(list(first.lanes)) instead of \(list(first.reference))")
    }
    lines.append("beyond \(limit)".padded(to: 16) + "\(beyond)")
    for bin in histogram where bin.colors > 0 {
      lines.append((bin.upTo.map { "up to \($0)" } ?? "above").padded(to: 16) + "\(bin.colors)")
    }
    return lines.joined(separator: "\n")
  }
}
