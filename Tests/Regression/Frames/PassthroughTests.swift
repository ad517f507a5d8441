import Testing
import ToneMapping

/// A signal that is kept keeps its samples: chroma is not resampled where it stays in its places.
@Suite struct PassthroughTests {
  private static let formats: [PixelFormat] = [
    .yuv420p, .yuv420p10, .yuv420p16, .p010, .nv12, .yuv422p10, .p210, .yuv444p12, .yuva420p10,
  ]
  private static let sources: [(Source, Display)] = [(.sdr, .sdr), (.hlg(), .hlg), (.hdr10(), .hdr10)]

  private func plan(_ pair: (Source, Display), _ input: PixelFormat, _ output: PixelFormat) throws -> ConversionPlan {
    var (source, display) = pair
    display.chromaLocation = source.color.chromaLocation
    source.alpha = AlphaCoding(.straight)
    let peak: Luminance? = source.color.transfer == .pq ? .nits(1000) : nil
    return try ConversionPlan(
      from: source, to: display, options: PlanOptions(sourcePeak: peak), reading: input, writing: output)
  }

  /// With dither, which whole codes do not feel.
  @Test(arguments: formats, [(0, 37, 21), (1, 64, 36), (2, 1, 3)])
  func identityIsExact(_ format: PixelFormat, _ c: (pair: Int, width: Int, height: Int)) throws {
    let plan = try plan(Self.sources[c.pair], format, format)
    let input = try FrameReferenceTests.picture(format, width: c.width, height: c.height, seed: 3)
    for instructions in InstructionSet.available {
      var output = try plan.makeFrame(width: c.width, height: c.height)
      var converter = try plan.converter(width: c.width, height: c.height, threads: 2, on: instructions)
      try converter.convert(input, into: &output, index: 5)
      #expect(try Planes(output).planes == Planes(input).planes, "\(instructions)")
    }
  }

  /// More bits are the codes times a power of two; fewer are the nearest, within half a code and the dither.
  @Test func bitsAreAddedAndTakenInPlace() throws {
    let (width, height) = (150, 70)
    for (input, output, factor) in [
      (PixelFormat.yuv420p, PixelFormat.p010, 4.0), (.nv12, .yuv420p10, 4), (.yuv422p10, .yuv422p, 0.25),
    ] {
      let plan = try plan(Self.sources[0], input, output)
      let frame = try FrameReferenceTests.picture(input, width: width, height: height, seed: 9)
      var (whole, tiled) = try (
        plan.makeFrame(width: width, height: height), plan.makeFrame(width: width, height: height)
      )
      var converter = try plan.converter(width: width, height: height, threads: 2)
      try converter.convert(frame, into: &whole)
      let (before, after) = try (Planes(frame).planes, Planes(whole).planes)
      for (a, b) in zip(before.joined().joined(), after.joined().joined()) {
        #expect(abs(min(a * factor, factor < 1 ? 255 : 1023) - b) <= (factor < 1 ? 1 : 0))
      }
      for (columns, rows) in [(0..<64, 0..<30), (64..<150, 0..<30), (0..<64, 30..<70), (64..<150, 30..<70)] {
        try frame.withView { view in
          try view.withTile(columns: columns, rows: rows) { tile in
            try tiled.withMutableView { output in
              try output.withTile(columns: columns, rows: rows) { part in try converter.convert(tile, into: &part) }
            }
          }
        }
      }
      #expect(try Planes(tiled).planes == after)
    }
  }

  /// Where chroma moves, it is resampled.
  @Test func chromaThatMovesIsResampled() throws {
    var display = Display.sdr
    display.chromaLocation = .center
    let plan = try ConversionPlan(from: .sdr, to: display, reading: .yuv420p, writing: .yuv420p)
    let input = try FrameReferenceTests.picture(.yuv420p, width: 36, height: 20, seed: 3)
    var output = try plan.makeFrame(width: 36, height: 20)
    try plan.convert(input, into: &output)
    #expect(try Planes(output).planes[0] == Planes(input).planes[0])
    #expect(try Planes(output).planes[1] != Planes(input).planes[1])
  }
}
