import CToneKernels
import Foundation
import ToneKernels

/// The memory that the passes work on: rows of a picture 3840 wide, more than the second-level cache holds, and a strip.
public final class Desk {
  public static let width = 3840
  public static let height = 540
  public static var pixels: Int { width * height }

  /// Memory for four samples of four bytes per pixel.
  public let picture = Desk.allocated(Desk.width * Desk.height * 16)
  public let strip = Desk.allocated(Int(LANES_ROWS) * Int(LANES_STRIP) * 4).assumingMemoryBound(to: Float.self)
  public let bias = Desk.allocated(64 * 4).assumingMemoryBound(to: Float.self)
  /// Three rows for each of two chroma components.
  public let chroma = Desk.allocated(6 * Desk.width * 4).assumingMemoryBound(to: Float.self)

  public init() {
    for i in 0..<Int(LANES_ROWS) * Int(LANES_STRIP) { strip[i] = Float((i &* 2_654_435_761) & 1023) / 1024 }
    // Factors of 1 keep repeatedly multiplied numbers in the range in which arithmetic is fast.
    for i in 0..<Int(LANES_STRIP) { strip[7 * Int(LANES_STRIP) + i] = 1 }
    for i in 0..<64 { bias[i] = 0.5 }
    for i in 0..<6 * Self.width { chroma[i] = 128 + Float((i &* 7919) & 63) }
  }

  private static func allocated(_ count: Int) -> UnsafeMutableRawPointer {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 64)
    memset(bytes, 1, count)
    return bytes
  }

  /// Calls `body` for every strip of every row.
  public func eachStrip(_ body: (_ x: Int, _ y: Int, _ count: Int) -> Void) {
    for y in 0..<Self.height {
      for x in stride(from: 0, to: Self.width, by: Int(LANES_STRIP)) {
        body(x, y, min(Int(LANES_STRIP), Self.width - x))
      }
    }
  }
}
