extension ByteWindow {
  /// Reads the segments of a JPEG, and checks the end of the first picture.
  ///
  /// - Source: ITU-T T.81, clause B; ITU-T T.871 (JFIF), clauses 6 and 10.1; CIPA DC-008 (Exif 2.32), clause 4.7.2; Adobe Technical Note 5116
  ///   for `APP14`; ICC.1:2022, annex B.4, for `APP2`; ISO/IEC 14495-1 for JPEG-LS.
  func readJPEG(into track: inout TrackDescription) throws(MediaFileError) {
    var content = renamed("the picture")
    var header = JPEGHeader()
    try content.skip(2)
    while reader.step("JPEG", at: content.position) {
      guard try content.integer(bytes: 1) == 0xFF else { break }
      var marker = try content.integer(bytes: 1)
      while marker == 0xFF { marker = try content.integer(bytes: 1) }
      if marker == 0xD9 { break }
      if marker == 1 || 0xD0...0xD8 ~= marker { continue }
      let place = content.position - 2
      let length = Int(try content.integer(bytes: 2))
      guard length >= 2 else { break }
      let segment = try content.window(length - 2, path: content.path)
      switch marker {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF, 0xF7:
        try header.readFrame(segment, marker)
      case 0xE0, 0xE1, 0xE2, 0xEE, 0xFE:
        reader.noting(errorOf: try header.readApplication(segment, marker, at: place, &track))
      case 0xDA:
        header.state(in: &track)
        // No scan contains the end marker, so no part of a scan is missing.
        if try reader.bytes(max(content.position, end - 2)..<end) == [0xFF, 0xD9] { return }
        try content.skipScan()
      default: break
      }
    }
    guard header.hasScan else {
      throw .malformed(part: path, byte: content.position, found: "no scan", expected: "the scan of a picture")
    }
  }

  /// Moves past coded samples to the next marker. In them, bytes FF are followed by 00 or are restarts.
  private mutating func skipScan() throws(MediaFileError) {
    reader.lift()
    let start = position
    var (place, isMark) = (start, false)
    while place < end {
      for byte in try reader.run(from: place) {
        if isMark, byte != 0, byte != 0xFF, !(0xD0...0xD7 ~= byte) {
          try skip(place - 1 - start)
          return
        }
        isMark = byte == 0xFF
        place += 1
      }
    }
    throw .truncated(part: path, byte: start, needed: end - start + 2, found: end - start)
  }
}

/// The values of the segments before the first scan.
private struct JPEGHeader {
  private var size: (width: Int, height: Int)?
  /// The number and the sampling of each component.
  private var components: [(id: UInt64, horizontal: UInt64, vertical: UInt64)] = []
  /// Adobe's number of the transform: 0 none, 1 Y′CbCr, 2 Y′CbCr with black.
  private var transform: UInt64?
  private var profile: [UInt64: [UInt8]] = [:]
  private var profilePlace = 0
  private var density: (across: UInt64, down: UInt64)?
  private var isByFFmpeg = false
  private var colorSpace: Int?
  private(set) var hasScan = false

  mutating func readFrame(_ segment: ByteWindow, _ marker: UInt64) throws(MediaFileError) {
    // A thumbnail's frame is inside Exif; a second frame of the picture would be hierarchical.
    guard size == nil else { return }
    var content = segment
    let depth = try content.integer(bytes: 1)
    let (height, width) = (Int(try content.integer(bytes: 2)), Int(try content.integer(bytes: 2)))
    for _ in 0..<(try content.integer(bytes: 1)) {
      let (id, sampling) = (try content.integer(bytes: 1), try content.integer(bytes: 1))
      try content.skip(1)
      components.append((id, sampling >> 4, sampling & 15))
    }
    size = (width, height)
    switch marker {
    case 0xC0, 0xC1, 0xC2: break
    case 0xF7: throw .unreadPicture(UnreadPicture("JPEG-LS", .ffmpeg))
    case 0xC3: throw .unreadPicture(UnreadPicture("a lossless JPEG (SOF3)", .ffmpeg))
    case 0xC9, 0xCA: throw .unreadPicture(UnreadPicture("a JPEG with arithmetic coding", .djpeg))
    default: throw .unreadPicture(UnreadPicture("a JPEG in a form that is rare (SOF\(marker & 15))", .magick))
    }
    guard depth == 8 else { throw .unreadPicture(UnreadPicture("a JPEG with \(depth) bits", .magick)) }
    guard components.count == 1 || components.count == 3 else {
      let name = components.count == 4 ? "a JPEG in CMYK" : "a JPEG with \(components.count) components"
      throw .unreadPicture(UnreadPicture(name, .magick))
    }
  }

