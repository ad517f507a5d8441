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

  typealias Point = (x: Double, y: Double)

  mutating func line(_ color: String, _ from: Point, _ to: Point, dashes: String? = nil) {
    let dashes = dashes.map { " stroke-dasharray=\"\($0)\"" } ?? ""
    elements.append("<path d=\"M\(Self.pair(from))L\(Self.pair(to))\" stroke=\"\(color)\"\(dashes)/>")
  }

  /// Draws the key of a color.
  mutating func box(_ color: String, at place: Point) {
    elements.append("<rect \(Self.position(place)) width=\"14\" height=\"10\" fill=\"\(color)\"/>")
  }

  /// Draws a line that is horizontal in each range, with vertical steps between ranges.
  mutating func steps(_ color: String, _ width: Double, _ steps: [(range: Range<Double>, y: Double)]) {
    guard let first = steps.first else { return }
    let path = steps.map { Self.step(to: $0.y, until: $0.range.upperBound) }.joined()
    elements.append(
      "<path d=\"M\(Self.pair((first.range.lowerBound, first.y)))\(path)\" fill=\"none\" stroke=\"\(color)\""
        + " stroke-width=\"\(Self.number(width))\"/>")
  }

  /// Fills the area between two such lines.
  mutating func area(_ color: String, _ steps: [(range: Range<Double>, low: Double, high: Double)]) {
    guard let first = steps.first, let last = steps.last else { return }
    let upper = steps.map { Self.step(to: $0.high, until: $0.range.upperBound) }.joined()
    let lower = steps.reversed().map { Self.step(to: $0.low, until: $0.range.lowerBound) }.joined()
    let start = Self.pair((first.range.lowerBound, first.high))
    elements.append("<path d=\"M\(start)\(upper)V\(Self.number(last.low))\(lower)Z\" fill=\"\(color)\"/>")
  }

  mutating func text(
    _ text: String, at place: Point, anchor: String = "start", size: Int = 13, color: String = "#495057"
  ) {
    elements.append(
      "<text \(Self.position(place)) font-size=\"\(size)\" text-anchor=\"\(anchor)\" fill=\"\(color)\">"
        + "\(Self.escaped(text))</text>")
  }

  private static func step(to y: Double, until x: Double) -> String { "V\(number(y))H\(number(x))" }

  private static func position(_ point: Point) -> String { "x=\"\(number(point.x))\" y=\"\(number(point.y))\"" }

  private static func pair(_ point: Point) -> String { "\(number(point.x)) \(number(point.y))" }

  /// A number with at most one decimal.
  static func number(_ number: Double) -> String { plain(number.rounded(to: 1)) }

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
