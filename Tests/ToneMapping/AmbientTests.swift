import RealModule
import Testing
import ToneMapping

/// `amve`: the viewing light that a picture was made for.
@Suite struct AmbientTests {
  private let office: AmbientViewingEnvironment
  private let gray = Signal(0.5, 0.5, 0.5)

  init() throws { office = try AmbientViewingEnvironment(.lux(314), lightChromaticity: .d65) }

  private func output(ambient: AmbientViewingEnvironment?, seenIn surround: Surround) throws -> Double {
    var display = Display.sdr
    display.surround = surround
    return try ConversionPlan(from: .hlg(ambient: ambient), to: display)(gray).components.x
  }

  @Test func aClipMadeForAnOfficeIsNotBrightenedTwiceThere() throws {
    let asMade = try output(ambient: office, seenIn: .asAuthored)
    let there = try output(ambient: office, seenIn: .lux(314))
    #expect(abs(there - asMade) < 1e-12)
  }

  @Test func droppingAmveMakesItBrighterInTheOffice() throws {
    // The error that TN3145 warns of: 0.98^log2(100 / 5) lowers the system gamma of a picture whose gamma was already lowered.
    let kept = try output(ambient: office, seenIn: .office)
    let dropped = try output(ambient: nil, seenIn: .office)
    #expect(dropped > kept + 1.0 / 255)
  }

  /// A phone's clip in the room that it was made for, with its `amve` and without: codes of PQ from the report's equations.
  @Test(arguments: [0.25, 0.38, 0.5, 0.75]) func droppingAmveIsTheFactorOfTheReport(signal: Double) throws {
    func code(_ ambient: AmbientViewingEnvironment?) throws -> Double {
      var display = Display.hdr10
      display.surround = .lux(314)
      let plan = try ConversionPlan(from: .hlg(ambient: ambient), to: display)
      return plan.targetLumaCode(ofSignal: plan(Signal(neutral: SignalLevel(signal)))[0]).value
    }
    // BT.2390-11, clause 6.2: 314 lux are 100 cd/m² on a white wall; the reference is 5 cd/m².
    let factor = Double.pow(0.98, Double.log2(314 / Double.pi / 5))
    // BT.2100-3, Table 5.
    let scene =
      signal <= 0.5 ? signal * signal / 3 : (Double.exp((signal - 0.559_910_73) / 0.178_832_77) + 0.284_668_92) / 12
    func expected(_ gamma: Double) -> Double {
      let power = Double.pow(Double.pow(scene, gamma) / 10, 0.159_301_757_812_5)
      return 64 + 876 * Double.pow((0.835_937_5 + 18.851_562_5 * power) / (1 + 18.687_5 * power), 78.843_75)
    }
    let (kept, dropped) = try (code(office), code(nil))
    #expect(abs(kept - expected(1.2)) < 0.01, "\(kept) for \(expected(1.2))")
    #expect(abs(dropped - expected(1.2 * factor)) < 0.01, "\(dropped) for \(expected(1.2 * factor))")
    #expect(dropped > kept + 3)
  }

  @Test func aDarkRoomGivesItsContrastBack() throws {
    let dark = try output(ambient: office, seenIn: .reference)
    let asMade = try output(ambient: office, seenIn: .asAuthored)
    #expect(dark < asMade - 1.0 / 255)
  }

  @Test func theGammaIsThatOfTheReport() throws {
    // F vector: a surround of 100 cd/m² at a 1000 cd/m² peak, 1.2 · 0.98^log2(20).
    var display = Display.hdr10
    display.surround = .luminance(.nits(100))
    let out = try ConversionPlan(from: .hlg(), to: display)(gray)[0]
    let scene = HybridLogGamma(luminance: .nits(0...1000)).inverseOETF(0.5).value
    let expected = 1000 * Double.pow(scene, 1.099_7)
    // 1.0997 is the published value to four decimals: an error of 5e-5 · ln(12) in light, plus a margin.
    #expect(abs(PerceptualQuantizer().eotf(out).nits / expected - 1) < 2e-4)
  }

  @Test(arguments: [0.0, -1, 20_000, .nan])
  func aSurroundThatIsNoLuminanceIsRefused(nits: Double) {
    var display = Display.sdr
    display.surround = .luminance(.nits(nits))
    #expect(throws: PlanError.self) { try ConversionPlan(from: .hlg(), to: display) }
  }
}
