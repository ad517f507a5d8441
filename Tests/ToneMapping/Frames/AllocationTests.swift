import CAllocations
import TestSupport
import Testing
import ToneMapping

/// Converting a frame allocates no memory, so a clip of any length takes as much memory as its first frame.
@Suite(.enabled(if: allocations_are_counted(), "allocations are counted only with glibc and without a sanitizer"))
struct AllocationTests {
  /// The number of allocations that this thread makes for each of some frames, after the first frame.
  private func allocations(
    _ plan: ConversionPlan, threads: Int, frames: Int, width: Int = 640, height: Int = 362
  ) throws -> [Int] {
    let input = try Frame(plan.inputFormat, width: width, height: height)
    var output = try plan.makeFrame(width: width, height: height)
    var converter = try plan.converter(width: width, height: height, threads: threads)
    try converter.convert(input, into: &output)
    return try (0..<frames).map { frame in
      let before = allocations_of_thread()
      try converter.convert(input, into: &output, index: frame)
      return allocations_of_thread() - before
    }
  }

  @Test(arguments: [
    (PixelFormat.yuv420p10, PixelFormat.yuv420p), (.p010, .nv12), (.yuv422p10, .yuv444p), (.yuva444p12, .rgba64),
    (.nv12, .gbrp10), (.y210, .rgbaf16), (.yuv422p10, .y210), (.yuv420p10, .x2rgb10),
  ])
  func aFrameOnOneThreadTakesNone(formats: (PixelFormat, PixelFormat)) throws {
    for source in [Source.hdr10(), .hlg()] {
      let plan = try ConversionPlan(from: source, to: .sdr, reading: formats.0, writing: formats.1)
      let counts = try allocations(plan, threads: 1, frames: 3)
      #expect(counts == [0, 0, 0])
    }
  }

  /// Nothing is copied between memory that is lent, at odd addresses and upward, and the converter's own: whole or in tiles.
  @Test(arguments: [
    (PixelFormat.yuv420p10, PixelFormat.yuv420p), (.p010, .nv12), (.rgb48, .gbrpf32), (.yuva444p12, .rgba64),
    (.gbrapf16, .rgbaf16), (.x2rgb10, .y210),
  ])
  func aLentPictureTakesNone(formats: (PixelFormat, PixelFormat)) throws {
    var source = Source.hdr10()
    if formats.0.model == .rgb { source.color.matrix = .identity }
    let plan = try ConversionPlan(from: source, to: .sdr, reading: formats.0, writing: formats.1)
    let (input, output) = (
      LentMemory(formats.0, width: 640, height: 362, upward: true),
      LentMemory(formats.1, width: 640, height: 362, upward: true)
    )
    let lent = try input.view()
    var target = try output.mutableView()
    var converter = try plan.converter(width: 640, height: 362, threads: 1)
    try converter.convert(lent, into: &target)
    let before = allocations_of_thread()
    try converter.convert(lent, into: &target, index: 1)
    let whole = allocations_of_thread() - before
    try lent.withTile(columns: 3..<600, rows: 7..<300) { source in
      try target.withTile(columns: 3..<600, rows: 7..<300) { target in
        try converter.convert(source, into: &target, index: 2)
      }
    }
    let all = allocations_of_thread() - before
    #expect(whole == 0)
    #expect(all == 0)
  }

  @Test(arguments: [2, 5]) func aFrameOnSeveralThreadsTakesNextToNone(threads: Int) throws {
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr)
    // Dispatch takes two blocks for a call of `concurrentPerform`, one more for each thread, and others where it starts a thread, which it
    // does not do for every frame. Bands are more: 12 for two threads, 20 for five.
    let counts = try allocations(plan, threads: threads, frames: 8)
    let least = try #require(counts.min())
    #expect(least <= threads + 3)
  }

  @Test func anAllocationIsSeen() {
    let before = allocations_of_thread()
    withExtendedLifetime([UInt8](repeating: 0, count: 100 + Int(before & 1))) {
      #expect(allocations_of_thread() > before)
    }
  }
}
