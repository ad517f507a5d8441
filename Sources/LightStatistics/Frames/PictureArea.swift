/// A rectangle of a picture, in pixels.
public struct PictureArea: Hashable, Sendable {
  /// The first column and the first row.
  public var left, top: Int
  /// The number of columns and of rows, 1 or more.
  public var width, height: Int

  public init(left: Int, top: Int, width: Int, height: Int) {
    (self.left, self.top, self.width, self.height) = (left, top, width, height)
  }

  /// The number of pixels.
  public var pixelCount: Int { width * height }

  /// The smallest rectangle that contains all pixels brighter than black; `nil` if all are black.
  ///
  /// - Parameters:
  ///   - columns: The maximum light of each column, in the units of `LightCount`.
  ///   - rows: The maximum light of each row.
  package init?(columns: [Float], rows: [Float]) {
    let darkest = Float(LightCount.darkest.units)
    func extent(of levels: [Float]) -> Range<Int>? {
      guard let first = levels.firstIndex(where: { $0 > darkest }), let last = levels.lastIndex(where: { $0 > darkest })
      else { return nil }
      return first..<last + 1
    }
    guard let columns = extent(of: columns), let rows = extent(of: rows) else { return nil }
    self.init(left: columns.lowerBound, top: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// Returns the average light over this area from the sum of its pixels, in the units of ``LightCount``.
  package func average(ofSum sum: Int) -> Luminance { LightCount(units: Double(sum) / Double(pixelCount)).luminance }

  /// Returns the smallest rectangle that contains both.
  public func union(_ other: PictureArea) -> PictureArea {
    let (left, top) = (min(left, other.left), min(top, other.top))
    return PictureArea(
      left: left, top: top, width: max(self.left + width, other.left + other.width) - left,
      height: max(self.top + height, other.top + other.height) - top)
  }
}
