import ToneMapping
import LightStatistics
import RealModule
import Testing
import ToneKernels

/// MaxCLL and MaxFALL, measured on the lanes and by a plain loop that shares no code with them.
@Suite struct LightMeterTests {
  /// The coding in which frames are written.
  struct Writing: Sendable, CustomTestStringConvertible {
    var format: PixelFormat
    var range = QuantizationRange.narrow
    var location = ChromaLocation.topLeft
    var matrix = MatrixCoefficients.bt2020NCL
    var testDescription: String { "\(format) \(range) \(location) \(matrix)" }

    var color: ColorDescription {
      ColorDescription(primaries: .bt2020, transfer: .pq, matrix: matrix, range: range, chromaLocation: location)
    }

    /// A plan that writes such frames and changes nothing.
    func plan(_ transfer: TransferCharacteristics = .pq, dither: Dither = .none) throws -> ConversionPlan {
      var color = color
      color.transfer = transfer
      // The signal 1 of SDR is the reference white.
      var options = PlanOptions(dither: dither)
      if transfer.isHDR { options.sourcePeak = .nits(1000) } else { options.referenceWhite = .nits(1000) }
      return try ConversionPlan(
        from: Source(color: color),
        to: Display(
          .bt2020, transfer: transfer, matrix: matrix, range: range, chromaLocation: location,
          luminance: .nits(0...1000)), tone: .identity,
        options: options, reading: format, writing: format)
    }

    func meter(_ width: Int, _ height: Int, kernels: KernelSet = .best) throws -> LightMeter {
      try LightMeter(ofFramesBy: plan(), width: width, height: height, threads: 1, kernels: kernels)
    }
  }

  static let writings =
    ChromaLocation.allCases.map { Writing(format: .yuv420p10, location: $0) } + [
      Writing(format: .yuv420p), Writing(format: .yuv422p10, location: .left), Writing(format: .p010),
      Writing(format: .yuv444p12), Writing(format: .yuv444p16, range: .full), Writing(format: .yuv420p10, range: .full),
      Writing(format: .gbrp10, range: .full, matrix: .identity), Writing(format: .gray10),
      Writing(format: .yuva444p10), Writing(format: .y210, location: .left),
      Writing(format: .yuv444p10, matrix: .iCtCp),
    ]

  /// Noise and ramps over less than the whole range, so that PQ does not end before the pictures do.
  private func picture(_ format: PixelFormat, width: Int, height: Int, seed: UInt64) throws -> Frame {
    var frame = try FrameReferenceTests.picture(format, width: width, height: height, seed: seed)
    for component in 0..<(format.model == .gray ? 1 : 3) {
      let isChroma = format.model == .yCbCr && component > 0
      let chroma = isChroma ? format.chroma : .c444
      for y in 0..<(height + (1 << chroma.log2Vertical) - 1) >> chroma.log2Vertical {
        for x in 0..<(width + (1 << chroma.log2Horizontal) - 1) >> chroma.log2Horizontal {
          let (code, middle) = try (frame.code(component: component, x: x, y: y), (format.maximumCode + 1) / 2)
          let less = isChroma ? middle + (code - middle) / 8 : code * 3 / 4
          try frame.setCode(less, component: component, x: x, y: y)
        }
      }
    }
    return frame
  }

  /// The levels of a frame in cd/m², `[height][width]`.
  private func levels(_ frame: Frame, _ writing: Writing) throws -> [[Double]] {
    let planes = try Planes(frame)
    return (0..<frame.height).map { y in
      (0..<frame.width).map { x in
        let codes = planes.codes(x: x, y: y, chroma: frame.format.chroma, location: writing.location)
        return Self.level(codes, writing)
      }
    }
  }

  /// The light of the maximum of R, G, B, by the published formulas.
  ///
  /// - Source: ITU-T H.264, equations E-10 to E-21; Rec. ITU-R BT.2020-2, Table 4; Rec. ITU-R BT.2100-3, Table 7.
  private static func level(_ codes: SIMD3<Double>, _ writing: Writing) -> Double {
    let bits = writing.format.bitDepth
    let step = Double(1 << (bits - 8))
    let (black, luma, chroma) =
      writing.range == .narrow ? (16 * step, 219 * step, 224 * step) : (0, 256 * step - 1, 256 * step - 1)
    let y = (codes.x - black) / luma
    if writing.format.model == .gray { return light(of: y) }
    if writing.matrix == .identity { return light(of: ((codes - black) / luma).max()) }
    let (cb, cr) = ((codes.y - 128 * step) / chroma, (codes.z - 128 * step) / chroma)
    guard writing.matrix == .iCtCp else {
      let (r, b) = (y + 1.4746 * cr, y + 1.8814 * cb)
      return light(of: max(r, (y - 0.2627 * r - 0.0593 * b) / 0.6780, b))
    }
    let l = light(of: y + 0.008609037037933 * cb + 0.111029625003026 * cr)
    let m = light(of: y - 0.008609037037933 * cb - 0.111029625003026 * cr)
    let s = light(of: y + 0.560031335710679 * cb - 0.320627174987319 * cr)
    let rgb = SIMD3(
      3.436606694333078 * l - 2.506452118656270 * m + 0.069845424323191 * s,
      -0.791329555598929 * l + 1.983600451792291 * m - 0.192270896193362 * s,
      -0.025949899690593 * l - 0.098913714711726 * m + 1.124863614402319 * s)
    return min(max(rgb.max(), 0), 10_000)
  }

