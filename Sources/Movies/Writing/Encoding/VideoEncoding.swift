public import HDRMetadata
public import VideoFrames

/// How the pictures of a movie are encoded.
///
///     var encoding = VideoEncoding(encoder: "libx264", format: .yuv420p, as: reader.video)
///     encoding.options = [("preset", "medium"), ("crf", "18")]
public struct VideoEncoding: Sendable {
  /// The encoder by FFmpeg's name, such as `libx264`, `libx265`, `prores_ks`, `ffv1`, `libsvtav1`, `png`.
  public var encoder: String
  /// The layout of the samples.
  public var format: PixelFormat
  /// The width in pixels.
  public var width: Int
  /// The height in pixels.
  public var height: Int
  /// The number of threads that encode.
  public var threads: Int = 1
  /// Options of the encoder by FFmpeg's names. An unknown one is an error.
  public var options: [(name: String, value: String)] = []
  /// What bitstream and container say about color.
  public var color: ColorDescription
  /// What bitstream and container say about light. SDR has none: it is ignored unless the color is PQ or HLG.
  public var metadata: StaticMetadata
  /// Whether ``MovieWriter/finish(stating:)`` can still change MaxCLL, MaxFALL and the mastering display. A stream that cannot be changed then
  /// leaves them out, if the container states them.
  public var isLightOpen = false
  /// Whether the caller replaces what the stream states of light when the file is whole: see `MovieWriter.replacedUnit`.
  package var replacesUnits = false
  /// Whether the stream leaves out what is still open.
  var streamLeavesOut = false
  /// Whether pictures keep their RPUs of Dolby Vision, and the track its configuration in Matroska: their samples are those of the source.
  public var keepsDolbyVision = false
  /// The width of a pixel to its height; `nil` leaves it unsaid.
  public var pixelAspect: PixelAspect?
  /// How players are to mirror and turn the pictures, in MP4 and MOV, which state that; `nil` copies the matrix of the source.
  public var orientation: PictureOrientation?
  /// The pictures in a second, the average if they vary; `nil` if unknown. Times do not depend on it.
  public var frameRate: FrameRate?
  /// Whether all pictures come at that rate, which H.264 states.
  public var isRateFixed = false
  /// How color relates to alpha, which H.265 states; `nil` is straight.
  public var alphaMode: AlphaMode?
  /// The quality of H.265's layer of alpha, from 0, the lowest, to 1; `nil` is that of the color.
  public var alphaQuality: Double?
  /// The unit of the frames' times, in seconds.
  public var timeBase: TimeBase

  /// The encoding of these properties, on one thread and with the encoder's own options.
  ///
  /// - Parameters:
  ///   - encoder: The encoder by FFmpeg's name.
  ///   - format: The layout of the samples.
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - timeBase: The unit of the frames' times, in seconds.
  public init(encoder: String, format: PixelFormat, width: Int, height: Int, timeBase: TimeBase) {
    (self.encoder, self.format, self.width, self.height) = (encoder, format, width, height)
    (self.timeBase, color, metadata) = (timeBase, ColorDescription(), StaticMetadata())
  }

  /// The encoding of pictures with the size, the pixel aspect and the times of a track that was read.
  ///
  /// - Parameters:
  ///   - encoder: The encoder by FFmpeg's name.
  ///   - format: The layout of the samples.
  ///   - track: The track.
  public init(encoder: String, format: PixelFormat, as track: VideoTrack) {
    self.init(encoder: encoder, format: format, width: track.width, height: track.height, timeBase: track.timeBase)
    (pixelAspect, frameRate) = (track.pixelAspect, track.frameRate)
  }
}
