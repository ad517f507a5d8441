/// The track whose pictures are read, as stated by the movie and its first picture.
public struct VideoTrack: Hashable, Sendable {
  /// One of the two fields of a frame.
  package enum Field: String, Sendable { case top, bottom }

  /// The index among the tracks of the movie, from 0.
  public let index: Int
  /// FFmpeg's name of the codec.
  public let codec: String
  /// The size in pixels.
  public let width, height: Int
  /// The layout of the samples.
  public let format: PixelFormat
  /// The time base: the unit of times, in seconds.
  public let timeBase: TimeBase
  /// The picture rate, an average if it varies; `nil` if unknown.
  public let frameRate: FrameRate?
  /// The ratio of a pixel's width to its height; `nil` if unknown.
  public let pixelAspect: PixelAspect?
  /// The duration; `nil` if unknown.
  public let duration: Seconds?
  /// The number of pictures; `nil` if unknown.
  public let frameCount: Int?
  /// The time of the first picture, in units of `timeBase`; `nil` if unknown.
  public let start: Ticks?
  /// The bitstream's statement about the color and light of the first picture, which may differ for others: see ``MovieFrame/statement``.
  public let statement: FrameTags
  /// The color stated by the container and the bitstream.
  public let color: ColorDescription
  /// The light stated by the container and the bitstream.
  public let metadata: StaticMetadata
  /// Impossible statements of the container and the bitstream, which `metadata` and `color` leave out or take from elsewhere: codes
  /// `impossible-content-light`, `impossible-ambient` and `impossible-matrix`.
  public let findings: [Finding]
  /// The number of the codec's profile, as the codec writes it; `nil` if unknown.
  package let profile: Int?
  /// The clockwise rotation in degrees for display, 0 to 359, after the mirror of ``displayMatrix`` if it has one; pictures are read without it.
  public let rotation: CodedQuantity<Degrees, UInt16>
  /// The mirror and rotation for display of the pictures; `nil` if none is stated. Pictures are read without them.
  public let displayMatrix: DisplayMatrix?
  /// Whether the first picture consists of two fields.
  public let isInterlaced: Bool
  /// Whether the first picture is a single field, and which; `nil` if it is a frame. FFmpeg does not pair the fields of H.265.
  package let field: Field?
  /// Whether the first picture has HDR10+ metadata.
  public let carriesHDR10Plus: Bool
  /// Whether the first picture has Dolby Vision metadata.
  public let carriesDolbyVision: Bool
  /// Whether the pictures are Dolby Vision without a base layer that other players can show, as in profile 5, so that their samples are not Y′CbCr:
  /// as stated by the container, or by the RPU of the first picture.
  public let isDolbyVisionOnly: Bool
  /// Whether the first picture has ST 2094-50 metadata.
  public let carriesHeadroomAdaptiveMetadata: Bool
}
