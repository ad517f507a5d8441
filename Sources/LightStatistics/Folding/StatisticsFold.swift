internal import JSONText

/// Reads lines of statistics, and gathers them into the statistics of a clip.
///
///     var fold = StatisticsFold()
///     for file in files {
///       fold.begin(file.name)
///       while let piece = file.next() { try fold.take(piece) }
///       try fold.finish()
///     }
///     let clip = try fold.clip()
///
/// The result does not depend on the order of the lines, on their division into files, or on frames that occur several times.
public struct StatisticsFold: Sendable {
  private var header: (ClipHeader, StatisticsPlace)?
  private var entries: [(frame: FrameSummary, place: StatisticsPlace)] = []

  /// The last line read, and the header that applies to the next frame of its file.
  private var place = StatisticsPlace(file: "", line: 0)
  private var ownHeader: ClipHeader?
  /// The incomplete line at the end of the last piece.
  private var rest: [UInt8] = []

  /// The maximum number of bytes in a line: frames have two to five thousand.
  private static let longestLine = 1 << 20

  public init() {}

  /// Starts a file with this name, which errors state.
  public mutating func begin(_ file: String) {
    (place, ownHeader, rest) = (StatisticsPlace(file: file, line: 0), nil, [])
  }

  /// Adds the next piece of the file: any number of bytes.
  ///
  /// - Throws: ``StatisticsError`` with the location of the malformed line; `.otherClip` for a header of another clip than the first.
  public mutating func take(_ piece: [UInt8]) throws(StatisticsError) {
    var start = 0
    while let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
      try keep(piece[start..<end])
      try addLine(isComplete: true)
      start = end + 1
    }
    try keep(piece[start...])
  }

  /// Finishes the file. A last line without a line feed counts if it is complete.
  ///
  /// - Throws: ``StatisticsError``, as `take`; `.cutOff` if the last line is incomplete.
  public mutating func finish() throws(StatisticsError) { try addLine(isComplete: false) }

  private mutating func keep(_ part: ArraySlice<UInt8>) throws(StatisticsError) {
    guard rest.count + part.count <= Self.longestLine else {
      throw .longLine(StatisticsPlace(file: place.file, line: place.line + 1), limit: Self.longestLine)
    }
    rest += part
  }

  /// Adds the line in `rest`, which is complete if it ends with a line feed.
  private mutating func addLine(isComplete: Bool) throws(StatisticsError) {
    place.line += 1
    defer { rest.removeAll(keepingCapacity: true) }
    // Blank lines separate files in some concatenations.
    guard !JSONLine.isBlank(rest) else { return }
    do throws(StatisticsError) {
      if !isComplete, JSONLine.otherForm(of: rest) == nil, (try? JSONValue(text: rest)) == nil { throw .cutOff(place) }
      let line = try LineNode(line: rest)
      if try line.child("frame") == nil, try line.child("format") != nil { return try add(ClipHeader(line)) }
      // Without a header nothing is known about the picture, and the line is rejected once it is known to be a frame.
      let clip = ownHeader ?? ClipHeader(width: 65_536, height: 65_536)
      let frame = FrameSummary(try FrameStatistics(line, of: clip))
      guard ownHeader != nil else { throw .missingHeader(place) }
      entries.append((frame, place))
    } catch {
      throw error.located(at: place)
    }
  }

  private mutating func add(_ found: ClipHeader) throws(StatisticsError) {
    ownHeader = found
    guard let (expected, first) = header else { return header = (found, place) }
    if let key = found.difference(from: expected) {
      throw .otherClip(key: key.name, place, found: key.found, first: first, expected: key.expected)
    }
    // The number of frames from a pipe is not known.
    if expected.frameCount == nil { header?.0.frameCount = found.frameCount }
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
