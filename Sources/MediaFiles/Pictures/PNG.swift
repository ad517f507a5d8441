extension ByteWindow {
  /// Reads the chunks of a PNG up to its pixels.
  ///
  /// - Source: W3C, Portable Network Graphics (third edition), clauses 5.2, 5.3 and 11.
  func readPNG(into track: inout TrackDescription) throws(MediaFileError) {
    // The codec has a name here, so it needs no tag.
    (track.codecTag, track.facts.codec) = ("", .png)
    var content = renamed("")
    try content.skip(8)
    reader.noting { () throws(MediaFileError) in while try content.readChunk(into: &track) {} }
    // cICP precedes iCCP, and both precede gAMA and cHRM, wherever they are.
    func isOneOf(_ names: String...) -> (Statement) -> Bool { { names.contains($0.carriedIn.path) } }
    let (profiles, gamma) = (isOneOf("iCCP"), isOneOf("gAMA", "cHRM"))
    let isStated = track.statements.contains { profiles($0) || isOneOf("cICP", "sRGB")($0) && $0.value.color != nil }
    track.statements =
      track.statements.filter { !profiles($0) && !gamma($0) } + track.statements.filter(profiles)
      + (isStated ? [] : track.statements.filter(gamma))
  }

  /// Reads the next chunk into a track; returns whether another chunk about color may follow.
  private mutating func readChunk(into track: inout TrackDescription) throws(MediaFileError) -> Bool {
    guard remaining > 0, reader.step(path, at: position) else { return false }
    let start = position
    let length: UInt32 = try integer()
    let type = FourCharacterCode(rawValue: try integer())
    guard type != "IDAT", type != "IEND" else { return false }
    var chunk = try window(Int(length), path: "\(type)")
    reader.noting(errorOf: try chunk.readContent(of: type, in: Place(path: "\(type)", byte: start), into: &track))
    try skip(4)
    return true
  }

  private mutating func readContent(
    of type: FourCharacterCode, in place: Place, into track: inout TrackDescription
  ) throws(MediaFileError) {
    switch type {
    case "IHDR":
      track.width = Int(try integer(UInt32.self))
      track.height = Int(try integer(UInt32.self))
      let depth = Int(try integer(UInt8.self))
      let form: UInt8 = try integer()
      let (isPalette, isColor, hasAlpha) = (form & 1 != 0, form & 2 != 0, form & 4 != 0)
      track.facts.bitDepth = isPalette ? 8 : depth
      track.facts.chroma = isColor ? .yuv444 : .monochrome
      if hasAlpha { track.state(.alpha(.straight), in: place, by: .container) }
      track.infer(ColorDescription(matrix: isColor ? .identity : nil, range: .full), in: place)
    // An eXIf after the pixels is ignored, as in browsers: web-platform-tests, css-images, image-orientation-exif-png-2.html.
    case "eXIf": track.readOrientation(try TIFFDirectory(self).orientation())
    case "tRNS": track.state(.alpha(.straight), in: place, by: .container)
    case "cICP", "mDCV", "cLLI", "iCCP", "gAMA":
      track.state(.pngChunk(type), try rest(), in: place, by: .container)
    case "cHRM":
      var points: [Chromaticity] = []
      for _ in 0..<4 {
        points.append(Chromaticity(Double(try integer(UInt32.self)) / 1e5, Double(try integer(UInt32.self)) / 1e5))
      }
      track.state(RGBPrimaries(red: points[1], green: points[2], blue: points[3], white: points[0]), in: place)
    case "pHYs":
      let (across, down): (UInt32, UInt32) = (try integer(), try integer())
      // Without a unit, densities state only the pixel aspect: wide pixels have a lower density across than down.
      guard try integer(UInt8.self) == 0, across > 0, down > 0 else { return }
      track.statePixel(width: UInt64(down), height: UInt64(across))
    case "acTL": track.remark(further: "further pictures, as an animation")
    // cICP and iCCP precede sRGB, wherever they are: clause 4.3. mDCv and cLLi are the draft names of mDCV and cLLI until 2024. Their names mark them
    // as safe to copy, so editors that know neither may copy them to other pixels; the newer ones therefore precede them.
    case "sRGB", "mDCv", "cLLi": track.state(.pngChunk(type), try rest(), in: place, by: .parameterSet)
    default: break
    }
  }
}
