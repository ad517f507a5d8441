package import HDRMetadata
internal import SystemCalls
internal import ToneMapping

/// The memory that a piece of work needs. It is requested once before the first frame, since a failed array allocation later
/// traps.
package struct MemoryNeed {
  private let count: Int

  init(_ count: Int) { self.count = count }

  /// The memory for a PNG of a planar R′G′B′ picture: interleaved pixels, the PNG in libpng's memory, and two copies of it.
  init(ofPNG frame: borrowing Frame) {
    count = (4 * frame.format.frameByteCount(width: frame.width, height: frame.height)) + (16 << 20)
  }

  /// The memory for reading a PNG: its samples in file order, and as planes.
  init(toReadPNG byteCount: Int) { count = 2 * byteCount + (16 << 20) }

  /// The memory for a lookup table and its certificate: the errors of all measured colors, and the table while it is fitted, written and read again.
  package init(ofLookupTable size: Int) {
    count = (320 << 20) + size * size * size * 12 * MemoryLayout<SIMD3<Double>>.stride
  }

  /// The memory for reading a lookup table's file: its bytes, in a growing buffer, and its numbers.
  init(ofLookupFile length: Int) { count = 6 * length + (64 << 20) }

  /// A thread's stack, for which glibc reserves 8 MiB, its scratch memory, and the allocator's reserve for it.
  static let ofThread = 8 << 20 + 2 << 20
  /// Tables, code, and memory of the system's libraries.
  static let ofProgram = 48 << 20

  package func check(_ work: String = "the conversion", fix: Fix = "use fewer \(.threads)") throws(TranscodingError) {
    // The memory is released immediately.
    let memory = unsafe mmap(nil, max(count, 1), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory = unsafe memory, Int(bitPattern: memory) != -1 else {
      throw .memory(work: work, mebibytes: count >> 20, fix: fix)
    }
    unsafe munmap(memory, max(count, 1))
  }
}
