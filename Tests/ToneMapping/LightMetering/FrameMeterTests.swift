import ToneMapping
import LightStatistics
import TestSupport
import Testing

/// The light of frames, against a computation of its own: BT.2020's equations and PQ, in `Double`, pixel by pixel.
@Suite struct FrameMeterTests {
  /// A picture with letterbox of `bars` rows above and below, PQ in BT.2020, 4:4:4.
  private static func picture(_ width: Int, _ height: Int, bars: Int = 0, seed: UInt64 = 1) throws -> Frame {
    var frame = try Frame(.yuv444p10, width: width, height: height)
    var numbers = SeededNumbers(seed: seed)
    for y in 0..<height {
      for x in 0..<width {
        let isBar = y < bars || y >= height - bars
        try frame.setCode(isBar ? 64 : .random(in: 100...800, using: &numbers), component: 0, x: x, y: y)
        for c in 1...2 {
          try frame.setCode(isBar ? 512 : .random(in: 480...560, using: &numbers), component: c, x: x, y: y)
        }
      }
    }
    return frame
  }

  /// The signal of a pixel.
  ///
  /// - Source: ITU-R BT.2020-2, Table 4; BT.2100-3, Table 9, for the codes.
  private static func signal(_ frame: borrowing Frame, _ x: Int, _ y: Int) throws -> SIMD3<Double> {
    let luma = Double(try frame.code(component: 0, x: x, y: y) - 64) / 876
    let cb = Double(try frame.code(component: 1, x: x, y: y) - 512) / 896
    let cr = Double(try frame.code(component: 2, x: x, y: y) - 512) / 896
    let (red, blue) = (luma + 1.4746 * cr, luma + 1.8814 * cb)
    let rgb = SIMD3(red, (luma - 0.2627 * red - 0.0593 * blue) / 0.6780, blue)
    return rgb.clamped(lowerBound: .zero, upperBound: .one)
  }

