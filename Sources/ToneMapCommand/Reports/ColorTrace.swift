internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser
internal import JSONText
internal import ToneMapping

/// A color on the command line: the source's R′, G′, B′, each 0 to 1.
struct SourceColor: Hashable, Sendable {
  let signal: Signal

  init(_ text: String) throws {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 3, let red = numbers[0], let green = numbers[1], let blue = numbers[2],
      [red, green, blue].allSatisfy((0...1).contains)
    else {
      throw UsageError.notColor
    }
    signal = Signal(SIMD3(red, green, blue))
  }
}

/// The exact results of a conversion for one color, stage by stage.
struct ColorTrace {
  /// The color after a stage.
  struct Step {
    let name, detail, unit: String
    let components: [Double]
  }

  /// The source's signal.
  let signal: [Double]
  let steps: [Step]
  /// The codes of the output, rounded without dither.
  let codes: [Double]
  private let format: PixelFormat

  init(_ color: SourceColor, through plan: ConversionPlan) {
    let trace = plan.trace(color.signal)
    signal = Self.numbers(color.signal.components)
    steps = trace.map {
      Step(name: $0.stage.name, detail: $0.stage.detail, unit: $0.unit, components: Self.numbers($0.components))
    }
    codes = Self.numbers(plan.rounded(Codes(trace.last?.components ?? .zero)))
    format = plan.outputFormat
  }

  private static func numbers(_ color: SIMD3<Double>) -> [Double] { [color.x, color.y, color.z] }
}

extension ColorTrace: JSONConvertible {
  var jsonValue: JSONValue {
    let steps = steps.map {
      JSONValue(["name": $0.name, "detail": $0.detail, "unit": $0.unit, "components": $0.components])
    }
    return JSONValue(["signal": signal, "steps": steps, "codes": codes])
  }
}

extension ColorTrace: CustomStringConvertible {
  /// A table with a line per stage.
  var description: String {
    let order = format.model == .yCbCr ? "Y′ C′B C′R" : "R′ G′ B′"
    let rows: [(String, [String], String)] =
      [("color", signal.map { Self.text($0, 6) }, "signal of the source, R′ G′ B′")]
      + steps.map { step in
        (step.name, step.components.map { Self.text($0, step.unit.decimals) }, Self.meaning(of: step.unit, order))
      }
      + [("rounded", codes.map { Self.text($0, 0) }, "codes of \(format.name) without dither, \(order)")]
    let names = rows.map(\.0.count).max() ?? 0
    let widths = (0..<3).map { column in rows.map { $0.1[column].count }.max() ?? 0 }
    return rows.map { name, numbers, meaning in
      name + String(repeating: " ", count: names - name.count)
        + zip(numbers, widths).map { String(repeating: " ", count: 2 + $1 - $0.count) + $0 }.joined() + "  " + meaning
    }.joined(separator: "\n")
  }

  private static func meaning(of unit: String, _ order: String) -> String {
    switch unit {
    case "light": "light, cd/m²"
    case "light of the scene": "light of the scene × peak, cd/m²"
    case "codes": "codes before rounding, \(order)"
    default: unit
    }
  }

  /// Formats a number with this many decimals.
  private static func text(_ number: Double, _ decimals: Int) -> String {
    guard decimals > 0 else { return "\(number)".hasSuffix(".0") ? String("\(number)".dropLast(2)) : "\(number)" }
    let text = "\(number.rounded(to: decimals) + 0)"
    guard !text.contains("e"), let dot = text.firstIndex(of: ".") else { return text }
    return text + String(repeating: "0", count: max(0, decimals - text.distance(from: dot, to: text.endIndex) + 1))
  }
}

extension String {
  /// The number of decimals for a unit.
  fileprivate var decimals: Int { self == "light" || self == "light of the scene" || self == "codes" ? 4 : 6 }
}
