extension ByteWindow {
  /// Reads the first directory of a TIFF, and checks that its strips are present.
  ///
  /// - Source: TIFF 6.0, sections 4 to 8, 13, 18, 20 and 23, and Adobe's Technical Note 3 for predictor 3; ICC.1:2022, annex B.3, for tag 34675;
  ///   DNG 1.6, tag 50706.
  func readTIFF(into track: inout TrackDescription) throws(MediaFileError) {
    let tags = try TIFFDirectory(self)
    func value(_ tag: Int, _ missing: Int) throws(MediaFileError) -> Int { try tags.number(tag) ?? missing }
    func refuse(_ what: String, _ remedy: UnreadPicture.Remedy = .magick) -> MediaFileError {
      .unreadPicture(UnreadPicture("a TIFF \(what)", remedy))
    }
    let (photometric, compression) = (try value(262, -1), try value(259, 1))
    if tags.contains(50706) || photometric == 32803 || photometric == 34892 {
      throw .unreadPicture(UnreadPicture("a camera's raw file", .darktable))
    }
    let (depth, samples) = (try value(258, 1), try value(277, 1))
    let format = try value(339, 1)
    guard format == 1 || format == 4 else {
      let names = [2: "signed integers", 3: "floating-point numbers of \(depth) bits", 5: "complex integers"]
      throw refuse(
        "of \(names[format] ?? "samples of an unknown kind (SampleFormat \(format))")",
        format == 3 ? .oiiotool() : .magick)
    }
    guard !tags.contains(322), !tags.contains(324) else { throw refuse("in tiles") }
    guard [1, 5, 8, 32773, 32946].contains(compression) else {
      throw refuse("with compression \(compression)\(Self.compressions[compression].map { " (\($0))" } ?? "")")
    }
    guard (0...2).contains(photometric) else {
      throw refuse("in \(Self.photometrics[photometric] ?? "colors of an unknown kind (\(photometric))")")
    }
    for index in 1..<max(1, min(tags.count(of: 258), 8)) {
      guard try tags.number(258, index) == depth else {
        throw refuse("whose components have different numbers of bits")
      }
    }
    guard depth == 8 || depth == 16 else { throw refuse("with \(depth) bits") }
    let colors = photometric == 2 ? 3 : 1
    guard samples == colors || samples == colors + 1 else { throw refuse("with \(samples) components of a pixel") }
    let planes = try value(284, 1)
    guard samples == 1 || planes == 1 else { throw refuse("in planes (PlanarConfiguration 2)") }
    guard try value(266, 1) == 1 else { throw refuse("whose bits are reversed (FillOrder 2)") }
    guard try value(317, 1) <= 2 else { throw refuse("with predictor \(try value(317, 1))") }
    guard let width = try tags.number(256), let height = try tags.number(257) else {
      throw .malformed(part: path, byte: position, found: "no size", expected: "ImageWidth and ImageLength")
    }
    track.take(width: width, height: height, depth: depth, chroma: colors == 1 ? .monochrome : .yuv444)
    track.isWhiteZero = photometric == 0
    if samples > colors {
      // 0 is unspecified data, which writers use for alpha.
      let mode: AlphaMode? = [1: .premultiplied, 2: .straight][try value(338, 0)]
      track.state(.alpha(mode), in: tags.place(of: 338, "ExtraSamples"), by: .container)
    }
    track.readOrientation(reader.noting(errorOf: try tags.orientation()) ?? nil)
    if try tags.next() != 0 { track.remark(further: "further pages") }
    try readColor(of: tags, into: &track)
    try checkStrips(of: tags, height: height)
  }

  private func readColor(of tags: TIFFDirectory, into track: inout TrackDescription) throws(MediaFileError) {
    // Without a unit, resolutions state only the pixel aspect: wide pixels have a lower resolution across than down.
    if try tags.number(296) == 1, let across = try tags.fraction(282), let down = try tags.fraction(283) {
      let (width, height) = (UInt64(down.above) * UInt64(across.below), UInt64(across.above) * UInt64(down.below))
      if width > 0, height > 0 { track.statePixel(width: width, height: height) }
    }
    if let profile = reader.noting(errorOf: try tags.bytes(34675)) ?? nil {
      track.state(.iccProfile, profile, in: tags.place(of: 34675, "ICCProfile"), by: .container)
    } else if tags.contains(319), tags.contains(318) {
      var points: [Chromaticity] = []
      for (tag, index) in [(319, 0), (319, 1), (319, 2), (318, 0)] {
        guard let x = try tags.fraction(tag, 2 * index), let y = try tags.fraction(tag, 2 * index + 1) else { return }
        points.append(Chromaticity(Double(x.above) / Double(x.below), Double(y.above) / Double(y.below)))
      }
      track.state(
        RGBPrimaries(red: points[0], green: points[1], blue: points[2], white: points[3]),
        in: tags.place(of: 319, "PrimaryChromaticities"))
    }
  }

  private func checkStrips(of tags: TIFFDirectory, height: Int) throws(MediaFileError) {
    let rows = max(1, min(try tags.number(278) ?? height, height))
    let (count, expected) = (tags.count(of: 273), (height + rows - 1) / rows)
    guard count >= expected, tags.count(of: 279) >= expected else {
      throw .malformed(part: path, byte: position, found: "\(count) strips", expected: "\(expected)")
    }
    reader.lift()
    for index in 0..<expected {
      guard reader.step(path, at: position), let start = try tags.number(273, index),
        let length = try tags.number(279, index)
      else { return }
      var content = self
      try content.skip(min(start, remaining))
      try content.skip(length)
    }
  }

  private static let compressions = [
    2: "CCITT", 3: "CCITT T.4", 4: "CCITT T.6", 6: "JPEG, old", 7: "JPEG", 33003: "JPEG 2000", 33005: "JPEG 2000",
    34676: "SGI LogLuv", 34677: "SGI LogLuv, 24 bits", 34712: "JPEG 2000", 34887: "LERC", 34892: "lossy JPEG",
    34925: "LZMA", 50000: "Zstandard", 50001: "WebP", 50002: "JPEG XL", 52546: "JPEG XL",
  ]

  private static let photometrics = [
    3: "a palette", 4: "a mask", 5: "CMYK", 6: "Y′CbCr", 8: "CIELAB", 9: "ICCLAB", 10: "ITULAB", 32844: "LogL",
    32845: "LogLuv",
  ]
}
