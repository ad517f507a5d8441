extension ByteWindow {
  /// Reads the header of a Netpbm picture, and checks that binary samples are present.
  ///
  /// FFmpeg's decoder scales samples of up to 8 bits correctly only if the maximum has all bits set, and those of PAM only if it is 255.
  ///
  /// - Source: Netpbm, pbm(5), pgm(5), ppm(5) and pam(5).
  func readNetpbm(into track: inout TrackDescription) throws(MediaFileError) {
    let format = track.stillFormat
    var content = self
    try content.skip(1)
    let kind: UInt8 = try content.integer()
    var (channels, hasAlpha) = (format == .ppm ? 3 : 1, false)
    let width, height, maximum: Int
    if format == .pam {
      var fields: [Substring: Substring] = [:]
      while true {
        let line = try content.text(upTo: 10, orElse: "a long line")
        if line.hasPrefix("ENDHDR") { break }
        let words = line.split(separator: " ", maxSplits: 1)
        if words.count == 2, !line.hasPrefix("#") { fields[words[0]] = words[1] }
      }
      guard let w = fields["WIDTH"].flatMap({ Int($0) }), let h = fields["HEIGHT"].flatMap({ Int($0) }),
        let depth = fields["DEPTH"].flatMap({ Int($0) }), let most = fields["MAXVAL"].flatMap({ Int($0) }),
        (1...4).contains(depth)
      else {
        throw .malformed(
          part: path, byte: position, found: "another header", expected: "WIDTH, HEIGHT, DEPTH of 1 to 4 and MAXVAL")
      }
      (width, height, maximum) = (w, h, most)
      (channels, hasAlpha) = (depth > 2 ? 3 : 1, depth % 2 == 0)
      let type = fields["TUPLTYPE"].map { String($0) } ?? ""
      let known = ["BLACKANDWHITE", "GRAYSCALE", "RGB"].flatMap { [$0, $0 + "_ALPHA"] }
      guard type.isEmpty || known.contains(type) else {
        throw .unreadPicture(UnreadPicture("a PAM of the type \(type)", .magick))
      }
    } else {
      (width, height) = (try content.number(), try content.number())
      maximum = format == .pbm ? 1 : try content.number()
    }
    guard Self.sides ~= width, Self.sides ~= height, 1...65535 ~= maximum else {
      throw .malformed(
        part: path, byte: position, found: "\(width)x\(height) and a maximum of \(maximum)",
        expected: "a size and 1 to 65535")
    }
    guard maximum > 255 || maximum == 255 || format != .pam && maximum & (maximum + 1) == 0 else {
      throw .unreadPicture(UnreadPicture("a \(track.codecTag) with a maximum of \(maximum)", .magick))
    }
    track.take(
      width: width, height: height, depth: maximum < 256 ? 8 : 16, chroma: channels == 1 ? .monochrome : .yuv444)
    if hasAlpha { track.state(.alpha(.straight), in: Place(path: "PAM", byte: 0), by: .container) }
    guard kind > UInt8(ascii: "3") else { return }
    let line =
      format == .pbm
      ? (width / 8) + (width % 8 > 0 ? 1 : 0)
      : Self.product(width, channels + (hasAlpha ? 1 : 0), maximum < 256 ? 1 : 2)
    try content.need(line.flatMap { Self.product($0, height) })
  }

  /// Reads the header of a PFM, and checks that its samples are present.
  ///
  /// - Source: Netpbm, pfm(5): linear light, in units of the magnitude of the scale.
  func readPFM(into track: inout TrackDescription) throws(MediaFileError) {
    var content = self
    try content.skip(1)
    let isColor = try content.integer(UInt8.self) == UInt8(ascii: "F")
    let (width, height) = (try content.number(), try content.number())
    let scale = try content.word()
    guard Self.sides ~= width, Self.sides ~= height, let number = Double(scale), number.isFinite, number != 0 else {
      throw .malformed(
        part: path, byte: position, found: "\(width)x\(height) and a scale of \(scale)",
        expected: "a size and a number that is not 0")
    }
    guard abs(number) == 1 else {
      throw .unreadPicture(UnreadPicture("a PFM whose samples have a scale of \(scale)", .oiiotool()))
    }
    track.take(
      width: width, height: height, depth: 32, chroma: isColor ? .yuv444 : .monochrome,
      inferring: ColorDescription(transfer: .linear, matrix: .identity, range: .full))
    try content.need(Self.product(width, height, isColor ? 12 : 4))
  }

  /// The accepted side lengths: more than any decoder takes.
  private static let sides = 1...1 << 31

  /// The next word of a header, after spaces and comments; the space after it is skipped.
  private mutating func word() throws(MediaFileError) -> String {
    var (word, isComment) = ([UInt8](), false)
    while word.count < 64 {
      let byte: UInt8 = try integer()
      if isComment {
        isComment = byte != 10 && byte != 13
      } else if byte == UInt8(ascii: "#"), word.isEmpty {
        isComment = true
      } else if [9, 10, 11, 12, 13, 32].contains(byte) {
        if !word.isEmpty { return String(decoding: word, as: UTF8.self) }
      } else {
        word.append(byte)
      }
    }
    throw .malformed(part: path, byte: position, found: "a long word", expected: "a number")
  }

  private mutating func number() throws(MediaFileError) -> Int {
    let word = try word()
    guard let number = Int(word) else {
      throw .malformed(part: path, byte: position, found: word, expected: "a whole number")
    }
    return number
  }

  /// The text before the next byte of this value, at most 255 bytes.
  mutating func text(upTo last: UInt8, orElse fault: String) throws(MediaFileError) -> String {
    var bytes: [UInt8] = []
    while bytes.count < 256 {
      let byte: UInt8 = try integer()
      if byte == last { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    throw .malformed(part: path, byte: position, found: fault, expected: "at most 255 bytes")
  }
}
