import Testing
import ToneMapping

/// Sources in the log of a camera, for which H.273 has no number.
@Suite struct LogSourceTests {
  private func plan(
    _ source: Source, to display: Display = .sdr, options: PlanOptions = PlanOptions()
  ) throws -> ConversionPlan {
    try ConversionPlan(from: source, to: display, options: options)
  }

  /// The light of a gray of this signal; a display of PQ up to the source's peak shows it unchanged.
  private func light(of signal: Double, in plan: ConversionPlan) -> Double {
    PerceptualQuantizer().eotf(plan(Signal(neutral: SignalLevel(signal)))[1]).nits
  }

  /// BT.2408-8, Table 1, whatever the log and the range.
  @Test(arguments: CameraLog.allCases, QuantizationRange.allCases)
  func graysAreWhereHLGHasThem(log: CameraLog, range: QuantizationRange) throws {
    var source = Source.log(log)
    source.color.range = range
    let plan = try plan(source, to: .hdr10)
    for (reflectance, nits) in [(0.18, 26.0), (0.9, 179), (1, 203)] {
      let (scale, offset) = log.curve.argument(range: range)
      let signal = (log.curve.oetf(SceneLevel(reflectance)).value - offset) / scale
      #expect(abs(light(of: signal, in: plan) - nits) <= 0.5, "\(log), \(range) range: \(reflectance)")
    }
    let black =
      (log.curve.oetf(0).value - log.curve.argument(range: range).offset) / log.curve.argument(range: range).scale
    #expect(light(of: black, in: plan) < 1e-4)
  }

  @Test(arguments: CameraLog.allCases)
  func theGamutIsTheMakers(log: CameraLog) throws {
    let plan = try plan(.log(log))
    #expect(plan.sourceGamut == log.gamuts[0] && plan.sourceTransfer == log.curve)
    #expect(plan.sourceTags.transfer == nil && plan.sourceTags.primaries == log.gamuts[0].codePoint)
    let isAssumed = plan.assumptions.contains { $0.code == "missing-primaries" }
    #expect(isAssumed == (log.gamuts.count > 1), "a choice between gamuts is reported, and only that")
    for gamut in log.gamuts { #expect(try self.plan(.log(log, in: gamut)).sourceGamut == gamut) }
  }

  /// The most that each curve can carry is 4007, 5099, 16 263 cd/m² and more.
  @Test(arguments: [
    (CameraLog.appleLog, 4008.0), (.canonLog3, 5099), (.sLog3, 10_000), (.logC4, 10_000),
  ])
  func thePeakIsWhatTheCurveCarries(log: CameraLog, peak: Double) throws {
    let assumed = try plan(.log(log))
    #expect(assumed.sourceLuminance?.peak == .nits(peak))
    #expect(assumed.assumptions.contains { $0.code == "source-peak" })
    let told = try plan(.log(log), options: PlanOptions(sourcePeak: .nits(1000)))
    #expect(told.sourceLuminance?.peak == .nits(1000))
    #expect(!told.assumptions.contains { $0.code == "source-peak" })
  }

  @Test func allThatIsAssumedCanBeSaid() throws {
    let options = PlanOptions(sourcePeak: .nits(4000), strict: true)
    #expect(try plan(.log(.sLog3, in: .sGamut3), options: options).assumptions.isEmpty)
    #expect(throws: PlanError.self) { try plan(.log(.sLog3), options: options) }
  }

  /// The same scene as HLG and as a log gives the same light, in and outside the reference surround.
  @Test(arguments: [Surround.asAuthored, .office])
  func aLogIsShownLikeHLG(surround: Surround) throws {
    var display = Display.hdr10
    (display.surround, display.luminance) = (surround, .nits(0...10_000))
    let hlg = try ConversionPlan(from: .hlg(), to: display, tone: .identity)
    let log = try ConversionPlan(from: .log(.appleLog), to: display, tone: .identity)
    for color in [SIMD3(0.2, 0.5, 0.75), SIMD3(0.75, 0.1, 0.02), SIMD3(0.9, 0.9, 0.9)] {
      func coded(_ hlg: SignalLevel) -> SignalLevel {
        let scene = HybridLogGamma.reference.inverseOETF(hlg).value
        return CameraLog.appleLog.curve.oetf(SceneLevel(scene / CameraLog.hlgSceneLightOfWhite.value))
      }
      let signal = Signal(color)
      let (a, b) = (hlg(signal), log(Signal(coded(signal[0]), coded(signal[1]), coded(signal[2]))))
      for i in 0..<3 { #expect(abs(a.components[i] - b.components[i]) < 1e-9, "\(color): \(a), \(b)") }
    }
  }

  @Test func whatContradictsItselfIsRefused() {
    let bad: [(Source, String)] = [
      (Source(color: ColorDescription(transfer: .pq), log: .sLog3), "transfer is Sony S-Log3, but its tags say"),
      (Source(color: ColorDescription(primaries: .bt709, transfer: .pq), gamut: .sGamut3), "but its tags say"),
      (Source(color: ColorDescription(matrix: .iCtCp), log: .logC4), "for which it is not defined"),
      (Source(color: ColorDescription(matrix: .bt2020CL), log: .logC4), "for which it is not defined"),
      (Source(color: ColorDescription(transfer: .pq, matrix: .iCtCp), gamut: .sGamut3), "BT.2020 only"),
    ]
    for (source, words) in bad {
      #expect { try plan(source) } throws: { "\($0)".contains(words) }
    }
  }

  @Test func chromaticitiesThatAreNoneAreRefused() {
    let d65 = Chromaticity.d65
    let points = [Chromaticity(0.7, 0.3), Chromaticity(0.2, 0.7), Chromaticity(0.15, 0.05)]
    let bad = [
      RGBPrimaries(red: d65, green: d65, blue: d65, white: d65),
      RGBPrimaries(red: points[0], green: points[1], blue: points[2], white: Chromaticity(0.7, 0.7)),
      RGBPrimaries(red: points[0], green: points[1], blue: points[2], white: Chromaticity(0.3, 0)),
      RGBPrimaries(red: Chromaticity(.nan, 0.3), green: points[1], blue: points[2], white: d65),
    ]
    for rgb in bad {
      let source = Source(color: ColorDescription(transfer: .pq), gamut: Gamut(name: "bad", chromaticities: rgb))
      #expect { try plan(source) } throws: { "\($0)".contains("form no triangle") }
    }
  }

  /// Any transfer may come with any gamut; white stays white, and what is outside BT.2020 is limited.
  @Test(arguments: [TransferCharacteristics.pq, .hlg, .linear, .bt709], Gamut.cameras)
  func otherTransfersInACamerasGamut(transfer: TransferCharacteristics, gamut: Gamut) throws {
    let source = Source(
      color: ColorDescription(transfer: transfer, matrix: .bt709, range: .narrow, chromaLocation: .left), gamut: gamut)
    let plan = try plan(source)
    let white = plan(Signal(0.5, 0.5, 0.5)).components
    #expect(abs(white.x - white.y) < 1e-9 && abs(white.z - white.y) < 1e-9)
    for corner in [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1.0), SIMD3(0, 0, 0), SIMD3(1, 1, 1)] {
      let found = plan(Signal(corner)).components
      #expect(found.min() >= -1e-9 && found.max() <= 1 + 1e-9, "\(corner) in \(gamut) became \(found)")
    }
    #expect(plan.isVectorized, "\(plan)")
  }
}
