internal import CToneKernels
internal import LightStatistics
internal import SystemCalls

/// What a frame meter has counted of the current frame.
///
/// Threads share it without a lock: each has its own counts, and one thread at a time counts a row.
@safe struct FrameCounts: ~Copyable {
  let threads: Int
  private let width, height, stride: Int
  /// The greatest level of each row.
  private let rows: UnsafeMutablePointer<Float>
  /// For each thread: its counts by codes, the greatest level of each column, the sums of each column in each row of the grid.
  private let memory: UnsafeMutableRawPointer
  private let each: Int
  /// What each thread has summed.
  private let sums: UnsafeMutablePointer<Sums>

  /// What a thread has summed of a frame.
  struct Sums {
    var light = 0
    var outside = (bt709: 0, p3: 0)
    var components = SIMD3<Float>.zero
  }

  /// The number of codes, each with four counts.
  private static let counts = 4 * LightDistribution.codeCount

  /// - Throws: `ConversionError.memory(needed:threads:)` if the system has none.
  init(width: Int, height: Int, threads: Int) throws(ConversionError) {
    let stride = (width + Int(LANES_STRIP) - 1) / Int(LANES_STRIP) * Int(LANES_STRIP)
    // No two threads write to one page.
    let page = Int(getpagesize())
    let each = (4 * (2 * Self.counts + (1 + LightGrid.rows) * stride) + page - 1) / page * page
    let needed = threads * each + 4 * height + threads * MemoryLayout<Sums>.stride
    var aligned: UnsafeMutableRawPointer?
    let hasAligned = unsafe posix_memalign(&aligned, page, threads * each) == 0
    let (rows, sums) = unsafe (calloc(height, 4), calloc(threads, MemoryLayout<Sums>.stride))
    guard hasAligned, let memory = unsafe aligned, let rows = unsafe rows, let sums = unsafe sums else {
      if hasAligned { unsafe free(aligned) }
      unsafe free(rows)
      unsafe free(sums)
      throw .memory(needed: needed, threads: threads)
    }
    (self.width, self.height, self.stride, self.threads, self.each) = (width, height, stride, threads, each)
    unsafe self.memory = memory
    unsafe self.rows = rows.bindMemory(to: Float.self, capacity: height)
    unsafe self.sums = sums.bindMemory(to: Sums.self, capacity: threads)
  }

  deinit {
    unsafe free(memory)
    unsafe free(rows)
    unsafe free(sums)
  }

  private func counts(_ which: Int, thread: Int) -> UnsafeMutablePointer<UInt32> {
    unsafe (memory + thread * each).assumingMemoryBound(to: UInt32.self) + which * Self.counts
  }

  /// A job that counts into a thread's memory.
  func job(thread: Int) -> lanes_statistics {
    var job = unsafe lanes_statistics()
    unsafe job.greatest_codes = counts(0, thread: thread)
    unsafe job.luminance_codes = counts(1, thread: thread)
    return unsafe job
  }

  /// The greatest levels of the columns from `x` on, as a thread has counted them.
  func columns(from x: Int, thread: Int) -> UnsafeMutablePointer<Float> {
    unsafe (memory + thread * each + 8 * Self.counts).assumingMemoryBound(to: Float.self) + x
  }

  /// The sums of luminance codes of the columns from `x` on in the grid's row that holds row `y`.
  func cells(from x: Int, row y: Int, thread: Int) -> UnsafeMutablePointer<Int32> {
    unsafe cells(thread: thread, gridRow: y * LightGrid.rows / height) + x
  }

  private func cells(thread: Int, gridRow: Int) -> UnsafeMutablePointer<Int32> {
    unsafe (columns(from: 0, thread: thread) + (1 + gridRow) * stride).withMemoryRebound(
      to: Int32.self, capacity: stride
    ) { unsafe $0 }
  }

  /// Forgets everything.
  func clear() {
    unsafe memset(memory, 0, threads * each)
    unsafe rows.update(repeating: 0, count: height)
    for thread in 0..<threads { unsafe sums[thread] = Sums() }
  }

  /// Adds what a thread has counted of a row.
  func add(_ more: Sums, greatest: Float, ofRow y: Int, thread: Int) {
    unsafe rows[y] = greatest
    unsafe sums[thread].light += more.light
    unsafe sums[thread].outside.bt709 += more.outside.bt709
    unsafe sums[thread].outside.p3 += more.outside.p3
    unsafe sums[thread].components = pointwiseMax(sums[thread].components, more.components)
  }
}

// MARK: The whole frame

extension FrameCounts {
  /// What all threads have summed.
  var total: Sums {
    var total = Sums()
    for thread in 0..<threads {
      let sums = unsafe sums[thread]
      total.light += sums.light
      total.outside.bt709 += sums.outside.bt709
      total.outside.p3 += sums.outside.p3
      total.components = pointwiseMax(total.components, sums.components)
    }
    return total
  }

  /// The number of pixels of each 12-bit code: of the greatest component, 0, or of luminance, 1.
  func codes(_ which: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: LightDistribution.codeCount)
    for thread in 0..<threads {
      let found = unsafe self.counts(which, thread: thread)
      for code in 0..<LightDistribution.codeCount {
        for part in 0..<4 { unsafe counts[code] += Int(found[4 * code + part]) }
      }
    }
    return counts
  }

  /// The part of the picture that is not black.
  var area: PictureArea? {
    let greatest = (0..<width).map { x in
      (0..<threads).reduce(Float(0)) { unsafe max($0, columns(from: x, thread: $1).pointee) }
    }
    return unsafe PictureArea(columns: greatest, rows: Array(UnsafeBufferPointer(start: rows, count: height)))
  }

  /// The averages of the cells of the grid.
  var grid: LightGrid {
    var cells: [UInt8] = []
    for row in 0..<LightGrid.rows {
      let top = min(Self.start(row, of: LightGrid.rows, in: height), height - 1)
      let bottom = max(Self.start(row + 1, of: LightGrid.rows, in: height), top + 1)
      // A picture with fewer rows than the grid repeats some of them.
      let source = top * LightGrid.rows / height
      for column in 0..<LightGrid.columns {
        let left = min(Self.start(column, of: LightGrid.columns, in: width), width - 1)
        let right = max(Self.start(column + 1, of: LightGrid.columns, in: width), left + 1)
        var sum = 0
        for thread in 0..<threads {
          let codes = unsafe self.cells(thread: thread, gridRow: source)
          for x in left..<right { unsafe sum += Int(codes[x]) }
        }
        let pixels = (right - left) * (bottom - top)
        // From codes of 12 bits to codes of 8, rounded.
        let whole = pixels * (LightDistribution.codeCount - 1)
        cells.append(UInt8((sum * 255 * 2 + whole) / (whole * 2)))
      }
    }
    return LightGrid(codes: cells)
  }

  /// The first of `size` pixels that belongs to a part: the one that `y · parts / size` gives that part.
  private static func start(_ part: Int, of parts: Int, in size: Int) -> Int { (part * size + parts - 1) / parts }
}
