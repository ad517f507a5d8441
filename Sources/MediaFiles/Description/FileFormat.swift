/// A format of files: its extensions, its first bytes and its reader, one row each.
package struct FileFormat: Sendable {
  package enum Content: Sendable {
    /// A movie or a bare stream; `nil` if only FFmpeg's libraries read it.
    case movie(MediaContainer?)
    /// Pictures in the boxes of a movie.
    case items
    /// A picture, and the reader of its header.
    case still(StillFormat, Reader)
    /// A picture that is refused by name.
    case unread(UnreadPicture.Remedy)

    package typealias Reader = @Sendable (ByteWindow) -> (inout TrackDescription) throws(MediaFileError) -> Void
  }

  /// Its name, as in *the file is NAME*.
  package let name: String
  /// The extensions of its files, in lowercase.
  package let endings: [String]
  /// The first bytes of its files; `nil` for any byte. The list is empty for bare streams without start codes.
  private let marks: [[UInt8?]]
  package let content: Content
  /// FFmpeg's name of the demuxer for a picture whose header is read here.
  package var demuxer: String? {
    guard case .still(let format, _) = content else { return nil }
    return format == .openEXR ? "exr_pipe" : "\(format)_pipe".lowercased()
  }
  package var isPicture: Bool { if case .movie = content { false } else { true } }

  private init(_ name: String, _ endings: [String], _ marks: [[UInt8?]], _ content: Content) {
    (self.name, self.endings, self.marks, self.content) = (name, endings, marks, content)
  }

  private init(_ format: StillFormat, _ endings: [String], _ marks: [[UInt8?]], _ read: @escaping Content.Reader) {
    self.init(format.rawValue, endings, marks, .still(format, read))
  }

  /// The format of a file that begins with these bytes, at least 12 if the file has them; `nil` for others.
  package init?(start: [UInt8]) {
    func begins(_ mark: [UInt8?]) -> Bool {
      start.count >= mark.count && zip(mark, start).allSatisfy { $0 == nil || $0 == $1 }
    }
    guard let found = Self.all.first(where: { $0.marks.contains(where: begins) }) else { return nil }
    self = found
  }

  /// The format that an extension in lowercase selects; `nil` for others, including Y4M and raw frames.
  package init?(ending: String) {
    guard let found = Self.all.first(where: { $0.endings.contains(ending) }) else { return nil }
    self = found
  }

  /// The formats, in the order in which their first bytes are compared.
  package static let all = unread + movies + stills + others
}

package enum StillFormat: String, CaseIterable, Sendable {
  case png = "PNG"
  case jpeg = "JPEG"
  case webP = "WebP"
  case jpegXL = "JPEG XL"
  case openEXR = "OpenEXR"
  case tiff = "TIFF"
  case dpx = "DPX"
  case pbm = "PBM"
  case pgm = "PGM"
  case ppm = "PPM"
  case pam = "PAM"
  case pfm = "PFM"
}

extension FileFormat {
  /// HEIF's pictures have the boxes of movies; its sequences of pictures are movies.
  ///
  /// - Source: ISO/IEC 14496-12, clause 4.3; ISO/IEC 23008-12, clause 10; AV1 Image File Format, clause 6; RFC 8794, clause 11.
  private static let movies: [FileFormat] = [
    .init(
      "HEIF", ["heic", "heif", "hif", "avif"],
      ["mif1", "mif2", "heic", "heix", "heim", "heis", "avci", "avif"].map { text("ftyp" + $0, at: 4) }, .items),
    .init(
      "ISO base media", ["mp4", "m4v", "mov", "qt", "3gp", "3g2"],
      ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot", "styp", "uuid", "meta"].map { text($0, at: 4) },
      .movie(.movie)),
    .init("Matroska", ["mkv", "webm"], [[0x1A, 0x45, 0xDF, 0xA3]], .movie(.matroska)),
    .init("IVF", ["ivf"], [text("DKIF")], .movie(.ivf)),
  ]

  /// - Source: W3C, PNG, clause 5.2; ITU-T T.81, clause B.1.1.3; RFC 9649, clause 2.4; ISO/IEC 18181-1, clause 3.2, and 18181-2, clause 9.1;
  ///   OpenEXR File Layout, *Magic Number*; TIFF 6.0, section 2; SMPTE ST 268-1, table 1; Netpbm, pbm(5) to pam(5); PFM as in Netpbm, pfm(5).
  private static let stills: [FileFormat] = [
    .init(.png, ["png"], [[0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]], ByteWindow.readPNG),
    .init(.jpeg, ["jpg", "jpeg"], [[0xFF, 0xD8, 0xFF]], ByteWindow.readJPEG),
    .init(.webP, ["webp"], [text("RIFF") + text("WEBP", at: 4)], ByteWindow.readWebP),
    .init(.jpegXL, ["jxl"], [[0xFF, 0x0A], [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20]], ByteWindow.readJPEGXL),
    .init(.openEXR, ["exr"], [[0x76, 0x2F, 0x31, 0x01]], ByteWindow.readOpenEXR),
    .init(.tiff, ["tif", "tiff"], [[0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42]], ByteWindow.readTIFF),
    .init(.dpx, ["dpx"], [text("SDPX"), text("XPDS")], ByteWindow.readDPX),
    .init(.pfm, [], letters("F", "f"), ByteWindow.readPFM),
    netpbm(.pbm, [], "1", "4"), netpbm(.pgm, ["pgm"], "2", "5"), netpbm(.ppm, ["ppm"], "3", "6"), netpbm(.pam, [], "7"),
  ]

