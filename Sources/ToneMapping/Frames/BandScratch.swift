internal import CLanes

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// What one thread needs while it converts a band: a strip, and the last rows of encoded chroma.
///
/// - Shape: the strip is `[LANES_ROWS][LANES_STRIP]` floats; the chroma ring `[4][2][stride]` floats, where a picture's
///   row y is in slot y mod 4; each from a page of its own, so that no two threads write to one line of a cache.
@safe struct BandScratch {
  /// How many rows of chroma are kept: a chroma row is averaged from at most three.
  static let slots = 4

  /// The strip.
  let strip: UnsafeMutablePointer<Float>
  private let chroma: UnsafeMutablePointer<Float>
  private let stride: Int
  private let byteCount: Int

  /// Scratch for pictures of this width.
  init(width: Int) {
    // Whole vectors are stored up to a multiple of 32.
    stride = (width + Int(LANES_STRIP) - 1) / Int(LANES_STRIP) * Int(LANES_STRIP)
    let (strips, chromas) = (Int(LANES_ROWS) * Int(LANES_STRIP), Self.slots * 2 * stride)
    byteCount = (strips + chromas) * MemoryLayout<Float>.stride
    // From the system itself: pages that nobody has touched are zero, and come to lie near the thread that touches them first.
    let memory = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory = unsafe memory, Int(bitPattern: memory) != -1 else {
      fatalError("there is no memory for the \(byteCount) bytes that a thread works in")
    }
    unsafe strip = memory.bindMemory(to: Float.self, capacity: strips + chromas)
    unsafe chroma = strip + strips
  }

  /// Gives the memory back.
  func free() {
    _ = unsafe munmap(strip, byteCount)
  }

  /// A row of the strip.
  func row(_ index: Int) -> UnsafeMutablePointer<Float> { unsafe strip + index * Int(LANES_STRIP) }

  /// The encoded row `y` of a chroma component, 0 or 1.
  func chroma(_ component: Int, row y: Int) -> UnsafeMutablePointer<Float> {
    unsafe chroma + (y % Self.slots * 2 + component) * stride
  }
}
