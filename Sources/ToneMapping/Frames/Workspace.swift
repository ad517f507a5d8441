internal import CToneKernels
internal import SystemCalls

/// The working memory of several threads for pictures of one width, allocated once and freed with the workspace.
@safe package struct Workspace: ~Copyable {
  /// The scratch memory of each thread.
  package let scratch: UnsafeMutableBufferPointer<BandScratch>
  private let memory: UnsafeMutableRawPointer
  private let byteCount: Int

  /// The number of threads.
  var threads: Int { unsafe scratch.count }

  /// Allocates memory for pictures of this width.
  ///
  /// - Throws: ``ConversionError/memory(needed:threads:)`` if memory is insufficient.
  package init(width: Int, threads: Int) throws(ConversionError) {
    let each = BandScratch.byteCount(width: width)
    byteCount = threads * each
    // mmap returns zeroed pages, and each page is placed near the thread that first touches it.
    let memory = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory = unsafe memory, Int(bitPattern: memory) != -1 else {
      throw .memory(needed: byteCount, threads: threads)
    }
    unsafe self.memory = memory
    unsafe scratch = .allocate(capacity: threads)
    for thread in 0..<threads {
      unsafe scratch.initializeElement(at: thread, to: BandScratch(at: memory + thread * each, width: width))
    }
  }

  deinit {
    unsafe scratch.deallocate()
    _ = unsafe munmap(memory, byteCount)
  }
}

/// The part of a workspace for one thread: a strip, and the last rows of encoded chroma.
///
/// - Shape: The strip is `[LANES_ROWS][LANES_STRIP]` floats; the chroma ring is `[4][3][stride]` floats, where a picture's row y is in slot y mod 4,
///   and the third component is the weight of the others; the averages are `[3][stride]` floats; the codes of two rows whose words have codes of
///   several pixels are `[2][3][stride]` codes. Each scratch has its own pages, so that no two threads write to the same cache line.
@safe package struct BandScratch {
  /// The number of chroma rows in the ring; a chroma row is averaged from at most three.
  private static let slots = 4

  /// The strip.
  package let strip: UnsafeMutablePointer<Float>
  private let chroma: UnsafeMutablePointer<Float>
  private let stride: Int

  /// The bytes for pictures of this width, in whole pages.
  static func byteCount(width: Int) -> Int {
    let floats = Int(LANES_ROWS) * Int(LANES_STRIP) + (slots + 2) * 3 * stride(width: width)
    let page = Int(getpagesize())
    return (floats * MemoryLayout<Float>.stride + page - 1) / page * page
  }

  /// The row length for whole vectors: a multiple of 32 samples.
  private static func stride(width: Int) -> Int {
    (width + Int(LANES_STRIP) - 1) / Int(LANES_STRIP) * Int(LANES_STRIP)
  }

  /// Scratch in zeroed memory.
  init(at memory: UnsafeMutableRawPointer, width: Int) {
    stride = Self.stride(width: width)
    unsafe strip = memory.bindMemory(
      to: Float.self, capacity: Self.byteCount(width: width) / MemoryLayout<Float>.stride)
    unsafe chroma = strip + Int(LANES_ROWS) * Int(LANES_STRIP)
  }

  /// One row of the strip.
  package func row(_ index: Int32) -> UnsafeMutablePointer<Float> { unsafe strip + Int(index) * Int(LANES_STRIP) }

  /// The first three of several rows of the strip.
  func rows(_ rows: Range<Int32>) -> ThreeRows {
    let first = rows.lowerBound
    return unsafe (row(first), row(first + 1), row(first + 2))
  }

  /// The starts of three rows.
  typealias ThreeRows = (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>)

  /// The encoded row `y` of a chroma component, 0 or 1, or of their weight, 2.
  package func chroma(_ component: Int, row y: Int) -> UnsafeMutablePointer<Float> {
    unsafe chroma + (y % Self.slots * 3 + component) * stride
  }

  /// The components of the last row of a block, which the next chroma row also averages: `[3][2][previousStep]`, even columns, then odd ones; they share
  /// the memory of the ring.
  var previous: UnsafeMutablePointer<Float> { unsafe chroma }
  var previousStep: Int { stride / 2 }

  /// The codes of a row that is read, 0, or written, 1.
  func codes(_ index: Int) -> CodeRows {
    let start = unsafe UnsafeMutableRawPointer(average(3)).assumingMemoryBound(to: UInt16.self) + index * 3 * stride
    return unsafe CodeRows(luma: start, cb: start + stride, cr: start + 2 * stride)
  }

  /// A row of averages: of a chroma component, 0 or 1, or of their weight, 2.
  func average(_ component: Int) -> UnsafeMutablePointer<Float> {
    unsafe chroma + (Self.slots * 3 + component) * stride
  }
}

/// Columns of a row in strips, from left to right, all of the kernels' strip length except the last.
package struct Strips: Sequence, IteratorProtocol {
  private var rest: Range<Int>

  fileprivate init(of columns: Range<Int>) { rest = columns }

  package mutating func next() -> Range<Int>? {
    guard !rest.isEmpty else { return nil }
    let strip = rest.prefix(Int(LANES_STRIP))
    rest = strip.upperBound..<rest.upperBound
    return strip
  }
}

extension Range<Int> {
  /// These columns in strips.
  package var strips: Strips { Strips(of: self) }
}
