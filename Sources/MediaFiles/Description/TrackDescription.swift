public import HDRMetadata

/// What a file states about one video track or one picture.
public struct TrackDescription: Hashable, Sendable {
  /// The track's or the item's number in the file; 1 for a bare stream.
  public var id: Int
  /// The container's name for the codec: `hvc1`, `V_MPEGH/ISO/HEVC`, `AV01`; empty for a bare stream.
  public var codecTag: String
  /// The properties from the codec's configuration and parameter sets.
  public var facts = CodecFacts()
  /// The size of a picture in samples: that of the container, else that of the stream after cropping.
  public var width, height: Int?
  /// FFmpeg's name for the format that the decoder gives its pictures, if one was decoded; it counts more than what headers say.
  package var decodedFormat: String?
  /// The format of the picture of a file of its own; `nil` for others.
  package var stillFormat: StillFormat?
  /// Whether it is the picture of a file of its own.
  package var isPictureFile: Bool { stillFormat != nil }
  /// What of a picture is left out, or not believed.
  package var remarks: [Finding] = []
  /// The number of pictures per second, if it is stated or follows from durations that are stated.
  public var frameRate: FrameRate?
  /// Everything that is stated about color and light, in the order in which it was read.
  public var statements: [Statement] = []
  /// Values that the codec's standard infers because the parameter sets omit them. A statement about the same property takes precedence.
  public var inferences: [Statement] = []

  /// What is stated about geometry, in the order in which it is applied.
  var geometryStatements: [GeometryStatement] = []

  /// How the stream itself says that pictures are shown, which counts where the container leaves them as they are.
  var streamPose: GeometryStatement?
  /// How two views are in each picture, and how a sphere is, in FFmpeg's words: `side by side`, `equirectangular`.
  package internal(set) var stereo, projection: String?

  /// Whether it is auxiliary: alpha or depth of another track or picture.
  public internal(set) var isAuxiliary = false

  /// Whether it is a picture of its own, as those of HEIF and AVIF are.
  public internal(set) var isStill = false

  /// The size in bytes of the length before each unit of a sample, if the codec has such lengths.
  var unitLengthBytes: Int?

  /// Whether the samples are stored as the codec wrote them, neither encrypted nor compressed again.
  var hasPlainSamples = true

  /// Whether the track's own tables contain a sample.
  var hasSample = false

  /// What later parts of the track state, if their color or what they contain differs from the start.
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

  /// What a message says about the samples of an alpha layer; `nil` if none does.
  public var alphaChannel: AlphaChannelInformation? { statements.lazy.compactMap(\.value.alphaChannel).first }

  /// Whether color was multiplied by alpha, from the first statement about it; `nil` if there is none.
  public var alphaMode: AlphaMode? {
    statements.lazy.compactMap { statement -> AlphaMode? in
      switch statement.value {
      case .alpha(let mode): mode
      case .alphaChannel(let information):
        switch information?.use {
        case .straight: .straight
        case .premultiplied: .premultiplied
        case .unspecified, nil: nil
        }
      default: nil
      }
    }.first
  }
}

extension TrackDescription {
  package mutating func state(_ value: Statement.Value, in place: Place, by carrier: Statement.Carrier) {
    guard statements.count < Self.statementsLimit else { return }
    statements.append(Statement(value: value, carriedIn: place, carrier: carrier))
  }

  mutating func state(_ kind: PayloadKind, _ bytes: [UInt8], in place: Place, by carrier: Statement.Carrier) {
    state(Statement.Value(kind, bytes), in: place, by: carrier)
  }

  /// The maximum number of statements that are kept. Only a file made to exhaust its reader has more before its second picture.
  static let statementsLimit = 256
}
