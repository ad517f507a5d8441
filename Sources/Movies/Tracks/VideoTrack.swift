public import HDRMetadata
public import VideoFrames

/// The track of a movie whose pictures are read, as the movie and its first picture state it.
public struct VideoTrack: Hashable, Sendable {
  /// One of the two fields of a frame.
  package enum Field: String, Sendable { case top, bottom }

  /// The position among the tracks of the movie, from 0.
  public let index: Int
  /// The name of the codec as FFmpeg has it.
  public let codec: String
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The layout of the samples.
  public let format: PixelFormat
  /// The unit of times, in seconds.
  public let timeBase: TimeBase
  /// The pictures in a second, the average if they vary; `nil` if unknown.
  public let frameRate: FrameRate?
  /// The width of a pixel to its height; `nil` if the movie does not say.
  public let pixelAspect: PixelAspect?
  /// The duration; `nil` if the movie does not say.
  public let duration: Seconds?
  /// The number of pictures; `nil` if the movie does not say.
  public let frameCount: Int?
  /// When the first picture is shown, in units of `timeBase`; `nil` if the movie does not say.
  public let start: Ticks?
  /// What the bitstream says of the first picture's color and light, which it may say otherwise of others: see ``MovieFrame/statement``.
  public let statement: PictureStatement
  /// What container and bitstream say about color.
  public let color: ColorDescription
  /// What container and bitstream say about light.
  public let metadata: StaticMetadata
  /// What container and bitstream say although it is impossible, so that `metadata` has nothing in its place, or what is stated elsewhere: codes
  /// `impossible-content-light` and `impossible-ambient`.
  public let findings: [Finding]
  /// By how many degrees the picture is turned clockwise when it is shown, 0 to 359, after the mirror of ``displayMatrix`` if it has one; the
  /// pictures that are read are not turned.
  public let rotation: CodedQuantity<Degrees, UInt16>
  /// How the pictures that are read are mirrored and turned when they are shown; `nil` if nothing says so.
  public let displayMatrix: DisplayMatrix?
  /// Whether the first picture consists of two fields.
  public let isInterlaced: Bool
  /// Whether the first picture is one field of a frame, the top one or the bottom one; `nil` if it is a frame. FFmpeg does not pair those of H.265.
  package let field: Field?
  /// Whether the first picture has HDR10+ metadata.
  public let carriesHDR10Plus: Bool
  /// Whether the first picture has metadata of Dolby Vision.
  public let carriesDolbyVision: Bool
  /// Whether the pictures are Dolby Vision without a base layer that other players can show, as profile 5, so that their samples are no
  /// Y′CbCr: by the container, or by the RPU of the first picture.
  public let isDolbyVisionOnly: Bool
  /// Whether the first picture has metadata of ST 2094-50.
  public let carriesHeadroomAdaptiveMetadata: Bool
}
