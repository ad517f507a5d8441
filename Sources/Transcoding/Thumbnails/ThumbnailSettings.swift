public import HDRMetadata
internal import ToneMapping

/// The picture of a movie to take, and its rendering.
public struct ThumbnailSettings: Sendable {
  /// Properties of the movie that override those in its file.
  public var input = InputSettings()
  /// The mode of the movie's alpha; `nil` is the stated one, else straight. Transparent areas are black.
  public var alpha: AlphaMode?
  /// The code range of the movie's alpha; `nil` is full.
  public var alphaRange: AlphaRange?
  /// The mapping of light to the display.
  public var mapping = MappingSettings()
  /// HDR10+ JSON of one scene, which supplies the curve of the operator `st2094-40`.
  public var frameMetadata: MediaLocation?
  /// The time of the picture; `nil` selects a detailed one. Sheets have their own times.
  public var at: MovieMoment?
  /// The size; `nil` is the movie's, with at most 1280 pixels on either side, and on sheets a width of at most 160.
  public var size: Size?
  /// The display's color space; a JPEG is sRGB.
  public var colorSpace = ColorSpace.sRGB
  /// The kind of file; `nil` is selected by the name's extension.
  public var format: PictureKind?
  /// Whether write-protected files are replaced.
  public var replacesProtectedFiles = false
  /// Threads and vector instructions.
  public var running = RunningSettings()
  /// Whether every assumption is an error.
  public var isStrict = false

  /// A detailed picture.
  public init() {}

  /// The size of a picture, in pixels; it keeps the movie's display aspect ratio.
  public enum Size: Hashable, Sendable {
    /// The width; the height follows.
    case width(Int)
    /// The height; the width follows.
    case height(Int)
    /// The maximum size of the picture.
    case fit(PictureSize)
  }

  /// The color space of 8-bit pictures.
  public enum ColorSpace: Hashable, Sendable {
    case sRGB
    /// Display P3: the primaries P3-D65 with sRGB's transfer function.
    case displayP3

    /// The primaries.
    public var primaries: ColorPrimaries { self == .sRGB ? .bt709 : .smpte432 }
  }

  /// The size of a picture.
  ///
  /// - Parameters:
  ///   - shown: The displayed size of the movie.
  ///   - isOnSheet: Whether the picture is on a sheet.
  func size(of shown: PictureSize, isOnSheet: Bool) throws(TranscodingError) -> PictureSize {
    let longest = PictureShape.usualLongest
    let usual: Size =
      isOnSheet ? .width(PictureShape.usualOnSheets) : .fit(PictureSize(width: longest, height: longest))
    return try (size ?? usual).size(of: shown, evenSides: false, enlarging: size != nil)
  }

  /// - Throws: `settings` for values that no movie can have.
  func check() throws(TranscodingError) {
    try running.check()
    try at?.check(.at)
    try size?.check()
  }
}

extension ThumbnailSettings.Size {
  /// The setting that states the size.
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
  ///   - shown: The displayed size of the pictures.
  ///   - isEven: Whether computed sides are rounded to even numbers, as most encoders need.
  ///   - enlarges: Whether pictures may be enlarged.
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
    guard PictureShape.sides.contains(made.width), PictureShape.sides.contains(made.height) else {
      throw .picture(.sizeOutOfRange(made, sides: PictureShape.sides))
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

  /// - Throws: `settings` for sides that no picture can have.
  func check() throws(TranscodingError) {
    let sides =
      switch self {
      case .width(let side), .height(let side): [side]
      case .fit(let size): [size.width, size.height]
      }
    for side in sides where !PictureShape.sides.contains(side) {
      throw .picture(.sideOutOfRange(setting, side, allowed: PictureShape.sides))
    }
  }
}

/// A moment of a movie.
public enum MovieMoment: Hashable, Sendable, CustomStringConvertible {
  /// Seconds since the first picture.
  case seconds(Double)
  /// A fraction of the duration, 0 to 1.
  case share(Double)

  public var description: String {
    switch self {
    case .seconds(let seconds): "\(seconds) s"
    case .share(let share): "\(share * 100)%"
    }
  }

  /// Whether it is less than a millisecond, the resolution of WebVTT, or a fraction of 0.
  package var isNothing: Bool {
    switch self {
    case .seconds(let seconds): seconds < 0.001
    case .share(let share): share == 0
    }
  }

  /// - Throws: `settings` for a moment that no movie can have.
  func check(_ setting: SettingName) throws(TranscodingError) {
    let isPossible =
      switch self {
      case .seconds(let seconds): seconds >= 0 && seconds.isFinite
      case .share(let share): (0...1).contains(share)
      }
    guard isPossible else { throw .picture(.impossibleMoment(setting, "\(self)")) }
  }
}

/// The sides of pictures.
package enum PictureShape {
  /// The lengths that JPEG can state.
  package static let sides = 1...65_500
  /// The default longest side: enough for a web page, with a tenth of a 4K picture's bytes.
  static let usualLongest = 1280
  /// The default width of pictures on sheets, as players show them above the seek bar.
  static let usualOnSheets = 160
}
