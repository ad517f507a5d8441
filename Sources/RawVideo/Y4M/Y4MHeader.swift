public import VideoFrames

/// What the first line of a Y4M file says.
///
///     try Y4MHeader(.yuv420p10, width: 3840, height: 2160, frameRate: FrameRate(24000, 1001)).text
///     // "YUV4MPEG2 W3840 H2160 F24000:1001 Ip A0:0 C420p10 XYSCSS=420P10"
///
/// Y4M names neither primaries, nor a transfer function, nor a matrix; and no siting of chroma at more than 8 bits.
///
/// - Source: mjpegtools, *yuv4mpeg(5)*; what more than 8 bits are called, `XYSCSS` and `XCOLORRANGE` are FFmpeg's,
///   `libavformat/yuv4mpegenc.c`.
public struct Y4MHeader: Hashable, Sendable {
  /// The most bytes that a line may have. FFmpeg 5.1 writes less than 96, and reads no more.
  public static let limit = 4096

  /// How the samples of a frame lie in the file.
  public let format: PixelFormat
  /// The pixels of a row.
  public let width: Int
  /// The rows.
  public let height: Int
  /// Where chroma lies, which 8-bit 4:2:0 alone can say.
  public var siting: Y4MSiting?
  /// The range of the codes.
  public var range: CodeRange?
  /// The frames in a second.
  public var frameRate: FrameRate?
  /// Whether the rows of a frame are of one moment.
  public var interlacing: Y4MInterlacing?
  /// The width of a pixel to its height.
  public var pixelAspect: Ratio?
  /// The fields of others, without the `X` they begin with, to be passed on as they are.
  public let extensions: [String]

  /// The header of a file of progressive frames.
  ///
  /// - Throws: `RawVideoError.picture` for an impossible size, `.notInY4M` for a format that Y4M cannot name, `.badField`
  ///   for an extension with a space or a line feed in it.
  public init(
    _ format: PixelFormat, width: Int, height: Int, siting: Y4MSiting? = nil, range: CodeRange? = nil,
    frameRate: FrameRate? = nil, interlacing: Y4MInterlacing? = .progressive, pixelAspect: Ratio? = nil,
    extensions: [String] = []
  ) throws(RawVideoError) {
    do { _ = try Frame.planes(format, width: width, height: height) } catch { throw .picture(error) }
    guard Y4MChroma.naming(format, siting) != nil else { throw .notInY4M(format) }
    for field in extensions where field.utf8.contains(where: { $0 <= UInt8(ascii: " ") }) {
      throw .badField("X\(field)", expected: "a field without spaces")
    }
    self.format = format
    self.width = width
    self.height = height
    self.siting = siting
    self.range = range
    self.frameRate = frameRate
    self.interlacing = interlacing
    self.pixelAspect = pixelAspect
    self.extensions = extensions
  }

  /// The line, without its end, as FFmpeg orders it.
  public var text: String {
    let chroma = Y4MChroma.naming(format, siting)!
    var fields = ["YUV4MPEG2", "W\(width)", "H\(height)", "F\(frameRate?.text ?? "0:0")"]
    fields.append("I\(interlacing?.rawValue ?? "?")")
    fields.append("A\(pixelAspect?.text ?? "0:0")")
    fields.append("C\(chroma.name)")
    if let legacy = chroma.legacyName { fields.append("XYSCSS=\(legacy)") }
    if let range { fields.append("XCOLORRANGE=\(range == .full ? "FULL" : "LIMITED")") }
    return (fields + extensions.map { "X\($0)" }).joined(separator: " ")
  }
}

/// Where the chroma of 8-bit 4:2:0 lies, as Y4M names it.
///
/// FFmpeg writes `jpeg` also where it does not know, so that it is little evidence of anything.
public enum Y4MSiting: String, CaseIterable, Hashable, Sendable {
  /// Between four samples of luma: H.273 location 1, center.
  case jpeg
  /// On the left column, between two rows: location 0, left.
  case mpeg2
  /// On the left column and the upper row: location 2, top-left, as FFmpeg reads it.
  case paldv
}

/// Whether the rows of a frame are of one moment.
public enum Y4MInterlacing: String, CaseIterable, Hashable, Sendable {
  /// All rows are of one moment.
  case progressive = "p"
  /// The rows of even number are earlier.
  case topFieldFirst = "t"
  /// The rows of odd number are earlier.
  case bottomFieldFirst = "b"
  /// Each frame says so for itself.
  case mixed = "m"
}

/// One name of a format in Y4M.
struct Y4MChroma: Sendable {
  /// What follows `C`.
  let name: String
  /// What follows `XYSCSS=`, the older place; there is none for luma alone.
  let legacyName: String?
  let format: PixelFormat
  let siting: Y4MSiting?

  /// The name of a format, if it has one.
  static func naming(_ format: PixelFormat, _ siting: Y4MSiting?) -> Y4MChroma? {
    all.first { $0.format == format && (format != .yuv420p || $0.siting == siting) }
  }

  /// All names. `420` alone leaves the siting open: FFmpeg takes it for `jpeg`, dav1d writes it for top-left.
  static let all: [Y4MChroma] = {
    func row(_ name: String, _ legacy: String?, _ format: PixelFormat, _ siting: Y4MSiting? = nil) -> Y4MChroma {
      Y4MChroma(name: name, legacyName: legacy, format: format, siting: siting)
    }
    var rows = Y4MSiting.allCases.map { row("420\($0)", "420\($0)".uppercased(), .yuv420p, $0) }
    rows += [
      row("420", nil, .yuv420p), row("422", "422", .yuv422p), row("444", "444", .yuv444p),
      row("444alpha", "444", .yuva444p), row("mono", nil, .gray),
    ]
    for bits in [9, 10, 12, 14, 16] {
      for chroma in ["420", "422", "444"] {
        guard let format = PixelFormat(name: "yuv\(chroma)p\(bits)") else { continue }
        rows.append(row("\(chroma)p\(bits)", "\(chroma)P\(bits)", format))
      }
      if let format = PixelFormat(name: "gray\(bits)") { rows.append(row("mono\(bits)", nil, format)) }
    }
    return rows
  }()
}
