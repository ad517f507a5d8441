import Colorimetry
import Foundation
import FrameComparison
import SystemCalls
import TestSupport
import Testing
import VideoFrames

/// The numbers of a comparison, against their formulas color by color.
@Suite struct DifferenceTests {
  private static func pictures(_ seed: UInt64) throws -> (Frame, Frame) {
    var random = SeededNumbers(seed: seed)
    func frame() throws -> Frame {
      try picture { _, _ in
        .nits(
          Double(random.next() % 1000) / 3, Double(random.next() % 1000) / 3, Double(random.next() % 1000) / 3)
      }
    }
    return (try frame(), try frame())
  }

  private static func color(_ frame: Frame, _ x: Int, _ y: Int) throws -> ICtCp {
    func code(_ plane: Int) throws -> Double { Double(try frame.sample(plane: plane, x: x, y: y)) }
    return ICtCp(
      i: SignalLevel(try code(0) / 65535), ct: SignalLevel((try code(1) - 32768) / 65535),
      cp: SignalLevel((try code(2) - 32768) / 65535))
  }

  /// BT.2124 pixel by pixel; steps of a 64th are the meter's.
  @Test func differencesAreThoseOfTheFormula() throws {
    let (a, b) = try Self.pictures(3)
    var all: [Double] = []
    for y in 0..<size.height {
      for x in 0..<size.width { all.append(DeltaEITP()(try Self.color(a, x, y), try Self.color(b, x, y)).value) }
    }
    let sorted = all.sorted()
    for workers in [1, 2, 3] {
      let meter = DifferenceMeter(
        width: size.width, height: size.height, workers: Workers(atMost: workers), keepsMap: true)
      let found = a.withView { a in b.withView { b in meter.measure(a, b) } }
      #expect(found.differences.count == all.count)
      #expect(abs(found.differences.mean.value - all.reduce(0, +) / Double(all.count)) < 1.0 / 64)
      #expect(
        abs(found.differences.percentile(0.95).value - sorted[Int((0.95 * Double(all.count)).rounded(.up)) - 1]) < 2.0
          / 64)
      #expect(
        abs(found.differences.percentile(0.99).value - sorted[Int((0.99 * Double(all.count)).rounded(.up)) - 1]) < 2.0
          / 64)
      #expect(abs(found.maximum.difference.value - sorted.last!) < 1.0 / 64)
      #expect(all[found.maximum.y * size.width + found.maximum.x] == sorted.last!)
      #expect(zip(meter.heat, all).allSatisfy { abs(Double($0) / 64 - $1) < 1.0 / 64 })
    }
  }

  /// Two pictures of which one component, luma or red if none is named, has these codes everywhere.
  private static func errors(
    _ first: (PixelFormat, Int), _ second: (PixelFormat, Int), of component: Int = 0, isNarrow: Bool = true,
    isPQ: Bool = false
  ) throws -> PlaneErrors {
    func frame(_ format: PixelFormat, _ code: Int) throws -> Frame {
      var frame = try Frame(format, width: 18, height: 8)
      for y in 0..<8 { for x in 0..<18 { try frame.setCode(code, component: component, x: x, y: y) } }
      return frame
    }
    var errors = try #require(PlaneErrors(first.0, second.0, isNarrow: isNarrow, isPQ: isPQ))
    let (a, b) = (try frame(first.0, first.1), try frame(second.0, second.1))
    a.withView { a in b.withView { b in errors.add(a, b) } }
    return errors
  }

  /// A ratio that can be worked out by hand, every code off by one: 10 log₁₀(1023²), and the weights of the codes: ½ up to 300, 1 at 500, 4 from
  /// 900 on.
  @Test(arguments: [(200, 0.5), (500, 1), (950, 4)]) func ratiosAreThoseOfTheFormula(code: Int, weight: Double) throws {
    let errors = try Self.errors((.yuv420p10, code), (.yuv420p10, code + 1), isPQ: true)
    #expect(abs(errors.psnr[0] - 60.19751) < 1e-4)
    #expect(abs(try #require(errors.weightedPSNR) - (60.19751 - 10 * log10(weight))) < 1e-4)
    // Another layout of the same codes takes another way.
    let packed = try Self.errors((.yuv420p10, code), (.p010, code + 1), isPQ: true)
    #expect(abs(packed.psnr[0] - 60.19751) < 1e-4)
    #expect(abs(try #require(packed.weightedPSNR) - (60.19751 - 10 * log10(weight))) < 1e-4)
    #expect(errors.psnr[1].isInfinite)
    #expect(PlaneErrors(.yuv420p10, .yuv444p10, isNarrow: true, isPQ: true) == nil)
    #expect(PlaneErrors(.yuv420p10, .gbrpf32, isNarrow: true, isPQ: true) == nil)
  }

  /// Floating point has no codes to count, whatever range is stated.
  @Test(arguments: PixelFormat.allCases.filter(\.isUnpacked)) func levelsOfEveryFormatAreCounted(format: PixelFormat)
    throws
  {
    let picture = try Frame(format, width: 32, height: 32)
    for isNarrow in [false, true] {
      var meter = BandMeter((format, isNarrow), (format, isNarrow))
      picture.withView { meter.add($0, $0) }
      #expect(meter.first.distance == nil)
      #expect(meter.first.shareOutOfRange == (isNarrow && !format.isFloat ? 1 : 0), "\(format), \(isNarrow)")
    }
  }

  /// The weight is that of the code in 10 bits, whatever the depth; one code of 8, 9 or 12 bits of all.
  @Test(arguments: [(PixelFormat.yuv420p, 8, 255), (.yuv420p9, 9, 511), (.yuv420p12, 12, 4095)])
  func weightsAreThoseOfTenBits(format: PixelFormat, depth: Int, maximum: Int) throws {
    for (ten, weight) in [(200, 0.5), (500, 1), (952, 4)] {
      let code = depth < 10 ? ten >> (10 - depth) : ten << (depth - 10)
      let errors = try Self.errors((format, code), (format, code + 1), isPQ: true)
      let plain = 20 * log10(Double(maximum))
      #expect(abs(errors.psnr[0] - plain) < 1e-4)
      #expect(abs(try #require(errors.weightedPSNR) - (plain - 10 * log10(weight))) < 1e-4)
    }
  }

  /// In narrow range, codes of 8 bits count four times beside those of 10; in full range, white is the maximum code of each depth.
  @Test func depthsAreComparedAtTheDeeper() throws {
    let narrow = try Self.errors((.yuv420p, 100), (.yuv420p10, 402))
    #expect(abs(narrow.psnr[0] - 10 * log10(1023.0 * 1023 / 4)) < 1e-9)
    for code in [0, 100, 255] {
      let full = try Self.errors((.rgb24, code), (.rgb48, code * 257 + 1 - code / 255 * 2), isNarrow: false)
      #expect(abs(full.psnr[0] - 20 * log10(65535.0)) < 1e-9)
    }
    // 100 codes of 8 bits above the middle are 401.18 of 10 bits.
    let chroma = try Self.errors((.yuv444p, 228), (.yuv444p10, 914), of: 1, isNarrow: false)
    #expect(abs(chroma.psnr[1] - 20 * log10(1023 / (402 - 100.0 * 1023 / 255))) < 1e-9)
  }

  /// A reduced picture has the means of its squares.
  @Test func reducedPicturesAreMeans() throws {
    let (a, _) = try Self.pictures(5)
    var half = try Frame(PerceptualCodes.format, width: size.width / 2, height: size.height / 2)
    let reduction = PerceptualReduction(
      fromWidth: size.width, height: size.height, toWidth: size.width / 2, height: size.height / 2)
    try a.withView { try reduction.reduce($0, into: &half) }
    for (x, y) in [(0, 0), (7, 11), (79, 47)] {
      let sum = try [(0, 0), (1, 0), (0, 1), (1, 1)].reduce(0.0) {
        $0 + Double(try a.sample(plane: 0, x: 2 * x + $1.0, y: 2 * y + $1.1))
      }
      #expect(abs(Double(try half.sample(plane: 0, x: x, y: y)) - sum / 4) <= 0.51)
    }
  }
}
