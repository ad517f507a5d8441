internal import CLanes

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

  /// Scratch for pictures of this width.
  init(width: Int) {
    // Whole vectors are stored up to a multiple of 32.
    stride = (width + Int(LANES_STRIP) - 1) / Int(LANES_STRIP) * Int(LANES_STRIP)
    unsafe strip = Self.floats(Int(LANES_ROWS) * Int(LANES_STRIP))
    unsafe chroma = Self.floats(Self.slots * 2 * stride)
  }

  private static func floats(_ count: Int) -> UnsafeMutablePointer<Float> {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<Float>.stride, alignment: 4096)
    return unsafe bytes.initializeMemory(as: Float.self, repeating: 0, count: count)
  }

  /// Gives the memory back.
  func free() {
    unsafe strip.deallocate()
    unsafe chroma.deallocate()
  }

  /// A row of the strip.
  func row(_ index: Int) -> UnsafeMutablePointer<Float> { unsafe strip + index * Int(LANES_STRIP) }

  /// The encoded row `y` of a chroma component, 0 or 1.
  func chroma(_ component: Int, row y: Int) -> UnsafeMutablePointer<Float> {
    unsafe chroma + (y % Self.slots * 2 + component) * stride
  }
}
