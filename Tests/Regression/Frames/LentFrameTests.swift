import TestSupport
import Testing
import ToneMapping

/// Pictures in memory that others own: the same bits at odd addresses, with gaps between rows and with rows that follow each other
/// upward, and for rectangles the bits that they have in the whole.
@Suite struct LentFrameTests {
  /// Each format as input and as output, formats with alpha on both sides, and 4:2:0 at every chroma location.
  static let cases: [FrameReferenceTests.Case] =
    (PixelFormat.allCases.map { ($0, .yuv420p) } + PixelFormat.allCases.map { (.yuv420p10, $0) }
    + [
      (.yuva444p12, .rgba64), (.rgba64, .yuva420p), (.gbrapf32, .gbrap10), (.p010, .nv12), (.p410, .p416),
      (.gbrapf16, .rgbaf16), (.rgbaf16, .gbrapf16), (.y210, .y210), (.v210, .v210), (.x2rgb10, .x2rgb10),
    ])
    .map { (input: PixelFormat, output: PixelFormat) in
      var source = Source.hdr10()
      if input.model == .rgb { source.color.matrix = .identity }
      return FrameReferenceTests.Case(
        name: "lent", source: source, display: .sdr, gamut: .clip, input: input, output: output)
    } + FrameReferenceTests.sites

  private static func frames(
    _ c: FrameReferenceTests.Case, width: Int = 37, height: Int = 21
  ) throws -> (plan: ConversionPlan, input: Frame, whole: Frame) {
    let plan = try c.plan(dither: .blueNoise)
    let input = try FrameReferenceTests.picture(c.input, width: width, height: height, seed: 3)
    var whole = try plan.makeFrame(width: width, height: height)
    var converter = try plan.converter(width: width, height: height, threads: 1)
    try converter.convert(input, into: &whole, index: 5)
    return (plan, input, whole)
  }

  @Test(arguments: cases) func anyAddressAndAnyStride(_ c: FrameReferenceTests.Case) throws {
    let (plan, input, whole) = try Self.frames(c)
    for set in InstructionSet.available {
      for upward in [false, true] {
        var converter = try plan.converter(width: 37, height: 21, threads: 1, on: set)
        let source = LentMemory(input, upward: upward)
        let target = LentMemory(plan.outputFormat, width: 37, height: 21, upward: !upward)
        var view = try target.mutableView()
        try converter.convert(source.view(), into: &view, index: 5)
        #expect(target.packedBytes == whole.packedBytes, "\(set), upward \(upward)")
        #expect(target.isPaddingWhole && source.packedBytes == input.packedBytes, "\(set), upward \(upward)")
      }
    }
  }

  // MARK: Rectangles

  @Test(arguments: cases) func tilesAreTheWhole(_ c: FrameReferenceTests.Case) throws {
    let (plan, input, whole) = try Self.frames(c)
    for set in InstructionSet.available {
      // v210 is written in groups of 6 columns.
      let edges = c.output == .v210 ? [[0, 6, 18, 24, 37], [0, 36, 37]] : [[0, 1, 6, 17, 20, 37], [0, 35, 37]]
      for (columns, rows) in [(edges[0], [0, 3, 4, 11, 21]), (edges[1], [0, 1, 20, 21])] {
        var converter = try plan.converter(width: 37, height: 21, threads: 1, on: set)
        let target = LentMemory(plan.outputFormat, width: 37, height: 21, upward: false)
        var view = try target.mutableView()
        // From the last to the first, so that no tile can use what another has left in the working memory.
        for (top, bottom) in zip(rows, rows.dropFirst()).reversed() {
          for (left, right) in zip(columns, columns.dropFirst()).reversed() {
            try Self.convert(columns: left..<right, rows: top..<bottom, of: input, into: &view, with: &converter)
          }
        }
        #expect(target.packedBytes == whole.packedBytes, "\(set), columns \(columns), rows \(rows)")
        #expect(target.isPaddingWhole, "\(set), columns \(columns), rows \(rows)")
      }
    }
  }

  private static func convert(
    columns: Range<Int>, rows: Range<Int>, of input: Frame, into view: inout MutableFrameView,
    with converter: inout FrameConverter
  ) throws {
    try input.withView { whole in
      try whole.withTile(columns: columns, rows: rows) { source in
        try view.withTile(columns: columns, rows: rows) { target in
          try converter.convert(source, into: &target, index: 5)
        }
      }
    }
  }

