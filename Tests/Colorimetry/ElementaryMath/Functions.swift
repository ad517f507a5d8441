import Colorimetry

/// Each function by its name in the vectors; functions of one argument ignore the second.
enum Functions {
  typealias Function = @Sendable (Double, Double) -> Double

  static let all: [(name: String, function: Function)] = [
    ("exp2", { x, _ in Elementary.exp2(x) }), ("exp", { x, _ in Elementary.exp(x) }),
    ("expMinusOne", { x, _ in Elementary.expMinusOne(x) }), ("log", { x, _ in Elementary.log(x) }),
    ("log2", { x, _ in Elementary.log2(x) }), ("log10", { x, _ in Elementary.log10(x) }),
    ("logOnePlus", { x, _ in Elementary.log(onePlus: x) }), ("cubeRoot", { x, _ in Elementary.cubeRoot(x) }),
    ("sinPi", { x, _ in Elementary.sinPi(x) }), ("cosPi", { x, _ in Elementary.cosPi(x) }),
    ("pow", { x, y in Elementary.pow(x, y) }), ("hypot", { x, y in Elementary.hypot(x, y) }),
    ("atan2Pi", { y, x in Elementary.atan2Pi(y: y, x: x) }),
  ]

  static let names = all.map(\.name)

  /// The function with this name.
  static func named(_ name: String) -> Function { all.first { $0.name == name }!.function }
}

extension Double {
  /// The number with these bits, given as 16 hexadecimal digits.
  init?(bits: some StringProtocol) {
    guard bits.count == 16, let pattern = UInt64(bits, radix: 16) else { return nil }
    self.init(bitPattern: pattern)
  }

  /// The bits of the number, as 16 hexadecimal digits.
  var bits: String {
    let digits = String(bitPattern, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
