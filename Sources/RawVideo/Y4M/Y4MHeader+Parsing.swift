internal import Colorimetry
internal import VideoFrames

extension Y4MHeader {
  /// Parses a header line; the inverse of `text`.
  ///
  /// - Parameter line: The bytes of the line, without the line feed.
  /// - Parameter name: The name of the file for messages.
  /// - Throws: `RawVideoError` of `.syntax`, or of `.picture` for an impossible size.
  package init(parsing line: [UInt8], of name: String) throws(RawVideoError) {
    let magic = Array("YUV4MPEG2".utf8)
    guard line.starts(with: magic), line.count == magic.count || line[magic.count] == UInt8(ascii: " ") else {
      throw RawVideoError(
        .syntax, "\(name) begins with \(RawVideoError.quoted(line))", but: "Y4M begins with \"YUV4MPEG2 \"",
        fix: "for raw frames, give the size and the format")
    }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw RawVideoError(
        .syntax, "the Y4M header of \(name) is not text", but: "must be ASCII or UTF-8",
        fix: "check that the file is Y4M")
    }
    var fields = Y4MFields()
    for field in text.utf8.split(separator: UInt8(ascii: " ")).dropFirst() { try fields.read(Substring(field)) }
    guard let width = fields.width, let height = fields.height else {
      throw .header(
        "has no field \(fields.width == nil ? "W" : "H")", but: "must have W and H",
        fix: "write the file again, or supply it as raw frames")
    }
    let chroma = try fields.agreedChroma()
    try self.init(
      chroma.format, width: width, height: height, chromaLocation: chroma.location, range: fields.range,
      frameRate: fields.frameRate, interlacing: fields.interlacing, pixelAspect: fields.pixelAspect,
      extensions: fields.extensions)
  }
}

private struct Y4MFields {
  var width, height: Int?
  var frameRate: FrameRate?
  var pixelAspect: PixelAspect?
  var interlacing: Y4MInterlacing?
  var range: QuantizationRange?
  var extensions: [String] = []
  private var chroma, legacyChroma: (field: String, meaning: Y4MChroma)?
  private var seen: Set<Substring> = []

  mutating func read(_ field: Substring) throws(RawVideoError) {
    let value = field.dropFirst()
    let key = field.first == "X" ? field.prefix { $0 != "=" } : field.prefix(1)
    if ["W", "H", "F", "I", "A", "C", "XYSCSS", "XCOLORRANGE"].contains(key) {
      guard seen.insert(key).inserted else {
        throw .header(
          "has a second field \(RawVideoError.quoted(field))", but: "each may appear once", fix: "remove one of them")
      }
    }
    switch key {
    case "W": width = try side(field)
    case "H": height = try side(field)
    case "F": frameRate = try ratio(field, "a frame rate such as 25:1, or 0:0 if unknown,")
    case "A": pixelAspect = try ratio(field, "a pixel aspect such as 1:1, or 0:0 if unknown,")
    case "I":
      interlacing = Y4MInterlacing(rawValue: String(value))
      guard interlacing != nil || value == "?" else { throw .field(field, expected: "one of Ip, It, Ib, Im and I?") }
    case "C":
      guard let meaning = Y4MChroma.all.first(where: { $0.name == value }) else {
        throw .header(
          "has the chroma \(RawVideoError.quoted(field))",
          but:
            "only 420, 420jpeg, 420mpeg2, 420paldv, 422, 444, 444alpha and mono are supported, also 420, 422 and 444 "
            + "with a suffix of p9 to p16, and mono9 to mono16", fix: "convert the file to one of these")
      }
      chroma = (String(field), meaning)
    case "XYSCSS":
      // This field is optional, and some programs invent values, so an unknown value is passed through.
      let name = String(value.dropFirst("YSCSS=".count))
      if let meaning = Y4MChroma.all.first(where: { $0.legacyName == name }) {
        legacyChroma = (String(field), meaning)
      } else {
        extensions.append(String(value))
      }
    case "XCOLORRANGE" where value == "COLORRANGE=FULL": range = .full
    case "XCOLORRANGE" where value == "COLORRANGE=LIMITED": range = .narrow
    case "XCOLORRANGE": throw .field(field, expected: "XCOLORRANGE=FULL or XCOLORRANGE=LIMITED")
    case _ where key.hasPrefix("X"): extensions.append(String(value))
    default:
      throw .header(
        "has the field \(RawVideoError.quoted(field))", but: "fields begin with W, H, F, I, A, C or X",
        fix: "correct the header")
    }
  }

  private func side(_ field: Substring) throws(RawVideoError) -> Int {
    guard let side = Int(digits: field.dropFirst()), (1...Frame.longestSide).contains(side) else {
      throw .field(field, expected: "a side of 1 to \(Frame.longestSide) pixels")
    }
    return side
  }

  private func ratio<Unit>(_ field: Substring, _ expected: String) throws(RawVideoError) -> Ratio<Unit>? {
    let text = field.dropFirst()
    if text == "0:0" || text == "0:1" { return nil }
    guard text.contains(":"), let ratio = Ratio<Unit>(String(text)) else { throw .field(field, expected: expected) }
    return ratio
  }

  /// The chroma format stated by both fields together. Y4M defines the default as 4:2:0 sited as in JPEG.
  func agreedChroma() throws(RawVideoError) -> Y4MChroma {
    if let chroma, let legacyChroma {
      let (a, b) = (chroma.meaning.format, legacyChroma.meaning.format)
      guard a.chroma == b.chroma, a.bitDepth == b.bitDepth, a.model == b.model else {
        throw .header(
          "says both \(RawVideoError.quoted(chroma.field)) and \(RawVideoError.quoted(legacyChroma.field)), which "
            + "contradict each other", fix: "remove the wrong one")
      }
      if a == b, chroma.meaning.location == nil { return legacyChroma.meaning }
    }
    return chroma?.meaning ?? legacyChroma?.meaning ?? Y4MChroma.all[0]
  }
}

extension RawVideoError {
  fileprivate static func header(_ found: String, but expected: String? = nil, fix: String) -> RawVideoError {
    RawVideoError(.syntax, "the Y4M header \(found)", but: expected, fix: fix)
  }

  static func field(_ field: some StringProtocol, expected: String) -> RawVideoError {
    header("has the field \(quoted(field))", but: "\(expected) was expected", fix: "correct the header")
  }
}
