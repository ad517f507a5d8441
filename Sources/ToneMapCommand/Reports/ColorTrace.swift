internal import ArgumentParser
internal import Transcoding
internal import JSONText

/// The exact results of a conversion for one color, stage by stage.
struct ColorTrace {
  private let signal: SIMD3<Double>
  private let steps: [(stage: PlanStage, components: SIMD3<Double>)]
  /// The codes of the output, rounded without dither.
  private let codes: SIMD3<Double>
  private let format: PixelFormat

  init(_ color: Signal, through plan: ConversionPlan) {
    (signal, steps, format) = (color.components, plan.trace(color), plan.outputFormat)
    codes = plan.rounded(Codes(steps.last?.components ?? .zero))
  }

  /// Parses a color on the command line: the source's R′, G′, B′, each 0 to 1.
  static func color(option: String) throws -> Signal {
    let numbers = option.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
    guard numbers.count == 3, numbers.allSatisfy((0...1).contains) else {
      throw ValidationError("expected the source's R′, G′ and B′, each 0 to 1, such as 0.58,0.58,0.58")
    }
    return Signal(SIMD3(numbers[0], numbers[1], numbers[2]))
  }
}

extension ColorTrace: JSONConvertible {
  var jsonValue: JSONValue {
    let steps = steps.map {
      JSONValue(["name": $0.stage.name, "detail": $0.stage.detail, "unit": $0.stage.gives, "components": $0.components])
    }
    return JSONValue(["signal": signal, "steps": steps, "codes": codes])
  }
}

extension ColorTrace: CustomStringConvertible {
  var description: String {
    let order = format.model == .yCbCr ? "Y′ C′B C′R" : "R′ G′ B′"
    func row(_ name: String, _ color: SIMD3<Double>, _ decimals: Int, _ meaning: String) -> (
      name: String, numbers: [String], meaning: String
    ) {
      (name, (0..<3).map { Self.text(color[$0], decimals) }, meaning)
    }
    let rows =
      [row("color", signal, 6, "signal of the source, R′ G′ B′")]
      + steps.map { stage, components in
        let (meaning, decimals) = Self.meaning(of: stage.gives, order)
        return row(stage.name, components, decimals, meaning)
      }
      + [row("rounded", codes, 0, "codes of \(format.name) without dither, \(order)")]
    let width = rows.map(\.name.count).max() ?? 0
    return zip(rows, aligned(rows.map(\.numbers))).map { row, numbers in
      "\(row.name.padded(to: width + 2))\(numbers)  \(row.meaning)"
    }.joined(separator: "\n")
  }

  /// The meaning of numbers with a unit, and their number of decimals.
  private static func meaning(of unit: String, _ order: String) -> (words: String, decimals: Int) {
    switch unit {
    case "light": ("light, cd/m²", 4)
    case "light of the scene": ("light of the scene × peak, cd/m²", 4)
    case "codes": ("codes before rounding, \(order)", 4)
    default: (unit, 6)
    }
  }

  private static func text(_ number: Double, _ decimals: Int) -> String {
    guard decimals > 0 else { return "\(number)".hasSuffix(".0") ? String("\(number)".dropLast(2)) : "\(number)" }
    let text = "\(number.rounded(to: decimals) + 0)"
    guard !text.contains("e"), let dot = text.firstIndex(of: ".") else { return text }
    return text + String(repeating: "0", count: max(0, decimals - text.distance(from: dot, to: text.endIndex) + 1))
  }
}
