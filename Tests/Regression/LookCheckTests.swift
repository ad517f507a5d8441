import Testing
import Exactness
import ToneKernels
import ToneMapping

/// The lanes against the reference, for plans with a look.
@Suite struct LookCheckTests {
  static let looks: [Look] = [
    Look(exposure: 1), Look(exposure: -3), Look(exposure: 6), Look(contrast: 1.2), Look(contrast: 0.7),
    Look(contrast: 2), Look(contrast: 0.5), Look(saturation: 0), Look(saturation: 1.3), Look(saturation: 4),
    Look(exposure: 0.5, contrast: 1.1, saturation: 1.2), Look(exposure: 3, contrast: 0.5, saturation: 2),
    Look(exposure: 2, contrast: 2, saturation: 0.5),
  ]

  static let ways: [(name: String, Source, Display)] = [
    ("PQ to SDR", .hdr10(), .sdr), ("HLG to SDR", .hlg(), .sdr), ("SDR to SDR", .sdr, .sdr),
    ("PQ to PQ", .hdr10(), .hdr10), ("SDR to PQ", .sdr, .hdr10), ("HLG to HLG", .hlg(), .hlg),
    ("PQ to HLG", .hdr10(), .hlg), ("S-Log3 to SDR", .log(.sLog3), .sdr),
  ]

  /// The most colors of a sample of 8192 beyond the bound. At each, a component is 0, or a small difference that a matrix leaves, beside a component
  /// near the peak, and 24 bits leave a rounding of the largest there, as docs/conformity.md says of `clip`. These numbers may only fall.
  static let known = ["HLG to HLG": 7, "PQ to PQ": 1, "PQ to HLG": 2]
  /// The same with the default curve, which is brighter, so that more colors reach the peak.
  static let knownOfDefault = ["SDR to SDR": 1, "HLG to SDR": 1, "HLG to HLG": 12, "PQ to PQ": 1, "PQ to HLG": 2]

  @Test(arguments: ways.indices, [ToneOperator.spline(kneeAdaptation: 0.4), .spline])
  func aSampleIsWithinTheBound(index: Int, tone: ToneOperator) throws {
    let known = tone == .spline ? Self.knownOfDefault : Self.known
    let (name, source, display) = Self.ways[index]
    let kernels = try #require(KernelSet.named(InstructionSet.available.last!))
    for look in Self.looks {
      let peak: Luminance? = source.color.transfer == .pq ? .nits(1000) : nil
      let plan = try ConversionPlan(
        from: source, to: display, tone: tone, options: PlanOptions(sourcePeak: peak, look: look), reading: .yuv444p10)
      #expect(plan.isVectorized, "\(name), \(look): \(plan.findings)")
      guard plan.isVectorized else { continue }
      let errors = try SIMDCheck(plan, over: .sample(1 << 13, seed: 1), on: kernels).run(threads: 2)
      #expect(errors.beyond <= known[name] ?? 0, "\(name), \(look): \(errors.worst.prefix(3))")
      // This test can fail: no lanes are exact.
      #expect(errors.maximum > 1e-5)
      print("\(name), \(look): \(errors.beyond) beyond, the maximum \(errors.maximum)")
    }
  }

  /// Plans that serve one scene, with each way to apply a curve.
  @Test(arguments: ToneVariant.allCases) func aSceneIsWithinTheBound(variant: ToneVariant) throws {
    for look in [Look(exposure: 1), Look(contrast: 1.3), Look(exposure: -1, contrast: 0.8, saturation: 1.2)] {
      let options = PlanOptions(
        sourcePeak: .nits(1000), scenePeak: .nits(800), sceneAverage: .nits(20), look: look,
        compilesQuickly: true)
      let plan = try ConversionPlan(
        from: .hdr10(), to: .sdr, tone: .spline.applied(by: variant), options: options,
        reading: .yuv444p10)
      let errors = try SIMDCheck(plan, over: .sample(1 << 12, seed: 3), on: .best).run(threads: 2)
      #expect(errors.beyond == 0 && errors.maximum > 1e-5, "\(look): \(errors.worst.prefix(3))")
    }
  }

  /// A frame without saturation has the codes of gray for chroma, to the last bit, because nothing is added to 128 before it is rounded.
  @Test func noSaturationHasNoChroma() throws {
    let options = PlanOptions(sourcePeak: .nits(1000), look: Look(saturation: 0), dither: .none)
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr, options: options, reading: .yuv444p10)
    let errors = try SIMDCheck(plan, over: .sample(1 << 12, seed: 5), on: .best).run(threads: 2)
    #expect(errors.worst.allSatisfy { abs($0.lanes.y - 128) < 0.01 && abs($0.lanes.z - 128) < 0.01 })
  }
}
