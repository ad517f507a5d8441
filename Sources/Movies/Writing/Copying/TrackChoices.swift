/// The treatment of the tracks other than the pictures.
public struct TrackChoices: Hashable, Sendable {
  /// The treatment of tracks of one kind.
  public enum Way: String, CaseIterable, Hashable, Sendable {
    /// Copies the tracks that the container supports, and leaves out the others.
    case copy
    /// Copies the tracks that the container supports, and converts the others to a codec that it supports.
    case convert
    /// Leaves out all.
    case drop
  }

  /// A sound encoder for MP4 and MOV.
  public enum SoundEncoder: String, CaseIterable, Hashable, Sendable {
    /// Apple Lossless: the samples do not change.
    case alac
    /// Advanced Audio Coding.
    case aac
  }

  /// The treatment of text and pictures of text. Only text is converted.
  public var subtitles: Way
  /// The treatment of sound.
  public var audio: Way
  /// The encoder of sound converted for MP4 and MOV; `nil` for ALAC where that is lossless, and otherwise AAC.
  public var soundEncoder: SoundEncoder?

  /// The title of the movie, where the library would use another tag; `nil` for the source's.
  public var title: String?

  public init(subtitles: Way = .convert, audio: Way = .convert, soundEncoder: SoundEncoder? = nil) {
    (self.subtitles, self.audio, self.soundEncoder) = (subtitles, audio, soundEncoder)
  }

  func way(of track: MovieTrack) -> Way {
    switch track.kind {
    case .subtitle: subtitles
    case .audio: audio
    default: .copy
    }
  }
}

/// A track that is converted because the container, or most of its players, do not support it.
public struct ConvertedTrack: Hashable, Sendable {
  public let track: MovieTrack
  /// FFmpeg's name of the new codec.
  public let codec: String
  /// Whether the samples do not change; `nil` for text.
  public let isLossless: Bool?
  /// FFmpeg's name of the channel layout that is assumed, since the source does not name its channels; `nil` if nothing is assumed.
  public let assumedLayout: String?
  /// FFmpeg's names of the channel layouts from and to which channels are mixed, since the codec lacks the first; `nil` if none are mixed.
  public let mixedLayouts: [String]?
  /// The reason why it is not copied.
  public let reason: String
}
