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
    var fields: [Substring: Substring] = [:]
    var extensions: [String] = []
    for field in text.utf8.split(separator: UInt8(ascii: " ")).dropFirst().map(Substring.init) {
      let key = field.first == "X" ? field.prefix { $0 != "=" } : field.prefix(1)
      switch key {
      case "W", "H", "F", "I", "A", "C", "XYSCSS", "XCOLORRANGE":
        guard fields.updateValue(field, forKey: key) == nil else {
          throw .header(
            "has a second field \(RawVideoError.quoted(field))", but: "each may appear once",
            fix: "remove one of them")
        }
      case _ where key.hasPrefix("X"): extensions.append(String(field.dropFirst()))
      default:
        throw .header(
          "has the field \(RawVideoError.quoted(field))", but: "fields begin with W, H, F, I, A, C or X",
          fix: "correct the header")
      }
    }
    let interlacing = fields["I"].flatMap { Y4MInterlacing(rawValue: String($0.dropFirst())) }
    if let field = fields["I"], field != "I?", interlacing == nil {
      throw .field(field, expected: "one of Ip, It, Ib, Im and I?")
    }
    let range: QuantizationRange? =
      switch fields["XCOLORRANGE"] {
      case nil: nil
      case "XCOLORRANGE=FULL": .full
      case "XCOLORRANGE=LIMITED": .narrow
      case let field?: throw .field(field, expected: "XCOLORRANGE=FULL or XCOLORRANGE=LIMITED")
      }
    let chroma = fields["C"].flatMap { field in Y4MChroma.all.first { $0.name == field.dropFirst() } }
    if let field = fields["C"], chroma == nil {
      throw .header(
        "has the chroma \(RawVideoError.quoted(field))",
        but:
          "only 420, 420jpeg, 420mpeg2, 420paldv, 422, 444, 444alpha and mono are supported, also 420, 422 and 444 "
          + "with a suffix of p9 to p16, and mono9 to mono16", fix: "convert the file to one of these")
    }
    let older = fields["XYSCSS"].flatMap { field in Y4MChroma.all.first { $0.legacyField == String(field) } }
    // This field is optional, and some programs invent values, so an unknown value is passed through.
    if let field = fields["XYSCSS"], older == nil { extensions.append(String(field.dropFirst())) }
    if let chroma = chroma?.format, let older = older?.format,
      (chroma.chroma, chroma.bitDepth, chroma.model) != (older.chroma, older.bitDepth, older.model)
    {
      throw .header(
        "says both \(RawVideoError.quoted(fields["C"]!)) and \(RawVideoError.quoted(fields["XYSCSS"]!)), which "
          + "contradict each other", fix: "remove the wrong one")
    }
    // The older field may state a location that the newer one leaves open. Y4M defines the default as 4:2:0 sited as in JPEG.
    let isUnsited = chroma?.format == older?.format && chroma?.location == nil
    let stated = (isUnsited ? older : chroma) ?? older ?? Y4MChroma.all[0]
    try self.init(
      stated.format, width: Self.side(fields, "W"), height: Self.side(fields, "H"), chromaLocation: stated.location,
      range: range, frameRate: Self.ratio(fields["F"], "a frame rate such as 25:1, or 0:0 if unknown,"),
      interlacing: interlacing, pixelAspect: Self.ratio(fields["A"], "a pixel aspect such as 1:1, or 0:0 if unknown,"),
      extensions: extensions)
  }

  private static func side(_ fields: [Substring: Substring], _ key: Substring) throws(RawVideoError) -> Int {
    guard let field = fields[key] else {
      throw .header(
        "has no field \(key)", but: "must have W and H", fix: "write the file again, or supply it as raw frames")
    }
    guard let side = Int(digits: field.dropFirst()), (1...Frame.longestSide).contains(side) else {
      throw .field(field, expected: "a side of 1 to \(Frame.longestSide) pixels")
    }
    return side
  }

  private static func ratio<Unit>(_ field: Substring?, _ expected: String) throws(RawVideoError) -> Ratio<Unit>? {
    guard let field, !["0:0", "0:1"].contains(field.dropFirst()) else { return nil }
    guard field.contains(":"), let ratio = Ratio<Unit>(String(field.dropFirst())) else {
      throw .field(field, expected: expected)
    }
    return ratio
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