  @Test(arguments: [PixelFormat.yuv420p, .nv12, .rgb48, .yuva422p10, .y210, .x2rgb10], [1, 3])
  func tilesOfSeveralStripsAndThreads(format: PixelFormat, threads: Int) throws {
    // Tiles that begin and end around the boundaries of strips, large enough for several threads.
    let c = FrameReferenceTests.Case(name: "wide", source: .hdr10(), display: .sdr, gamut: .clip, output: format)
    let (plan, input, whole) = try Self.frames(c, width: 1101, height: 57)
    let columns = [0, 3, 515, 516, 1030, 1101]
    var converter = try plan.converter(width: 1101, height: 57, threads: threads)
    let target = LentMemory(plan.outputFormat, width: 1101, height: 57, upward: true)
    var view = try target.mutableView()
    for (left, right) in zip(columns, columns.dropFirst()) {
      for rows in [0..<1, 1..<57] {
        try Self.convert(columns: left..<right, rows: rows, of: input, into: &view, with: &converter)
      }
    }
    #expect(target.packedBytes == whole.packedBytes)
    #expect(target.isPaddingWhole)
  }

  @Test(arguments: [PixelFormat.yuv420p, .nv12, .gbrp10, .rgba64, .x2rgb10, .y210])
  func aTileWritesNothingElse(format: PixelFormat) throws {
    let (columns, rows) = (5..<19, 3..<8)
    let c = FrameReferenceTests.Case(name: "one tile", source: .hdr10(), display: .sdr, gamut: .clip, output: format)
    let (plan, input, whole) = try Self.frames(c)
    let target = LentMemory(format, width: 37, height: 21, upward: false)
    var view = try target.mutableView()
    var converter = try plan.converter(width: 37, height: 21, threads: 1)
    try Self.convert(columns: columns, rows: rows, of: input, into: &view, with: &converter)
    #expect(target.isPaddingWhole)
    for (index, plane) in format.planes(width: 37, height: 21).enumerated() {
      let (across, down) = plane.width == 37 ? (1, 1) : (2, 2)
      let size = plane.bytesPerRow / plane.width
      for y in 0..<plane.height {
        let (found, expected) = unsafe (
          target.row(y, of: index),
          whole.withUnsafePlane(index) {
            unsafe Array($0[y * whole.planes[index].stride..<(y + 1) * whole.planes[index].stride])
          }
        )
        for at in found.indices {
          // A chroma sample belongs to the first pixel that it is for.
          let column = format == .y210 && at % 4 >= 2 ? at / 8 * 2 : at / size * across
          let isOurs = columns.contains(column) && rows.contains(y * down)
          let byte = isOurs ? expected[at] : LentMemory.untouched
          if unsafe found[at] != byte { Issue.record("byte \(at) of row \(y) in plane \(index)") }
        }
      }
    }
  }

  @Test(arguments: [PixelFormat.yuv420p, .nv16, .yuv444p10, .rgb48, .y210])
  func aTileBecomesAPicture(format: PixelFormat) throws {
    let (columns, rows) = (6..<19, 4..<9)
    let c = FrameReferenceTests.Case(name: "a picture", source: .hdr10(), display: .sdr, gamut: .clip, output: format)
    let (plan, input, whole) = try Self.frames(c)
    var small = try plan.makeFrame(width: 13, height: 5)
    var converter = try plan.converter(width: 37, height: 21, threads: 1)
    try input.withView { view in
      try view.withTile(columns: columns, rows: rows) { tile in
        try small.withMutableView { try converter.convert(tile, into: &$0, index: 5) }
      }
    }
    for (index, plane) in small.planes.enumerated() {
      let (across, down) = (plane.shape.width == 13 ? 1 : 2, plane.shape.height == 5 ? 1 : 2)
      for y in 0..<plane.shape.height {
        for x in 0..<plane.shape.width * plane.shape.components {
          let first = columns.lowerBound / across * plane.shape.components
          let expected = try whole.sample(plane: index, x: first + x, y: rows.lowerBound / down + y)
          if try small.sample(plane: index, x: x, y: y) != expected {
            Issue.record("sample \(x), \(y) of plane \(index)")
          }
        }
      }
    }
  }
}
