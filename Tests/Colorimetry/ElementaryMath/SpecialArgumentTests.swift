import Colorimetry
import Testing

/// Zeros, infinities, NaN, overflow and underflow, by IEEE 754-2019, clause 9.2.1.
struct SpecialArgumentTests {
  private static let (infinity, nan) = (Double.infinity, Double.nan)
  private static let (maximum, minimum) = (Double.greatestFiniteMagnitude, Double.leastNonzeroMagnitude)
  private static let signaling = Double(bitPattern: 0x7ff0_0000_0000_0001)

  /// Expects the same number, including the signs of zero and of NaN.
  private func expect(
    _ found: Double, _ wanted: Double, _ what: String, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(found.bitPattern == wanted.bitPattern, "\(what) is \(found), not \(wanted)", sourceLocation: location)
  }

  private static let ofOne: [(String, [(x: Double, wanted: Double)])] = [
    (
      "exp2",
      [
        (0, 1), (-0.0, 1), (minimum, 1), (-minimum, 1), (1024, infinity), (1024.0.nextDown, 0x1.ffffffffffd3ap1023),
        (-1074, minimum), (-1075, 0), ((-1075.0).nextUp, minimum), (maximum, infinity), (-maximum, 0),
      ]
    ),
    (
      "exp",
      [
        (0, 1), (-0.0, 1), (minimum, 1), (709.782712893384, 0x1.fffffffffff2ap1023), (709.7827128933841, infinity),
        (-745.1332191019411, minimum), (-745.1332191019412, 0), (maximum, infinity), (-maximum, 0),
      ]
    ),
    (
      "expMinusOne",
      [
        (0, 0), (-0.0, -0.0), (minimum, minimum), (-minimum, -minimum), (-40, -1), (-maximum, -1), (maximum, infinity),
        (-infinity, -1), (infinity, infinity),
      ]
    ),
    ("log", [(1, 0), (0, -infinity), (-0.0, -infinity), (-1, nan), (-minimum, nan), (infinity, infinity)]),
    ("log2", [(1, 0), (0, -infinity), (-0.0, -infinity), (-1, nan), (minimum, -1074), (infinity, infinity)]),
    ("log10", [(1, 0), (0, -infinity), (-0.0, -infinity), (-1, nan), (-infinity, nan), (infinity, infinity)]),
    (
      "logOnePlus",
      [
        (0, 0), (-0.0, -0.0), (-1, -infinity), (-1.0.nextUp, nan), (minimum, minimum), (-minimum, -minimum),
        (infinity, infinity), (-infinity, nan),
      ]
    ),
    (
      "cubeRoot",
      [(0, 0), (-0.0, -0.0), (infinity, infinity), (-infinity, -infinity), (minimum, 0x1p-358), (-27, -3)]
    ),
    (
      "sinPi",
      [
        (0, 0), (-0.0, -0.0), (1, 0), (-1, -0.0), (2, 0), (-7, -0.0), (maximum, 0), (-maximum, -0.0), (0x1p52 + 1, 0),
        (0x1p51 + 0.5, 1), (minimum, 3 * minimum), (infinity, nan), (-infinity, nan),
      ]
    ),
    (
      "cosPi",
      [
        (0, 1), (-0.0, 1), (0.5, 0), (-0.5, 0), (1.5, 0), (maximum, 1), (0x1p52 + 1, -1), (0x1p53, 1), (minimum, 1),
        (infinity, nan), (-infinity, nan),
      ]
    ),
  ]

  @Test func ofOneArgument() {
    for (name, cases) in Self.ofOne {
      let function = Functions.named(name)
      for (x, wanted) in cases { expect(function(x, 0), wanted, "\(name)(\(x))") }
      for x in [Self.nan, -Self.nan, Self.signaling] { expect(function(x, 0), .nan, "\(name)(\(x))") }
    }
    #expect(Self.ofOne.map(\.0) == Functions.names.dropLast(3))
  }

