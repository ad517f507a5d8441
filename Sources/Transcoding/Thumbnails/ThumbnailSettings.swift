public import HDRMetadata
internal import ToneMapping

/// Which picture of a movie is taken, and how it is shown.
public struct ThumbnailSettings: Sendable {
  /// What is known of the movie better than it says.
  public var input = InputSettings()
  /// What the movie's alpha means; `nil` is what it states, else straight. What nothing covers is black.
  public var alpha: AlphaMode?
  /// The codes of the movie's alpha; `nil` is all.
  public var alphaRange: AlphaRange?
  /// How light is mapped to the display.
  public var mapping = MappingSettings()
  /// HDR10+ JSON of one scene, from which the operator `st2094-40` takes its curve.
  public var frameMetadata: MediaLocation?
  /// When the picture is shown; `nil` looks for one with much detail. Sheets have times of their own.
  public var at: MovieMoment?
  /// `nil` is the movie's size, with at most 1280 pixels on either side; on sheets, at most 160 across.
  public var size: Size?
  /// The display's color space; a JPEG is sRGB.
  public var colorSpace = ColorSpace.sRGB
  /// The kind of file; `nil` is what its name says.
  public var format: PictureKind?
  /// Whether write-protected files are replaced too.
  public var replacesProtectedFiles = false
  /// Threads and vector instructions.
  public var running = RunningSettings()
  /// Whether every assumption is an error.
  public var isStrict = false

  /// A picture with much detail.
  public init() {}

  /// The size of a picture, in pixels; its shape is that in which the movie is shown.
  public enum Size: Hashable, Sendable {
    /// The width; the height follows.
    case width(Int)
    /// The height; the width follows.
    case height(Int)
    /// The size that the picture does not exceed.
    case fit(PictureSize)
  }

  /// The color space of pictures with 8 bits.
  public enum ColorSpace: Hashable, Sendable {
    case sRGB
    /// The primaries P3-D65, and the transfer function of sRGB.
    case displayP3

    /// The primaries.
    public var primaries: ColorPrimaries { self == .sRGB ? .bt709 : .smpte432 }
  }

  /// The size of a picture.
  ///
  /// - Parameters:
  ///   - shown: The size at which the movie is shown.
  ///   - isOnSheet: Whether the picture is one of many.
  func size(of shown: PictureSize, isOnSheet: Bool) throws(TranscodingError) -> PictureSize {
    let (w, h) = (Double(shown.width), Double(shown.height))
    let limit = Double(PictureShape.usualLongest)
    let scale: Double =
      switch size {
      case .width(let width): Double(width) / w
      case .height(let height): Double(height) / h
      case .fit(let size): min(Double(size.width) / w, Double(size.height) / h)
      case nil: isOnSheet ? min(1, Double(PictureShape.usualOnSheets) / w) : min(1, limit / w, limit / h)
      }
    // What is given is not rounded.
    var made = PictureSize(width: max(1, Int((w * scale).rounded())), height: max(1, Int((h * scale).rounded())))
    if case .width(let width) = size { made.width = width }
    if case .height(let height) = size { made.height = height }
    guard PictureShape.sides.contains(made.width), PictureShape.sides.contains(made.height) else {
      throw .settings(
        "a picture of \(made) was asked for, but sides of \(PictureShape.sidesInWords) pixels were expected; use \(.fit)"
      )
    }
    return made
  }

  /// - Throws: `settings` for what no movie has.
  func check() throws(TranscodingError) {
    try running.check()
    try at?.check("\(.at)")
    let sides: [Int] =
      switch size {
      case .width(let side), .height(let side): [side]
      case .fit(let size): [size.width, size.height]
      case nil: []
      }
    for side in sides where !PictureShape.sides.contains(side) {
      throw .settings("a side of \(side) pixels was asked for, but \(PictureShape.sidesInWords) were expected")
    }
  }
}

/// A moment of a movie.
public enum MovieMoment: Hashable, Sendable, CustomStringConvertible {
  /// Seconds since the first picture.
  case seconds(Double)
  /// A share of the duration, 0 to 1.
  case share(Double)

  public var description: String {
    switch self {
    case .seconds(let seconds): "\(seconds) s"
    case .share(let share): "\(share * 100)%"
    }
  }

  /// Whether it is less than a millisecond, the unit of WebVTT, or no share.
  package var isNothing: Bool {
    switch self {
    case .seconds(let seconds): seconds < 0.001
    case .share(let share): share == 0
    }
  }

  /// - Throws: `settings` for what is no moment of any movie.
  func check(_ setting: Fix) throws(TranscodingError) {
    let isPossible =
      switch self {
      case .seconds(let seconds): seconds >= 0 && seconds.isFinite
      case .share(let share): (0...1).contains(share)
      }
    guard isPossible else {
      throw .settings("\(setting) is \(self), but a time of 0 s or more, or a share of 0 to 100% was expected")
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
