/// A rectangle of a picture, in pixels.
public struct PictureArea: Hashable, Sendable {
  /// The first column and the first row.
  public var left, top: Int
  /// The number of columns and of rows, 1 or more.
  public var width, height: Int

  /// The rectangle of these columns and rows.
  public init(left: Int, top: Int, width: Int, height: Int) {
    (self.left, self.top, self.width, self.height) = (left, top, width, height)
  }

  /// The number of pixels.
  public var pixelCount: Int { width * height }

  /// The smallest rectangle that holds both.
  public func union(_ other: PictureArea) -> PictureArea {
    let (left, top) = (min(left, other.left), min(top, other.top))
    return PictureArea(
      left: left, top: top, width: max(self.left + width, other.left + other.width) - left,
      height: max(self.top + height, other.top + other.height) - top)
  }
}
