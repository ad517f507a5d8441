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
    let longest = PictureShape.usualLongest
    let usual: Size =
      isOnSheet ? .width(PictureShape.usualOnSheets) : .fit(PictureSize(width: longest, height: longest))
    return try (size ?? usual).size(of: shown, evenSides: false, enlarging: size != nil)
  }

  /// - Throws: `settings` for what no movie has.
  func check() throws(TranscodingError) {
    try running.check()
    try at?.check("\(.at)")
    try size?.check()
  }
}

extension ThumbnailSettings.Size {
  /// What states it.
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

  /// The size of pictures.
  ///
  /// - Parameters:
  ///   - shown: The size at which they are shown.
  ///   - isEven: Whether sides that follow become even, as most encoders want them.
  ///   - enlarges: Whether pictures may become larger.
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
      // What is given is not rounded.
      case .width(let width): PictureSize(width: width, height: side(shown.height, nil))
      case .height(let height): PictureSize(width: side(shown.width, nil), height: height)
      case .fit(let size): PictureSize(width: side(shown.width, size.width), height: side(shown.height, size.height))
      }
    guard PictureShape.sides.contains(made.width), PictureShape.sides.contains(made.height) else {
      throw .settings(
        "pictures of \(made) were asked for, but sides of \(PictureShape.sidesInWords) pixels were expected; use \(.fit)"
      )
    }
    return made
  }

  /// A note that pictures are not enlarged to a side; `nil` if that is not so.
  func note(onKeeping shown: PictureSize) -> Finding? {
    if case .fit = self { return nil }
    guard scale(of: shown) > 1 else { return nil }
    let found: Fix = "the pictures stay \(shown), which \(setting) would enlarge"
    return Finding(code: "not-enlarged", found: found, fix: "give \(.enlarge) too")
  }

  /// - Throws: `settings` for sides that no picture has.
  func check() throws(TranscodingError) {
    let sides =
      switch self {
      case .width(let side), .height(let side): [side]
      case .fit(let size): [size.width, size.height]
      }
    for side in sides where !PictureShape.sides.contains(side) {
      throw .settings("\(setting) is \(side), but \(PictureShape.sidesInWords) pixels were expected")
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
