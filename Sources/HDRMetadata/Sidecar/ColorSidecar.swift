internal import JSONText

/// The JSON file that accompanies raw frames and describes them: layout, color, metadata.
///
///     let sidecar = try ColorSidecar(json: bytes)
///     sidecar.color.transfer           // .pq
///     sidecar.metadata.contentLight    // MaxCLL 1100 cd/m², MaxFALL 180 cd/m²
///
/// All keys are optional, but at least one of those below other than `version` must be present. `null` means the same as an absent key, and other
/// keys are ignored. `docs/schemas/color.schema.json` describes the output:
///
///     { "version": 1, "width": 1920, "height": 1080, "pix_fmt": "yuv420p10le", "frame_rate": "60000/1001",
///       "color": { "primaries": "bt2020", "transfer": "smpte2084", "matrix": "bt2020nc", "range": "tv",
///                  "cicp": [9, 16, 9, 0], "chroma_location": "left" },
///       "metadata": {
///         "mastering_display": { "red": [0.68, 0.32], "green": [0.265, 0.69], "blue": [0.15, 0.06],
///                                "white": [0.3127, 0.329], "max_cd_m2": 1000, "min_cd_m2": 0.0001 },
///         "content_light": { "MaxCLL": 1100, "MaxFALL": 180 },
///         "ambient": { "ambient_illuminance_lux": 314, "ambient_light_x": 0.3127, "ambient_light_y": 0.329 },
///         "dolby_vision": null, "hdr10plus": null } }
///
/// Names are those of FFmpeg, zscale or x265, or H.273's numbers. The numbers `cicp` and the names may each be present without the other; if both are
/// present, they must agree. A mastering display is read unchanged, as from a stream.
///
/// The output of `tonemap info --json` is also accepted: the first of its `tracks` that is not `auxiliary`.
public struct ColorSidecar: Hashable, Sendable {
  /// The newest supported version of the schema, and the version of the output.
  public static let version = 1

  /// The size of a frame, in luma samples.
  public var width, height: Int?
  /// FFmpeg's name of the pixel format.
  public var pixelFormat: String?
  /// The number of frames per second.
  public var frameRate: FrameRate?
  /// The meaning of the numbers.
  public var color: ColorDescription
  public var metadata: StaticMetadata
  /// Whether the stream also carries HDR10+. Its presence is reported; its content is neither read nor written.
  public var carriesHDR10Plus = false
  /// Whether the stream also carries Dolby Vision. Its presence is reported; its content is neither read nor written.
  public var carriesDolbyVision = false
  /// Whether that Dolby Vision has no base layer for other players, so that the frames are not Y′CbCr: its `bl_signal_compatibility_id` is 0. Not
  /// written.
  public var isDolbyVisionOnly = false

  public init(
    width: Int? = nil, height: Int? = nil, pixelFormat: String? = nil, frameRate: FrameRate? = nil,
    color: ColorDescription = ColorDescription(), metadata: StaticMetadata = StaticMetadata()
  ) {
    (self.width, self.height, self.pixelFormat) = (width, height, pixelFormat)
    (self.frameRate, self.color, self.metadata) = (frameRate, color, metadata)
  }

  /// Parses JSON text.
  ///
  /// - Throws: `MetadataError.malformedJSON` with the path of the wrong key, or if no key is known; `.laterVersion` for a version newer than this
  ///   program; `.contradiction` if a name and its number disagree; `.outOfRange` for a number that does not fit its field.
  public init(json text: some Sequence<UInt8>) throws(MetadataError) {
    try self.init(MetadataNode(text: text))
  }

  /// The JSON text of this sidecar, in UTF-8, keys in alphabetical order.
  public var json: [UInt8] { jsonValue.text }
}
