internal import CToneKernels
internal import LightStatistics
internal import SystemCalls

/// The counts of the light of pictures: for each row, and for each column by each thread.
///
/// Threads share it without a lock: each has its own columns and codes, and one thread at a time counts a row.
@safe struct LightCounts: ~Copyable {
  private let width, height, stride: Int
  /// For each thread: the maximum level of each column; except for levels alone, the sums of each column in each row of the grid, and the counts by
  /// codes.
  private let memory: AlignedMemory
  /// For each thread, the job that counts the first columns of the first row.
  private let jobs: [lanes_light]
  /// The maximum level of each row in all pictures, and its sums in this picture; `nil` if it is not yet counted.
  private let rows: UnsafeMutableBufferPointer<(maximum: Float, sums: Sums?)>

  struct Sums {
    var light = 0
    /// The numbers of pixels outside BT.709 and outside P3.
    var outside = SIMD2<Int>.zero
    /// The maximum level of a pixel, and of each component.
    var maximum: Float = 0
    var components = SIMD3<Float>.zero

    mutating func add(_ other: Self) {
      light += other.light
      outside &+= other.outside
      maximum = max(maximum, other.maximum)
      components = pointwiseMax(components, other.components)
    }
  }

  /// - Throws: `ConversionError.memory(needed:threads:)` if memory is insufficient.
  init(width: Int, height: Int, threads: Int, onlyLevels: Bool) throws(ConversionError) {
    // Strips are counted in whole vectors.
    let stride = (width + Int(LANES_STRIP) - 1) / Int(LANES_STRIP) * Int(LANES_STRIP)
    // The number of codes, each with four counts.
    let codes = 4 * LightDistribution.codeCount
    // No two threads write to the same cache line.
    let numbers = ((onlyLevels ? stride : (1 + LightGrid.rows) * stride + 2 * codes) + 31) / 32 * 32
    guard let memory = AlignedMemory(zeros: 4 * threads * numbers) else {
      throw .memory(needed: 4 * threads * numbers, threads: threads)
    }
    unsafe jobs = (0..<threads).map { thread in
      let start = unsafe memory.bytes.baseAddress! + 4 * thread * numbers
      var job = unsafe lanes_light()
      unsafe (job.dark, job.visible) = (onlyLevels ? 0 : Float(LightCount.darkest.units), Float(LightCount.unitsPerNit))
      unsafe job.columns = start.assumingMemoryBound(to: Float.self)
      guard !onlyLevels else { return unsafe job }
      unsafe job.cells = (start + 4 * stride).assumingMemoryBound(to: Int32.self)
      unsafe job.maximum_codes = (start + 4 * (1 + LightGrid.rows) * stride).assumingMemoryBound(to: UInt32.self)
      unsafe job.luminance_codes = job.maximum_codes + codes
      return unsafe job
    }
    unsafe rows = .allocate(capacity: height)
    unsafe rows.initialize(repeating: (0, nil))
    (self.width, self.height, self.stride, self.memory) = (width, height, stride, memory)
  }

  deinit { unsafe rows.deallocate() }

  /// The job that counts the first columns of row `y` into a thread's memory.
  func job(row y: Int, thread: Int) -> lanes_light {
    var job = unsafe jobs[thread]
    unsafe job.cells? += y * LightGrid.rows / height * stride
    return unsafe job
  }

  func add(_ sums: Sums, ofRow y: Int) { unsafe rows[y] = unsafe (max(rows[y].maximum, sums.maximum), sums) }

  /// Whether a row is not yet counted in this picture.
  func isPending(row y: Int) -> Bool { unsafe rows[y].sums == nil }

  func clear() {
    unsafe memory.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    unsafe rows.update(repeating: (0, nil))
  }
}

extension LightCounts.Sums {
  /// A kernel's counts of a strip.
  init(_ job: lanes_light) {
    func sum<Lanes>(_ lanes: Lanes) -> Int {
      unsafe withUnsafeBytes(of: lanes) { unsafe $0.bindMemory(to: Int32.self).reduce(0) { $0 + Int($1) } }
    }
    func maximum<Lanes>(_ lanes: Lanes) -> Float {
      unsafe withUnsafeBytes(of: lanes) { unsafe $0.bindMemory(to: Float.self).max() ?? 0 }
    }
    unsafe (light, self.maximum) = (sum(job.sum), maximum(job.maximum))
    guard unsafe job.cells != nil else { return }
    let (outside, components) = unsafe (job.outside, job.components)
    self.outside = SIMD2(sum(outside.0), sum(outside.1))
    self.components = SIMD3(maximum(components.0), maximum(components.1), maximum(components.2))
  }
}

// MARK: The whole picture

extension LightCounts {
  /// Ends a picture: returns the sums of its rows, and resets them.
  func takeSums() -> Sums {
    var total = Sums()
    for y in 0..<height {
      if let sums = unsafe rows[y].sums { total.add(sums) }
      unsafe rows[y].sums = nil
    }
    return total
  }

  var maximum: Float { unsafe rows.map(\.maximum).max() ?? 0 }

  /// The number of pixels of each 12-bit code: of the maximum component, or of luminance.
  func codes(of counts: (lanes_light) -> UnsafeMutablePointer<UInt32>) -> [Int] {
    (0..<LightDistribution.codeCount).map { code in
      unsafe jobs.reduce(0) { sum, job in
        let found = unsafe counts(job) + 4 * code
        return unsafe sum + Int(found[0]) + Int(found[1]) + Int(found[2]) + Int(found[3])
      }
    }
  }

  /// The part of the picture that is not black.
  var area: PictureArea? {
    let columns = (0..<width).map { x in unsafe jobs.reduce(Float(0)) { unsafe max($0, $1.columns[x]) } }
    return unsafe PictureArea(columns: columns, rows: rows.map(\.maximum))
  }

  var grid: LightGrid {
    var averages: [UInt8] = []
    for row in 0..<LightGrid.rows {
      let rows = Self.part(row, of: LightGrid.rows, in: height)
      // A picture with fewer rows than the grid repeats some of them.
      let start = rows.lowerBound * LightGrid.rows / height * stride
      for column in 0..<LightGrid.columns {
        let columns = Self.part(column, of: LightGrid.columns, in: width)
        let sum = unsafe jobs.reduce(0) { sum, job in
          columns.reduce(sum) { unsafe $0 + Int(job.cells[start + $1]) }
        }
        // Converts codes of 12 bits to codes of 8 bits, rounded.
        let whole = columns.count * rows.count * (LightDistribution.codeCount - 1)
        averages.append(UInt8((sum * 255 * 2 + whole) / (whole * 2)))
      }
    }
    return LightGrid(codes: averages)
  }

  /// The pixels of a part, at least one, where pixel `y` of `size` belongs to part `y · parts / size`.
  private static func part(_ part: Int, of parts: Int, in size: Int) -> Range<Int> {
    let first = min((part * size + parts - 1) / parts, size - 1)
    return first..<max(((part + 1) * size + parts - 1) / parts, first + 1)
  }
}
