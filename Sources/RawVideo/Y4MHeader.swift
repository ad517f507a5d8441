public import Colorimetry
public import VideoFrames

/// The contents of the first line of a Y4M file.
///
///     try Y4MHeader(.yuv420p10, width: 3840, height: 2160, frameRate: FrameRate(24000, 1001)).text
///     // "YUV4MPEG2 W3840 H2160 F24000:1001 Ip A0:0 C420p10 XYSCSS=420P10"
///
/// Y4M cannot express primaries, a transfer function or a matrix, nor the chroma location at more than 8 bits.
///
/// - Source: mjpegtools, *yuv4mpeg(5)*. The names of formats with more than 8 bits, `XYSCSS` and `XCOLORRANGE` come from
///   FFmpeg, `libavformat/yuv4mpegenc.c`.
public struct Y4MHeader: Hashable, Sendable {
  /// The maximum number of bytes in a line. FFmpeg 5.1 writes fewer than 96, and reads no more.
  public static let limit = 4096

  /// The format of the frames in the file.
  public let format: PixelFormat
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The chroma location, which Y4M can express only for 8-bit 4:2:0, and only as center, left or top-left.
  ///
  /// FFmpeg writes `jpeg`, center, even if the location is unknown, so this value is weak evidence.
  public var chromaLocation: ChromaLocation?
  /// The range of the codes.
  public var range: QuantizationRange?
  /// The frame rate.
  public var frameRate: FrameRate?
  /// Whether all rows of a frame belong to the same moment.
  public var interlacing: Y4MInterlacing?
  /// The ratio of a pixel's width to its height.
  public var pixelAspect: PixelAspect?
  /// Other programs' fields, without the leading `X`, which are passed through unchanged.
  public let extensions: [String]

  /// Creates a header; by default, for progressive frames.
  ///
  /// - Throws: `RawVideoError` of `.picture` for an impossible size; of `.notInY4M` for a format that Y4M has no name for;
  ///   of `.syntax` for an extension that contains a space or a line feed.
  public init(
    _ format: PixelFormat, width: Int, height: Int, chromaLocation: ChromaLocation? = nil,
    range: QuantizationRange? = nil,
    frameRate: FrameRate? = nil, interlacing: Y4MInterlacing? = .progressive, pixelAspect: PixelAspect? = nil,
    extensions: [String] = []
  ) throws(RawVideoError) {
    do { _ = try Frame.planes(format, width: width, height: height) } catch { throw .picture(error) }
    guard Self.chroma(of: format, chromaLocation) != nil else {
      throw RawVideoError(
        .notInY4M(format), "Y4M has no name for \(format)",
        fix: "write raw frames instead, or a planar Y′CbCr or gray format without alpha, or yuva444p")
    }
    for field in extensions where field.utf8.contains(where: { $0 <= UInt8(ascii: " ") }) {
      throw .field("X\(field)", expected: "a field without spaces")
    }
    (self.format, self.width, self.height) = (format, width, height)
    (self.chromaLocation, self.range, self.frameRate) = (chromaLocation, range, frameRate)
    (self.interlacing, self.pixelAspect, self.extensions) = (interlacing, pixelAspect, extensions)
  }

  /// The line, without its line feed, with its fields in FFmpeg's order.
  public var text: String {
    let chroma = Self.chroma(of: format, chromaLocation)!
    var fields = ["YUV4MPEG2", "W\(width)", "H\(height)", "F\(frameRate?.text ?? "0:0")"]
    fields.append("I\(interlacing?.rawValue ?? "?")")
    fields.append("A\(pixelAspect?.text ?? "0:0")")
    fields.append("C\(chroma.name)")
    if let legacy = chroma.legacyField { fields.append(legacy) }
    if let range { fields.append("XCOLORRANGE=\(range == .full ? "FULL" : "LIMITED")") }
    return (fields + extensions.map { "X\($0)" }).joined(separator: " ")
  }

