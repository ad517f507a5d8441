internal import JSONText

/// The location of a line of statistics.
public struct StatisticsPlace: Hashable, Sendable {
  /// The name of the file.
  public var file: String
  /// The number of the line, from 1.
  public var line: Int

  /// The line with this number.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }
}

extension StatisticsPlace: CustomStringConvertible {
  /// The number of the line, and the file.
  public var description: String { "line \(line) of \(file)" }
}

/// The reason why statistics cannot be read or folded.
public enum StatisticsError: Error, Hashable {
  /// A line is not part of a statistics file.
  case malformed(StatisticsPlace, found: String, expected: String)
  /// A line lacks a key.
  case missingKey(String, StatisticsPlace)
  /// The value of a key is invalid.
  case badValue(key: String, StatisticsPlace, found: String, expected: String)
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
}

extension StatisticsError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed(let place, let found, let expected):
      "\(place) is \(found), but \(expected) was expected; "
        + (place.line == 1 ? "name files that measure wrote" : "measure these frames again")
    case .missingKey(let key, let place):
      "\(place) lacks the key \(key), which was expected in statistics of version \(ClipHeader.version); measure these frames again"
    case .badValue(let key, let place, let found, let expected):
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

/// A fault in a line, without its location.
struct LineFault: JSONFault {
  /// The key whose value is wrong; `nil` if it is the whole line.
  var key: String?
  var found: String
  /// `nil` if the key is missing.
  var expected: String?

  init(key: String?, found: String, expected: String) {
    (self.key, self.found, self.expected) = (key, found, expected)
  }

  init(json path: String?, found: String, expected: String) { self.init(key: path, found: found, expected: expected) }

  init(missing key: String) { (self.key, found) = (key, "missing") }

  func error(at place: StatisticsPlace) -> StatisticsError {
    guard let expected else { return .missingKey(key ?? "", place) }
    guard let key else { return .malformed(place, found: found, expected: expected) }
    return .badValue(key: key, place, found: found, expected: expected)
  }
}

/// A value of a line.
typealias LineNode = JSONNode<LineFault>

extension LineNode {
  /// The numbers of pixels and frames: 15 digits are more than any needs, and the sum of 256 such numbers does not overflow.
  static let counts = 0...999_999_999_999_999
  static let count = "a whole number of 0 or more with at most 15 digits"

  /// The object of a line, in which no key is there twice.
  init(_ bytes: [UInt8], in line: Range<Int>) throws(LineFault) {
    var cursor = JSONCursor(bytes, in: line)
    do {
      self.init(try cursor.value())
      try cursor.finish()
    } catch {
      let found =
        cursor.otherForm(from: line.lowerBound) ?? "not JSON from byte \(error.position - line.lowerBound + 1) on"
      throw LineFault(key: nil, found: found, expected: "an object of JSON in UTF-8")
    }
    if let key = cursor.repeatedKey {
      throw LineFault(key: key, found: "a duplicate key", expected: "one value")
    }
  }

  /// The value of a key that must be present; `nil` if it is `null`.
  func optional(_ key: String) throws(LineFault) -> LineNode? {
    guard value.members[key] != nil else { throw LineFault(missing: key) }
    return try child(key)
  }
}
