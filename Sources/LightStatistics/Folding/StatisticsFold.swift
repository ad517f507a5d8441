/// Gathers lines of statistics into the statistics of a clip.
///
///     var fold = StatisticsFold()
///     for file in files {
///       var reader = StatisticsReader(file: file.name)
///       while let piece = file.next() { try fold.take(piece, from: &reader) }
///       try fold.finish(&reader)
///     }
///     let clip = try fold.clip()
///
/// The result does not depend on the order of the lines, on their division into files, or on frames that occur several times.
public struct StatisticsFold: Sendable {
  private var header: (ClipHeader, StatisticsPlace)?
  private var entries: [(frame: FrameSummary, place: StatisticsPlace)] = []

  /// An empty fold.
  public init() {}

  /// Adds the next piece of a file.
  ///
  /// - Parameters:
  ///   - piece: Any number of bytes.
  ///   - reader: The reader of the file, which keeps an incomplete line.
  /// - Throws: ``StatisticsError`` with the location of the malformed line.
  public mutating func take(_ piece: [UInt8], from reader: inout StatisticsReader) throws(StatisticsError) {
    try reader.take(piece) { (line, place) throws(StatisticsError) in try take(line, at: place) }
  }

  /// Finishes a file.
  ///
  /// - Throws: ``StatisticsError``; `.cutOff` if its last line is incomplete.
  public mutating func finish(_ reader: inout StatisticsReader) throws(StatisticsError) {
    try reader.finish { (line, place) throws(StatisticsError) in try take(line, at: place) }
  }

  /// Adds a line.
  ///
  /// - Throws: ``StatisticsError/otherClip(key:_:found:first:expected:)`` if a header describes another clip than the first.
  public mutating func take(_ line: StatisticsLine, at place: StatisticsPlace) throws(StatisticsError) {
    switch line {
    case .frame(let frame): entries.append((frame, place))
    case .header(let found):
      guard let (expected, first) = header else { return header = (found, place) }
      if found == expected { return }
      if let key = found.difference(from: expected) {
        throw .otherClip(key: key.name, place, found: key.found, first: first, expected: key.expected)
      }
      // The number of frames from a pipe is not known.
      if expected.frameCount == nil { header?.0.frameCount = found.frameCount }
    }
  }

  /// Returns the statistics of the clip whose lines were added.
  ///
  /// - Throws: ``StatisticsError`` if there are no frames, if one was measured twice with different results, or if frames are missing in between.
  public consuming func clip() throws(StatisticsError) -> ClipStatistics {
    guard let (header, _) = header, !entries.isEmpty else { throw .empty }
    entries.sort { $0.frame.index < $1.frame.index }
    var (frames, last) = ([entries[0].frame], entries[0].place)
    frames.reserveCapacity(entries.count)
    for entry in entries.dropFirst() {
      let before = frames[frames.count - 1]
      if entry.frame.index == before.index {
        guard entry.frame.agrees(with: before) else {
          throw .contradiction(frame: before.index, min(last, entry.place), max(last, entry.place))
        }
        frames[frames.count - 1].sceneChange = before.sceneChange ?? entry.frame.sceneChange
      } else if entry.frame.index == before.index + 1 {
        frames.append(entry.frame)
        last = entry.place
      } else {
        throw .gap(before.index + 1..<entry.frame.index, before: last, after: entry.place)
      }
    }
    return ClipStatistics(header: header, frames: frames)
  }
}

extension StatisticsPlace: Comparable {
  /// Whether a line precedes another, by the name of its file, then by its number.
  public static func < (a: StatisticsPlace, b: StatisticsPlace) -> Bool { (a.file, a.line) < (b.file, b.line) }
}

extension ClipHeader {
  /// The first key whose value differs from another header's, and both values.
  fileprivate func difference(from other: ClipHeader) -> (name: String, found: String, expected: String)? {
    func text(_ value: (some CustomStringConvertible)?) -> String { value.map(\.description) ?? "unknown" }
    let values = [
      ("size", "\(width)x\(height)", "\(other.width)x\(other.height)"),
      ("primaries", text(primaries?.ffmpegName), text(other.primaries?.ffmpegName)),
      ("transfer", text(transfer?.ffmpegName), text(other.transfer?.ffmpegName)),
      ("frame_rate", text(frameRate?.fraction), text(other.frameRate?.fraction)),
      ("frame_count", text(frameCount ?? other.frameCount), text(other.frameCount ?? frameCount)),
    ]
    return values.first { $0.1 != $0.2 }
  }
}
