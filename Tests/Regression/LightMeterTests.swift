import RealModule
import Testing
@testable import ToneMapping
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

    func meter(_ width: Int, _ height: Int, threads: Int = 2, kernels: KernelSet = .best) throws -> LightMeter {
      try #require(
        try LightMeter(of: color, as: format, width: width, height: height, threads: threads, kernels: kernels))
    }
  }

  static let writings =
    ChromaLocation.allCases.map { Writing(format: .yuv420p10, location: $0) } + [
      Writing(format: .yuv420p), Writing(format: .yuv422p10, location: .left), Writing(format: .p010),
      Writing(format: .yuv444p12), Writing(format: .yuv444p16, range: .full), Writing(format: .yuv420p10, range: .full),
      Writing(format: .gbrp10, range: .full, matrix: .identity), Writing(format: .gray10),
      Writing(format: .yuva444p10), Writing(format: .yuv444p10, matrix: .iCtCp),
    ]

  /// Noise and ramps over less than the whole range, so that PQ does not end before the pictures do.
  private func picture(_ format: PixelFormat, width: Int, height: Int, seed: UInt64) throws -> Frame {
    var frame = try FrameTruthTests.picture(format, width: width, height: height, seed: seed)
    for component in 0..<(format.model == .gray ? 1 : 3) {
      let isChroma = format.model == .yCbCr && component > 0
      let chroma = isChroma ? format.chroma : .c444
      for y in 0..<(height + (1 << chroma.log2Vertical) - 1) >> chroma.log2Vertical {
        for x in 0..<(width + (1 << chroma.log2Horizontal) - 1) >> chroma.log2Horizontal {
          let (code, middle) = (frame.code(component: component, x: x, y: y), (format.maximumCode + 1) / 2)
          let less = isChroma ? middle + (code - middle) / 8 : code * 3 / 4
          frame.setCode(less, component: component, x: x, y: y)
        }
      }
    }
    return frame
  }

  /// The levels of a frame in cd/m², `[height][width]`.
  private func levels(_ frame: Frame, _ writing: Writing) -> [[Double]] {
    let planes = Planes(frame)
    return (0..<frame.height).map { y in
      (0..<frame.width).map { x in
        let codes = planes.codes(x: x, y: y, chroma: frame.format.chroma, location: writing.location)
        return Self.level(codes, writing)
      }
    }
  }

  /// The light of the greatest of R, G, B, by the published formulas.
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
  private func isClose(_ light: Luminance, _ truth: Double, _ matrix: MatrixCoefficients = .bt2020NCL) -> Bool {
    abs(light.nits - truth) <= (matrix == .iCtCp ? 4e-4 : 2e-5) * truth + 0.5 / LightMeter.unitsPerNit
  }

  @Test("The same levels as a plain loop", arguments: writings) func countsAsAPlainLoop(_ writing: Writing) throws {
    let (width, height) = (301, 67)
    let meter = try writing.meter(width, height)
    var (maximum, average) = (0.0, 0.0)
    for seed in 0..<3 as Range<UInt64> {
      let frame = try picture(writing.format, width: width, height: height, seed: seed + 40)
      meter.count(frame)
      let levels = levels(frame, writing)
      maximum = max(maximum, levels.joined().max() ?? 0)
      average = max(average, levels.joined().reduce(0, +) / Double(width * height))
    }
    #expect(isClose(meter.maximum, maximum, writing.matrix), "\(meter.maximum.nits), \(maximum)")
    #expect(isClose(meter.maximumAverage, average, writing.matrix), "\(meter.maximumAverage.nits), \(average)")
    #expect(meter.contentLight.maxCLL == UInt16(meter.maximum.nits.rounded(.up)))
    // Clipping hides nothing.
    #expect(maximum > 200 && maximum < 9900 && average > 10 && average < maximum / 2)
  }

  /// Constant luminance has no steps on the lanes, so it is measured pixel by pixel. The light of neutrals follows from luma alone.
  @Test func countsPixelByPixelWhereTheLanesCannot() throws {
    let writing = Writing(format: .yuv444p10, matrix: .bt2020CL)
    var frame = try Frame(.yuv444p10, width: 37, height: 5)
    for (x, y) in (0..<37 * 5).map({ ($0 % 37, $0 / 37) }) {
      frame.setCode(64 + (x + 37 * y) * 4, component: 0, x: x, y: y)
      for component in 1...2 { frame.setCode(512, component: component, x: x, y: y) }
    }
    let meter = try writing.meter(37, 5)
    meter.count(frame)
    let levels = (0..<37 * 5).map { Self.light(of: Double($0 * 4) / 876) }
    #expect(isClose(meter.maximum, levels[184]))
    #expect(isClose(meter.maximumAverage, levels.reduce(0, +) / 185))
  }

  @Test func sameOnAnyThreadsAndInstructionSets() throws {
    let writing = Writing(format: .yuv420p10)
    let frame = try FrameTruthTests.picture(writing.format, width: 515, height: 131, seed: 9)
    let all = try InstructionSet.available.compactMap(KernelSet.named).flatMap { kernels in
      try [1, 2, 3, 7].map { threads in
        let meter = try writing.meter(515, 131, threads: threads, kernels: kernels)
        meter.count(frame)
        return [meter.maximum, meter.maximumAverage]
      }
    }
    #expect(Set(all).count == 1 && all.count >= 4)
  }

  /// A gray frame, partly of this code and otherwise black.
  private func frame(code: Int, x: Range<Int>, y: Range<Int>) throws -> Frame {
    var frame = try Frame(.gray10, width: 40, height: 30)
    for row in 0..<30 {
      for column in 0..<40 {
        // One code above black, as dither produces from black.
        let black = 64 + (row + column) % 2
        frame.setCode(x.contains(column) && y.contains(row) ? code : black, component: 0, x: column, y: row)
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

  @Test(arguments: [TransferCharacteristics.hlg, .bt709, .linear])
  func onlyPQIsCounted(transfer: TransferCharacteristics) throws {
    var color = Writing(format: .yuv420p10).color
    color.transfer = transfer
    #expect(
      try LightMeter(of: color, as: .yuv420p10, width: 8, height: 8, threads: 1, kernels: .best) == nil)
  }

  @Test func tagsThatCannotBeAreNotTakenForRelativeLight() {
    var color = Writing(format: .yuv420p10).color
    color.matrix = .identity
    #expect {
      _ = try LightMeter(of: color, as: .yuv420p10, width: 8, height: 8, threads: 1, kernels: .best)
    } throws: { error in
      if case .contradictoryTags = error as? PlanError { true } else { false }
    }
  }

  @Test func theGreatestLevelIsPQsPeak() {
    #expect(LightMeter.units(1) == Double(LightMeter.greatestLevel))
  }
}
