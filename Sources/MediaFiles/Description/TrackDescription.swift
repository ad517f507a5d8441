/// The statements of a file about one video track or one picture.
public struct TrackDescription: Hashable, Sendable {
  /// The track's or the item's number in the file; 1 for a bare stream.
  public var id: Int
  /// The container's name for the codec: `hvc1`, `V_MPEGH/ISO/HEVC`, `AV01`; empty for a bare stream.
  public var codecTag: String
  /// The properties from the codec's configuration and parameter sets.
  public var facts = CodecFacts()
  /// The size of a picture in samples: the container's, or else the stream's after cropping.
  public var width, height: Int?
  /// FFmpeg's name for the format of decoded pictures, if one was decoded; it overrides the headers.
  package var decodedFormat: String?
  package var stillFormat: StillFormat?
  package var isPictureFile: Bool { stillFormat != nil }
  /// Whether 0 is white in a TIFF.
  package internal(set) var isWhiteZero = false
  /// The findings about parts of a picture that are left out or not believed.
  package var remarks: [Finding] = []
  /// The number of pictures per second, if it is stated or follows from stated durations.
  public var frameRate: FrameRate?
  /// All statements about color and light, in the order in which they were read.
  public var statements: [Statement] = []
  /// Values that the codec's standard infers because the parameter sets omit them. A statement about the same property takes precedence.
  public var inferences: [Statement] = []

  /// The statements about geometry, in the order in which they are applied.
  var geometryStatements: [GeometryStatement] = []

  /// The pose of pictures in the stream itself, used if the container leaves them upright.
  var streamPose: GeometryStatement?
  /// The stereo layout and the spherical projection, in FFmpeg's terms: `side by side`, `equirectangular`.
  package internal(set) var stereo, projection: String?

  /// Whether it is auxiliary: alpha or depth of another track or picture.
  public internal(set) var isAuxiliary = false

  /// Whether it is a still picture, as in HEIF and AVIF.
  public internal(set) var isStill = false

  /// The size in bytes of the length before each unit of a sample, if the codec has such lengths.
  var unitLengthBytes: Int?

  /// The kinds of additions to Matroska's blocks, by the numbers of the additions.
  var blockAdditions: [UInt64: UInt64] = [:]

  /// Whether the samples are stored as the codec wrote them, neither encrypted nor compressed again.
  var hasPlainSamples = true

  /// Whether the track's own tables contain a sample.
  var hasSample = false

  /// The later parts of the track whose color or content differs from the start.
  public internal(set) var parts: [TrackPart] = []

  package init(id: Int, codecTag: String) {
    self.id = id
    self.codecTag = codecTag
  }

  /// The statements about a topic.
  public func statements(about topic: Topic) -> [Statement] { statements.filter { $0.topic == topic } }

  /// Whether anything states that there is alpha.
  public var hasAlpha: Bool {
    statements.contains { statement in
      switch statement.value {
      case .alpha, .alphaChannel(.some): true
      default: false
      }
    }
  }

  /// The meaning of the samples of an alpha layer, from the first message about it; `nil` without one.
  public var alphaChannel: AlphaChannelInformation? { statements.lazy.compactMap(\.value.alphaChannel).first }

  /// Whether color was multiplied by alpha, from the first statement about it; `nil` without one.
  public var alphaMode: AlphaMode? {
    statements.lazy.compactMap { statement -> AlphaMode? in
      switch statement.value {
      case .alpha(let mode): mode
      case .alphaChannel(let information): information?.mode
      default: nil
      }
    }.first
  }

  package mutating func state(_ value: Statement.Value, in place: Place, by carrier: Statement.Carrier) {
    guard statements.count < Self.statementsLimit else { return }
    statements.append(Statement(value: value, carriedIn: place, carrier: carrier))
  }

  mutating func state(_ kind: PayloadKind, _ bytes: [UInt8], in place: Place, by carrier: Statement.Carrier) {
    state(Statement.Value(kind, bytes), in: place, by: carrier)
  }

  mutating func infer(_ color: ColorDescription, in place: Place) {
    inferences.append(Statement(value: .color(color), carriedIn: place, carrier: .codecStandard))
  }

  /// The maximum number of statements kept. Only a file made to exhaust its reader has more before its second picture.
  static let statementsLimit = 256
}