  /// PQ by its published formula.
  ///
  /// - Source: Rec. ITU-R BT.2100-3, Table 4.
  private static func light(of signal: Double) -> Double {
    let e = Double.pow(min(max(signal, 0), 1), 32 / 2523.0)
    return 10_000 * Double.pow(max(e - 3424 / 4096.0, 0) / (2413 / 128.0 - 2392 / 128.0 * e), 8192 / 1305.0)
  }

  /// A hundred-thousandth is allowed for the curve, the same again for the rounding of the signal to `Float`, and half a unit.
  ///
  /// ICtCp passes through light and back by curves that may be off by a fiftieth of a 10-bit code: 2e-4 of the light.
  private func isClose(_ light: Luminance, _ reference: Double, _ matrix: MatrixCoefficients = .bt2020NCL) -> Bool {
    abs(light.nits - reference) <= (matrix == .iCtCp ? 4e-4 : 2e-5) * reference + 0.5 / LightCount.unitsPerNit
  }

  @Test("The same levels as a plain loop", arguments: writings) func countsAsAPlainLoop(_ writing: Writing) throws {
    let (width, height) = (301, 67)
    let meter = try writing.meter(width, height)
    var (maximum, average) = (0.0, 0.0)
    for seed in 0..<3 as Range<UInt64> {
      let frame = try picture(writing.format, width: width, height: height, seed: seed + 40)
      meter.count(frame)
      let levels = try levels(frame, writing)
      maximum = max(maximum, levels.joined().max() ?? 0)
      average = max(average, levels.joined().reduce(0, +) / Double(width * height))
    }
    #expect(isClose(meter.maximum, maximum, writing.matrix), "\(meter.maximum.nits), \(maximum)")
    #expect(isClose(meter.maximumAverage, average, writing.matrix), "\(meter.maximumAverage.nits), \(average)")
    #expect(meter.contentLight.maxCLL?.units == UInt16(meter.maximum.nits.rounded(.up)))
    // Clipping hides nothing.
    #expect(maximum > 200 && maximum < 9900 && average > 10 && average < maximum / 2)
  }

  /// A logarithm has no vector code, so its light is measured pixel by pixel; that of constant luminance has. The light of neutrals follows from luma
  /// alone.
  @Test(arguments: [TransferCharacteristics.pq, .log100]) func neutralsHaveTheLightOfLuma(
    transfer: TransferCharacteristics
  ) throws {
    let writing = Writing(format: .yuv444p10, matrix: transfer == .pq ? .bt2020CL : .bt2020NCL)
    var frame = try Frame(.yuv444p10, width: 37, height: 5)
    for (x, y) in (0..<37 * 5).map({ ($0 % 37, $0 / 37) }) {
      try frame.setCode(64 + (x + 37 * y) * 4, component: 0, x: x, y: y)
      for component in 1...2 { try frame.setCode(512, component: component, x: x, y: y) }
    }
    let meter = try LightMeter(
      ofFramesBy: writing.plan(transfer), width: 37, height: 5, threads: 1, kernels: .best)
    #expect((meter.unsupportedOperation == nil) == (transfer == .pq))
    meter.count(frame)
    let levels = (0..<37 * 5).map { index in
      let signal = Double(index * 4) / 876
      // The signal 0 is black.
      return transfer == .pq ? Self.light(of: signal) : index == 0 ? 0 : 1000 * Double.pow(10, 2 * (signal - 1))
    }
    #expect(isClose(meter.maximum, levels[184]))
    #expect(isClose(meter.maximumAverage, levels.reduce(0, +) / 185))
  }

