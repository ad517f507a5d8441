import ColorOperations
import Colorimetry
import RealModule
import Testing
import TestSupport

import ToneCurves

/// The lists of operations against the equations of their documents, written here a second time and in the documents' own order.
@Suite("operations and the equations of their documents")
struct EquationTests {
  /// Colors from black to above the peak, each component on its own.
  static let colors: [SIMD3<Double>] = {
    let levels = [0, 0.01, 3, 58, 203, 700, 1000]
    return levels.flatMap { r in levels.flatMap { g in levels.map { b in SIMD3(r, g, b) } } }
  }()

  private static func expect(_ found: SIMD3<Double>, _ expected: SIMD3<Double>, within error: Double, _ what: String) {
    for i in 0..<3 {
      #expect(abs(found[i] - expected[i]) <= error, "\(what): \(found), expected \(expected)")
    }
  }

  @Test("HLG: the OETF and the OOTF of BT.2100, in both directions", arguments: [0.9, 1, 1.2])
  func hlg(gamma: Double) {
    let hlg = HybridLogGamma(luminance: .nits(0...1000), gamma: gamma)
    let (there, back) = (
      hlg.displayLightFromSignal(upTo: 1.09, toBT2020: .identity), hlg.signalFromDisplayLight(fromBT2020: .identity)
    )
    for color in Self.colors {
      let signal = color / 1000
      func scene(_ signal: Double) -> Double { hlg.inverseOETF(SignalLevel(signal)).value }
      let scene = SIMD3(scene(signal.x), scene(signal.y), scene(signal.z))
      let luminance = 0.2627 * scene.x + 0.6780 * scene.y + 0.0593 * scene.z
      // In darker light, which has no code, the factor stays the same: it would be infinite at 0.
      guard luminance == 0 || luminance > 1e-9 else { continue }
      let light = luminance == 0 ? .zero : scene * (1000 * Double.pow(luminance, gamma - 1))
      Self.expect(there(signal), light, within: 1e-9, "signal \(signal)")
      Self.expect(back(light), signal, within: 1e-9, "light \(light)")
    }
  }

  @Test("HLG: function and operations agree at black and next to it", arguments: [0.9, 1, 1.2])
  func hlgAtBlack(gamma: Double) {
    let hlg = HybridLogGamma(luminance: .nits(0...1000), gamma: gamma)
    let (there, back) = (
      hlg.displayLightFromSignal(upTo: 1.09, toBT2020: .identity), hlg.signalFromDisplayLight(fromBT2020: .identity)
    )
    #expect(there(.zero) == .zero && back(.zero) == .zero)
    for signal in [SIMD3(0, 0, 0), SIMD3(1e-7, 0, 0), SIMD3(0, 1e-6, 1e-5), SIMD3(1e-4, 0, 1e-4)] {
      let light = hlg.eotf(Signal(signal)).components
      Self.expect(there(signal), light, within: 1e-15, "signal \(signal)")
      Self.expect(
        back(light), hlg.inverseEOTF(Light(light)).components, within: 1e-15, "light \(light)")
    }
  }

  @Test("ICtCp as a coding: the equations of H.273, in both directions", arguments: [TransferCharacteristics.pq, .hlg])
  func ictcpCoding(transfer: TransferCharacteristics) throws {
    let coding = try SignalEncoding(.iCtCp, transfer: transfer)
    let curve = transfer.curve.relative
    func light(_ signal: Double) -> Double { curve.light(of: SignalLevel(signal)).value }
    func each(_ v: SIMD3<Double>, _ f: (Double) -> Double) -> SIMD3<Double> { SIMD3(f(v.x), f(v.y), f(v.z)) }
    func sum(_ a: Double, _ b: Double, _ c: Double, of v: SIMD3<Double>) -> Double {
      (a * v.x + b * v.y + c * v.z) / 4096
    }
    for color in Self.colors {
      let signal = color / 1000
      let rgb = each(signal, light)
      let lms = SIMD3(
        sum(1688, 2146, 262, of: rgb), sum(683, 2951, 462, of: rgb), sum(99, 309, 3688, of: rgb))
      let cones = each(lms) { curve.signal(of: RelativeLevel($0)).value }
      let (ct, cp) =
        transfer == .pq
        ? (sum(6610, -13613, 7003, of: cones), sum(17933, -17390, -543, of: cones))
        : (sum(3625, -7465, 3840, of: cones), sum(9500, -9212, -288, of: cones))
      let coded = SIMD3((cones.x + cones.y) / 2, ct, cp)
      Self.expect(
        coding.encoding(workingUnit: .nits(1000))(signal), coded, within: 1e-12, "\(signal)")
      // Light, because near 0 the curve of PQ multiplies a rounding of it by a million and more; bright cones cancel in dark components.
      Self.expect(
        each(coding.decoding(coded), light), rgb, within: 1e-12 * rgb.max() + 1e-15,
        "\(coded)")
    }
  }

