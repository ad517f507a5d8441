internal import Colorimetry
internal import HDRMetadata

extension FileReader {
  /// The picture of a PNG file, read up to its pixels.
  ///
  /// - Source: W3C, Portable Network Graphics (third edition), clauses 5.2, 5.3 and 11.
  func pngTrack() throws(MediaFileError) -> TrackDescription {
    var track = TrackDescription(id: 1, codecTag: "")
    track.facts.codec = .png
    var content = whole
    try content.skip(8)
    note { () throws(MediaFileError) in while try content.readChunk(into: &track) {} }
    // cICP comes before iCCP, wherever they are.
    let profiles = track.statements.filter { $0.carriedIn.path == "iCCP" }
    track.statements = track.statements.filter { $0.carriedIn.path != "iCCP" } + profiles
    return track
  }
}

extension ByteWindow {
  /// Reads the next chunk into a track.
  ///
  /// - Returns: Whether another one about color may follow.
  fileprivate mutating func readChunk(into track: inout TrackDescription) throws(MediaFileError) -> Bool {
    guard remaining > 0, reader.step(path, at: position) else { return false }
    let start = position
    let length: UInt32 = try integer()
    let type = FourCharacterCode(rawValue: try integer())
    guard type != "IDAT", type != "IEND" else { return false }
    var chunk = try window(Int(length), path: "\(type)")
    reader.note { () throws(MediaFileError) in
      try chunk.readContent(of: type, in: Place(path: "\(type)", byte: start), into: &track)
    }
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
      track.inferences.append(
        Statement(
          value: .color(ColorDescription(matrix: isColor ? .identity : nil, range: .full)), carriedIn: place,
          carrier: .codecStandard))
    // One after the pixels is ignored, as browsers do: web-platform-tests, css-images, image-orientation-exif-png-2.html.
    case "eXIf": track.takeOrientation(try exifOrientation())
    case "tRNS": track.state(.alpha(.straight), in: place, by: .container)
    case "cICP", "mDCV", "cLLI", "iCCP", "gAMA", "cHRM":
      track.state(.pngChunk(type), try rest(), in: place, by: .container)
    // cICP and iCCP come before sRGB, wherever they are: clause 4.3. mDCv and cLLi are mDCV and cLLI as drafts named them until 2024. Editors
    // that know neither may copy them to other pixels, as their names say, so the newer ones come before them.
    case "sRGB", "mDCv", "cLLi": track.state(.pngChunk(type), try rest(), in: place, by: .parameterSet)
    default: break
    }
  }
}
