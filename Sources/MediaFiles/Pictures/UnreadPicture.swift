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

    /// Whether the result is linear light, whatever tags the picture should have.
    package var makesLinearLight: Bool {
      switch self {
      case .magickToEXR, .oiiotool, .darktable: true
      case .ffmpeg, .magick, .jxrDecApp, .djpeg: false
      }
    }
  }

  /// A clause that says how to convert this file to a picture that is read; `quoted` quotes a name for a shell.
  package func fix(for file: String, quoted: (String) -> String = { $0 }) -> String {
    let name = quoted(file)
    func command(_ text: String) -> String { "convert it to a supported picture: \(text)" }
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
    }
  }

  /// A format without a signature, by the lowercase extension of a file's name; `nil` for others.
  package init?(ending: String) {
    guard ["tga", "icb", "vda", "vst"].contains(ending) else { return nil }
    self.init("TGA", .ffmpeg)
  }
}
