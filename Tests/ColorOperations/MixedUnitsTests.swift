#if os(Linux)
  import Testing
  import TestSupport

  /// What mixes units does not compile outside the package; what differs from it only in that does.
  @Suite(.enabled(if: BuiltObjects.canCompile(importing: "ToneMapping"), "needs swiftc and the modules of the build"))
  struct MixedUnitsTests {
    static let known = """
      import LightStatistics
      import RawVideo
      import ToneMapping
      let peak = Luminance.nits(203)
      let (white, gray) = (Light.nits(203, 203, 203), Lab(l: 50, a: 0, b: 0))
      let (p, q) = (CodedChromaticity(x: 15635, y: 16450), FixedPointMasteringDisplay.Point(x: 20493, y: 21561))
      let av1 = FixedPointMasteringDisplay(red: q, green: q, blue: q, white: q, maximumUnits: 256_000, minimumUnits: 1)
      let mdcv = MasteringDisplayColorVolume(red: p, green: p, blue: p, white: p, maximumUnits: 10_000_000, minimumUnits: 1)
      let png = PNGContentLight(maxCLLUnits: 10_000_000, maxFALLUnits: 0)
      let plus = HDR10PlusMetadata(windows: [HDR10PlusMetadata.Window()], targetedDisplayMaximum: 400)
      let line = HDR10PlusMetadata.CodedBezierCurve(kneeX: 0, kneeY: 0, anchors: [])
      let tool = HDR10PlusDocument.Tool(name: "", version: "")
      let clli = ContentLightLevel(maxCLL: 1000, maxFALL: 400)
      let map = HeadroomAdaptiveMetadata.ToneMap(baselineHeadroomUnits: 23_004)
      let gains = HeadroomAdaptiveMetadata.ToneMap.Curve(x: [1000], y: [20_000], angles: [18_000])
      let (room, cclv) = (try AmbientViewingEnvironment(.lux(314), lightChromaticity: .d65), ContentColorVolume(maximum: 1_000_000))
      let (grid, third) = (HDR10PlusMetadata.PeakGrid(columns: 2, peaks: [15]), plus.windows[0].fractionOfBrightPixels)
      """

    /// Expressions that fit, and their twins, which mix units.
    static let twins = """
      try SignalEncoding(.bt709).encode(Signal(1, 1, 1))          | try SignalEncoding(.bt709).encode(Light.nits(1, 1, 1))
      Light.nits(1, 1, 1) * Look(exposure: 1).exposure.ratio      | Light.nits(1, 1, 1) * Look(exposure: 1)[.exposure]
      Light.nits(1, 1, 1) * Look(exposure: 1).exposure.ratio      | Light.nits(1, 1, 1) * Look(exposure: 1).exposure
      mdcv.maximumUnits == png.maxCLLUnits                   | mdcv.maximumUnits == av1.maximumUnits
      MasteringDisplayColorVolume(red: p, green: p, blue: p, white: p, maximumUnits: png.maxCLLUnits, minimumUnits: 1) \
        | MasteringDisplayColorVolume(red: p, green: p, blue: p, white: p, maximumUnits: av1.maximumUnits, minimumUnits: 1)
      av1.minimumUnits < 5                                   | av1.minimumUnits < av1.maximumUnits
      NominalDiffuseWhite(units: mdcv.maximumUnits)          | NominalDiffuseWhite(units: av1.minimumUnits)
      NominalDiffuseWhite(units: mdcv.maximumUnits)          | NominalDiffuseWhite(units: mdcv.luminance.peak)
      ContentLightLevel(maxCLL: clli.maxFALL, maxFALL: nil)  | ContentLightLevel(maxCLL: png.maxCLLUnits, maxFALL: nil)
      ContentLightLevel(maxCLL: clli.maxFALL, maxFALL: nil)  | ContentLightLevel(maxCLL: clli.maximum, maxFALL: nil)
      clli.maxCLL == clli.maxFALL                            | clli.maxCLL == mdcv.maximumUnits
      p.x < p.y                                              | p.x < q.x
      ContentColorVolume.Point(x: -1, y: 1).x.quantity < p.x.quantity | ContentColorVolume.Point(x: -1, y: 1).x < q.x
      MasteringDisplayColorVolume(red: p, green: p, blue: p, white: p, maximumUnits: 10_000_000, minimumUnits: 1) \
        | MasteringDisplayColorVolume(red: q, green: q, blue: q, white: q, maximumUnits: 10_000_000, minimumUnits: 1)
      try AmbientViewingEnvironment(illuminanceUnits: room.illuminanceUnits, lightChromaticity: p) \
        | try AmbientViewingEnvironment(illuminanceUnits: mdcv.maximumUnits, lightChromaticity: p)
      try AmbientViewingEnvironment(illuminanceUnits: room.illuminanceUnits, lightChromaticity: p) \
        | try AmbientViewingEnvironment(illuminanceUnits: room.illuminanceUnits, lightChromaticity: q)
      room.illuminanceUnits.quantity == .lux(314)            | room.illuminanceUnits.quantity == .nits(314)
      cclv.luminance(cclv.maximum, transfer: .pq)            | cclv.luminance(mdcv.maximumUnits, transfer: .pq)
      ContentColorVolume(minimum: cclv.maximum)              | ContentColorVolume(minimum: png.maxCLLUnits)
      HeadroomAdaptiveMetadata(referenceWhiteUnits: 1015)    | HeadroomAdaptiveMetadata(referenceWhiteUnits: clli.maxCLL)
      HeadroomAdaptiveMetadata(referenceWhiteUnits: 1015)    | HeadroomAdaptiveMetadata(referenceWhiteUnits: gains.x[0])
      HeadroomAdaptiveMetadata.ToneMap(baselineHeadroomUnits: gains.y[0]) \
        | HeadroomAdaptiveMetadata.ToneMap(baselineHeadroomUnits: gains.x[0])
      HeadroomAdaptiveMetadata.ToneMap.Curve(x: gains.x, y: gains.y, angles: gains.angles) \
        | HeadroomAdaptiveMetadata.ToneMap.Curve(x: gains.y, y: gains.y, angles: gains.angles)
      HeadroomAdaptiveMetadata.ToneMap.Curve(x: gains.x, y: gains.y, angles: gains.angles) \
        | HeadroomAdaptiveMetadata.ToneMap.Curve(x: gains.x, y: gains.y, angles: gains.y)
      HeadroomAdaptiveMetadata.ToneMap.Alternate(headroomUnits: map.baselineHeadroomUnits, mixing: .custom([1]), curve: gains) \
        | HeadroomAdaptiveMetadata.ToneMap.Alternate(headroomUnits: map.baselineHeadroomUnits, mixing: .custom([p.x]), curve: gains)
      gains.x[0].quantity == WhiteRelativeLevel(1)           | gains.x[0].quantity == RelativeLevel(1)
      map.baselineHeadroomUnits.quantity < map.baselineHeadroom | map.baselineHeadroomUnits < map.baselineHeadroom
      line.knee.x.value < line.controlPoints[0]              | line.knee.x < line.controlPoints[0]
      gains.angles![0].quantity < HDR10PlusMetadata.Geometry(left: 0, top: 0, right: 1, bottom: 1).rotation.quantity \
        | gains.angles![0].quantity < gains.y[0].quantity
      try GainCurve(x: [1], y: [0], slopes: [-0.5])          | try GainCurve(x: [1], y: [0], slopes: [Stops(-0.5)])
      MatroskaColor().elements                               | MatroskaColor().floats
      try BezierCurve(knee: line.knee, anchors: line.controlPoints) \
        | try BezierCurve(knee: (line.knee.x, line.controlPoints[0]), anchors: line.controlPoints)
      try BezierCurve(knee: (0.1, 0.15), anchors: [0.3, 0.6]) \
        | try BezierCurve(knee: (0.1, 0.15), anchors: [line.knee.x])
      SystemGamma.extended(peak: .nits(1000))                | SystemGamma.extended(peak: .lux(1000))
      { (frame: Frame, ten: Quantization) in ten.signal(luma: CodeLevel(try frame.code(component: 0, x: 0, y: 0))) } \
        | { (frame: Frame, ten: Quantization) in ten.signal(luma: SignalLevel(0.5)) }
      AlphaCoding.EndCodes(transparent: 16, opaque: CodeLevel(235)) \
        | AlphaCoding.EndCodes(transparent: 16, opaque: SignalLevel(1))
      line.kneeX < line.kneeY                                | line.kneeX < line.anchors[0]
      HDR10PlusMetadata.CodedBezierCurve(kneeX: 0, kneeY: line.kneeX, anchors: line.anchors) \
        | HDR10PlusMetadata.CodedBezierCurve(kneeX: 0, kneeY: line.anchors[0], anchors: line.anchors)
      HDR10PlusMetadata.PeakGrid(columns: 2, peaks: grid.peaks) | HDR10PlusMetadata.PeakGrid(columns: 2, peaks: [third])
      { (window: HDR10PlusMetadata.Window) in window.fractionOfBrightPixels < third } \
        | { (window: HDR10PlusMetadata.Window) in window.fractionOfBrightPixels < window.distribution[0].percentage }
      { (place: HDR10PlusMetadata.Geometry) in place.rotation == 90 } \
        | { (place: HDR10PlusMetadata.Geometry) in place.rotation == plus.windows[0].saturationWeight }
      { (rpu: DolbyVisionRPU.Offsets) in rpu.maximum.quantity < SignalLevel(1) } \
        | { (rpu: DolbyVisionRPU.Offsets) in rpu.maximum.quantity < RelativeLevel(1) }
      plus.windows[0].averageMaxRGB < plus.windows[0].maximumComponents[0] | plus.windows[0].averageMaxRGB < plus.targetedDisplayMaximum
      HDR10PlusMetadata.Percentile(percentage: 1, level: plus.windows[0].averageMaxRGB) \
        | HDR10PlusMetadata.Percentile(percentage: 1, level: plus.targetedDisplayMaximum)
      HDR10PlusMetadata.Percentile(shareUpTo100Nits: 38) \
        | HDR10PlusMetadata.Percentile(shareUpTo100Nits: plus.windows[0].averageMaxRGB)
      { (place: HDR10PlusMetadata.Percentile) in place.level! < plus.windows[0].averageMaxRGB } \
        | { (place: HDR10PlusMetadata.Percentile) in place.shareUpTo100Nits! < plus.windows[0].averageMaxRGB }
      { (rpu: DolbyVisionRPU.Stream) in rpu.masteringMinimum < mdcv.maximumUnits } \
        | { (rpu: DolbyVisionRPU.Stream) in rpu.masteringMaximum < mdcv.maximumUnits }
      { (rpu: DolbyVisionRPU.Stream) in rpu.masteringMinimum < 5 } \
        | { (rpu: DolbyVisionRPU.Stream) in rpu.masteringMinimum < rpu.masteringMaximum }
      { (clip: ClipStatistics) in clip.hdr10Plus(by: tool, forDisplayPeak: peak) { _ in line } } \
        | { (clip: ClipStatistics) in clip.hdr10Plus(by: tool, forDisplayPeak: 203) { _ in line } }
      { (clip: ClipStatistics) in clip.hdr10Plus(by: tool, forDisplayPeak: peak) { _ in line } } \
        | { (clip: ClipStatistics) in clip.hdr10Plus(by: tool, forDisplayPeak: plus.targetedDisplayMaximum) { _ in line } }
      { (frame: FrameStatistics) in frame.averageMaxRGB }          | { (frame: FrameStatistics) in frame.maxRGBSum.luminance }
      { (frame: FrameStatistics) in frame.maxRGBSum == 0 } \
        | { (frame: FrameStatistics) in frame.maxRGBSum == LightCount(units: 0) }
      { (frame: FrameSummary) in frame.maxRGB.minimumCode < frame.maxRGB.maximumCode } \
        | { (frame: FrameSummary) in frame.maxRGB.minimumCode < frame.pixelsUpTo100Nits }
      { (frame: FrameSummary) in frame.maxRGB.percentileCodes[0].signal < frame.maxRGB.averagePQ } \
        | { (frame: FrameSummary) in frame.maxRGB.percentileCodes[0] < frame.maxRGB.averagePQ }
      { (scene: ClipScene) in scene.maximumCode.luminance < scene.maximum } \
        | { (scene: ClipScene) in scene.maximumCode < scene.count }
      { (rpu: DolbyVisionRPU.LightLevels, scene: ClipScene) in rpu.maximum == scene.maximumCode } \
        | { (rpu: DolbyVisionRPU.LightLevels, scene: ClipScene) in rpu.maximum == scene.maximum }
      CIEDE2000()(gray, gray) < 1                            | CIEDE2000()(gray, gray) < DeltaEITP()(bt2020: white, white)
      { (lattice: LatticeApproximation) in lattice.maximumError < 1 } \
        | { (lattice: LatticeApproximation) in lattice.maximumError < DeltaEITP()(bt2020: white, white) }
      { (header: Y4MHeader) in header.frameRate == FrameRate(25, 1) } \
        | { (header: Y4MHeader) in header.frameRate == PixelAspect(1, 1) }
      { (base: TimeBase) in base == TimeBase(1, 25) }        | { (base: TimeBase) in base == FrameRate(1, 25) }
      { (time: Ticks, base: TimeBase) in time.seconds(in: base) < Seconds(1) } \
        | { (time: Ticks, base: TimeBase) in time < Seconds(1) }
      { (place: HDR10PlusMetadata.Percentile) in place.level!.units } \
        | { (place: HDR10PlusMetadata.Percentile) in place.number }
      { (alpha: AlphaChannelInformation) in alpha.alpha(ofSample: alpha.opaque) } \
        | { (alpha: AlphaChannelInformation) in alpha.alpha(ofSample: SignalLevel(1)) }
      { (frame: FrameStatistics) in frame.seconds! < 0.5 }      | { (frame: FrameStatistics) in frame.seconds! < frame.sceneChange! }
      { (frame: FrameStatistics, clip: ClipHeader) in frame.seconds?.value == clip.frameRate?.value } \
        | { (frame: FrameStatistics, clip: ClipHeader) in frame.seconds == clip.frameRate }
      { (plan: ConversionPlan) in plan.bt2020LightFromTargetSignal(Signal(1, 1, 1)) } \
        | { (plan: ConversionPlan) in plan.bt2020LightFromTargetSignal(Light.nits(1, 1, 1)) }
      { (plan: ConversionPlan) in plan(Codes(64, 512, 512), alpha: 0.5) } \
        | { (plan: ConversionPlan) in plan(Codes(64, 512, 512), alpha: CodeLevel(128)) }
      PerceptualQuantizer().eotf(SignalLevel(0.5))           | PerceptualQuantizer().eotf(SceneLevel(0.5))
      """.split(separator: "\n").map { $0.split(separator: " | ").map(String.init) }

    @Test(arguments: [0, 1]) func whatMixesUnitsDoesNotCompile(column: Int) throws {
      let expressions = Self.twins.map { $0[column] }
      let lines = Self.known.split(separator: "\n").map(String.init) + expressions.map { "_ = " + $0 }
      let wrong = try BuiltObjects.linesThatDoNotCompile(lines)
      #expect(wrong == (column == 0 ? [] : expressions.map { "_ = " + $0 }))
    }
  }
#endif
