extension Box {
  /// The track of a `trak` box, or `nil` if it is not a video track; `movie` is the matrix of the movie header.
  ///
  /// - Source: ISO/IEC 14496-12, clause 12.1.1: `auxv` marks tracks that belong to another track.
  func track(in movie: [Double]?) -> TrackDescription? {
    let reader = content.reader
    guard let media = child("mdia"), let handler = media.child("hdlr"),
      let kind = reader.noting(errorOf: try handler.handlerType()),
      ["vide", "pict", "auxv"].contains(kind)
    else { return nil }
    guard let table = media.descendant("minf", "stbl"), let descriptions = table.child("stsd") else {
      reader.note(.missing(part: "sample description (stsd) in \(content.path)", container: .movie))
      return nil
    }
    var track = TrackDescription(id: 0, codecTag: "")
    track.isAuxiliary = kind == "auxv"
    reader.noting(errorOf: try readHeader(into: &track))
    let used = reader.noting(errorOf: try table.usedDescriptions()) ?? []
    reader.noting(errorOf: try descriptions.readSampleDescriptions(into: &track, used: used))
    reader.noting(errorOf: try readMatrix(in: movie, into: &track))
    reader.noting(errorOf: try child("uuid")?.readSphericalXML(into: &track))
    reader.noting { () throws(MediaFileError) in track.frameRate = try media.frameRate(table) }
    reader.noting(errorOf: try table.readFirstSample(into: &track))
    track.dropEqualParts()
    return track
  }

  /// - Source: ISO/IEC 14496-12, clause 8.4.3.
  func handlerType() throws(MediaFileError) -> FourCharacterCode {
    var content = content
    try content.skip(8)
    return FourCharacterCode(rawValue: try content.integer())
  }

  /// Reads the number and the size of a track.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.3.2.
  private func readHeader(into track: inout TrackDescription) throws(MediaFileError) {
    guard var header = try child("tkhd")?.versioned(), let number = try trackNumber() else { return }
    track.id = number
    try header.content.skip((header.version == 1 ? 32 : 20) + 52)
    track.width = wholeSamples(try header.content.integer(bytes: 4))
    track.height = wholeSamples(try header.content.integer(bytes: 4))
  }

  /// Reads the display matrix of the track, which applies after the clean aperture of its pictures.
  private func readMatrix(in movie: [Double]?, into track: inout TrackDescription) throws(MediaFileError) {
    guard let header = try child("tkhd")?.versioned() else { return }
    let own = try header.content.matrix(at: (header.version == 1 ? 32 : 20) + 16)
    guard let movie else { return track.geometryStatements.append(.matrix(own)) }
    let both = [
      own[0] * movie[0] + own[1] * movie[2], own[0] * movie[1] + own[1] * movie[3],
      own[2] * movie[0] + own[3] * movie[2], own[2] * movie[1] + own[3] * movie[3],
    ]
    track.geometryStatements.append(.matrix(both))
  }

  /// The matrix of an `mvhd` box, in a `moov` box.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.2.2.
  func movieMatrix() -> [Double]? {
    content.reader.noting { () throws(MediaFileError) in
      guard let header = try child("mvhd")?.versioned() else { return nil }
      return try header.content.matrix(at: (header.version == 1 ? 28 : 16) + 16)
    } ?? nil
  }

  /// The integer part of a 16.16 number, or `nil` for 0.
  private func wholeSamples(_ number: UInt64) -> Int? { number >> 16 == 0 ? nil : Int(number >> 16) }

  /// The number of samples per second, from the tables of an `mdia` box.
  ///
  /// A last sample with a different duration is ignored, because muxers do not know its duration.
  ///
  /// - Source: ISO/IEC 14496-12, clauses 8.4.2 and 8.6.1.2.
  private func frameRate(_ table: Box) throws(MediaFileError) -> FrameRate? {
    guard var header = try child("mdhd")?.versioned(), var times = try table.child("stts")?.versioned().content
    else { return nil }
    try header.content.skip(header.version == 1 ? 16 : 8)
    let timescale = try header.content.integer(bytes: 4)
    let duration = try header.content.integer(bytes: header.version == 1 ? 8 : 4)
    let entries = try times.integer(bytes: 4)
    guard entries > 0 else { return nil }
    let equal = try times.integer(bytes: 4)
    let delta = try times.integer(bytes: 4)
    let samples = try table.sampleCount() ?? equal
    if entries == 1 || (entries == 2 && equal + 1 == samples) { return FrameRate(timescale, per: delta) }
    let (frames, overflow) = samples.multipliedReportingOverflow(by: timescale)
    return overflow ? nil : FrameRate(frames, per: duration)
  }

  private func sampleCount() throws(MediaFileError) -> UInt64? {
    guard var sizes = try (child("stsz") ?? child("stz2"))?.versioned().content else { return nil }
    try sizes.skip(4)
    return try sizes.integer(bytes: 4)
  }
}

extension ByteWindow {
  /// The four 16.16 numbers, other than its translation, of the matrix at this offset.
  fileprivate func matrix(at offset: Int) throws(MediaFileError) -> [Double] {
    var content = self
    try content.skip(offset)
    var numbers: [Double] = []
    for index in 0..<5 {
      let number = Int32(truncatingIfNeeded: try content.integer(bytes: 4))
      // The third number of each row is for perspective, and 0.
      if index != 2 { numbers.append(Double(number) / 65536) }
    }
    return numbers
  }
}

extension FrameRate {
  init?(_ frames: UInt64, per seconds: UInt64) {
    let (frames, seconds) = lowestTerms(frames, seconds)
    guard let numerator = Int(exactly: frames), let denominator = Int(exactly: seconds) else { return nil }
    self.init(counted: numerator, denominator)
  }
}

/// The terms of a fraction, divided by their greatest common divisor.
func lowestTerms(_ above: UInt64, _ below: UInt64) -> (UInt64, UInt64) {
  var (large, small) = (above, below)
  while small > 0 { (large, small) = (small, large % small) }
  return large == 0 ? (0, 0) : (above / large, below / large)
}
