import RealModule
import Testing
import ToneMapping

/// `amve`: the viewing light that a picture was made for.
@Suite struct AmbientTests {
  private let office: AmbientViewingEnvironment
  private let gray = Signal(0.5, 0.5, 0.5)

  init() throws { office = try AmbientViewingEnvironment(.lux(314), light: .d65) }

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

  @Test func aDarkRoomGivesItsContrastBack() throws {
    let dark = try output(ambient: office, seenIn: .dark)
    let asMade = try output(ambient: office, seenIn: .asAuthored)
    #expect(dark < asMade - 1.0 / 255)
  }

  @Test func theGammaIsThatOfTheReport() throws {
    // F vector: a surround of 100 cd/m² at a 1000 cd/m² peak, 1.2 · 0.98^log2(20).
    var display = Display.hdr10
    display.surround = .luminance(.nits(100))
    let out = try ConversionPlan(from: .hlg(), to: display)(gray).components.x
    let scene = HybridLogGamma(range: .nits(0...1000)).inverseOETF(0.5)
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
