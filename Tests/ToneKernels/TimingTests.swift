import CLanes
import Foundation
import Testing
import ToneKernels

/// How long the strokes take on a whole frame; run with `TONEMAP_TIMING=1 swift test -c release --filter Timing`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["TONEMAP_TIMING"] != nil), .serialized)
struct TimingTests {
  @Test(arguments: KernelSet.available, [30.0, 90]) func frame(_ name: KernelSet.Name, swing: Double) throws {
    let kernels = try #require(KernelSet.named(name))
    let (width, height) = (3840, 2160)
    let path = try DefaultPath()
    for curve in path.curves { print(curve.curve) }
    /// A picture of soft shapes and some noise; of its chroma `swing` codes around gray.
    func words(_ width: Int, _ height: Int, _ middle: Double, _ swing: Double) -> UnsafeMutablePointer<UInt16> {
      let p = UnsafeMutableRawPointer.allocate(byteCount: width * height * 2, alignment: 64)
        .assumingMemoryBound(to: UInt16.self)
      let waves = (0..<width).map { sin(Double($0) / 97) }
      for y in 0..<height {
        for x in 0..<width {
          p[y * width + x] = UInt16(middle + swing * waves[(x + 3 * y) % width] + Double((x &* 7919 ^ y &* 104729) & 7))
        }
      }
      return p
    }
    let luma = words(width, height, 400, 250)
    let cb = words(width / 2, height / 2, 512, swing)
    let cr = words(width / 2, height / 2, 512, -swing)
    let out = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height * 3 / 2)
    let room = Strip()
    let strip = room.floats
    let chroma = UnsafeMutableRawPointer.allocate(byteCount: 4 * 4 * width, alignment: 64).assumingMemoryBound(
      to: Float.self)
    chroma.initialize(repeating: 128, count: 4 * width)
    let bias = UnsafeMutablePointer<Float>.allocate(capacity: 64)
    bias.initialize(repeating: 0.5, count: 64)

    var read = lanes_read()
    (read.layout, read.sample, read.halved, read.width) = (Int32(LANES_PLANAR), Int32(LANES_U16), 1, Int32(width))
    read.matrix = DefaultPath.read
    var program = path.program
    var write = lanes_write(sample: Int32(LANES_U8), shift: 0, low: 0, high: 255)
    var writeChroma = lanes_write_chroma()
    (writeChroma.format, writeChroma.halved, writeChroma.width) = (write, 1, Int32(width))

    var row = lanes_read_row()
    var chromaRow = lanes_chroma_row()
    var best = [Double](repeating: .infinity, count: 5)
    for stroke in [4, 4, 4, 0, 1, 2, 3, 4, 4, 4, 0, 1, 2, 3, 4] {
      let start = cpuTime()
      for y in 0..<height {
        row.luma = UnsafeRawPointer(luma + y * width)
        let (a, b) = (y / 2, min(y / 2 + 1, height / 2 - 1))
        row.cb = (UnsafeRawPointer(cb + a * width / 2), UnsafeRawPointer(cb + b * width / 2))
        row.cr = (UnsafeRawPointer(cr + a * width / 2), UnsafeRawPointer(cr + b * width / 2))
        row.weight = y % 2 == 0 ? (1, 0) : (0.5, 0.5)
        for x in stride(from: 0, to: width, by: 256) {
          if stroke == 0 || stroke == 4 { kernels.read(&read, &row, x, 256, strip) }
          if stroke == 1 || stroke == 4 { kernels.color(&program, strip, 256) }
          if stroke == 2 || stroke == 4 {
            kernels.write(&write, strip, bias, x, 256, out + y * width)
            memcpy(chroma + (y & 1) * 2 * width + x, strip + 256, 1024)
            memcpy(chroma + (y & 1) * 2 * width + width + x, strip + 512, 1024)
          }
        }
        if y % 2 == 1, stroke == 3 || stroke == 4 {
          chromaRow.rows = (
            (UnsafePointer(chroma), UnsafePointer(chroma + 2 * width), UnsafePointer(chroma)),
            (UnsafePointer(chroma + width), UnsafePointer(chroma + 3 * width), UnsafePointer(chroma + width))
          )
          chromaRow.weight = (0.5, 0.5, 0)
          chromaRow.bias = (UnsafePointer(bias), UnsafePointer(bias))
          let target = out + width * height + (y / 2) * width / 2
          chromaRow.target = (UnsafeMutableRawPointer(target), UnsafeMutableRawPointer(target + width * height / 4))
          kernels.writeChroma(&writeChroma, &chromaRow)
        }
      }
      let passed = cpuTime() - start
      best[stroke] = min(best[stroke], passed)
    }
    print(
      swing,
      name, zip(["read", "color", "write", "chroma", "all"], best).map { "\($0) \($1)" }.joined(separator: " ms, "),
      "ms")
  }
}

/// Milliseconds this thread has worked: what others do on the machine does not count, but for the caches.
func cpuTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}
