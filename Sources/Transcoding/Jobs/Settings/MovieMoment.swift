internal import HDRMetadata

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

  /// - Throws: `settings` for a moment that no movie can have.
  func check(_ setting: SettingName) throws(TranscodingError) {
    let isPossible =
      switch self {
      case .seconds(let seconds): seconds >= 0 && seconds.isFinite
      case .share(let share): (0...1).contains(share)
      }
    guard isPossible else { throw .picture(.impossibleMoment(setting, "\(self)")) }
  }
}