  @Test("constant luminance: the equations of H.273, in both directions")
  func constantLuminance() throws {
    let coding = try SignalEncoding(.chromaticityCL, primaries: .bt2020, transfer: .bt2020_12)
    let (curve, weights) = (TransferCharacteristics.bt2020_12.curve.relative, LumaCoefficients(.bt2020))
    func light(_ signal: Double) -> Double { curve.light(of: SignalLevel(signal)).value }
    func code(_ light: Double) -> Double { curve.signal(of: RelativeLevel(light)).value }
    for color in Self.colors {
      let signal = color / 1000
      let y = code(weights.red * light(signal.x) + weights.green * light(signal.y) + weights.blue * light(signal.z))
      func difference(_ part: Double, _ weight: Double) -> Double {
        (part - y) / 2 / (part < y ? code(1 - weight) : 1 - code(weight))
      }
      let coded = SIMD3(y, difference(signal.z, weights.blue), difference(signal.x, weights.red))
      Self.expect(
        coding.encoding(workingUnit: .nits(1000))(signal), coded, within: 1e-12, "\(signal)")
      Self.expect(coding.decoding(coded), signal, within: 1e-12, "\(coded)")
    }
  }

  @Test("ICtCp: a curve on intensity, with Ct and Cp scaled along, by the equations of BT.2408-8, Annex 5")
  func intensity() throws {
    let curve = try ToneOperator.bt2390.curve(from: .nits(0...1000), to: .nits(0...203))
    let pq = PerceptualQuantizer()
    for color in Self.colors {
      var ictcp = ICtCp(bt2020: Light(color))
      let before = ictcp.i.value
      ictcp.i = pq.inverseEOTF(curve(pq.eotf(SignalLevel(before))))
      let part = min(before / ictcp.i.value, ictcp.i.value / before)
      (ictcp.ct, ictcp.cp) = (SignalLevel(ictcp.ct.value * part), SignalLevel(ictcp.cp.value * part))
      Self.expect(
        ToneVariant.ictcp.operations(curve)(color), ictcp.bt2020.components, within: 1e-6, "\(color)")
    }
  }

  @Test("BT.2446 method A: the report's equations, clause 4")
  func methodA() throws {
    let map = BT2446A(from: .nits(0...1000), to: .nits(0...203))
    for color in Self.colors {
      let coded = (color / 1000).raised(to: 1 / 2.4)
      let hdr = 0.2627 * coded.x + 0.6780 * coded.y + 0.0593 * coded.z
      let sdr = map.luma(hdr)
      let scale = hdr > 0 ? sdr / (1.1 * hdr) : 0
      let (cb, cr) = (scale * (coded.z - hdr) / 1.8814, scale * (coded.x - hdr) / 1.4746)
      let y = sdr - max(0.1 * cr, 0)
      let (r, b) = (y + 1.4746 * cr, y + 1.8814 * cb)
      let g = (y - 0.2627 * r - 0.0593 * b) / 0.6780
      Self.expect(
        map.operations(color), SIMD3(r, g, b).raised(to: 2.4) * 203, within: 1e-7, "\(color)")
    }
  }

  @Test("BT.2446 method A, inverse: the report's equations, clause 4")
  func methodAInverse() throws {
    let map = BT2446AInverseToneMap(from: .nits(0...203), to: .nits(0...1000))
    for color in Self.colors.map({ $0 * 0.203 }) {
      let coded = (color / 203).raised(to: 1 / 2.4)
      let sdr = 0.2627 * coded.x + 0.6780 * coded.y + 0.0593 * coded.z
      let hdr = map.lumaThousandths(sdr)
      let scale = sdr > 0 ? 1.075 * hdr / sdr : 1
      let (cb, cr) = (scale * (coded.z - sdr) / 1.8814, scale * (coded.x - sdr) / 1.4746)
      let rgb = SIMD3(hdr + 1.4746 * cr, hdr - 0.16455 * cb - 0.57135 * cr, hdr + 1.8814 * cb) / 1000
      let within = rgb.clamped(lowerBound: .zero, upperBound: SIMD3(1, 1, 1))
      Self.expect(map.operations(color), within.raised(to: 2.4) * 1000, within: 1e-6, "\(color)")
    }
  }

  @Test("every operator and variant keeps a neutral exactly neutral", arguments: ToneOperator.all)
  func neutrals(tone: ToneOperator) throws {
    let bezier = try BezierCurve(knee: (0.1, 0.2), anchors: [0.3, 0.5, 0.8])
    for (source, target) in [(0.0...1000, 0.0...203), (0.005...4000, 0.1...203)] {
      let stated: ToneOperator =
        switch tone {
        case .st2094_40: .st2094_40(HDR10PlusCurve(bezier: bezier))
        case .st2094_50: .st2094_50(try HeadroomAdaptiveToneMap(baselineHeadroom: 2.3))
        default: tone
        }
      let curve = try stated.curve(from: .nits(source), to: .nits(target))
      let map = curve as? any ColorToneMap
      for operations in map.map({ [$0.operations] }) ?? ToneVariant.allCases.map({ $0.operations(curve) }) {
        for nits in [0, 0.001, 0.005, 1, 203, 999, 4000] {
          let found = operations(SIMD3(repeating: nits))
          #expect(found.x == found.y && found.y == found.z, "\(nits) cd/m² became \(found)")
          let expected = curve(.nits(nits)).nits
          #expect(abs(found.x - expected) <= 2e-6 + 1e-9 * expected, "\(nits) cd/m² became \(found.x), not \(expected)")
        }
      }
    }
  }
}

extension SIMD3<Double> {
  /// Each component to a power; below 0 the mirror image.
  fileprivate func raised(to power: Double) -> SIMD3<Double> {
    func one(_ x: Double) -> Double { x < 0 ? -Double.pow(-x, power) : Double.pow(x, power) }
    return SIMD3(one(x), one(y), one(z))
  }
}
