import CLanes
import Foundation
import Testing
import ToneKernels

/// How long the strokes take on a whole frame; run with `TONEMAP_TIMING=1 swift test -c release --filter Timing`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["TONEMAP_TIMING"] != nil), .serialized)
struct TimingTests {
  @Test(arguments: KernelSet.available) func frame(_ name: KernelSet.Name) throws {
    let kernels = try #require(KernelSet.named(name))
    let (width, height) = (3840, 2160)
    let path = try DefaultPath()
    for curve in path.curves { print(curve.curve) }
    func words(_ n: Int) -> UnsafeMutablePointer<UInt16> {
      let p = UnsafeMutableRawPointer.allocate(byteCount: n * 2, alignment: 64).assumingMemoryBound(to: UInt16.self)
      for i in 0..<n { p[i] = UInt16(64 + (i &* 2_654_435_761 >> 7) % 877) }
      return p
    }
    let luma = words(width * height)
    let cb = words(width * height / 4)
    let cr = words(width * height / 4)
    let out = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height * 3 / 2)
    let strip = UnsafeMutableRawPointer.allocate(byteCount: 8 * 1024, alignment: 64).assumingMemoryBound(to: Float.self)
    strip.initialize(repeating: 0, count: 2048)
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
      let start = ContinuousClock.now
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
      let passed = ContinuousClock.now - start
      best[stroke] = min(best[stroke], passed / .milliseconds(1))
    }
    print(
      name, zip(["read", "color", "write", "chroma", "all"], best).map { "\($0) \($1)" }.joined(separator: " ms, "),
      "ms")
  }
}
