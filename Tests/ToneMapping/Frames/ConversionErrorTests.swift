import TestSupport
import Testing
import ToneMapping

/// What cannot be converted is an error before the first pixel, never a trap.
@Suite struct ConversionErrorTests {
  private let plan: ConversionPlan

  init() throws { plan = try ConversionPlan(from: .hdr10(), to: .sdr) }

  @Test(arguments: [(65_536, 1), (1, 65_536), (1, 0), (0, 1), (-1, 4), (Int.max, Int.max)])
  func aSizeThatCannotBe(width: Int, height: Int) throws {
    let error = ConversionError.frame(.side(width: width, height: height))
    #expect(throws: error) { _ = try plan.converter(width: width, height: height) }
    #expect(throws: error) { _ = try plan.converter(width: width, height: height, on: .baseline) }
  }

  @Test func theLongestRowsCanBe() throws {
    #expect(try plan.converter(width: 65_535, height: 1, on: .baseline).width == 65_535)
  }

  @Test(arguments: [0, -1, Int.min]) func noThreads(count: Int) {
    #expect(throws: ConversionError.threads(count)) { _ = try plan.converter(width: 8, height: 8, threads: count) }
  }

  @Test func moreThreadsThanPixels() throws {
    #expect(try plan.converter(width: 8, height: 8, threads: .max).threads == .max)
  }

  /// The error for these frames, which stay as they are.
  private func error(
    _ input: PixelFormat = .yuv420p10, _ size: (Int, Int) = (8, 6), to output: PixelFormat = .yuv420p,
    _ outputSize: (Int, Int) = (8, 6)
  ) throws -> ConversionError? {
    var converter = try plan.converter(width: 8, height: 6, threads: 2)
    let source = try Frame(input, width: size.0, height: size.1)
    var target = try Frame(output, width: outputSize.0, height: outputSize.1)
    try target.setSample(77, plane: 0, x: 0, y: 0)
    do throws(ConversionError) {
      try converter.convert(source, into: &target)
    } catch {
      #expect(try target.sample(plane: 0, x: 0, y: 0) == 77)
      return error
    }
    return nil
  }