  /// What converters count while they write is what a meter counts of the pictures that were written, whole and alone.
  @Test("Counted while frames are written", arguments: writings)
  func sameWhileFramesAreWritten(_ writing: Writing) throws {
    let (width, height) = (515, 131)
    let plan = try writing.plan(dither: .blueNoise)
    let input = try (0..<2 as Range<UInt64>).map {
      try FrameReferenceTests.picture(writing.format, width: width, height: height, seed: 9 + $0)
    }
    let alone = try LightMeter(ofFramesBy: plan, width: width, height: height, threads: 1, kernels: .best)
    for (index, frame) in input.enumerated() {
      var output = try plan.makeFrame(width: width, height: height)
      try plan.convert(frame, into: &output, index: index)
      alone.count(output)
    }
    for set in InstructionSet.available {
      for threads in [1, 2, 3, 7] {
        var converter = try plan.converter(
          width: width, height: height, threads: threads, on: set, countingLight: true)
        var output = try plan.makeFrame(width: width, height: height)
        for (index, frame) in input.enumerated() { try converter.convert(frame, into: &output, index: index) }
        let found = converter.meter
        let meter = try #require(found)
        #expect(meter.maximum == alone.maximum && meter.maximumAverage == alone.maximumAverage, "\(set), \(threads)")
        #expect(converter.contentLight == alone.contentLight)
      }
    }
    #expect(alone.maximumAverage.nits > 1)
  }

  /// HLG's light is that of the display, and SDR's too.
  @Test(arguments: [TransferCharacteristics.hlg, .bt709]) func otherTransfersHaveTheirDisplaysLight(
    transfer: TransferCharacteristics
  ) throws {
    let plan = try Writing(format: .yuv444p10).plan(transfer)
    let meter = try LightMeter(ofFramesBy: plan, width: 64, height: 4, threads: 1, kernels: .best)
    var frame = try Frame(.yuv444p10, width: 64, height: 4)
    var (maximum, sum) = (0.0, 0.0)
    for x in 0..<64 {
      let codes = SIMD3<Double>(Double(200 + 11 * x), 512, Double(512 + x))
      for y in 0..<4 { for i in 0..<3 { try frame.setCode(Int(codes[i]), component: i, x: x, y: y) } }
      let (luma, cr) = ((codes.x - 64) / 876, (codes.z - 512) / 896)
      let (r, b) = (luma + 1.4746 * cr, luma)
      let g = (luma - 0.2627 * r - 0.0593 * b) / 0.6780
      let light = Self.light(SIMD3(r, g, b), transfer)
      maximum = max(maximum, light)
      sum += light
    }
    meter.count(frame)
    // The curves to PQ and back may be off by a fiftieth of a 10-bit code: 2e-4 of the light.
    #expect(abs(meter.maximum.nits - maximum) <= 4e-4 * maximum, "\(meter.maximum.nits), \(maximum)")
    #expect(abs(meter.maximumAverage.nits - sum / 64) <= 4e-4 * sum / 64, "\(meter.maximumAverage.nits), \(sum / 64)")
  }

  /// The maximum component of light on a display of 1000 cd/m².
  ///
  /// - Source: Rec. ITU-R BT.2100-3, Table 5, for HLG; Rec. ITU-R BT.1886, Annex 1.
  private static func light(_ signal: SIMD3<Double>, _ transfer: TransferCharacteristics) -> Double {
    guard transfer == .hlg else { return 1000 * Double.pow(signal.max(), 2.4) }
    func scene(_ x: Double) -> Double {
      x <= 0.5 ? x * x / 3 : (Double.exp((x - 0.55991073) / 0.17883277) + 0.28466892) / 12
    }
    let linear = SIMD3(scene(signal.x), scene(signal.y), scene(signal.z))
    let luminance = 0.2627 * linear.x + 0.6780 * linear.y + 0.0593 * linear.z
    return 1000 * Double.pow(luminance, 0.2) * linear.max()
  }

