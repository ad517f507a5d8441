internal import CToneKernels
internal import LightStatistics
internal import SystemCalls

/// The counts of a light meter: for each row and column, and for each thread.
///
/// Threads share it without a lock: each has its own counts, and one thread at a time counts a row.
@safe struct LightCounts: ~Copyable {
  private let width, height, stride, threads: Int
  /// Whether only levels are counted, without codes and cells of the grid.
  private let onlyLevels: Bool
  /// For each thread: the maximum level of each column, the sums of each column in each row of the grid, counts by codes, `Sums`; then the maximum
  /// level of each row, and whether it is postponed.
  private let memory: UnsafeMutableRawPointer
  private let each: Int
  private let rows: UnsafeMutablePointer<Float>
  private let postponed: UnsafeMutablePointer<Bool>

  /// The sums of one thread over a frame.
  struct Sums {
    var light = 0
    var outside = (bt709: 0, p3: 0)
    var components = SIMD3<Float>.zero
  }

  /// The number of codes, each with four counts.
  private static let counts = 4 * LightDistribution.codeCount

  /// - Throws: `ConversionError.memory(needed:threads:)` if memory is insufficient.
  init(width: Int, height: Int, threads: Int, onlyLevels: Bool) throws(ConversionError) {
    // Strips are counted in whole vectors.
    let stride = (width + Int(LANES_STRIP) - 1) / Int(LANES_STRIP) * Int(LANES_STRIP)
    // No two threads write to the same page.
    let page = Int(getpagesize())
    let numbers = onlyLevels ? stride : (1 + LightGrid.rows) * stride + 2 * Self.counts
    each = (4 * numbers + MemoryLayout<Sums>.stride + page - 1) / page * page
    let needed = threads * each + 5 * height
    var aligned: UnsafeMutableRawPointer?
    guard unsafe posix_memalign(&aligned, page, needed) == 0, let memory = unsafe aligned else {
      throw .memory(needed: needed, threads: threads)
    }
    (self.width, self.height, self.stride, self.threads, self.onlyLevels) = (width, height, stride, threads, onlyLevels)
    unsafe self.memory = memory
    unsafe rows = (memory + threads * each).bindMemory(to: Float.self, capacity: height)
    unsafe postponed = (memory + threads * each + 4 * height).bindMemory(to: Bool.self, capacity: height)
    clear()
  }

  deinit { unsafe free(memory) }

  /// The maximum levels of the columns, as counted by one thread.
  private func columns(thread: Int) -> UnsafeMutablePointer<Float> {
    unsafe (memory + thread * each).assumingMemoryBound(to: Float.self)
  }

  private func cells(thread: Int, gridRow: Int) -> UnsafeMutablePointer<Int32> {
    unsafe (memory + thread * each + 4 * (1 + gridRow) * stride).assumingMemoryBound(to: Int32.self)
  }

  private func counts(_ which: Int, thread: Int) -> UnsafeMutablePointer<UInt32> {
    unsafe (memory + thread * each + 4 * (1 + LightGrid.rows) * stride).assumingMemoryBound(to: UInt32.self)
      + which * Self.counts
  }

  private func sums(thread: Int) -> UnsafeMutablePointer<Sums> {
    unsafe (memory + (thread + 1) * each - MemoryLayout<Sums>.stride).assumingMemoryBound(to: Sums.self)
  }

  /// A job that counts the columns from `x` on of row `y` into a thread's memory.
  func job(from x: Int, row y: Int, thread: Int) -> lanes_light {
    var job = unsafe lanes_light()
    unsafe job.columns = columns(thread: thread) + x
    if !onlyLevels {
      unsafe job.cells = cells(thread: thread, gridRow: y * LightGrid.rows / height) + x
      unsafe job.maximum_codes = counts(0, thread: thread)
      unsafe job.luminance_codes = counts(1, thread: thread)
    }
    return unsafe job
  }

  /// Resets all counts.
  func clear() { unsafe memset(memory, 0, threads * each + 5 * height) }

  /// Adds one thread's counts of a row.
  func add(_ more: Sums, maximum: Float, ofRow y: Int, thread: Int) {
    unsafe rows[y] = max(rows[y], maximum)
    unsafe sums(thread: thread).pointee.add(more)
  }

  /// Postpones a row until its neighbors are written.
  func postpone(row y: Int) { unsafe postponed[y] = true }

  /// Returns whether a row is postponed, and clears that state.
  func takePostponed(row y: Int) -> Bool {
    defer { unsafe postponed[y] = false }
    return unsafe postponed[y]
  }
}

extension LightCounts.Sums {
  fileprivate mutating func add(_ more: Self) {
    light += more.light
    outside.bt709 += more.outside.bt709
    outside.p3 += more.outside.p3
    components = pointwiseMax(components, more.components)
  }
}

// MARK: The whole frame

extension LightCounts {
  /// Returns the sums of all threads, and resets them.
  func takeSums() -> Sums {
    var total = Sums()
    for thread in 0..<threads {
      unsafe total.add(sums(thread: thread).pointee)
      unsafe sums(thread: thread).pointee = Sums()
    }
    return total
  }

  /// The maximum level of a pixel.
  var maximum: Float { unsafe UnsafeBufferPointer(start: rows, count: height).max() ?? 0 }

  /// The number of pixels of each 12-bit code: of the maximum component, 0, or of luminance, 1.
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
    let maximum = (0..<width).map { x in (0..<threads).reduce(Float(0)) { unsafe max($0, columns(thread: $1)[x]) } }
    return unsafe PictureArea(columns: maximum, rows: Array(UnsafeBufferPointer(start: rows, count: height)))
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
        // Converts codes of 12 bits to codes of 8 bits, rounded.
        let whole = pixels * (LightDistribution.codeCount - 1)
        cells.append(UInt8((sum * 255 * 2 + whole) / (whole * 2)))
      }
    }
    return LightGrid(codes: cells)
  }

  /// The first of `size` pixels that belongs to a part, where pixel `y` belongs to part `y · parts / size`.
  private static func start(_ part: Int, of parts: Int, in size: Int) -> Int { (part * size + parts - 1) / parts }
}
