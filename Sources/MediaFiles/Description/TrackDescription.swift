public import HDRMetadata

/// What a file says of one track of pictures, or of one picture.
public struct TrackDescription: Hashable, Sendable {
  /// The track's or the item's number in the file; 1 for a bare stream.
  public var id: Int
  /// The codec's name in the container: `hvc1`, `V_MPEGH/ISO/HEVC`, `AV01`; empty for a bare stream.
  public var codecTag: String
  /// What the codec's configuration and parameter sets say.
  public var facts = CodecFacts()
  /// The size of a picture, in samples: what the container says, else what the stream says after cropping.
  public var width, height: Int?
  /// How many pictures a second, where it is said or follows from the durations that are said.
  public var frameRate: ColorSidecar.FrameRate?
  /// Everything that is said of color and light, in the order in which it was met.
  public var statements: [Statement] = []
  /// What the codec's standard infers where the parameter sets leave a value out. A statement about the same property wins.
  public var inferences: [Statement] = []

  /// Whether it shows something else than pictures in their own right: alpha or depth of another track or picture.
  public internal(set) var isAuxiliary = false

  /// How many bytes the length before each unit of a sample has, where the codec has such.
  var unitLengthBytes: Int?

  /// Whether the samples lie in the file as the codec wrote them: neither encrypted nor compressed again.
  var hasPlainSamples = true

  /// Whether the track's own tables have a sample.
  var hasSample = false

  init(id: Int, codecTag: String) {
    self.id = id
    self.codecTag = codecTag
  }

  /// The statements about a topic.
  public func statements(about topic: Topic) -> [Statement] { statements.filter { $0.topic == topic } }

  /// Whether anything says that there is alpha.
  public var hasAlpha: Bool {
    statements.contains { statement in
      switch statement.value {
      case .alpha, .alphaChannel(.some): true
      default: false
      }
    }
  }

  /// Whether color was multiplied by alpha, by the first statement that says so or otherwise; `nil` where none does.
  public var alphaMode: Statement.AlphaMode? {
    statements.lazy.compactMap { statement -> Statement.AlphaMode? in
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
  mutating func state(_ value: Statement.Value, in place: Place, by carrier: Statement.Carrier) {
    guard statements.count < Self.statementsLimit else { return }
    statements.append(Statement(value: value, carriedIn: place, carrier: carrier))
  }

  mutating func state(_ kind: PayloadKind, _ bytes: [UInt8], in place: Place, by carrier: Statement.Carrier) {
    state(Statement.Value(kind, bytes), in: place, by: carrier)
  }

  /// How many statements are kept: a file with more of them before its second picture is made to exhaust its reader.
  static let statementsLimit = 256
}
