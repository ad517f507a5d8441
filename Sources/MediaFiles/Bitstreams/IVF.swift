/// - Source: The IVF header as libvpx writes it: little-endian; 32 bytes, then each frame after 12 bytes of its own.
struct IVFHeader {
  let length, width, height: Int
  let codec: FourCharacterCode
  /// The clock counts this many ticks in so many seconds.
  let ticks, seconds: UInt64

  init(_ file: ByteWindow) throws(MediaFileError) {
    var content = file
    try content.skip(6)
    length = Int(try content.littleEndian(2))
    codec = FourCharacterCode(rawValue: try content.integer())
    (width, height) = (Int(try content.littleEndian(2)), Int(try content.littleEndian(2)))
    (ticks, seconds) = (try content.littleEndian(4), try content.littleEndian(4))
  }
}

extension FileReader {
  func ivfTrack() throws(MediaFileError) -> TrackDescription {
    let header = try IVFHeader(whole)
    var track = TrackDescription(id: 1, codecTag: "\(header.codec)")
    track.facts.codec = ["AV01": .av1, "VP80": .vp8, "VP90": .vp9][track.codecTag]
    (track.width, track.height) = (header.width, header.height)
    noting { () throws(MediaFileError) in
      var content = whole
      try content.skip(header.length)
      let first = try content.nextFrame(path: "frame 0")
      first.content.readSample(into: &track)
      var times = [first.time]
      while times.count < 120, let frame = try? content.nextFrame(path: "frame \(times.count)") {
        times.append(frame.time)
      }
      track.frameRate = header.rate(of: times)
    }
    return track
  }
}

extension IVFHeader {
  /// The rate of frames at these times of the clock, which may tick more than once per frame. Where it rounds times, as one of milliseconds does, it
  /// is the common rate with these times, or else their mean.
  fileprivate func rate(of times: [UInt64]) -> FrameRate? {
    let steps = Set(zip(times.dropFirst(), times).map { $0 &- $1 })
    let (frames, span) =
      steps.count > 1 ? (UInt64(times.count - 1), times[times.count - 1] &- times[0]) : (1, steps.first ?? 1)
    let (above, below) = (ticks.multipliedReportingOverflow(by: frames), seconds.multipliedReportingOverflow(by: span))
    guard !above.overflow, !below.overflow else { return nil }
    let rounded = FrameRate.common.first { numerator, denominator in
      let exact = Double(frames) * Double(denominator) / Double(numerator) * Double(ticks) / Double(seconds)
      return steps.count > 1 && abs(exact - Double(span)) < 0.6
    }
    return FrameRate(rounded?.0 ?? above.partialValue, per: rounded?.1 ?? below.partialValue)
  }
}

extension ByteWindow {
  mutating func nextFrame(path: String) throws(MediaFileError) -> (time: UInt64, content: ByteWindow) {
    let length = Int(try littleEndian(4))
    let time = try littleEndian(8)
    return (time, try window(length, path: path))
  }

  /// The number of some bytes at an offset from the current position.
  func field(_ offset: Int, _ bytes: Int, isBigEndian: Bool = true) throws(MediaFileError) -> UInt64 {
    var content = self
    try content.skip(offset)
    return try isBigEndian ? content.integer(bytes: bytes) : content.littleEndian(bytes)
  }

  /// The next `count` bytes as a number, the least significant first.
  mutating func littleEndian(_ count: Int) throws(MediaFileError) -> UInt64 {
    try integer(bytes: count).byteSwapped >> UInt64(64 - 8 * count)
  }
}
