internal import Colorimetry
internal import Synchronization
package import SystemCalls
package import VideoFrames

/// Measures the difference of pictures of one size, pixel by pixel.
@safe package final class DifferenceMeter {
  private typealias Histogram = DifferenceHistogram<DeltaEITP>

  package let width, height: Int
  private let workers: Workers
  /// For each worker: the steps of ΔE ITP of a row, and two histograms, for even and odd pixels, so that consecutive counts do not wait for
  /// each other.
  private let steps: [UnsafeMutablePointer<UInt16>]
  private let counts: [UnsafeMutablePointer<UInt32>]
  /// ΔE ITP of each pixel of the last measured pictures, in 64ths, row by row; empty if it is not kept.
  package private(set) var heat: [UInt16]
  /// The distance between sampled pixels.
  private let sampleStride: Int

  /// The maximum number of pixels whose colors are returned.
  private static let samples = 8192

  package init(width: Int, height: Int, workers: Workers, keepsMap: Bool) {
    (self.width, self.height, self.workers) = (width, height, workers)
    unsafe steps = (0..<workers.count).map { _ in .allocate(capacity: width) }
    unsafe counts = (0..<workers.count).map { _ in .allocate(capacity: 2 * Histogram.stepCount) }
    heat = keepsMap ? Array(repeating: 0, count: width * height) : []
    var stride = 1
    while (width / stride + 1) * (height / stride + 1) > Self.samples, stride < min(width, height) { stride += 1 }
    sampleStride = stride
  }

  deinit {
    unsafe steps.forEach { unsafe $0.deallocate() }
    unsafe counts.forEach { unsafe $0.deallocate() }
  }

  /// Measures two pictures of this size in ``PerceptualCodes``.
  package func measure(_ first: borrowing FrameView, _ second: borrowing FrameView) -> PictureDifference {
    let (a, b) = (first.perceptualRows, second.perceptualRows)
    var result = PictureDifference(cells: CellGrid(width: width, height: height))
    let (columns, rows) = (result.cells.columns, result.cells.rows)
    for index in 0..<workers.count { unsafe counts[index].update(repeating: 0, count: 2 * Histogram.stepCount) }
    let best = Mutex((step: -1, x: 0, y: 0))
    let next = Atomic(0)
    unsafe result.cells.cells.withUnsafeMutableBufferPointer { cells in
      unsafe heat.withUnsafeMutableBufferPointer { map in
        nonisolated(unsafe) let (cells, map) = unsafe (cells, map)
        workers.perform { worker in
          let (steps, counts) = unsafe (steps[worker], counts[worker])
          // The sums of the cells, for each of six planes.
          var sums = [Int](repeating: 0, count: 6 * columns)
          while true {
            let cellRow = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard cellRow < rows else { return }
            for index in sums.indices { sums[index] = 0 }
            let lines = CellGrid.pixels(cellRow, of: rows, size: height)
            var own = (step: -1, x: 0, y: 0)
            for y in lines {
              let top = unsafe Self.differences(a, b, y, width, into: steps)
              unsafe Self.count(steps, width, in: counts)
              if top > own.step || top == own.step && y < own.y {
                own = (top, (0..<width).first { unsafe Int(steps[$0]) == top } ?? 0, y)
              }
              if unsafe !map.isEmpty {
                unsafe map.baseAddress!.advanced(by: y * width).update(from: steps, count: width)
              }
              unsafe Self.add(a, b, y, width, columns: columns, to: &sums)
            }
            best.withLock { best in
              // On a tie, the first pixel in reading order, regardless of the workers' order.
              if own.step > best.step || own.step == best.step && (own.y, own.x) < (best.y, best.x) { best = own }
            }
            for column in 0..<columns {
              let pixels = Double(CellGrid.pixels(column, of: columns, size: width).count * lines.count)
              func mean(_ plane: Int) -> Double { Double(sums[plane * columns + column]) / pixels }
              unsafe cells[cellRow * columns + column] = ColorPair(
                PerceptualCodes.color(mean(0), mean(1), mean(2)), PerceptualCodes.color(mean(3), mean(4), mean(5)))
            }
          }
        }
      }
    }
    var all = [Int](repeating: 0, count: Histogram.stepCount)
    for index in 0..<workers.count {
      let counts = unsafe counts[index]
      for step in all.indices { unsafe all[step] += Int(counts[step]) + Int(counts[step + Histogram.stepCount]) }
    }
    result.differences = Histogram(counts: all)
    let place = best.withLock(\.self)
    let pair = Self.pair(a, b, place.x, place.y)
    result.maximum = (ColorDifference(pair.first.difference(from: pair.second)), place.x, place.y)
    // Each square of the grid samples a different pixel, so that the grid is not in phase with patterns such as dither.
    var state: UInt32 = 1
    func within(_ first: Int, _ end: Int) -> Int {
      state = state &* 1_664_525 &+ 1_013_904_223
      return first + Int(state >> 16) % min(sampleStride, end - first)
    }
    for top in stride(from: 0, to: height, by: sampleStride) {
      for left in stride(from: 0, to: width, by: sampleStride) {
        result.samples.append(Self.pair(a, b, within(left, width), within(top, height)))
      }
    }
    return result
  }

  private static func pair(_ a: PlaneRows, _ b: PlaneRows, _ x: Int, _ y: Int) -> ColorPair {
    func color(_ rows: PlaneRows) -> ITP {
      unsafe PerceptualCodes.color(
        Double(rows.codes(y, of: 0)[x]), Double(rows.codes(y, of: 1)[x]), Double(rows.codes(y, of: 2)[x]))
    }
    return ColorPair(color(a), color(b))
  }

  /// Writes the ΔE ITP steps of a row, and returns the maximum.
  @unsafe private static func differences(
    _ a: PlaneRows, _ b: PlaneRows, _ y: Int, _ width: Int, into steps: UnsafeMutablePointer<UInt16>
  ) -> Int {
    let (ai, at, ap) = unsafe (a.codes(y, of: 0), a.codes(y, of: 1), a.codes(y, of: 2))
    let (bi, bt, bp) = unsafe (b.codes(y, of: 0), b.codes(y, of: 1), b.codes(y, of: 2))
    let scale = Float(720.0 / PerceptualCodes.maximum * Double(Histogram.stepsPerUnit))
    var greatest: UInt32 = 0
    // Adding this constant leaves the rounded number in the lowest bits.
    let magic = Float(1 << 23)
    for x in 0..<width {
      let i = unsafe Float(Int32(truncatingIfNeeded: ai[x]) &- Int32(truncatingIfNeeded: bi[x]))
      let t = unsafe 0.5 * Float(Int32(truncatingIfNeeded: at[x]) &- Int32(truncatingIfNeeded: bt[x]))
      let p = unsafe Float(Int32(truncatingIfNeeded: ap[x]) &- Int32(truncatingIfNeeded: bp[x]))
      let step = ((i * i + t * t + p * p).squareRoot() * scale + magic).bitPattern & 0xFFFF
      greatest = greatest > step ? greatest : step
      unsafe steps[x] = UInt16(truncatingIfNeeded: step)
    }
    return Int(greatest)
  }

  @unsafe private static func count(
    _ steps: UnsafeMutablePointer<UInt16>, _ width: Int, in counts: UnsafeMutablePointer<UInt32>
  ) {
    let odd = unsafe counts + Histogram.stepCount
    var x = 0
    while x + 1 < width {
      unsafe counts[Int(steps[x])] &+= 1
      unsafe odd[Int(steps[x + 1])] &+= 1
      x += 2
    }
    if x < width { unsafe counts[Int(steps[x])] &+= 1 }
  }

  /// Adds the codes of a row to the sums of its cells: I, Ct and Cp of the first picture, and of the second.
  @unsafe private static func add(
    _ a: PlaneRows, _ b: PlaneRows, _ y: Int, _ width: Int, columns: Int, to sums: inout [Int]
  ) {
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      for plane in 0..<6 {
        let row = unsafe plane < 3 ? a.codes(y, of: plane) : b.codes(y, of: plane - 3)
        for column in 0..<columns {
          var sum: UInt32 = 0
          for x in CellGrid.pixels(column, of: columns, size: width) { unsafe sum &+= UInt32(row[x]) }
          unsafe sums[plane * columns + column] += Int(sum)
        }
      }
    }
  }
}
