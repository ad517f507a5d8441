/// What becomes of the tracks beside the pictures.
public struct TrackChoices: Hashable, Sendable {
  /// What becomes of tracks of one kind.
  public enum Way: String, CaseIterable, Hashable, Sendable {
    /// Those that the container takes are copied, the others left out.
    case copy
    /// Those that the container takes are copied, the others converted to what it takes.
    case convert
    /// All are left out.
    case drop
  }

  /// An encoder of sound for MP4 and MOV.
  public enum SoundEncoder: String, CaseIterable, Hashable, Sendable {
    /// Apple Lossless: the samples stay the same.
    case alac
    /// Advanced Audio Coding.
    case aac
  }

  /// What becomes of text, and pictures of text. Only text is converted.
  public var subtitles: Way
  /// What becomes of sound.
  public var audio: Way
  /// What sound is converted to in MP4 and MOV; `nil` for ALAC where nothing is lost by it, and else AAC.
  public var soundEncoder: SoundEncoder?

  /// The title of the movie, where the library takes another for it; `nil` for the source's.
  public var title: String?

  /// Choices with these properties.
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

/// A track that is converted, since the container does not take it, or few players of it do.
public struct ConvertedTrack: Hashable, Sendable {
  /// The track of the source.
  public let track: MovieTrack
  /// What FFmpeg calls the new codec.
  public let codec: String
  /// Whether the samples stay the same; `nil` for text.
  public let isLossless: Bool?
  /// Why it is not copied.
  public let reason: String
}
