/// The picture of a movie to take, and its rendering.
public struct ThumbnailSettings: Sendable {
  /// Properties of the movie that override those in its file.
  public var input = InputSettings()
  /// The mode of the movie's alpha; `nil` is the stated one, else straight. Transparent areas are black.
  public var alpha: AlphaMode?
  /// The code range of the movie's alpha; `nil` is full.
  public var alphaRange: AlphaRange?
  public var mapping = MappingSettings()
  /// HDR10+ JSON of one scene, which supplies the curve of the operator `st2094-40`.
  public var frameMetadata: MediaLocation?
  /// The time of the picture; `nil` selects a detailed one. Sheets have their own times.
  public var at: MovieMoment?
  /// The size; `nil` is the movie's, with at most 1280 pixels on either side, and on sheets a width of at most 160.
  public var size: RequestedSize?
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

  /// The color space of 8-bit pictures.
  public enum ColorSpace: Hashable, Sendable {
    case sRGB
    /// Display P3: the primaries P3-D65 with sRGB's transfer function.
    case displayP3

    public var primaries: ColorPrimaries { self == .sRGB ? .bt709 : .smpte432 }
  }

  /// The size of a picture of a movie that is displayed at a size.
  func size(of shown: PictureSize, isOnSheet: Bool) throws(TranscodingError) -> PictureSize {
    let longest = PictureSize.usualLongest
    let usual: RequestedSize =
      isOnSheet ? .width(PictureSize.usualOnSheets) : .fit(PictureSize(width: longest, height: longest))
    return try (size ?? usual).size(of: shown, evenSides: false, enlarging: size != nil)
  }

  /// - Throws: `settings` for values that no movie can have.
  func check() throws(TranscodingError) {
    try running.check()
    try at?.check(.at)
    try size?.check()
  }
}
