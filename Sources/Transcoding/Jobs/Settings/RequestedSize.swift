internal import HDRMetadata

/// The size of a picture, in pixels; it keeps the movie's display aspect ratio.
public enum RequestedSize: Hashable, Sendable {
  /// The width; the height follows.
  case width(Int)
  /// The height; the width follows.
  case height(Int)
  /// The maximum size of the picture.
  case fit(PictureSize)

  var setting: SettingName {
    switch self {
    case .width: .width
    case .height: .height
    case .fit: .fit
    }
  }

  private func scale(of shown: PictureSize) -> Double {
    let (width, height) = (Double(shown.width), Double(shown.height))
    return switch self {
    case .width(let side): Double(side) / width
    case .height(let side): Double(side) / height
    case .fit(let size): min(Double(size.width) / width, Double(size.height) / height)
    }
  }

  func size(
    of shown: PictureSize, evenSides isEven: Bool, enlarging enlarges: Bool
  ) throws(TranscodingError) -> PictureSize {
    let scale = scale(of: shown)
    guard enlarges || scale < 1 else { return shown }
    let step = isEven ? 2 : 1
    func side(_ shown: Int, _ limit: Int?) -> Int {
      let nearest = step * Int((Double(shown) * scale / Double(step)).rounded())
      let most = min(limit ?? .max, enlarges ? .max : shown)
      return max(step, nearest > most ? most / step * step : nearest)
    }
    let made: PictureSize =
      switch self {
      // Given sides are not rounded.
      case .width(let width): PictureSize(width: width, height: side(shown.height, nil))
      case .height(let height): PictureSize(width: side(shown.width, nil), height: height)
      case .fit(let size): PictureSize(width: side(shown.width, size.width), height: side(shown.height, size.height))
      }
    guard PictureSize.sides.contains(made.width), PictureSize.sides.contains(made.height) else {
      throw .picture(.sizeOutOfRange(made, sides: PictureSize.sides))
    }
    return made
  }

  /// A note that pictures are not enlarged to a requested side; `nil` if it does not apply.
  func note(onKeeping shown: PictureSize) -> Finding? {
    if case .fit = self { return nil }
    guard scale(of: shown) > 1 else { return nil }
    let found: Fix = "the pictures stay \(shown), which \(setting) would enlarge"
    return Finding(code: "not-enlarged", found: found, fix: "give \(.enlarge) too")
  }

  func check() throws(TranscodingError) {
    let sides =
      switch self {
      case .width(let side), .height(let side): [side]
      case .fit(let size): [size.width, size.height]
      }
    for side in sides where !PictureSize.sides.contains(side) {
      throw .picture(.sideOutOfRange(setting, side, allowed: PictureSize.sides))
    }
  }
}

/// Pixels across and down, such as `3840x2160`.
public struct PictureSize: Hashable, Sendable, CustomStringConvertible {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  public var description: String { "\(width)x\(height)" }

  /// The lengths of sides that JPEG can state.
  package static let sides = 1...65_500
  /// The default longest side: enough for a web page, with a tenth of a 4K picture's bytes.
  static let usualLongest = 1280
  /// The default width of pictures on sheets, as players show them above the seek bar.
  static let usualOnSheets = 160
}
