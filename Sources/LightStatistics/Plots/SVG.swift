/// The subset of SVG that a plot needs.
///
/// - Source: W3C, *Scalable Vector Graphics (SVG) 1.1*.
struct SVG {
  private var elements: [String] = []
  private let width, height: Int

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// The picture on a white background.
  var text: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
    font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif">
    <rect width="\(width)" height="\(height)" fill="#ffffff"/>
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }

  mutating func line(_ color: String, _ from: (Double, Double), _ to: (Double, Double), dashes: String? = nil) {
    let dashes = dashes.map { " stroke-dasharray=\"\($0)\"" } ?? ""
    elements.append(
      "<path d=\"M\(Self.number(from.0)) \(Self.number(from.1))L\(Self.number(to.0)) \(Self.number(to.1))\""
        + " stroke=\"\(color)\"\(dashes)/>")
  }

  mutating func box(_ color: String, at place: (Double, Double), width: Double, height: Double) {
    elements.append(
      "<rect x=\"\(Self.number(place.0))\" y=\"\(Self.number(place.1))\" width=\"\(Self.number(width))\""
        + " height=\"\(Self.number(height))\" fill=\"\(color)\"/>")
  }

  /// Draws a line that is horizontal in each range, with vertical steps between ranges.
  mutating func steps(_ color: String, _ width: Double, _ steps: [(range: Range<Double>, y: Double)]) {
    guard let first = steps.first else { return }
    let start = "M\(Self.number(first.range.lowerBound)) \(Self.number(first.y))"
    elements.append(
      "<path d=\"\(start)\(steps.map { Self.step(to: $0.y, until: $0.range.upperBound) }.joined())\" fill=\"none\""
        + " stroke=\"\(color)\" stroke-width=\"\(Self.number(width))\"/>")
  }

  /// Fills the area between two such lines.
  mutating func area(_ color: String, _ steps: [(range: Range<Double>, low: Double, high: Double)]) {
    guard let first = steps.first, let last = steps.last else { return }
    let upper = steps.map { Self.step(to: $0.high, until: $0.range.upperBound) }.joined()
    let lower = steps.reversed().map { Self.step(to: $0.low, until: $0.range.lowerBound) }.joined()
    elements.append(
      "<path d=\"M\(Self.number(first.range.lowerBound)) \(Self.number(first.high))\(upper)V\(Self.number(last.low))\(lower)Z\""
        + " fill=\"\(color)\"/>")
  }

  private static func step(to y: Double, until x: Double) -> String { "V\(number(y))H\(number(x))" }

  mutating func text(
    _ text: String, at place: (Double, Double), anchor: String = "start", size: Int = 13, color: String = "#495057"
  ) {
    elements.append(
      "<text x=\"\(Self.number(place.0))\" y=\"\(Self.number(place.1))\" font-size=\"\(size)\" text-anchor=\"\(anchor)\""
        + " fill=\"\(color)\">\(Self.escaped(text))</text>")
  }

  /// A number with at most one decimal.
  static func number(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return sign + "\(abs(tenths) / 10)" + (tenths % 10 == 0 ? "" : ".\(abs(tenths) % 10)")
  }

  /// Escapes SVG's special characters, and replaces characters that XML does not allow.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
