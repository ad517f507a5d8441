import Foundation
import Testing
import ToneMapping

/// Light above half of the display's peak rolls off in a hyperbola that ends at the peak.
struct Shoulder: ToneCurve {
  let source, target: LuminanceRange
  private var knee: Double { target.peak.nits / 2 }
  func callAsFunction(_ light: Luminance) -> Luminance {
    guard light.nits > knee else { return light }
    let (rise, room) = (source.peak.nits - knee, target.peak.nits - knee)
    let t = min((light.nits - knee) / rise, 1)
    let slope = rise / room
    return .nits(knee + room * t * slope / (1 + t * (slope - 1)))
  }
  var breakpoints: [Luminance] { [.nits(knee), source.peak] }
}

/// Colors of a smaller gamut by clipping, and a little grayer.
struct Faded: GamutMap {
  let clip: GamutClip
  func callAsFunction(_ light: Light) -> Light {
    let shown = clip(light).components
    return Light(0.9 * shown + 0.1 * (RGBPrimaries.bt709.luminanceWeights * shown).sum())
  }
}

/// A curve and a map of a client's own, as the pages and the package in `Examples` have them.
@Suite struct OperatorExamples {
  @Test func aCurveOfYourOwn() throws {
    let shoulder = ToneOperator.custom("shoulder") { Shoulder(source: $0, target: $1) }
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr, tone: shoulder)
    print(ColorProgram(plan))  // … frames: vectorized, each curve with its error as a share of what is allowed

    let text = "\(plan)"
    #expect(text.contains("shoulder, applied to brightness"))
    #expect(plan.isVectorized && text.contains("% "))
    // Light up to the knee is as it was: 100 cd/m² of 203 by BT.1886.
    let gray = PerceptualQuantizer().inverseEOTF(.nits(100))
    #expect(abs(plan(Signal(gray, gray, gray)).components.x - pow(100.0 / 203, 1 / 2.4)) < 1e-9)
  }

  @Test func aMapOfYourOwn() throws {
    let faded = GamutOperator.custom("faded") { Faded(clip: GamutClip(from: $0, to: $1, peak: $2)) }
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr, gamut: faded)
    print(plan.approximation!)  // the gamut map faded approximated by a lattice of 65×65×65 samples, off by at most …

    #expect(
      "\(ColorProgram(plan))".contains(
        "the gamut map faded approximated by a lattice of 65×65×65 samples, off by at most"))
  }

  /// The package in `Examples` has the lines that are compiled and run here.
  @Test func thePackageHasTheseLines() throws {
    func lines(_ path: String) throws -> [String] {
      let file = URL(filePath: #filePath).appending(path: path).standardized
      return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && $0 != "import ToneMapping" }
    }
    let here = try lines("")
    for name in ["Shoulder", "main"] {
      let shown = try lines("../../../Examples/tone-curve/Sources/tone-curve/\(name).swift")
      #expect(shown.count >= 3 && here.contains(shown), "\(name)")
    }
  }
}
