package import VideoFrames

/// Counts what shows as bands: steps between two plateaus in smooth areas.
///
/// A contour is a step of luma, at most four codes of 8 bits, between two runs of equal codes of at least six pixels each. Every
/// fourth row and every eighth column are looked at, of large pictures about 135 rows and 120 columns. The index is the sum of contours, each
/// counted by its step in codes of 8 bits, for each thousand pixels; below 1 little shows, and dithered gradients have 0.
package struct ContourMeter: Sendable {
  /// The sum of the steps of contours, in codes of 8 bits.
  package private(set) var steps = 0.0
  /// The pixels that were looked at.
  package private(set) var pixels = 0
  /// Codes outside the nominal range, of the pixels that were looked at along rows.
  package private(set) var outOfRange = 0, looked = 0
  private let codesPerStep: Double
  private let nominal: ClosedRange<Int32>

  /// - Parameter isNarrow: Whether luma is in narrow range.
  package init(_ format: PixelFormat, isNarrow: Bool) {
    let depth = format.bitDepth
    codesPerStep = Double(1 << max(0, depth - 8))
    let step = Int32(1 << max(0, depth - 8))
    nominal = isNarrow ? 16 * step...235 * step : 0...Int32(format.maximumCode)
  }

  /// The steps of contours in a thousand pixels.
  package var index: Double { pixels == 0 ? 0 : 1000 * steps / Double(pixels) }
  /// The share of luma codes outside the nominal range.
  package var shareOutOfRange: Double { looked == 0 ? 0 : Double(outOfRange) / Double(looked) }

  package static func += (sum: inout ContourMeter, other: ContourMeter) {
    sum.steps += other.steps
    sum.pixels += other.pixels
    sum.outOfRange += other.outOfRange
    sum.looked += other.looked
  }

  /// Adds a picture; one of floating-point numbers has no codes.
  package mutating func add(_ view: borrowing FrameView) {
    guard !view.format.isFloat else { return }
    // Green stands for luma.
    let rows = unsafe ComponentRows(view.format.model == .rgb ? 1 : 0, of: view)
    var line = [Int32](repeating: 0, count: view.width)
    let (rowStep, columnStep) = (max(4, view.height / 135), max(8, view.width / 120))
    let columns = Array(stride(from: columnStep / 2, to: view.width, by: columnStep))
    var kept = [Int32](repeating: 0, count: columns.count * view.height)
    for y in 0..<view.height {
      unsafe rows.read(y, at: columns) { kept[$0 * view.height + y] = $1 }
      guard y % rowStep == 0 else { continue }
      unsafe rows.read(y, into: &line)
      for code in line where !nominal.contains(code) { outOfRange += 1 }
      looked += line.count
      look(along: line[...])
    }
    for index in columns.indices { look(along: kept[index * view.height..<(index + 1) * view.height]) }
  }

  /// The shortest plateau, in pixels.
  private static let plateau = 6

  private mutating func look(along line: ArraySlice<Int32>) {
    guard let first = line.first else { return }
    pixels += line.count
    let limit = Int32(4 * codesPerStep)
    var (code, length) = (first, 1)
    // The plateau before the current run, if it was one.
    var before: Int32?
    for next in line.dropFirst() {
      if next == code {
        length += 1
        if length == Self.plateau, let old = before {
          let step = abs(code - old)
          if step <= limit { steps += Double(step) / codesPerStep }
        }
        continue
      }
      before = length >= Self.plateau ? code : nil
      (code, length) = (next, 1)
    }
  }
}
