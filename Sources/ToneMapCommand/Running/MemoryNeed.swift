internal import ToneMapping

/// The memory that a conversion needs. It is requested once before the first frame, since a later allocation of an array that fails
/// ends in a trap.
struct MemoryNeed {
  /// In bytes.
  private let count: Int

  /// The memory that a PNG of a planar R′G′B′ picture needs: interleaved pixels, the PNG in libpng's memory, and two copies of
  /// it here.
  init(ofPNG frame: borrowing Frame) {
    count = (4 * frame.format.frameByteCount(width: frame.width, height: frame.height)) + (16 << 20)
  }

  /// - Parameter hasPreview: Whether the first frame is written as a PNG too.
  init(of plan: ConversionPlan, for clip: Clip, threads: Int, hasPreview: Bool) {
    let size = clip.openedSize
    func bytes(_ format: PixelFormat) -> Int { format.frameByteCount(width: size.width, height: size.height) }
    let frames = FrameLoop.buffersOnEachSide * (bytes(plan.inputFormat) + bytes(plan.outputFormat))
    // A planar frame, and what its PNG needs.
    let preview = hasPreview ? 5 * bytes(.gbrp) : 0
    count =
      frames + preview + (threads + FrameLoop.helpers + 1) * Self.ofThread + Self.ofProgram
      + Self.copies * (plan.lookupTable?.cube?.values.count ?? 0) * MemoryLayout<SIMD4<Float>>.stride
  }

  /// A thread's stack of 8 MiB, its scratch memory, and what the allocator reserves for it.
  private static let ofThread = 10 << 20
  /// Tables, programs, and what the system's libraries use.
  private static let ofProgram = 48 << 20

  /// A lookup table's cube is held as it was read, multiplied by the output's matrix, and laid out for the kernels.
  private static let copies = 3

  /// Makes sure that the system has this much memory.
  ///
  /// - Throws: `system`, 71.
  func check() throws(CommandError) {
    guard !System.hasMemory(for: count) else { return }
    throw .system(
      "the conversion needs about \(count >> 20) MiB, but there is no memory for it; close other programs, raise this"
        + " program's memory limit, or use fewer --threads")
  }
}
