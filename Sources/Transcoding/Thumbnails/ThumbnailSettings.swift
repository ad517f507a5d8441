internal import HDRMetadata

/// Which pictures are taken, and how large they become.
public struct ThumbnailSettings: Hashable, Sendable {
  /// When the picture is shown; `nil` looks for one with much detail.
  public var at: MovieMoment?
  /// The pictures in a row and in a column of a sheet.
  public var grid: PictureSize?
  /// The width in pixels; the height follows.
  public var width: Int?
  /// The height in pixels; the width follows.
  public var height: Int?
  /// The size that the picture must not exceed.
  public var fit: PictureSize?
  /// Whether pictures are put on sheets.
  package var areOnSheets = false

  /// A picture with at most 1280 pixels on either side.
  public init() {}

  /// The size of the file's picture.
  ///
  /// - Parameter shown: The size at which the movie is shown.
  func size(of shown: PictureSize) throws(TranscodingError) -> PictureSize {
    let (w, h) = (Double(shown.width), Double(shown.height))
    let limit = Double(PictureShape.usualLongest)
    let scale: Double =
      if let width {
        Double(width) / w
      } else if let height {
        Double(height) / h
      } else if let fit {
        min(Double(fit.width) / w, Double(fit.height) / h)
      } else if areOnSheets {
        min(1, Double(PictureShape.usualOnSheets) / w)
      } else {
        min(1, limit / w, limit / h)
      }
    let size = PictureSize(
      width: width ?? max(1, Int((w * scale).rounded())), height: height ?? max(1, Int((h * scale).rounded())))
    guard PictureShape.sides.contains(size.width), PictureShape.sides.contains(size.height) else {
      throw .settings(
        "a picture of \(size) was asked for, but sides of \(PictureShape.sidesInWords) pixels were expected; use \(.fit)"
      )
    }
    return size
  }
}

/// A moment of a movie.
public enum MovieMoment: Hashable, Sendable {
  /// Seconds since the first picture.
  case seconds(Double)
  /// A share of the duration, 0 to 1.
  case share(Double)

  /// Whether it is less than a millisecond, the unit of WebVTT, or no share.
  package var isNothing: Bool {
    switch self {
    case .seconds(let seconds): seconds < 0.001
    case .share(let share): share == 0
    }
  }
}

/// The sides of pictures.
package enum PictureShape {
  /// The longest that JPEG can state.
  package static let sides = 1...65_500
  package static let sidesInWords = "1 to 65500"
  /// The longest side where no size is asked for: enough for a page, and a tenth of a 4K picture's bytes.
  static let usualLongest = 1280
  /// The width of pictures on sheets where no size is asked for: what players show above their bar.
  static let usualOnSheets = 160
}
