internal import CLanes

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The working memory of one thread while it converts a band: a strip, and the last rows of encoded chroma.
///
/// - Shape: the strip is `[LANES_ROWS][LANES_STRIP]` floats; the chroma ring is `[4][2][stride]` floats, where a picture's
///   row y is in slot y mod 4. Each scratch starts on its own page, so that no two threads write to the same cache line.
@safe struct BandScratch {
  /// The number of chroma rows that are kept: a chroma row is averaged from at most three.
  static let slots = 4

  /// The strip.
  let strip: UnsafeMutablePointer<Float>
  private let chroma: UnsafeMutablePointer<Float>
  private let stride: Int
  private let byteCount: Int

  /// Allocates scratch for pictures of this width.
  init(width: Int) {
    // Whole vectors are stored, up to a multiple of 32 samples.
    stride = (width + Int(LANES_STRIP) - 1) / Int(LANES_STRIP) * Int(LANES_STRIP)
    let (strips, chromas) = (Int(LANES_ROWS) * Int(LANES_STRIP), Self.slots * 2 * stride)
    byteCount = (strips + chromas) * MemoryLayout<Float>.stride
    // mmap returns zeroed pages, and each page is placed near the thread that first touches it.
    let memory = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory = unsafe memory, Int(bitPattern: memory) != -1 else {
      fatalError("cannot allocate the \(byteCount) bytes of working memory that each thread needs; use fewer threads")
    }
    unsafe strip = memory.bindMemory(to: Float.self, capacity: strips + chromas)
    unsafe chroma = strip + strips
  }

  /// Frees the memory.
  func free() {
    _ = unsafe munmap(strip, byteCount)
  }

  /// One row of the strip.
  func row(_ index: Int) -> UnsafeMutablePointer<Float> { unsafe strip + index * Int(LANES_STRIP) }

  /// The encoded row `y` of a chroma component, 0 or 1.
  func chroma(_ component: Int, row y: Int) -> UnsafeMutablePointer<Float> {
    unsafe chroma + (y % Self.slots * 2 + component) * stride
  }
}
