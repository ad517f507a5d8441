package import VideoFrames

/// Measures the distance of neighboring levels where the first of two pictures is smooth: more than a code is visible banding.
///
/// The areas are squares of 16 pixels in up to 16 stripes of a picture. In the first picture, neighboring pixels differ by at most about an 8-bit
/// code, and the whole area spans 3 to 16.
package struct BandMeter: Sendable {
  package struct Side: Sendable {
    /// The number of codes per 8-bit step.
    fileprivate let codesPerStep: Int32
    fileprivate let shift: Int32
    private let nominal: ClosedRange<Int32>
    /// The total range of levels over all areas, in codes, and the total number of steps between levels.
    private(set) var range = 0, steps = 0
    /// The number of luma codes outside the nominal range, and of all luma codes.
    private var outOfRange = 0, looked = 0

    fileprivate init(_ format: PixelFormat, isNarrow: Bool) {
      let depth = Int32(format.bitDepth)
      // This limits an area to 256 levels.
      shift = max(0, depth - 12)
      codesPerStep = 1 << max(0, depth - shift - 8)
      let step = Int32(1) << max(0, depth - 8)
      // Floating-point pictures have no codes.
      nominal = isNarrow && !format.isFloat ? 16 * step...235 * step : 0...Int32(clamping: format.maximumCode)
    }

    /// The mean distance of neighboring levels, in 8-bit codes; `nil` without smooth areas.
    package var distance: Double? {
      range < 64 * Int(codesPerStep) || steps == 0 ? nil : Double(range) / Double(steps) / Double(codesPerStep)
    }
    package var shareOutOfRange: Double { looked == 0 ? 0 : Double(outOfRange) / Double(looked) }

    fileprivate mutating func add(_ levels: (range: Int32, count: Int)) {
      range += Int(levels.range)
      steps += levels.count - 1
    }

    fileprivate mutating func add(_ line: [Int32]) {
      for code in line where !nominal.contains(code) { outOfRange += 1 }
      looked += line.count
    }
  }

  package private(set) var first, second: Side

  /// The factor by which the second has fewer levels than the first has and its own codes allow; `nil` without smooth areas.
  var loss: Double? {
    guard first.distance != nil, second.steps > 0 else { return nil }
    return Double(min(first.steps, second.range)) / Double(second.steps)
  }

  package init(_ first: (PixelFormat, isNarrow: Bool), _ second: (PixelFormat, isNarrow: Bool)) {
    self.first = Side(first.0, isNarrow: first.isNarrow)
    self.second = Side(second.0, isNarrow: second.isNarrow)
  }

  /// The side of an area, in pixels.
  private static let side = 16

  /// Adds a pair of pictures with a sample for each code; floating-point pictures have no codes, and pictures of different sizes no areas in common.
  package mutating func add(_ one: borrowing FrameView, _ other: borrowing FrameView) {
    let isPair = (one.width, one.height) == (other.width, other.height) && !one.format.isFloat && !other.format.isFloat
    let stripes = max(1, min(16, one.height / Self.side))
    let (a, b) = (Self.stripes(stripes, of: one, &first), Self.stripes(stripes, of: other, &second))
    guard isPair, one.height >= Self.side else { return }
    for stripe in a.indices {
      for left in stride(from: 0, through: one.width - Self.side, by: Self.side) {
        let (limit, step) = (first.codesPerStep + (first.codesPerStep + 1) / 2, first.codesPerStep)
        guard let own = Self.levels(a[stripe], one.width, left, limit), own.range >= 3 * step, own.range <= 16 * step,
          let its = Self.levels(b[stripe], other.width, left, .max)
        else { continue }
        first.add(own)
        second.add(its)
      }
    }
  }

  /// Returns the luma codes of stripes of a picture, at the scale in which levels are counted; all rows count for the range.
  private static func stripes(_ count: Int, of view: borrowing FrameView, _ side: inout Side) -> [[Int32]] {
    guard !view.format.isFloat else { return [] }
    // Green is used as luma.
    let rows = unsafe ComponentRows(view.format.model == .rgb ? 1 : 0, of: view)
    var line = [Int32](repeating: 0, count: view.width)
    var stripes = [[Int32]](repeating: [], count: count)
    for y in 0..<view.height {
      unsafe rows.read(y, into: &line)
      side.add(line)
      // The last stripe that starts at or above this row.
      let stripe = ((y + 1) * count - 1) / view.height
      guard y < stripe * view.height / count + Self.side else { continue }
      stripes[stripe] += side.shift == 0 ? line : line.map { $0 >> side.shift }
    }
    return stripes
  }

  /// Returns the range and the number of an area's levels; `nil` if neighbors differ by more than the limit, or if there are more than 256 codes.
  ///
  /// A level is a code with more than a third of the pixels that it would have if all codes were equally frequent; rarer codes, which lossy coding
  /// adds between two levels, are not counted.
  private static func levels(
    _ codes: [Int32], _ width: Int, _ left: Int, _ limit: Int32
  ) -> (range: Int32, count: Int)? {
    var (low, high) = (Int32.max, Int32.min)
    for y in 0..<side {
      let row = y * width + left
      for place in row..<row + side {
        let code = codes[place]
        low = min(low, code)
        high = max(high, code)
        if place > row, abs(code - codes[place - 1]) > limit { return nil }
        if y > 0, abs(code - codes[place - width]) > limit { return nil }
      }
      if high - low > 255 { return nil }
    }
    var counts = [Int32](repeating: 0, count: Int(high - low) + 1)
    for y in 0..<side {
      for place in y * width + left..<y * width + left + side { counts[Int(codes[place] - low)] += 1 }
    }
    let enough = Int32(side * side) / (3 * Int32(counts.count))
    let levels = counts.indices.filter { counts[$0] > enough }
    return (Int32((levels.last ?? 0) - (levels.first ?? 0)), max(levels.count, 1))
  }
}