  /// Parses a header line without its line feed, of a file with this name; the inverse of `text`.
  ///
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
        // The older field of chroma is optional, and some programs invent values, so an unknown value is passed through.
        if key == "XYSCSS", Self.chroma(ofLegacy: field) == nil { extensions.append(String(field.dropFirst())) }
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
    let chroma = fields["C"].flatMap { field in Self.chromas.first { $0.name == field.dropFirst() } }
    if let field = fields["C"], chroma == nil {
      throw .header(
        "has the chroma \(RawVideoError.quoted(field))",
        but:
          "only 420, 420jpeg, 420mpeg2, 420paldv, 422, 444, 444alpha and mono are supported, also 420, 422 and 444 "
          + "with a suffix of p9 to p16, and mono9 to mono16", fix: "convert the file to one of these")
    }
    let older = fields["XYSCSS"].flatMap { Self.chroma(ofLegacy: $0) }
    if let chroma = chroma?.format, let older = older?.format,
      (chroma.chroma, chroma.bitDepth, chroma.model) != (older.chroma, older.bitDepth, older.model)
    {
      throw .header(
        "says both \(RawVideoError.quoted(fields["C"]!)) and \(RawVideoError.quoted(fields["XYSCSS"]!)), which "
          + "contradict each other", fix: "remove the wrong one")
    }
    // The older field may state a location that the newer one leaves open. Y4M defines the default as 4:2:0 sited as in JPEG.
    let isUnsited = chroma?.format == older?.format && chroma?.location == nil
    let stated = (isUnsited ? older : chroma) ?? older ?? Self.chromas[0]
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

/// Whether all rows of a frame belong to the same moment.
public enum Y4MInterlacing: String, CaseIterable, Hashable, Sendable {
  /// All rows belong to the same moment.
  case progressive = "p"
  /// The even rows are earlier.
  case topFieldFirst = "t"
  /// The odd rows are earlier.
  case bottomFieldFirst = "b"
  /// Each frame specifies its own interlacing.
  case mixed = "m"
}

// MARK: Names of formats

extension Y4MHeader {
  /// One name of a format: the text after `C`; and the older field, which begins with `XYSCSS=`, `nil` for luma alone.
  private typealias Chroma = (name: String, legacyField: String?, format: PixelFormat, location: ChromaLocation?)

  /// The name for a format; if Y4M cannot state the location, the name that states none.
  private static func chroma(of format: PixelFormat, _ location: ChromaLocation?) -> Chroma? {
    let names = chromas.filter { $0.format == format }
    return names.first { $0.location == location } ?? names.first { $0.location == nil }
  }

  private static func chroma(ofLegacy field: Substring) -> Chroma? {
    chromas.first { $0.legacyField == String(field) }
  }

  /// All names. `420` alone leaves the location unspecified: FFmpeg reads it as `jpeg`, dav1d writes it for top-left.
  private static let chromas: [Chroma] = {
    func row(_ name: String, _ legacy: String?, _ format: PixelFormat, _ location: ChromaLocation? = nil) -> Chroma {
      (name, legacy.map { "XYSCSS=\($0)" }, format, location)
    }
    // FFmpeg reads `paldv` as top-left.
    var rows = [
      row("420jpeg", "420JPEG", .yuv420p, .center), row("420mpeg2", "420MPEG2", .yuv420p, .left),
      row("420paldv", "420PALDV", .yuv420p, .topLeft), row("420", nil, .yuv420p), row("422", "422", .yuv422p),
      row("444", "444", .yuv444p),
      row("444alpha", "444", .yuva444p), row("mono", nil, .gray),
    ]
    for bits in [9, 10, 12, 14, 16] {
      for chroma in ["420", "422", "444"] {
        rows.append(row("\(chroma)p\(bits)", "\(chroma)P\(bits)", PixelFormat(name: "yuv\(chroma)p\(bits)")!))
      }
      rows.append(row("mono\(bits)", nil, PixelFormat(name: "gray\(bits)")!))
    }
    return rows
  }()
}

extension RawVideoError {
  fileprivate static func header(_ found: String, but expected: String? = nil, fix: String) -> RawVideoError {
    RawVideoError(.syntax, "the Y4M header \(found)", but: expected, fix: fix)
  }

  static func field(_ field: some StringProtocol, expected: String) -> RawVideoError {
    header("has the field \(quoted(field))", but: "\(expected) was expected", fix: "correct the header")
  }
}
