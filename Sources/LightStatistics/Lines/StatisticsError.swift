internal import JSONText

/// The location of a line of statistics.
public struct StatisticsPlace: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The name of the file.
  public var file: String
  /// The number of the line, from 1.
  public var line: Int

  public init(file: String, line: Int) { (self.file, self.line) = (file, line) }

  public var description: String { "line \(line) of \(file)" }

  /// Whether a line precedes another, by the name of its file, then by its number.
  public static func < (a: StatisticsPlace, b: StatisticsPlace) -> Bool { (a.file, a.line) < (b.file, b.line) }
}

/// The reason why statistics cannot be read or folded.
public enum StatisticsError: Error, Hashable, CustomStringConvertible {
  /// A line is not part of a statistics file, or the value of one of its keys is invalid or missing: `found` is then `nil`.
  case invalid(StatisticsPlace, key: String?, found: String?, expected: String)
  /// The last line of a file is incomplete.
  case cutOff(StatisticsPlace)
  /// A line has more bytes than any frame needs.
  case longLine(StatisticsPlace, limit: Int)
  /// A frame precedes the first header of its file.
  case missingHeader(StatisticsPlace)
  /// Two headers describe different clips.
  case otherClip(key: String, StatisticsPlace, found: String, first: StatisticsPlace, expected: String)
  /// A frame was measured twice, with different results.
  case contradiction(frame: Int, StatisticsPlace, StatisticsPlace)
  /// Frames are missing between others.
  case gap(Range<Int>, before: StatisticsPlace, after: StatisticsPlace)
  /// There are no frames.
  case empty

  public var description: String {
    switch self {
    case .invalid(let place, nil, let found, let expected):
      "\(place) is \(found ?? "missing"), but \(expected) was expected; "
        + (place.line == 1 ? "name files that measure wrote" : "measure these frames again")
    case .invalid(let place, let key?, nil, _):
      "\(place) lacks the key \(key), which was expected in statistics of version \(ClipHeader.version); measure these frames again"
    case .invalid(let place, let key?, let found?, let expected):
      "\(key) is \(found) in \(place), but \(expected) was expected; measure these frames again"
    case .cutOff(let place):
      "\(place) is truncated, but a complete line was expected; measure the frames from there on again"
    case .longLine(let place, let limit):
      "\(place) has more than \(limit) bytes, but statistics of a frame were expected; name files that measure wrote"
    case .missingHeader(let place):
      "\(place) is a frame, but a header was expected before it; join whole files, each with its first line"
    case .otherClip(let key, let place, let found, let first, let expected):
      "\(key) is \(found) in \(place), but \(expected) was expected, as in \(first); fold files of one clip"
    case .contradiction(let frame, let first, let second):
      "frame \(frame) differs between \(first) and \(second), but equal values were expected; measure it again, with one version"
    case .gap(let frames, let before, let after):
      (frames.count == 1 ? "frame \(frames.lowerBound) is" : "frames \(frames.lowerBound)…\(frames.upperBound - 1) are")
        + " missing between \(before) and \(after), but all were expected; measure them too"
    case .empty: "there are no statistics of frames, but at least one frame was expected; name files that measure wrote"
    }
  }
}

extension StatisticsError: JSONFault {
  /// An error in a line whose location ``located(at:)`` adds.
  package init(json path: String?, found: String, expected: String) {
    self = .invalid(StatisticsPlace(file: "", line: 0), key: path, found: found, expected: expected)
  }

  package init(missing path: String) {
    self = .invalid(StatisticsPlace(file: "", line: 0), key: path, found: nil, expected: "a value")
  }

  func located(at place: StatisticsPlace) -> StatisticsError {
    guard case .invalid(_, let key, let found, let expected) = self else { return self }
    return .invalid(place, key: key, found: found, expected: expected)
  }
}
