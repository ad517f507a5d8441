internal import CToneKernels
internal import SystemCalls

/// What a light meter has counted of each row and column, and what each thread has counted of the current frame.
///
/// Threads share it without a lock: each has its own columns and its own sum, and one thread at a time counts a row.
@safe struct ContentLightCounts: ~Copyable {
  private let height, stride, threads: Int
  /// For each thread, the greatest level of each column; then the greatest level of each row.
  private let levels: UnsafeMutablePointer<Float>
  /// For each thread, the sum of the current frame's levels.
  private let sums: UnsafeMutablePointer<Int>
  /// For each row, whether it is left to be counted.
  private let postponed: UnsafeMutablePointer<Bool>

  /// Each sum has a cache line of its own.
  private static let sumStride = 8

  /// - Throws: `ConversionError.memory(needed:threads:)` if the system has none.
  init(width: Int, height: Int, threads: Int) throws(ConversionError) {
    // Strips are counted in whole vectors.
    let stride = (width + Int(LANES_STRIP) - 1) / Int(LANES_STRIP) * Int(LANES_STRIP)
    let count = threads * stride + height
    let needed =
      count * MemoryLayout<Float>.stride + threads * Self.sumStride * MemoryLayout<Int>.stride + height
    let levels = unsafe calloc(count, MemoryLayout<Float>.stride)
    let sums = unsafe calloc(threads * Self.sumStride, MemoryLayout<Int>.stride)
    let postponed = unsafe calloc(height, 1)
    guard let levels = unsafe levels, let sums = unsafe sums, let postponed = unsafe postponed else {
      unsafe free(levels)
      unsafe free(sums)
      unsafe free(postponed)
      throw .memory(needed: needed, threads: threads)
    }
    (self.height, self.stride, self.threads) = (height, stride, threads)
    unsafe self.levels = levels.bindMemory(to: Float.self, capacity: count)
    unsafe self.sums = sums.bindMemory(to: Int.self, capacity: threads * Self.sumStride)
    unsafe self.postponed = postponed.bindMemory(to: Bool.self, capacity: height)
  }

  deinit {
    unsafe free(levels)
    unsafe free(sums)
    unsafe free(postponed)
  }

  /// The greatest levels of the columns from `x` on, as one thread has counted them.
  func columns(from x: Int, thread: Int) -> UnsafeMutablePointer<Float> { unsafe levels + thread * stride + x }

  /// The greatest level of a column.
  func level(ofColumn x: Int) -> Float { (0..<threads).reduce(0) { max($0, unsafe levels[$1 * stride + x]) } }

  /// The greatest level of each row.
  var rows: [Float] { unsafe Array(UnsafeBufferPointer(start: levels + threads * stride, count: height)) }

  /// Adds what a thread has counted of a row.
  func add(sum: Int, greatest: Float, ofRow y: Int, thread: Int) {
    unsafe sums[thread * Self.sumStride] += sum
    let row = unsafe levels + threads * stride + y
    unsafe row.pointee = max(row.pointee, greatest)
  }

  /// The sum of the frame; the next begins with none.
  func takeSum() -> Int {
    var sum = 0
    for thread in 0..<threads {
      unsafe sum += sums[thread * Self.sumStride]
      unsafe sums[thread * Self.sumStride] = 0
    }
    return sum
  }

  /// Leaves a row to be counted once its neighbors are written.
  func postpone(row y: Int) { unsafe postponed[y] = true }

  /// Whether a row is left to be counted; then it no longer is.
  func takePostponed(row y: Int) -> Bool {
    defer { unsafe postponed[y] = false }
    return unsafe postponed[y]
  }
}
