internal import LookupTables

/// The node and the style that represent a function in the Common LUT Format.
struct CLFStyle: Hashable {
  let node, name: String

  /// Returns the node, the style and the parameters of a function, as attributes.
  static func written(_ function: LookupFunction) -> (style: CLFStyle, parameters: String) {
    switch function {
    case .power(let exponent, let below):
      let name =
        switch below {
        case .zero: "basicFwd"
        case .mirrored: "basicMirrorFwd"
        case .kept: "basicPassThruFwd"
        }
      return (CLFStyle(node: "Exponent", name: name), attributes([("exponent", exponent)]))
    case .straightenedPower(let power):
      let name = "monCurve\(power.isMirrored ? "Mirror" : "")\(power.isInverse ? "Rev" : "Fwd")"
      return (
        CLFStyle(node: "Exponent", name: name), attributes([("exponent", power.exponent), ("offset", power.offset)])
      )
    case .logarithm(let curve): return written(curve, isPlain: ("log2", "log10"), "LinToLog")
    case .antilogarithm(let curve): return written(curve, isPlain: ("antiLog2", "antiLog10"), "LogToLin")
    }
  }

  private static func written(
    _ curve: LogarithmicCurve, isPlain plain: (two: String, ten: String), _ name: String
  ) -> (style: CLFStyle, parameters: String) {
    if curve == LogarithmicCurve(base: 2) { return (CLFStyle(node: "Log", name: plain.two), "") }
    if curve == LogarithmicCurve(base: 10) { return (CLFStyle(node: "Log", name: plain.ten), "") }
    var numbers = [
      ("base", curve.base), ("linSideSlope", curve.linearSlope), ("linSideOffset", curve.linearOffset),
      ("logSideSlope", curve.logSlope), ("logSideOffset", curve.logOffset),
    ]
    guard let line = curve.line else {
      return (CLFStyle(node: "Log", name: "l\(name.dropFirst())"), attributes(numbers))
    }
    numbers.append(("linSideBreak", line.end))
    if let slope = line.slope { numbers.append(("linearSlope", slope)) }
    return (CLFStyle(node: "Log", name: "camera\(name)"), attributes(numbers))
  }

  private static func attributes(_ numbers: [(String, Double)]) -> String {
    numbers.map { " \($0.0)=\"\($0.1)\"" }.joined()
  }
}
