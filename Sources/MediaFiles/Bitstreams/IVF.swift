internal import HDRMetadata

extension FileReader {
  /// The track of an IVF file, read up to its second picture.
  ///
  /// - Source: The IVF header as libvpx writes it: little-endian; 32 bytes, then each frame after 12 bytes of its own.
  func ivfTrack() throws(MediaFileError) -> TrackDescription {
    var content = whole
    try content.skip(6)
    let headerLength = Int(try content.littleEndian(2))
    let tag = FourCharacterCode(rawValue: try content.integer())
    var track = TrackDescription(id: 1, codecTag: "\(tag)")
    track.facts.codec = ["AV01": .av1, "VP80": .vp8, "VP90": .vp9][track.codecTag]
    track.width = Int(try content.littleEndian(2))
    track.height = Int(try content.littleEndian(2))
    let ticks = try content.littleEndian(4)
    let seconds = try content.littleEndian(4)
    note { () throws(MediaFileError) in
      var content = whole
      try content.skip(headerLength)
      let first = try content.nextFrame(path: "frame 0")
      first.content.readSample(into: &track)
      // The header states a clock, which may tick more than once per frame.
      let second = content.remaining == 0 ? nil : try content.nextFrame(path: "frame 1")
      let step = second.map { $0.time &- first.time } ?? 1
      let (period, overflow) = seconds.multipliedReportingOverflow(by: step)
      if !overflow { track.frameRate = FrameRate(ticks, per: period) }
    }
    return track
  }
}

extension ByteWindow {
  /// The next frame and its time, in ticks of the file's clock.
  mutating func nextFrame(path: String) throws(MediaFileError) -> (time: UInt64, content: ByteWindow) {
    let length = Int(try littleEndian(4))
    let time = try littleEndian(8)
    return (time, try window(length, path: path))
  }

  /// The next `count` bytes as a number, the least significant first.
  mutating func littleEndian(_ count: Int) throws(MediaFileError) -> UInt64 {
    try integer(bytes: count).byteSwapped >> UInt64(64 - 8 * count)
  }
}