  @Test func lightIsThatOfTheEquations() throws {
    let (width, height, bars) = (61, 40, 5)
    let frame = try Self.picture(width, height, bars: bars)
    let plan = try ConversionPlan.measuring(.hdr10(), reading: .yuv444p10)
    #expect(plan.assumptions == [])
    var meter = try FrameMeter(plan, width: width, height: height, threads: 1)
    let found = try meter.measure(frame, index: 12, seconds: 0.5)
    let quantizer = PerceptualQuantizer()
    var (sum, outside, most) = (0.0, 0, SIMD3<Double>.zero)
    var (maximum, luminance) = ([Int](), [Int]())
    let toBT709 = RGBPrimaries.bt2020.matrix(to: .bt709)
    for y in bars..<height - bars {
      for x in 0..<width {
        let signal = try Self.signal(frame, x, y)
        func light(_ signal: Double) -> Double { quantizer.eotf(SignalLevel(signal)).nits }
        let light = SIMD3(light(signal.x), light(signal.y), light(signal.z))
        sum += light.max()
        most = pointwiseMax(most, light)
        if light.max() >= 1, (toBT709 * light).min() < -light.max() / 256 { outside += 1 }
        maximum.append(Int((signal.max() * 4095).rounded()))
        let y = 0.2627 * light.x + 0.6780 * light.y + 0.0593 * light.z
        luminance.append(Int((quantizer.inverseEOTF(.nits(y)).value * 4095).rounded()))
      }
    }
    #expect((found.index, found.seconds) == (12, 0.5))
    #expect(found.activeArea == PictureArea(left: 0, top: bars, width: width, height: height - 2 * bars))
    for c in 0..<3 { #expect(abs(found.maximumComponents[c].nits - most[c]) <= 0.003 + 1e-5 * most[c]) }
    #expect(abs(Double(found.maxRGBSum) / 256 / sum - 1) < 2e-5)
    #expect(abs(found.outsideBT709 - outside) <= 1)
    #expect(outside > 30)
    for (distribution, codes) in [(found.maxRGB, maximum), (found.luminance, luminance)] {
      let codes = codes.sorted()
      #expect(distribution.histogram.reduce(0, +) == codes.count)
      let (minimum, maximum) = (Int(distribution.minimumCode.number), Int(distribution.maximumCode.number))
      #expect(abs(minimum - codes[0]) <= 1 && abs(maximum - codes.last!) <= 1)
      let mean = Double(codes.reduce(0, +)) / Double(codes.count) / 4095
      #expect(abs(distribution.averagePQ.value - mean) < 2e-5)
      // The median by its rank.
      #expect(abs(Int(distribution.percentileCodes[4].number) - codes[(codes.count + 1) / 2 - 1]) <= 1)
    }
  }

  /// Everything is the same on every set, and however rows are shared among threads.
  @Test(arguments: [(1, 1), (3, 5), (17, 9), (1000, 61), (641, 480)])
  func everySetAndThreadCountsTheSame(_ width: Int, _ height: Int) throws {
    let frame = try Self.picture(width, height, bars: height > 40 ? 6 : 0)
    for source in [Source.hdr10(), .hlg(), .sdr] {
      let plan = try ConversionPlan.measuring(source, reading: .yuv444p10)
      var all: Set<FrameStatistics> = []
      for set in InstructionSet.available {
        for threads in [1, 2, 3, 7] {
          var meter = try FrameMeter(plan, width: width, height: height, threads: threads, on: set)
          // What was measured before leaves nothing behind.
          _ = try meter.measure(Self.picture(width, height, seed: 9))
          all.insert(try meter.measure(frame))
        }
      }
      #expect(all.count == 1, "\(source.color.transfer?.h273Name ?? "?")")
    }
  }

  @Test func whiteIsTheReference() throws {
    // HLG's white is 1000 cd/m² on its nominal display, SDR's is 203.
    for (source, code, light) in [(Source.hlg(), 940, 1000.0), (.sdr, 940, 203), (.hdr10(), 940, 10_000)] {
      var frame = try Frame(.yuv444p10, width: 8, height: 8)
      for y in 0..<8 {
        for x in 0..<8 {
          for c in 0..<3 { try frame.setCode(c == 0 ? code : 512, component: c, x: x, y: y) }
        }
      }
      var meter = try FrameMeter(.measuring(source, reading: .yuv444p10), width: 8, height: 8)
      let found = try meter.measure(frame)
      #expect(abs(found.maximum.nits / light - 1) < 1e-4)
      #expect(abs(found.averageMaxRGB.nits / light - 1) < 1e-4)
      #expect(Set(found.grid.codes).count == 1)
      // Rounded up, but not by the error of the measurement.
      var header = ClipHeader(width: 8, height: 8)
      header.transfer = source.color.transfer
      let clip = ClipStatistics(header: header, frames: [FrameSummary(found)])
      #expect(clip.contentLight.text == "\(Int(light)),\(Int(light))")
      #expect((found.outsideBT709, found.outsideP3) == (0, 0))
    }
  }

  /// A log's light is limited to BT.2020, whatever primaries are stated beside it, and is measured there.
  @Test(arguments: CameraLog.allCases) func everyLogIsMeasured(_ log: CameraLog) throws {
    var frame = try Frame(.yuv444p10, width: 8, height: 8)
    for y in 0..<8 {
      for x in 0..<8 {
        for c in 0..<3 { try frame.setCode(c == 0 ? 400 : 512, component: c, x: x, y: y) }
      }
    }
    var found: Set<Double> = []
    for gamut in log.gamuts + ColorPrimaries.allCases.filter({ $0.chromaticities.white == .d65 }).map(Gamut.init) {
      let plan = try ConversionPlan.measuring(.log(log, in: gamut), reading: .yuv444p10)
      #expect(plan.targetTags.primaries == .bt2020)
      var meter = try FrameMeter(plan, width: 8, height: 8)
      let light = try meter.measure(frame)
      #expect((light.outsideBT709, light.outsideP3) == (0, 0), "\(gamut)")
      found.insert(light.maximum.nits.rounded())
    }
    // A neutral has the same light in all gamuts of one white.
    #expect(found.count == 1, "\(found)")
  }

  @Test func blackHasNoArea() throws {
    var frame = try Frame(.yuv444p10, width: 40, height: 30)
    for y in 0..<30 {
      for x in 0..<40 { for c in 0..<3 { try frame.setCode(c == 0 ? 64 : 512, component: c, x: x, y: y) } }
    }
    var meter = try FrameMeter(.measuring(.hdr10(), reading: .yuv444p10), width: 40, height: 30)
    let found = try meter.measure(frame)
    #expect(found.activeArea == nil)
    #expect((found.maxRGBSum, found.averageMaxRGB.nits, found.maximum.nits) == (0, 0, 0))
    // One pixel is an area.
    try frame.setCode(700, component: 0, x: 3, y: 7)
    #expect(try meter.measure(frame).activeArea == PictureArea(left: 3, top: 7, width: 1, height: 1))
  }

  /// What is not quite black around the picture adds nothing to its average.
  @Test func liftedBlackIsNoLight() throws {
    var frame = try Frame(.yuv444p10, width: 640, height: 360)
    for y in 0..<360 {
      for x in 0..<640 { for c in 0..<3 { try frame.setCode(c == 0 ? 80 : 512, component: c, x: x, y: y) } }
    }
    try frame.setCode(600, component: 0, x: 300, y: 100)
    var meter = try FrameMeter(.measuring(.hdr10(), reading: .yuv444p10), width: 640, height: 360)
    let found = try meter.measure(frame)
    #expect(found.activeArea == PictureArea(left: 300, top: 100, width: 1, height: 1))
    #expect(Double(found.maxRGBSum) / 256 == found.maximum.nits)
    let clip = ClipStatistics(header: ClipHeader(width: 640, height: 360), frames: [FrameSummary(found)])
    #expect(clip.contentLight.maxFALL == clip.contentLight.maxCLL)
  }

  /// The grid's cells are the averages of their pixels.
  @Test func gridIsAveraged() throws {
    var frame = try Frame(.yuv444p10, width: 160, height: 90)
    for y in 0..<90 {
      for x in 0..<160 {
        for c in 0..<3 { try frame.setCode(c == 0 ? 64 + 4 * (x / 10) + 50 * (y / 10) : 512, component: c, x: x, y: y) }
      }
    }
    var meter = try FrameMeter(.measuring(.hdr10(), reading: .yuv444p10), width: 160, height: 90, threads: 2)
    let cells = try meter.measure(frame).grid.codes
    for row in 0..<9 {
      for column in 0..<16 {
        let signal = Double(4 * column + 50 * row) / 876
        #expect(abs(Double(cells[16 * row + column]) - signal * 255) <= 0.55, "\(column), \(row)")
      }
    }
  }

  @Test func anotherFrameIsRefused() throws {
    var meter = try FrameMeter(.measuring(.hdr10(), reading: .yuv444p10), width: 40, height: 30)
    #expect(throws: ConversionError.self) { try meter.measure(Frame(.yuv444p10, width: 30, height: 40)) }
    #expect(throws: ConversionError.self) { try meter.measure(Frame(.yuv420p10, width: 40, height: 30)) }
    // Whole pictures are measured: neither a rectangle of the meter's size nor one of a picture of that size.
    for (size, error) in [
      (80, ConversionError.inputSize(width: 80, height: 30, expectedWidth: 40, expectedHeight: 30)),
      (40, .lightOfRectangle(columns: 0..<20, rows: 0..<30)),
    ] {
      #expect(throws: error) {
        try Frame(.yuv444p10, width: size, height: 30).withView { view in
          try view.withTile(columns: 0..<size / 2, rows: 0..<30) { _ = try meter.measure($0) }
        }
      }
    }
  }

  @Test func aPlanThatDoesNotMeasureIsRefused() throws {
    func meter(_ display: Display, _ tone: ToneOperator = .spline, writing format: PixelFormat = .gbrpf32) throws {
      let plan = try ConversionPlan(
        from: .hdr10(), to: display, tone: tone, reading: .yuv444p10, writing: format)
      _ = try FrameMeter(plan, width: 40, height: 30)
    }
    let whole = Display(.bt2020, transfer: .pq, luminance: .nits(0...10_000))
    #expect(throws: Never.self) { try meter(whole, .identity) }
    #expect(throws: ConversionError.self) { try meter(.sdr) }
    #expect(throws: ConversionError.self) { try meter(whole, .identity, writing: .gbrp16) }
    #expect(throws: ConversionError.self) {
      try meter(Display(.bt2020, transfer: .pq, luminance: .nits(0...1000)), .identity)
    }
  }
}
