package import HDRMetadata
internal import SystemCalls
internal import ToneMapping

/// The memory that a piece of work needs. It is requested once before the first frame, since a failed array allocation later
/// traps.
package struct MemoryNeed {
  /// The size in bytes.
  private let count: Int

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

  /// - Parameters:
  ///   - isPNG: Whether frames are written as PNGs.
  ///   - hasPreview: Whether the first frame is also written as a PNG.
  ///   - heldFrames: The number of frames held for look-ahead.
  init(of plan: ConversionPlan, for clip: Clip, threads: Int, isPNG: Bool, hasPreview: Bool, heldFrames: Int = 0) {
    let size = clip.openedSize
    func bytes(_ format: PixelFormat) -> Int { format.frameByteCount(width: size.width, height: size.height) }
    let frames =
      FramePumpSize.picturesOnEachSide * (bytes(plan.inputFormat) + bytes(plan.outputFormat))
      + heldFrames * bytes(plan.inputFormat)
    // A planar frame, and the memory of its PNG.
    let preview = hasPreview ? 5 * bytes(.gbrap) : 0
    let pictures = isPNG ? 4 * bytes(plan.outputFormat) : 0
    // The background picture, as read and as used.
    let background = plan.needsBackground ? 2 * bytes(Background.pictureFormat) : 0
    // Three planes of numbers where subsampled chroma is weighted by coverage.
    let isWeighed = plan.inputFormat.hasAlpha && plan.inputFormat.chroma != .c444
    let coverage = isWeighed ? 3 * bytes(.gbrpf32) / 6 : 0
    count =
      frames + background + coverage + max(preview, pictures) + (threads + DispatchThreads.ofFrameLoop + 1)
      * Self.ofThread
      + Self.ofProgram
      + Self.copies * (plan.lookupTable?.cube?.values.count ?? 0) * MemoryLayout<SIMD4<Float>>.stride
  }

  /// The memory for a thumbnail: the candidate pictures, each in a decoder, and a 16-bit picture in two sizes.
  ///
  /// - Parameter size: The size of the thumbnail.
  init(ofThumbnail plan: ConversionPlan, for clip: Clip, at size: PictureSize, threads: Int) {
    func bytes(_ format: PixelFormat, _ size: PictureSize) -> Int {
      format.frameByteCount(width: size.width, height: size.height)
    }
    let pictures = 10 * bytes(plan.inputFormat, clip.openedSize) + bytes(plan.outputFormat, clip.openedSize)
    count = pictures + 3 * bytes(plan.outputFormat, size) + (threads + 1) * Self.ofThread + Self.ofProgram
  }

  /// A thread's stack, its scratch memory, and the allocator's reserve for it.
  private static let ofThread = DispatchThreads.stackByteCount + 2 << 20
  /// Tables, code, and memory of the system's libraries.
  private static let ofProgram = 48 << 20

  /// The copies of a lookup table's cube: as read, multiplied by the output's matrix, and laid out for the kernels.
  private static let copies = 3

  /// Makes sure that the system has this much memory.
  ///
  /// - Parameters:
  ///   - work: The work that needs it, as the subject of a sentence.
  ///   - fix: Another remedy for the user.
  /// - Throws: `memory`.
  package func check(_ work: String = "the conversion", fix: Fix = "use fewer \(.threads)") throws(TranscodingError) {
    guard System.hasMemory(for: count) else { throw .memory(work: work, mebibytes: count >> 20, fix: fix) }
  }
}