  @Test func powers() {
    let (infinity, nan, maximum, minimum) = (Self.infinity, Self.nan, Self.maximum, Self.minimum)
    let cases: [(x: Double, y: Double, wanted: Double)] = [
      // One argument decides, regardless of the other.
      (nan, 0, 1), (nan, -0.0, 1), (infinity, 0, 1), (0, 0, 1), (-5, -0.0, 1), (1, nan, 1), (1, infinity, 1),
      (1, -maximum, 1),
      (nan, 1, nan), (0, nan, nan), (-1, nan, nan), (Self.signaling, 2, nan), (2, Self.signaling, nan),
      // Zero.
      (0, -3, infinity), (-0.0, -3, -infinity), (-0.0, -2, infinity), (-0.0, -0.5, infinity), (0, -infinity, infinity),
      (-0.0, -infinity, infinity), (0, 3, 0), (-0.0, 3, -0.0), (-0.0, 2, 0), (-0.0, 0.5, 0), (-0.0, infinity, 0),
      (0, infinity, 0),
      // Infinity.
      (infinity, 2, infinity), (infinity, -2, 0), (infinity, minimum, infinity), (-infinity, 3, -infinity),
      (-infinity, 2, infinity),
      (-infinity, 0.5, infinity), (-infinity, -3, -0.0), (-infinity, -2, 0), (-infinity, infinity, infinity),
      (-infinity, -infinity, 0),
      (2, infinity, infinity), (2, -infinity, 0), (0.5, infinity, 0), (0.5, -infinity, infinity),
      (-2, infinity, infinity),
      (-0.5, infinity, 0), (-0.5, -infinity, infinity), (-1, infinity, 1), (-1, -infinity, 1),
      (1.0.nextUp, infinity, infinity), (1.0.nextDown, infinity, 0),
      // Below zero.
      (-1, 3, -1), (-1, 2, 1), (-1, 0.5, nan), (-2, 3, -8), (-2, -3, -0.125), (-2, 2, 4), (-8, 1.0 / 3, nan),
      (-2, minimum, nan),
      (-1, 0x1p53 - 1, -1), (-1, 0x1p53, 1), (-1, maximum, 1), (-2, 0x1p52 + 1, -infinity), (-0.5, 0x1p52 + 1, -0.0),
      (-1, 0x1p52 - 0.5, nan),
      // Overflow and underflow, and values next to them.
      (2, 1024, infinity), (2, 1023, 0x1p1023), (-2, 1025, -infinity), (2, -1074, minimum), (2, -1075, 0),
      (2, -1074.5, minimum),
      (2, (-1075.0).nextUp, minimum), (-2, -1075, -0.0), (maximum, 1, maximum), (maximum, 1.0.nextUp, infinity),
      (maximum, 2, infinity),
      (maximum, -1, 0x1p-1024), (minimum, 1, minimum), (minimum, 0.5, 0x1p-537), (minimum, -1, infinity),
      (minimum, 2, 0),
      (10, 309, infinity),
      (10, -324, 0), (10, -323, 2 * minimum), (maximum, maximum, infinity), (maximum, -maximum, 0),
      (minimum, maximum, 0),
      (1.0.nextUp, maximum, infinity), (1.0.nextUp, -maximum, 0), (1.0.nextDown, maximum, 0),
      (1.0.nextDown, -maximum, infinity),
      (0.5, 1074, minimum), (0.5, 1022, 0x1p-1022),
      // Exponents next to 0.
      (2, minimum, 1), (0.5, minimum, 1), (maximum, minimum, 1), (maximum, -0x1p-70, 1), (2, 0x1p-53, 1),
      (2, 0x1.8p-52, 1.0.nextUp),
    ]
    for (x, y, wanted) in cases { expect(Elementary.pow(x, y), wanted, "pow(\(x), \(y))") }
  }

  @Test func hypotenuses() {
    let (infinity, nan, maximum, minimum) = (Self.infinity, Self.nan, Self.maximum, Self.minimum)
    let cases: [(x: Double, y: Double, wanted: Double)] = [
      (0, 0, 0), (-0.0, -0.0, 0), (infinity, nan, infinity), (nan, -infinity, infinity), (-infinity, 1, infinity),
      (nan, 1, nan),
      (0, nan, nan), (maximum, maximum, infinity), (maximum, 0, maximum), (maximum, minimum, maximum),
      (maximum, 1, maximum), (1e300, 1e290, 1e300), (0x1p-990, 0x1p-1030, 0x1p-990),
      (minimum, minimum, minimum), (3 * minimum, 4 * minimum, 5 * minimum), (minimum, 0, minimum),
      (0, -minimum, minimum), (1, minimum, 1),
      (0x3p1000, 0x4p1000, 0x5p1000), (0x3p-700, 0x4p-700, 0x5p-700), (0x3p499, 0x4p499, 0x5p499),
      (0x3p-451, 0x4p-451, 0x5p-451),
      (1, 0x1p-27, 1.0), (1, 0x1p-26, 1), (1, 0x1.8p-26, 1.0.nextUp), (0x1p1023, 0x1p1023, 0x1.6a09e667f3bcdp1023),
    ]
    for (x, y, wanted) in cases {
      for (a, b) in [(x, y), (y, x), (-x, y), (x, -y)] { expect(Elementary.hypot(a, b), wanted, "hypot(\(a), \(b))") }
    }
  }

  @Test func angles() {
    let (infinity, nan, maximum, minimum) = (Self.infinity, Self.nan, Self.maximum, Self.minimum)
    let cases: [(y: Double, x: Double, wanted: Double)] = [
      (0, 0, 0), (0, -0.0, 1), (0, 1, 0), (0, -1, 1), (1, 0, 0.5), (1, -0.0, 0.5), (1, 1, 0.25), (1, -1, 0.75),
      (0, infinity, 0),
      (0, -infinity, 1), (5, infinity, 0), (5, -infinity, 1), (infinity, 5, 0.5), (infinity, -5, 0.5),
      (infinity, infinity, 0.25),
      (infinity, -infinity, 0.75), (nan, 1, nan), (1, nan, nan), (nan, nan, nan), (infinity, nan, nan),
      (minimum, maximum, 0),
      (maximum, minimum, 0.5), (minimum, minimum, 0.25), (maximum, maximum, 0.25), (minimum, -maximum, 1),
      (maximum, -maximum, 0.75),
      (3 * minimum, -3 * minimum, 0.75), (0x1p-1040, 0x1p-1000, 0x1.45f306dc9c883p-42),
      (0x1p983, 0x1p1023, 0x1.45f306dc9c883p-42),
    ]
    for (y, x, wanted) in cases {
      expect(Elementary.atan2Pi(y: y, x: x), wanted, "atan2Pi(\(y), \(x))")
      expect(Elementary.atan2Pi(y: -y, x: x), wanted.isNaN ? .nan : -wanted, "atan2Pi(\(-y), \(x))")
    }
  }
}
