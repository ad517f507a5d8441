internal import HDRMetadata

/// The frames of the input to convert.
public struct FrameSelection: Hashable, Sendable {
  /// The first frame.
  public var start = FramePosition.index(0)
  /// The number of frames; `nil` for all that follow.
  public var frames: Int?
  /// The duration of the part in seconds, instead of ``frames``.
  public var duration: Double?

  public init(start: FramePosition = .index(0), frames: Int? = nil, duration: Double? = nil) {
    (self.start, self.frames, self.duration) = (start, frames, duration)
  }
}

/// A position among the frames of a clip.
public enum FramePosition: Hashable, Sendable, CustomStringConvertible {
  /// The number of a frame, from 0.
  case index(Int)
  /// Seconds since the first frame.
  case seconds(Double)

  package var seconds: Double? { if case .seconds(let seconds) = self { seconds } else { nil } }

  package var isAtStart: Bool { self == .index(0) || self == .seconds(0) }

  /// The position as an option states it.
  public var description: String {
    switch self {
    case .index(let index): "\(index)"
    case .seconds(let seconds): "\(seconds.rounded(to: 3))s"
    }
  }
}

extension FrameSelection: SettingsTable {
  package init() { self.init(frames: nil) }

  package static let rows: [Setting<Self>] = [
    Setting(.start, \.start, as: "position", help: "The start: a frame number (120) or a time (12.5s, 00:01:02.5)."),
    Setting(
      .frames, \.frames, as: "count",
      help: "The number of frames, instead of \(.duration); by default, all that follow."),
    Setting(.duration, \.duration, as: "time", help: "The length of the part, such as 10s or 00:01:30.") {
      $0.duration = try FramePosition.duration(option: $1)
    },
  ]
}

/// A moment of a movie.
public enum MovieMoment: Hashable, Sendable, CustomStringConvertible {
  /// Seconds since the first picture.
  case seconds(Double)
  /// A fraction of the duration, 0 to 1.
  case share(Double)

  public var description: String {
    switch self {
    case .seconds(let seconds): "\(seconds) s"
    case .share(let share): "\(share * 100)%"
    }
  }

  /// Whether it is less than a millisecond, the resolution of WebVTT, or a fraction of 0.
  package var isNothing: Bool {
    switch self {
    case .seconds(let seconds): seconds < 0.001
    case .share(let share): share == 0
    }
  }

  func check(_ setting: SettingName) throws(TranscodingError) {
    let isPossible =
      switch self {
      case .seconds(let seconds): seconds >= 0 && seconds.isFinite
      case .share(let share): (0...1).contains(share)
      }
    guard isPossible else { throw .picture(.impossibleMoment(setting, "\(self)")) }
  }
}
