import CAllocations
import Testing
import ToneMapping

/// A frame takes no memory: a clip of any length costs what its first frame costs.
@Suite(.enabled(if: allocations_are_counted(), "only glibc's allocator is counted, and only without a sanitizer"))
struct AllocationTests {
  /// How often this thread takes memory while it converts some frames, after the first.
  private func allocations(
    _ plan: ConversionPlan, threads: Int, frames: Int, width: Int = 640, height: Int = 362
  ) throws -> Int {
    let input = try Frame(plan.inputFormat, width: width, height: height)
    var output = try plan.makeFrame(width: width, height: height)
    var converter = plan.converter(width: width, height: height, threads: threads)
    converter.convert(input, into: &output)
    let before = allocations_of_thread()
    for frame in 0..<frames { converter.convert(input, into: &output, frame: frame) }
    return allocations_of_thread() - before
  }

  @Test(arguments: [
    (PixelFormat.yuv420p10, PixelFormat.yuv420p), (.p010, .nv12), (.yuv422p10, .yuv444p), (.yuva444p12, .rgba64),
    (.nv12, .gbrp10),
  ])
  func aFrameOnOneThreadTakesNone(formats: (PixelFormat, PixelFormat)) throws {
    for source in [Source.hdr10(), .hlg()] {
      let plan = try ConversionPlan(from: source, to: .sdr, reading: formats.0, writing: formats.1)
      let count = try allocations(plan, threads: 1, frames: 3)
      #expect(count == 0)
    }
  }

  @Test(arguments: [2, 5]) func aFrameOnSeveralThreadsTakesWhatDispatchTakes(threads: Int) throws {
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr)
    // `concurrentPerform` takes the context of a closure, a block, and for each thread at most one record of what it is to do.
    // Bands and strips are many times as many.
    let frames = 8
    let count = try allocations(plan, threads: threads, frames: frames)
    #expect(count <= frames * (2 + threads))
  }

  @Test func anAllocationIsSeen() {
    let before = allocations_of_thread()
    withExtendedLifetime([UInt8](repeating: 0, count: 100 + Int(before & 1))) {
      #expect(allocations_of_thread() > before)
    }
  }
}
