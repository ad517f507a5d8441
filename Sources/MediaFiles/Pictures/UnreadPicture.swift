/// A picture format, or a form of one, that is refused by name, because not everything needed to show its pictures right is read.
public struct UnreadPicture: Hashable, Sendable {
  /// Its name, as in *the file is NAME*.
  package let name: String
  package let remedy: Remedy

  package init(_ name: String, _ remedy: Remedy) { (self.name, self.remedy) = (name, remedy) }

  /// A tool that converts such a picture to one that is read.
  package enum Remedy: Hashable, Sendable {
    case ffmpeg, magick, jxrDecApp, djpeg, darktable
    /// ImageMagick, for a picture of linear light.
    case magickToEXR
    /// oiiotool, with these arguments before the others.
    case oiiotool(String = "")
    /// No tool, for this reason.
    case none(String)
  }

  /// A clause that says how to convert this file to a picture that is read.
  ///
  /// - Parameter quoted: Quotes a name for a shell.
  package func fix(for file: String, quoted: (String) -> String = { $0 }) -> String {
    let name = quoted(file)
    func command(_ text: String) -> String { "make a picture of it that is read: \(text)" }
    return switch remedy {
    case .ffmpeg: command("ffmpeg -i \(name) -frames:v 1 out.png")
    // The command name in versions 6 and 7, and the first of several pictures.
    case .magick: command("convert \(quoted(file + "[0]")) -colorspace sRGB out.png")
    case .magickToEXR: command("convert \(quoted(file + "[0]")) out.exr")
    case .oiiotool(let words):
      command("oiiotool \(name) \(words.isEmpty ? "" : words + " ")--compression zip --scanline -o out.exr")
    case .jxrDecApp: command("JxrDecApp -i \(name) -o out.tif")
    case .djpeg: command("djpeg -outfile out.ppm \(name)")
    case .darktable: command("darktable-cli \(name) out.exr")
    case .none(let reason): reason
    }
  }
}

extension UnreadPicture {
  /// The format of a file that begins with these bytes; `nil` for others.
  ///
  /// - Source: The documents of the formats, and FFmpeg 5.1, `libavformat/img2dec.c`, for the positions of their signatures.
  package init?(start: [UInt8]) {
    guard
      let found = Self.marks.first(where: { start.dropFirst($0.offset).starts(with: $0.mark) })
    else { return nil }
    self.init(found.name, found.remedy)
  }

  /// A format without a signature, by the lowercase extension of a file's name; `nil` for others.
  package init?(ending: String) {
    guard ["tga", "icb", "vda", "vst"].contains(ending) else { return nil }
    self.init("TGA", .ffmpeg)
  }

  /// The signatures at the start of such files.
  package static var starts: [[UInt8]] { marks.filter { $0.offset == 0 }.map(\.mark) }

  private static let marks: [(offset: Int, mark: [UInt8], name: String, remedy: Remedy)] =
    [
      (0, [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20], "JPEG 2000", .magick),
      (0, [0xFF, 0x4F, 0xFF, 0x51], "JPEG 2000", .magick),
      (0, [0x49, 0x49, 0x2B, 0], "BigTIFF", .magick), (0, [0x4D, 0x4D, 0, 0x2B], "BigTIFF", .magick),
      (0, [0x49, 0x49, 0xBC], "JPEG XR", .jxrDecApp),
      (0, [0x01, 0xDA], "SGI", .ffmpeg), (0, [0x59, 0xA6, 0x6A, 0x95], "Sun raster", .ffmpeg),
      (0, [0, 0, 1, 0], "an icon of Windows", .magick),
      (8, Array("mif3".utf8), "HEIF in its minimized form", .magick),
      (0, [0x80, 0x2A, 0x5F, 0xD7], "Cineon", .magick), (0, [0xD7, 0x5F, 0x2A, 0x80], "Cineon", .magick),
    ]
    // The version of PCX, and its only coding.
    + [0, 2, 3, 4, 5].map { (0, [0x0A, $0, 1], "PCX", .ffmpeg) }
    + [
      (0, "BM", "BMP", .ffmpeg), (0, "GIF8", "GIF", .ffmpeg), (0, "qoif", "QOI", .ffmpeg),
      (0, "8BPS", "PSD", .magick), (0, "DDS ", "DDS", .ffmpeg),
      (0, "#?RADIANCE", "Radiance HDR", .oiiotool()), (0, "#?RGBE", "Radiance HDR", .oiiotool()),
      (0, "SIMPLE  =", "FITS", .magick), (0, "FLIF", "FLIF", .magick), (0, "gimp xcf", "XCF", .magick),
      (0, "/* XPM", "XPM", .ffmpeg), (0, "FUJIFILM", "a camera's raw file", .darktable),
    ].map { ($0, Array($1.utf8), $2, $3) }
}
