/// The JSON that lies beside raw frames and says what they are: layout, color, metadata.
///
///     let sidecar = try ColorSidecar(json: bytes)
///     sidecar.color.transfer           // .pq
///     sidecar.metadata.contentLight    // MaxCLL 1100 cd/m², MaxFALL 180 cd/m²
///
/// The schema, in which any key but one may be absent, any may be `null`, and other keys are ignored:
///
///     { "width": 1920, "height": 1080, "pix_fmt": "yuv420p10le", "frame_rate": "60000/1001",
///       "color": { "primaries": "bt2020", "transfer": "smpte2084", "matrix": "bt2020nc", "range": "tv",
///                  "cicp": [9, 16, 9, 0], "chroma_location": "left" },
///       "metadata": {
///         "mastering_display": { "red": [0.68, 0.32], "green": [0.265, 0.69], "blue": [0.15, 0.06],
///                                "white": [0.3127, 0.329], "max_cd_m2": 1000, "min_cd_m2": 0.0001 },
///         "content_light": { "MaxCLL": 1100, "MaxFALL": 180 },
///         "ambient": { "ambient_illuminance_lux": 314, "ambient_light_x": 0.3127, "ambient_light_y": 0.329 },
///         "dolby_vision": null, "hdr10plus": null } }
///
/// Names are those of FFmpeg, zscale, x265 or H.273's numbers. The numbers `cicp` and the names may each be there without
/// the other; where both are, they have to agree. A mastering display is read as it stands, as from a stream.
///
/// What `tonemap info --json` tells of a movie is read, too: of its list `tracks` the first that is not `auxiliary`.
public struct ColorSidecar: Hashable, Sendable {
  /// The size of a frame, in luma samples.
  public var width, height: Int?
  /// The name of the pixel format, as FFmpeg has it.
  public var pixelFormat: String?
  /// How many frames a second.
  public var frameRate: FrameRate?
  /// What the numbers mean.
  public var color: ColorDescription
  /// What the stream says once.
  public var metadata: StaticMetadata
  /// Whether the stream carries HDR10+ beside; it is told, not read, and never written.
  public var carriesHDR10Plus = false
  /// Whether the stream carries Dolby Vision beside; it is told, not read, and never written.
  public var carriesDolbyVision = false

  /// A number of frames a second, as a fraction.
  public struct FrameRate: Hashable, Sendable {
    /// So many frames …
    public var numerator: Int
    /// … in so many seconds.
    public var denominator: Int

    /// The rate of `numerator` frames in `denominator` seconds, both above 0.
    public init(_ numerator: Int, per denominator: Int = 1) {
      self.numerator = numerator
      self.denominator = denominator
    }
  }

  /// The sidecar of these properties.
  public init(
    width: Int? = nil, height: Int? = nil, pixelFormat: String? = nil, frameRate: FrameRate? = nil,
    color: ColorDescription = ColorDescription(), metadata: StaticMetadata = StaticMetadata()
  ) {
    self.width = width
    self.height = height
    self.pixelFormat = pixelFormat
    self.frameRate = frameRate
    self.color = color
    self.metadata = metadata
  }

  /// From JSON text.
  ///
  /// - Throws: `MetadataError.malformedJSON` with the path of the key that is wrong, or where there is none; `.contradiction` where a name and its
  ///   number disagree; `.outOfRange` for a number that its field cannot hold.
  public init(json text: some Sequence<UInt8>) throws(MetadataError) {
    try self.init(JSONNode(JSONValue(text: text)))
  }

  /// The JSON text of this sidecar, in UTF-8, keys in alphabetical order.
  public var json: [UInt8] { jsonValue.text }
}

extension ColorSidecar: Codable {
  /// From a decoder; throws `MetadataError` for a value that its key cannot have.
  public init(from decoder: any Decoder) throws {
    try self.init(JSONNode(JSONValue(from: decoder)))
  }

  public func encode(to encoder: any Encoder) throws {
    try jsonValue.encode(to: encoder)
  }
}
