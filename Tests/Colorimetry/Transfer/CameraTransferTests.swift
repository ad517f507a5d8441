import Colorimetry
import TestSupport
import Testing

extension TransferFunction {
  /// As printed in BT.709, and in BT.2020 for 10 bits, with a step of 0.00025 at the breakpoint.
  static let bt709Printed = offsetPower("BT.709", slope: 4.5, exponent: 0.45, constants: (1.099, 0.018))
  /// As printed in BT.2020 for 12 bits.
  static let bt2020TwelveBit = offsetPower("BT.2020", slope: 4.5, exponent: 0.45, constants: (1.0993, 0.0181))
  /// As printed in SMPTE 240M-1999.
  static let smpte240MPrinted = offsetPower("ST 240", slope: 4, exponent: 0.45, constants: (1.1115, 0.0228))
  /// The curve of sRGB, point-symmetric: IEC 61966-2-1:1999, amendment 1.
  static let sYCC = sRGB.mirrored(compression: 1, as: "sYCC")
}

struct CameraTransferTests {
  /// The curves by their names in `sdr_transfer.csv`.
  static let curves: [String: TransferFunction] = [
    "bt709_exact_alpha": TransferFunction.bt709.relative,
    "bt709_10bit_1.099_0.018": TransferFunction.bt709Printed.relative,
    "bt2020_12bit_1.0993_0.0181": TransferFunction.bt2020TwelveBit.relative,
    "smpte240m": TransferFunction.smpte240MPrinted.relative,
    "srgb": TransferFunction.sRGB.relative,
    "gamma22": TransferFunction.power(2.2),
    "gamma24": TransferFunction.power(2.4),
    "gamma26": TransferFunction.power(2.6),
    "gamma28": TransferFunction.power(2.8),
    "st428_1": TransferFunction.digitalCinema,
    "log100": TransferFunction.log100.relative,
    "log316": TransferFunction.log316.relative,
    "xvycc": TransferFunction.bt709Printed.mirrored(compression: 1, as: "xvYCC").relative,
    "bt1361": TransferFunction.bt709Printed.mirrored(compression: 4, as: "BT.1361").relative,
  ]

  @Test func curvesMeetVectors() throws {
    for row in try Vectors.rows("sdr_transfer.csv") {
      let name = try #require(row["function"])
      let curve = try #require(Self.curves[name], "no curve for \(name)")
      let (x, y) = (try row.number("x"), try row.number("y"))
      let found =
        row["direction"] == "encode"
        ? curve.signal(of: RelativeLevel(x)).value : curve.light(of: SignalLevel(x)).value
      // Near the breakpoints, power minus offset cancels and leaves an ulp of 1. The power itself is within 1e-12.
      expectClose(found, y, absolute: 1e-15, "\(name) \(row["direction"] ?? "") \(x)")
    }
  }

  // Two points each, from the tests of colour-science or the arithmetic of the standards; a swapped direction fails.
  @Test(arguments: [
    (TransferCharacteristics.bt709, 0.18, 0.4090077288641504), (.bt709, 1, 1), (.bt709, 0.01, 0.045),
    (.smpte170M, 0.18, 0.4090077288641504), (.bt2020_10, 0.18, 0.4090077288641504),
    (.bt2020_12, 0.18, 0.4090077288641504),
    (.bt470M, 0.5, 0.7297400528407231), (.bt470M, 0.217637640824031, 0.5),
    (.bt470BG, 0.5, 0.7807092047137), (.bt470BG, 0.143587294071573, 0.5),
    (.smpte240M, 0.01, 0.04), (.smpte240M, 0.5, 0.70221),
    (.linear, 0.25, 0.25), (.linear, -0.5, -0.5),
    (.log100, 0.1, 0.5), (.log100, 0.01, 0), (.log316, 0.1, 0.6), (.log316, 1, 1),
    (.xvYCC, 0.18, 0.4090077288641504), (.xvYCC, -0.18, -0.4090077288641504),
    (.bt1361, 0.18, 0.4090077288641504), (.bt1361, -0.25, -0.25),
    (.sRGB, 0.18, 0.4613561295), (.sRGB, 0.21404114048223255, 0.5),
    (.pq, 0.01, 0.508078421517399), (.pq, 0.1, 0.751827096247041),
    (.smpte428, 1, 0.9670429), (.smpte428, 52.37 / 48, 1),
    (.hlg, 1.0 / 12, 0.5), (.hlg, 0.26496256042100724, 0.75),
  ])
  func publishedPoints(transfer: TransferCharacteristics, light: Double, signal: Double) {
    // Those of BT.709 and ST 240 are published for the rounded constants, up to 2.5e-4 away from the exact ones.
    let curve = transfer.curve.relative
    expectClose(curve.signal(of: RelativeLevel(light)), signal, absolute: 2.5e-4, "\(transfer)")
    if signal > 0 { expectClose(curve.light(of: SignalLevel(signal)), light, absolute: 2.5e-4, "\(transfer)") }
  }

