/// Pixels across and down, such as `3840x2160`.
public struct PictureSize: Hashable, Sendable, CustomStringConvertible {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  public var description: String { "\(width)x\(height)" }
}