  mutating func readApplication(
    _ segment: ByteWindow, _ marker: UInt64, at place: Int, _ track: inout TrackDescription
  ) throws(MediaFileError) {
    var content = segment
    func begins(_ text: String) throws(MediaFileError) -> Bool {
      var start = segment
      guard start.remaining >= text.utf8.count else { return false }
      return try start.bytes(text.utf8.count).elementsEqual(text.utf8)
    }
    switch marker {
    case 0xE0 where try begins("JFIF\0"):
      try content.skip(7)
      let unit = try content.integer(bytes: 1)
      let (across, down) = (try content.integer(bytes: 2), try content.integer(bytes: 2))
      // Densities with a unit state the print size.
      if unit == 0, across > 0, down > 0 { density = (across, down) }
    case 0xFE where try begins("Lavc"): isByFFmpeg = true
    case 0xE1 where try begins("Exif\0\0"):
      try content.skip(6)
      let exif = content.renamed("Exif")
      let tags = try TIFFDirectory(exif)
      track.readOrientation(try tags.orientation())
      // CIPA DC-008, clause 4.6.5, tags 34665 and 40961: 1 is sRGB.
      colorSpace = nil
      if let start = try tags.number(34665) { colorSpace = try TIFFDirectory(exif, at: start).number(40961) }
    case 0xE2 where try begins("ICC_PROFILE\0"):
      try content.skip(12)
      let number = try content.integer(bytes: 1)
      try content.skip(1)
      if profile.isEmpty { profilePlace = place }
      profile[number] = try content.rest()
    case 0xEE where try begins("Adobe"):
      try content.skip(11)
      transform = try content.integer(bytes: 1)
    default: break
    }
  }

  /// States all values before the first scan.
  mutating func state(in track: inout TrackDescription) {
    guard !hasScan, let size else { return }
    hasScan = true
    let isRGB = components.count == 3 && (transform == 0 || components.map(\.id) == [82, 71, 66])
    // The defaults of JPEG decoders: JFIF's matrix is that of BT.601, and its chroma lies between the samples of luma.
    let color =
      isRGB
      ? ColorDescription(matrix: .identity, range: .full)
      : ColorDescription(matrix: .bt470BG, range: .full, chromaLocation: .center)
    track.take(width: size.width, height: size.height, depth: 8, chroma: chroma, inferring: color)
    // Wide pixels have a lower density across than down. FFmpeg writes the pixel aspect instead.
    if let density {
      track.statePixel(
        width: isByFFmpeg ? density.across : density.down, height: isByFFmpeg ? density.down : density.across)
    }
    guard !profile.isEmpty else {
      // Cameras write 65535 for Adobe RGB.
      guard let colorSpace, colorSpace != 1 else { return }
      track.remarks.append(
        Finding(
          code: "exif-color-space", found: "Exif says that the color is not sRGB (ColorSpace \(colorSpace))",
          consequence: "that is ignored", fix: "state it with \(.primaries) and \(.transfer)"))
      return
    }
    let bytes = profile.sorted { $0.key < $1.key }.flatMap(\.value)
    track.state(.iccProfile, bytes, in: Place(path: "APP2", byte: profilePlace), by: .container)
  }

  private var chroma: CodecFacts.ChromaFormat? {
    guard components.count == 3 else { return .monochrome }
    let (luma, others) = (components[0], components.dropFirst())
    guard others.allSatisfy({ $0.horizontal == 1 && $0.vertical == 1 }) else {
      return others.allSatisfy { $0.horizontal == luma.horizontal && $0.vertical == luma.vertical } ? .yuv444 : nil
    }
    return switch (luma.horizontal, luma.vertical) {
    case (1, 1): .yuv444
    case (2, 1): .yuv422
    case (2, 2): .yuv420
    default: nil
    }
  }
}