  @Test func otherFramesAreErrors() throws {
    #expect(try error() == nil)
    #expect(try error(.p010) == .inputFormat(.p010, expected: .yuv420p10))
    #expect(try error(to: .nv12) == .outputFormat(.nv12, expected: .yuv420p))
    #expect(try error(.yuv420p10, (6, 8)) == .inputSize(width: 6, height: 8, expectedWidth: 8, expectedHeight: 6))
    for (width, height) in [(6, 8), (8, 7), (7, 6), (16, 12)] {
      #expect(
        try error(.yuv420p10, to: .yuv420p, (width, height))
          == .outputPlace(columns: 0..<width, rows: 0..<height, expectedColumns: 0..<8, expectedRows: 0..<6))
    }
    let input = try Frame(.yuv420p10, width: 8, height: 6)
    var output = try Frame(.yuv420p, width: 8, height: 4)
    #expect(throws: ConversionError.self) { try plan.convert(input, into: &output) }
  }

  @Test func anotherRectangleIsAnError() throws {
    let source = try Frame(.yuv420p10, width: 8, height: 6)
    var (target, small) = (try plan.makeFrame(width: 8, height: 6), try plan.makeFrame(width: 3, height: 2))
    var converter = try plan.converter(width: 8, height: 6, threads: 1)
    func convert(_ columns: Range<Int>, _ rows: Range<Int>, to columns2: Range<Int>, _ rows2: Range<Int>) throws {
      try source.withView { view in
        try view.withTile(columns: columns, rows: rows) { source in
          try target.withMutableView { view in
            try view.withTile(columns: columns2, rows: rows2) { try converter.convert(source, into: &$0) }
          }
        }
      }
    }
    #expect(throws: Never.self) { try convert(1..<4, 2..<4, to: 1..<4, 2..<4) }
    for (columns, rows) in [(2..<5, 2..<4), (1..<4, 1..<3), (1..<5, 2..<4), (0..<3, 0..<2)] {
      let error = ConversionError.outputPlace(columns: columns, rows: rows, expectedColumns: 1..<4, expectedRows: 2..<4)
      #expect(throws: error) { try convert(1..<4, 2..<4, to: columns, rows) }
    }
    // A picture of the rectangle's size needs chroma samples where the rectangle begins.
    func convert(_ columns: Range<Int>, _ rows: Range<Int>) throws {
      try source.withView { view in
        try view.withTile(columns: columns, rows: rows) { source in
          try small.withMutableView { try converter.convert(source, into: &$0) }
        }
      }
    }
    #expect(throws: Never.self) { try convert(4..<7, 2..<4) }
    #expect(throws: ConversionError.oddTile(column: 5, row: 2, format: .yuv420p)) { try convert(5..<8, 2..<4) }
    #expect(throws: ConversionError.oddTile(column: 4, row: 3, format: .yuv420p)) { try convert(4..<7, 3..<5) }
  }

  @Test func thePictureItself() throws {
    let plan = try ConversionPlan(from: .hdr10(), to: .hdr10, reading: .yuv420p10, writing: .yuv420p10)
    let memory = LentMemory(.yuv420p10, width: 8, height: 6, upward: false)
    var view = try memory.mutableView()
    #expect(throws: ConversionError.sharedMemory) { try plan.convert(memory.view(), into: &view) }
    #expect(memory.packedBytes.allSatisfy { $0 == LentMemory.untouched })
    // Two halves of one block are two pictures.
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 4, alignment: 1)
    defer { unsafe block.deallocate() }
    unsafe block.initializeMemory(as: UInt8.self, repeating: 0)
    func half(_ offset: Int) -> FrameView.Plane {
      unsafe FrameView.Plane(start: block.baseAddress! + offset, stride: 64, width: 16, height: 4)
    }
    let gray = try ConversionPlan(from: .hdr10(), to: .hdr10, reading: .gray10, writing: .gray10)
    func convert(to offset: Int) throws {
      let input = try unsafe FrameView(.gray10, width: 16, height: 4, planes: [half(0)])
      var output = try unsafe MutableFrameView(.gray10, width: 16, height: 4, planes: [half(offset)])
      try gray.convert(input, into: &output)
    }
    #expect(throws: Never.self) { try convert(to: 32) }
    #expect(throws: ConversionError.sharedMemory) { try convert(to: 31) }
  }

  @Test func aBackgroundThatDoesNotFit() throws {
    var source = Source.hdr10()
    source.alpha = AlphaCoding(.straight)
    let plan = try ConversionPlan(
      from: source, to: .sdr, options: PlanOptions(alpha: .flattened(.picture())), reading: .yuva420p10)
    let input = try Frame(.yuva420p10, width: 8, height: 6)
    var output = try plan.makeFrame(width: 8, height: 6)
    var converter = try plan.converter(width: 8, height: 6, threads: 1)
    #expect(throws: ConversionError.background(isNeeded: true)) { try converter.convert(input, into: &output) }
    #expect(throws: ConversionError.backgroundFormat(.gbrp)) {
      try converter.convert(input, over: Frame(.gbrp, width: 8, height: 6), into: &output)
    }
    #expect(
      throws: ConversionError.backgroundPlace(
        columns: 0..<8, rows: 0..<5, expectedColumns: 0..<8, expectedRows: 0..<6)
    ) {
      try converter.convert(input, over: Frame(Background.pictureFormat, width: 8, height: 5), into: &output)
    }
    let picture = try Frame(Background.pictureFormat, width: 8, height: 6)
    #expect(throws: Never.self) { try converter.convert(input, over: picture, into: &output) }
    let opaque = try Frame(.yuv420p10, width: 8, height: 6)
    var other = try self.plan.makeFrame(width: 8, height: 6)
    var plain = try self.plan.converter(width: 8, height: 6, threads: 1)
    #expect(throws: ConversionError.background(isNeeded: false)) {
      try plain.convert(opaque, over: picture, into: &other)
    }
  }

  @Test func errorsAreSentences() {
    #expect("\(ConversionError.threads(0))" == "a converter cannot have 0 threads; give it 1 or more")
    #expect(
      "\(ConversionError.inputFormat(.p010, expected: .yuv420p10))"
        == "the input is in p010le, but the plan reads yuv420p10le; make the plan for frames of the input's format")
    #expect(
      "\(ConversionError.memory(needed: 1_000_000, threads: 9))"
        == "the converter needs 1000000 bytes for its 9 threads, but the system has no memory for them; use fewer threads"
    )
  }
}
