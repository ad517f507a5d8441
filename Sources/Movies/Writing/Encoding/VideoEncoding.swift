/// The settings for encoding the pictures of a movie.
///
///     var encoding = VideoEncoding(encoder: "libx264", format: .yuv420p, as: reader.video)
///     encoding.options = [("preset", "medium"), ("crf", "18")]
public struct VideoEncoding: Sendable {
  /// FFmpeg's name of the encoder, such as `libx264`, `libx265`, `prores_ks`, `ffv1`, `libsvtav1`, `png`.
  public var encoder: String
  /// The layout of the samples.
  public var format: PixelFormat
  /// The size in pixels.
  public var width, height: Int
  /// The number of encoding threads.
  public var threads: Int = 1
  /// Options of the encoder by FFmpeg's names. An unknown option is an error.
  public var options: [(name: String, value: String)] = []
  /// The color stated in the bitstream and the container.
  public var color: ColorDescription
  /// The light stated in the bitstream and the container. It is ignored unless the color is PQ or HLG.
  public var metadata: StaticMetadata
  /// Whether ``MovieWriter/finish(stating:)`` can still change MaxCLL, MaxFALL and the mastering display. A stream that cannot be changed later
  /// leaves them out, if the container states them.
  public var isLightOpen = false
  /// Whether the caller replaces the stream's statement of light in the finished file: see `MovieWriter.replacedUnit`.
  package var replacesUnits = false
  /// Whether the stream leaves out values that are still open.
  var streamLeavesOut = false
  /// Whether pictures keep their Dolby Vision RPUs, and the track its configuration in Matroska: requires the source's samples.
  public var keepsDolbyVision = false
  /// The ratio of a pixel's width to its height; `nil` to leave it unspecified.
  public var pixelAspect: PixelAspect?
  /// The mirror and rotation for display, which MP4 and MOV state; `nil` copies the matrix of the source.
  public var orientation: PictureOrientation?
  /// The picture rate, an average if it varies; `nil` if unknown. Times do not depend on it.
  public var frameRate: FrameRate?
  /// Whether the rate is constant, which H.264 states.
  public var isRateFixed = false
  /// The relation of color to alpha, which H.265 states; `nil` is straight.
  public var alphaMode: AlphaMode?
  /// The quality of H.265's alpha layer, from 0 (lowest) to 1; `nil` for that of the color.
  public var alphaQuality: Double?
  /// The time base: the unit of the frames' times, in seconds.
  public var timeBase: TimeBase

  /// The encoding with these properties, one thread and the encoder's default options.
  public init(encoder: String, format: PixelFormat, width: Int, height: Int, timeBase: TimeBase) {
    (self.encoder, self.format, self.width, self.height) = (encoder, format, width, height)
    (self.timeBase, color, metadata) = (timeBase, ColorDescription(), StaticMetadata())
  }

  /// The encoding of pictures with the size, pixel aspect and times of a track.
  public init(encoder: String, format: PixelFormat, as track: VideoTrack) {
    self.init(encoder: encoder, format: format, width: track.width, height: track.height, timeBase: track.timeBase)
    (pixelAspect, frameRate) = (track.pixelAspect, track.frameRate)
  }
}

extension VideoEncoding {
  /// The options of the encoder, including those that write the metadata into the bitstream and those that keep the encoder from printing. The
  /// caller's options come last and take precedence.
  var allOptions: [(name: String, value: String)] {
    let name: String
    var values: [String]
    switch encoder {
    // With AVX-512, x264 otherwise reads memory that it has not written, so the bytes of two runs differ. Unless the rate is fixed, it states the
    // time base as the rate.
    case "libx264":
      name = "x264-params"
      values = ["cpu-independent=1"] + (isRateFixed && frameRate != nil ? ["force-cfr=1"] : [])
    case "libx265": (name, values) = ("x265-params", ["log-level=error"])
    // FFmpeg does not give libaom the location; AV1 has numbers for two.
    case "libaom-av1" where format.chroma == .c420 && [.left, .topLeft].contains(color.chromaLocation):
      name = "aom-params"
      values = ["chroma-sample-position=\(color.chromaLocation == .left ? "vertical" : "colocated")"]
    case "libsvtav1":
      let stated = streamMetadata
      name = "svtav1-params"
      values = [
        stated.mastering.map { "mastering-display=\($0.decimalText)" },
        stated.contentLight.map { "content-light=\($0.text)" },
      ].compactMap(\.self)
    default: return options
    }
    values += options.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
    let rest = options.filter { $0.name != name }
    return values.isEmpty ? rest : rest + [(name, values.joined(separator: ":"))]
  }

  /// The light that is stated, which SDR does not have.
  var statedMetadata: StaticMetadata { color.isHDR ? metadata : StaticMetadata() }

  /// The stated light without values that are still open.
  var certainMetadata: StaticMetadata {
    isLightOpen ? StaticMetadata(ambient: statedMetadata.ambient) : statedMetadata
  }

  /// The light stated in the stream.
  var streamMetadata: StaticMetadata { streamLeavesOut ? certainMetadata : statedMetadata }
}
