import RealModule
import Testing
import ToneMapping

/// What exposure, contrast and saturation do to light, against their equations and those of the standards, written here a second time.
@Suite struct LookLightTests {
  // MARK: Equations

  /// The EOTF of PQ (BT.2100-3, Table 4) and its inverse.
  private static let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
  private static let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)

  static func nits(ofPQ signal: Double) -> Double {
    let root = Double.pow(signal, 1 / m2)
    return 10_000 * Double.pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
  }

  static func pq(_ nits: Double) -> Double {
    let power = Double.pow(nits / 10_000, m1)
    return Double.pow((c1 + c2 * power) / (1 + c3 * power), m2)
  }

  static func pq(_ light: SIMD3<Double>) -> Signal { Signal(SIMD3(pq(light.x), pq(light.y), pq(light.z))) }

  /// The luminance of BT.2020 light (BT.2100-3, Table 5).
  static func luminance(_ light: SIMD3<Double>) -> Double { 0.2627 * light.x + 0.6780 * light.y + 0.0593 * light.z }

  /// A look by its equations.
  static func looked(_ light: SIMD3<Double>, _ look: Look, gray: Double = 26) -> SIMD3<Double> {
    let y = luminance(light)
    var result = SIMD3(repeating: y) + look.saturation * (light - y)
    if look.saturation > 1 { result.replace(with: 0, where: result .< 0) }
    result *= Double.exp2(look.exposure.value)
    let shown = luminance(result)
    return shown > 0 ? result * Double.pow(shown / gray, look.contrast - 1) : result
  }

  /// A plan from PQ to PQ, for a display that shows all of it: no tone curve, no gamut map.
  private func plan(_ look: Look, white: Luminance = .referenceWhite) throws -> ConversionPlan {
    var display = Display.hdr10
    display.luminance = .nits(0...10_000)
    return try ConversionPlan(
      from: .hdr10(), to: display,
      options: PlanOptions(sourcePeak: .nits(1000), referenceWhite: white, look: look), reading: .yuv444p10)
  }

  private static let lights: [SIMD3<Double>] = [
    [0.01, 0.01, 0.01], [26, 26, 26], [203, 203, 203], [100, 50, 20], [3, 40, 8], [5, 2, 300], [600, 580, 40],
    [0.3, 0.1, 0.2], [900, 100, 90],
  ]

  // MARK: Each part

  @Test(arguments: [
    Look(exposure: 1), Look(exposure: -2.5), Look(contrast: 1.3), Look(contrast: 0.7), Look(saturation: 0.4),
    Look(saturation: 1.4), Look(saturation: 3), Look(exposure: 0.5, contrast: 1.2, saturation: 1.5),
    Look(exposure: -1, contrast: 0.8, saturation: 0.5),
  ]) func lightIsThatOfTheEquations(look: Look) throws {
    let plan = try plan(look)
    for light in Self.lights {
      let expected = Self.looked(light, look)
      let found = plan(Self.pq(light)).components
      for i in 0..<3 {
        // Beyond PQ there is no signal. Exactness is that of PQ in `Double`, which has a steep foot.
        #expect(abs(found[i] - Self.pq(min(expected[i], 10_000))) < 1e-7, "\(look) of \(light)")
      }
    }
  }

  /// One stop is a doubling, from SDR to PQ as well: 203 cd/m² · V^2.4 (BT.1886), times 2.
  @Test(arguments: [0.1, 0.3, 0.5, 0.75, 1]) func aStopDoublesSDR(signal: Double) throws {
    let plan = try ConversionPlan(from: .sdr, to: .hdr10, options: PlanOptions(look: Look(exposure: 1)))
    let expected = Self.pq(2 * 203 * Double.pow(signal, 2.4))
    #expect(abs(plan(Signal(neutral: SignalLevel(signal))).components.x - expected) < 1e-9)
    #expect(plan.targetLuminance == .nits(0...406))
  }

  /// From HLG to HLG (BT.2100-3, Table 5): the signal of half the light, on a display of 1000 cd/m² with a gamma of 1.2.
  @Test func aStopLessHalvesHLG() throws {
    let plan = try ConversionPlan(from: .hlg(), to: .hlg, options: PlanOptions(look: Look(exposure: -1)))
    for signal in [0.1, 0.3, 0.5] {
      // Up to 0.5 the OETF is √(3 E), and the light 1000 E^1.2.
      let scene = signal * signal / 3 * Double.pow(0.5, 1 / 1.2)
      #expect(abs(plan(Signal(neutral: SignalLevel(signal))).components.y - Double.sqrt(3 * scene)) < 1e-9)
    }
  }

  @Test func contrastKeepsGray() throws {
    for contrast in [0.5, 0.8, 1.25, 2] {
      let look = Look(contrast: contrast)
      let gray = Self.pq(26)
      #expect(abs(try plan(look)(Signal(neutral: SignalLevel(gray))).components.x - gray) < 1e-12)
      // In SDR, gray is the same share of white, whatever white is: 26 of 203 cd/m², 12.8 of 100.
      for white in [203.0, 100] {
        let signal = Double.pow(26.0 / 203, 1 / 2.4)
        let options = PlanOptions(referenceWhite: .nits(white), look: look)
        let shown = try ConversionPlan(from: .sdr, to: .hdr10, options: options)(Signal(neutral: SignalLevel(signal)))
        #expect(abs(Self.nits(ofPQ: shown.components.x) - white * 26 / 203) < 1e-6)
      }
    }
  }

  @Test func noSaturationIsGray() throws {
    let plans = [
      try plan(Look(saturation: 0)),
      try ConversionPlan(from: .hdr10(), to: .sdr, options: PlanOptions(look: Look(saturation: 0))),
      try ConversionPlan(from: .sdr, to: .sdr, options: PlanOptions(look: Look(saturation: 0))),
      try ConversionPlan(from: .hlg(), to: .hlg, options: PlanOptions(look: Look(contrast: 1.2, saturation: 0))),
    ]
    for plan in plans {
      for color in [Signal(0.7, 0.2, 0.1), Signal(0.1, 0.5, 0.2), Signal(0, 0, 0.6), Signal(1, 1, 0)] {
        let shown = plan(color).components
        #expect(shown.x == shown.y && shown.y == shown.z && shown.x > 0, "\(shown)")
      }
    }
  }

  /// What saturation takes out of BT.2020 comes back to its border, and other colors keep their luminance.
  @Test func saturationKeepsLuminance() throws {
    let plan = try plan(Look(saturation: 1.5))
    for light in Self.lights {
      let shown = plan(Self.pq(light)).components
      let after = SIMD3(Self.nits(ofPQ: shown.x), Self.nits(ofPQ: shown.y), Self.nits(ofPQ: shown.z))
      guard after.min() > 1e-3 else { continue }
      #expect(abs(Self.luminance(after) / Self.luminance(light) - 1) < 1e-5, "\(light)")
    }
  }

  // MARK: Monotony

  @Test(arguments: [
    Look(exposure: 2), Look(exposure: -2), Look(contrast: 1.6), Look(contrast: 0.6), Look(saturation: 2),
    Look(exposure: 1, contrast: 1.4, saturation: 1.3),
  ]) func brighterStaysBrighter(look: Look) throws {
    for (source, display) in [
      (Source.hdr10(), Display.sdr), (.hlg(), .sdr), (.sdr, .sdr), (.sdr, .hlg), (.hlg(), .hlg),
    ] {
      let plan = try ConversionPlan(from: source, to: display, options: PlanOptions(look: look))
      #expect(plan(Signal(0, 0, 0)).components == .zero)
      var last = 0.0
      for step in 1...400 {
        let signal = Double(step) / 400
        let shown = plan(Signal(neutral: SignalLevel(signal))).components.x
        // Above the peak, light is flat but for the last bits of its factor.
        #expect(shown >= last - 1e-12 && shown <= 1 + 1e-9, "\(look), \(source.color) at \(signal)")
        last = shown
      }
      #expect(last > 0.2)
    }
  }

  @Test func moreIsMore() throws {
    func gray(_ look: Look) throws -> Double {
      let plan = try ConversionPlan(
        from: .hdr10(), to: .sdr, options: PlanOptions(sourcePeak: .nits(1000), look: look))
      let signal = Self.pq(26)
      return plan(Signal(neutral: SignalLevel(signal))).components.x
    }
    let exposures = try [-3, -1, -0.1, 0, 0.1, 1, 3].map { try gray(Look(exposure: $0)) }
    #expect(zip(exposures, exposures.dropFirst()).allSatisfy { $0 < $1 }, "\(exposures)")
  }
}