  /// Each frame is limited by the program that it was converted with, and none is for another display.
  @Test func programsKeepToTheDisplay() throws {
    func plan(to display: Display, peak: Double) throws -> ConversionPlan {
      try ConversionPlan(
        from: .hdr10(), to: display, options: PlanOptions(sourcePeak: .nits(peak)), reading: .yuv444p10,
        writing: .yuv444p10)
    }
    let display = Display(.bt2020, transfer: .pq, bitDepth: 10, luminance: .nits(0...600))
    let (mapped, kept) = (try plan(to: display, peak: 1000), try plan(to: display, peak: 500))
    var input = try Frame(.yuv444p10, width: 16, height: 4)
    for (x, y) in (0..<64).map({ ($0 % 16, $0 / 16) }) {
      for (component, code) in [800, 512, 512].enumerated() {
        try input.setCode(code, component: component, x: x, y: y)
      }
    }
    var output = try Frame(.yuv444p10, width: 16, height: 4)
    for (first, second) in [(mapped, kept), (kept, mapped)] {
      var converter = try first.converter(width: 16, height: 4, countingLight: true)
      try converter.convert(input, into: &output)
      let counting = converter.meter
      let meter = try #require(counting)
      let before = meter.maximum
      try converter.convert(input, into: &output, program: ColorProgram(second))
      let after = meter.maximum
      // 2249 cd/m² in PQ: mapped to at most 600, or passed through.
      #expect(abs(before.nits - (first.keepsToPeak ? 600 : 2249)) < 10, "\(before)")
      #expect(abs(after.nits - 2249) < 10, "\(after)")
    }
    var converter = try mapped.converter(width: 16, height: 4, countingLight: true)
    let other = try plan(to: Display(.bt2020, transfer: .hlg, bitDepth: 10), peak: 1000)
    #expect(throws: ConversionError.self) {
      try converter.convert(input, into: &output, program: ColorProgram(other))
    }
  }

  @Test func onlyWholePicturesAreCounted() throws {
    var converter = try Writing(format: .gray10).plan().converter(width: 40, height: 30, countingLight: true)
    let input = try frame(code: 573, x: 0..<40, y: 0..<30)
    var output = try Frame(.gray10, width: 20, height: 30)
    var refusal: ConversionError?
    try input.withView { view in
      try view.withTile(columns: 0..<20, rows: 0..<30) { tile in
        try output.withMutableView { output in
          do throws(ConversionError) { try converter.convert(tile, into: &output) } catch { refusal = error }
        }
      }
    }
    #expect(refusal == .lightOfRectangle(columns: 0..<20, rows: 0..<30))
    #expect(converter.contentLight == ContentLightLevel(maxCLL: nil, maxFALL: nil))
    #expect(try Writing(format: .gray10).plan().converter(width: 40, height: 30).contentLight == nil)
  }

  /// A gray frame, partly of this code and otherwise black.
  private func frame(code: Int, x: Range<Int>, y: Range<Int>) throws -> Frame {
    var frame = try Frame(.gray10, width: 40, height: 30)
    for row in 0..<30 {
      for column in 0..<40 {
        // One code above black, as dither produces from black.
        let black = 64 + (row + column) % 2
        try frame.setCode(x.contains(column) && y.contains(row) ? code : black, component: 0, x: column, y: row)
      }
    }
    return frame
  }

  @Test func barsDoNotCount() throws {
    let meter = try Writing(format: .gray10).meter(40, 30)
    #expect(meter.contentLight == ContentLightLevel(maxCLL: nil, maxFALL: nil))
    // 573 is 203 cd/m² to the nearest code: 203.2; 509 is 100.2.
    meter.count(try frame(code: 573, x: 4..<36, y: 5..<25))
    #expect(isClose(meter.maximumAverage, Self.light(of: 509 / 876.0)))
    #expect(isClose(meter.maximum, Self.light(of: 509 / 876.0)))
    #expect(meter.contentLight == ContentLightLevel(maxCLL: 204, maxFALL: 204))
    // An area that is lit in one frame belongs to the picture in all frames: the first frame's average falls to two thirds.
    meter.count(try frame(code: 509, x: 4..<36, y: 0..<30))
    #expect(abs(meter.maximumAverage.nits - Self.light(of: 509 / 876.0) * 20 / 30) < 0.02, "bars add at most 1/256")
    #expect(meter.contentLight.maxCLL == 204)
  }

  @Test func blackIsUnknownAndWhiteIsAll() throws {
    let black = try Writing(format: .gray10).meter(40, 30)
    black.count(try frame(code: 64, x: 0..<0, y: 0..<0))
    #expect(black.contentLight.maxFALL == nil)
    let white = try Writing(format: .gray10).meter(40, 30)
    // Above narrow-range white PQ has no more light.
    white.count(try frame(code: 1019, x: 0..<40, y: 0..<30))
    #expect(white.contentLight == ContentLightLevel(maxCLL: 10_000, maxFALL: 10_000))
  }

  @Test func theMaximumLevelIsPQsPeak() {
    #expect(PerceptualQuantizer.peak.nits * LightCount.unitsPerNit == LightCount.maximum.units)
  }
}

extension LightMeter {
  /// Counts a whole frame at once.
  func count(_ frame: borrowing Frame) {
    guard let workspace = try? Workspace(width: frame.width, threads: 1) else { return }
    defer { withExtendedLifetime(workspace) {} }
    frame.withView { view in
      unsafe count(0..<view.height, of: view.picture, thread: 0, using: workspace.scratch[0])
    }
    end()
  }
}