  /// H.273 defines these constants by continuity and prints these digits.
  @Test(arguments: [
    (4.5, 0.45, 1.099296826809442, 0.018053968510807), (4, 0.45, 1.111572195921731, 0.022821585529445),
    (12.92, 1 / 2.4, 1.055010718947587, 0.003041282560128),
  ])
  func continuousConstants(slope: Double, exponent: Double, alpha: Double, beta: Double) {
    let found = TransferFunction.continuousConstants(slope: slope, exponent: exponent)
    expectClose(found.alpha, alpha, relative: 1e-15)
    expectClose(found.beta, beta, absolute: 1e-15)

    // At the breakpoint, the curve has neither a step nor a kink.
    let curve = TransferFunction.offsetPower("", slope: slope, exponent: exponent)
    let step = 1e-7
    let line = curve.toSignal(found.beta - step)
    let power = curve.toSignal(found.beta + step)
    expectClose(curve.toSignal(found.beta), slope * found.beta, relative: 1e-14)
    // One side of the breakpoint is curved by at most 0.6 · slope / beta over 1e-7: 2e-5 of the slope.
    expectClose((power - line) / (2 * step), slope, relative: 2e-5)
  }

  @Test(arguments: TransferCharacteristics.allCases)
  func inverseUndoes(_ transfer: TransferCharacteristics) {
    let curve = transfer.curve.relative
    for i in 1...1000 {
      let signal = Double(i) / 1000
      // The largest errors are those of the logarithms, 4e-14, and of PQ, 3e-14.
      expectClose(curve.signal(of: curve.light(of: SignalLevel(signal))), signal, "\(transfer)")
    }
  }

  @Test(arguments: TransferCharacteristics.allCases)
  func rises(_ transfer: TransferCharacteristics) {
    let curve = transfer.curve.relative
    for i in 1...4096 {
      let (before, here) = (Double(i - 1) / 4096, Double(i) / 4096)
      #expect(
        curve.signal(of: RelativeLevel(here)) >= curve.signal(of: RelativeLevel(before)),
        "\(transfer) at \(here)")
      #expect(curve.light(of: SignalLevel(here)) > curve.light(of: SignalLevel(before)), "\(transfer) at \(here)")
    }
  }

  @Test(arguments: TransferCharacteristics.allCases)
  func notANumberStaysSo(_ transfer: TransferCharacteristics) {
    func signal(_ light: Double) -> Double { transfer.curve.relative.signal(of: RelativeLevel(light)).value }
    func light(_ signal: Double) -> Double { transfer.curve.relative.light(of: SignalLevel(signal)).value }
    #expect(signal(.nan).isNaN)
    #expect(light(.nan).isNaN)
    #expect(signal(.infinity) >= 1)
    #expect(light(.infinity) >= 1)
    #expect(!signal(-.infinity).isNaN)
    #expect(!light(-.infinity).isNaN)
  }

  /// Light below the range of the logarithms is black.
  @Test func logarithmsEnd() {
    #expect(TransferFunction.log100.oetf(0.0099) == 0)
    #expect(TransferFunction.log316.oetf(0.0031) == 0)
    #expect(TransferFunction.log316.oetf(0.0032) > 0)
    #expect(TransferFunction.log100.inverseOETF(0) == 0)
  }
}
