import ToneMapping
import Testing
import ToneKernels

/// Plans keep the peak that they promise, and a meter counts no light above it.
@Suite struct LightLimitTests {
  private static let source = Source.hdr10(
    mastering: nil, contentLight: ContentLightLevel(maxCLL: 4000, maxFALL: 300))

  private static func plan(
    _ tone: ToneOperator = .spline, _ gamut: GamutOperator = .perceptual, _ variant: ToneVariant? = nil,
    primaries: ColorPrimaries = .bt2020
  ) throws -> ConversionPlan {
    try ConversionPlan(
      from: source, to: Display(primaries, transfer: .pq, bitDepth: 10, luminance: .nits(0...600)),
      tone: tone.definesColor ? tone : tone.applied(by: variant), gamut: gamut)
  }

  /// Every operator, map and variant, at every color of a lattice and above the source's peak.
  @Test(arguments: ToneOperator.all.filter { $0 != .identity && !$0.followsMetadata }, GamutOperator.all)
  func nothingPassesThePeak(tone: ToneOperator, gamut: GamutOperator) throws {
    let peak = PerceptualQuantizer().inverseEOTF(.nits(600)).value
    for variant in ToneVariant.allCases {
      for primaries in [ColorPrimaries.bt2020, .smpte432] {
        let plan = try Self.plan(tone, gamut, variant, primaries: primaries)
        #expect(plan.keepsToPeak)
        var maximum = 0.0
        for index in 0..<9 * 9 * 9 {
          let signal = Signal(SIMD3(Double(index % 9) / 8, Double(index / 9 % 9) / 8, Double(index / 81) / 8))
          maximum = max(maximum, plan(signal).components.max())
        }
        // A millionth of the signal is a hundredth of a 16-bit code: rounding of the curves and of the map.
        #expect(maximum <= peak + 1e-6, "\(variant) \(primaries)")
      }
    }
  }

  @Test func whatNoStageLimitsIsNotPromised() throws {
    #expect(try !Self.plan(.identity).keepsToPeak, "the signal is kept")
    let sdr = try ConversionPlan(
      from: Source(color: ColorDescription(primaries: .bt709, transfer: .bt709)), to: .hdr10, reading: .yuv420p10)
    #expect(!sdr.keepsToPeak)
  }

  /// Alternating white and red: chroma averaged over them raises the R′ that is written.
  @Test func overshootOfChromaDoesNotCount() throws {
    let (width, height) = (66, 34)
    let writing = try ConversionPlan(
      from: Self.source, to: Display(.bt2020, transfer: .pq, bitDepth: 10, luminance: .nits(0...600)),
      reading: .yuv444p10, writing: .yuv420p10)
    #expect(writing.keepsToPeak)
    var input = try Frame(.yuv444p10, width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let isWhite = (x + y) % 2 == 0
        for (component, code) in [isWhite ? 940 : 500, isWhite ? 512 : 420, isWhite ? 512 : 800].enumerated() {
          try input.setCode(code, component: component, x: x, y: y)
        }
      }
    }
    var output = try writing.makeFrame(width: width, height: height)
    try writing.convert(input, into: &output)
    let passing = try ConversionPlan(
      from: Source(color: writing.targetTags), to: Display(.bt2020, transfer: .pq), reading: .yuv420p10,
      writing: .yuv420p10
    )
    let free = try LightMeter(ofFramesBy: passing, width: width, height: height, threads: 1, kernels: .best)
    let limited = try LightMeter(ofFramesBy: writing, width: width, height: height, threads: 1, kernels: .best)
    free.count(output)
    limited.count(output)
    #expect(free.maximum.nits > 620, "the picture proves nothing where nothing overshoots: \(free.maximum)")
    #expect(
      limited.maximum.nits == 600 && limited.contentLight.maxCLL == 600)
    #expect(limited.maximumAverage < free.maximumAverage && limited.maximumAverage.nits > 0)
  }
}