  /// - Source: The documents of the formats, and FFmpeg 5.1, `libavformat/img2dec.c`, for the positions of their signatures.
  private static let unread: [FileFormat] = [
    .init(
      "JPEG 2000", ["jp2"], [[0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20], [0xFF, 0x4F, 0xFF, 0x51]], .unread(.magick)),
    .init("BigTIFF", [], [[0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B]], .unread(.magick)),
    .init("JPEG XR", [], [[0x49, 0x49, 0xBC]], .unread(.jxrDecApp)),
    .init("SGI", [], [[0x01, 0xDA]], .unread(.ffmpeg)),
    .init("Sun raster", [], [[0x59, 0xA6, 0x6A, 0x95]], .unread(.ffmpeg)),
    .init("an icon of Windows", [], [[0, 0, 1, 0]], .unread(.magick)),
    .init("HEIF in its minimized form", [], [text("mif3", at: 8)], .unread(.magick)),
    .init("Cineon", [], [[0x80, 0x2A, 0x5F, 0xD7], [0xD7, 0x5F, 0x2A, 0x80]], .unread(.magick)),
    // The version of PCX, and its only coding.
    .init("PCX", [], [0, 2, 3, 4, 5].map { [0x0A, $0, 1] }, .unread(.ffmpeg)),
    .init("BMP", ["bmp"], [text("BM")], .unread(.ffmpeg)),
    .init("GIF", [], [text("GIF8")], .unread(.ffmpeg)),
    .init("QOI", [], [text("qoif")], .unread(.ffmpeg)),
    .init("PSD", [], [text("8BPS")], .unread(.magick)),
    .init("DDS", [], [text("DDS ")], .unread(.ffmpeg)),
    .init("Radiance HDR", [], [text("#?RADIANCE"), text("#?RGBE")], .unread(.oiiotool())),
    .init("FITS", [], [text("SIMPLE  =")], .unread(.magick)),
    .init("FLIF", [], [text("FLIF")], .unread(.magick)),
    .init("XCF", [], [text("gimp xcf")], .unread(.magick)),
    .init("XPM", [], [text("/* XPM")], .unread(.ffmpeg)),
    .init("a camera's raw file", [], [text("FUJIFILM")], .unread(.darktable)),
  ]

  /// The formats whose pictures only FFmpeg's libraries find, and bare streams.
  private static let others: [FileFormat] = [
    // Start codes of Annex B and MPEG-PS.
    .init(
      "a stream of MPEG", ["hevc", "h265", "265", "h264", "264", "avc", "h266", "266", "vvc", "mpg", "mpeg", "vob"],
      [[0, 0, 0, 1], [0, 0, 1]], .movie(nil)),
    .init("bare AV1", ["av1", "obu"], [], .movie(nil)),
    .init("MPEG-TS", ["ts", "m2ts", "mts"], [[0x47, 0x40]], .movie(nil)),
    .init("MXF", ["mxf"], [[0x06, 0x0E, 0x2B, 0x34]], .movie(nil)),
    .init("ASF", ["wmv"], [[0x30, 0x26, 0xB2, 0x75]], .movie(nil)),
    .init("AVI", ["avi"], [text("RIFF")], .movie(nil)),
    .init("FLV", ["flv"], [text("FLV\u{1}")], .movie(nil)),
    .init("Ogg", ["ogv"], [text("OggS")], .movie(nil)),
    .init("NUT", [], [text("nut/")], .movie(nil)),
    .init("an animation", ["gif"], [], .movie(nil)),
  ]

  private static func text(_ text: String, at offset: Int = 0) -> [UInt8?] {
    [UInt8?](repeating: nil, count: offset) + text.utf8.map(Optional.some)
  }

  private static func netpbm(_ format: StillFormat, _ endings: [String], _ second: Unicode.Scalar...) -> FileFormat {
    FileFormat(format, endings, second.flatMap { letters($0) }, ByteWindow.readNetpbm)
  }

  /// The starts of Netpbm's files: P, one of these letters, and a space or a comment.
  private static func letters(_ second: Unicode.Scalar...) -> [[UInt8?]] {
    second.flatMap { letter in [9, 10, 13, 32, 35].map { [0x50, UInt8(ascii: letter), $0] } }
  }
}
