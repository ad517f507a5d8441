import Foundation
import TestSupport
import Testing

/// Pictures that FFmpeg decodes: series of them, files that its guess takes for something else, and errors of its decoders.
@Suite(.enabled(if: OtherPrograms.haveFFmpeg(), "needs ffmpeg")) struct PictureFormatTests {
  private static let raw = ["--format", "raw", "--dither", "none", "--progress", "none"]

  private static func ffmpeg(_ arguments: String, in folder: Folder) throws {
    let made = try Tool.shell("cd \(folder[""]) && ffmpeg -v error -nostdin -y \(words(arguments))")
    try #require(made.code == 0, "\(made.errors)")
  }

  /// The frames of a series are those of its files.
  @Test(arguments: [
    ("exr", "gbrpf32le"), ("tif", "rgb24"), ("jpg", "yuvj420p"), ("dpx", "rgb24"), ("ppm", "rgb24"), ("png", "rgb24"),
  ])
  func series(ending: String, format: String) throws {
    let folder = try Folder()
    try Self.ffmpeg(
      "-f lavfi -i testsrc2=s=32x16:r=3:d=1 -pix_fmt \(format) -start_number 7 in-%02d.\(ending)", in: folder)
    let pattern = folder["in-%02d.\(ending)"]
    let whole = try Tool.run(["convert", pattern, "-"] + Self.raw)
    #expect(whole.code == 0, "\(whole.errors)")
    let each = try ["07", "08", "09"].map { number in
      try Tool.run(["convert", folder["in-\(number).\(ending)"], "-"] + Self.raw).output
    }
    #expect(!each[0].isEmpty && whole.output == each.reduce(Data(), +))
    let part = try Tool.run(["convert", pattern, "-", "--start", "1", "--frames", "1"] + Self.raw)
    #expect(part.output == each[1], "\(part.errors)")
    try Self.ffmpeg("-f lavfi -i testsrc2=s=16x16 -pix_fmt \(format) -frames:v 1 in-08.\(ending)", in: folder)
    let other = try Tool.run(["convert", pattern, "-"] + Self.raw)
    #expect(other.code == 65 && other.errors.contains("(32x16), but the same was expected"), "\(other.errors)")
    let none = try Tool.run(["convert", folder["no-%d.\(ending)"], "-"] + Self.raw)
    #expect(none.code == 66 && none.errors.contains("no-1.\(ending)"), "\(none.errors)")
  }

  @Test func aSeriesIsOfPictures() throws {
    let folder = try Folder()
    try Self.ffmpeg("-f lavfi -i testsrc2=s=32x16:r=3:d=1 -c:v ffv1 in-1.mkv", in: folder)
    let outcome = try Tool.run(["convert", folder["in-%d.mkv"], "-"] + Self.raw)
    #expect(outcome.code == 65 && outcome.errors.contains("in-1.mkv is not a supported picture"), "\(outcome.errors)")
  }

  /// By its bytes, FFmpeg takes a JPEG with a second one behind it, such as a gain map, for a movie.
  @Test func aJPEGWithASecondPictureIsAPicture() throws {
    let folder = try Folder()
    try Self.ffmpeg("-f lavfi -i testsrc2=s=64x48 -frames:v 1 plain.jpg", in: folder)
    let plain = try folder.bytes("plain.jpg")
    let expected = try Tool.run(["convert", folder["plain.jpg"], "-"] + Self.raw)
    let outcome = try Tool.run(["convert", folder.file("two.jpg", plain + plain), "-"] + Self.raw)
    #expect(outcome.code == 0 && outcome.output == expected.output, "\(outcome.errors)")
    #expect(outcome.errors.contains("has further pictures"), "\(outcome.errors)")
  }

  /// A picture about which the decoder logs an error is refused, and a frame of a movie is reported with its time.
  @Test func errorsOfTheDecoderCount() throws {
    let folder = try Folder()
    try Self.ffmpeg("-f lavfi -i testsrc2=s=320x180:r=25:d=1 -c:v mjpeg -q:v 2 in.mkv", in: folder)
    try Self.ffmpeg("-i in.mkv -c copy -frames:v 1 in.jpg", in: folder)
    func damaged(_ bytes: Data, at place: Int) -> Data {
      var bytes = bytes
      bytes.replaceSubrange(place..<place + 64, with: Data(repeating: 0xFE, count: 64))
      return bytes
    }
    let picture = try folder.bytes("in.jpg")
    let refused = try Tool.run(
      ["convert", folder.file("damaged.jpg", damaged(picture, at: picture.count / 2)), folder["o.png"]])
    #expect(refused.code == 65 && refused.errors.contains("the decoder of"), "\(refused.errors)")
    #expect(try !folder.names.contains("o.png"))

    let probed = try Tool.run(
      program: "ffprobe",
      ["-v", "error", "-show_entries", "packet=pos,size,pts_time", "-of", "csv=p=0", folder["in.mkv"]])
    let packet = probed.text.split(separator: "\n")[10].split(separator: ",").compactMap { Double($0) }
    let (time, size, place) = (packet[0], Int(packet[1]), Int(packet[2]))
    let movie = try folder.file("damaged.mkv", damaged(try folder.bytes("in.mkv"), at: place + size / 2))
    let options = ["--transfer", "srgb", "--primaries", "bt709"] + Self.raw
    for threads in ["1", "3"] {
      let outcome = try Tool.run(["convert", movie, folder["o.rgb"], "--force", "--threads", threads] + options)
      #expect(
        outcome.code == 0
          && outcome.errors.contains("1 frame with regions that it concealed, the first at \(time) s ("),
        "\(outcome.errors)")
    }
    // A part that leaves it out is whole.
    let before = try Tool.run(["convert", movie, folder["o.rgb"], "--force", "--frames", "10"] + options)
    let after = try Tool.run(["convert", movie, folder["o.rgb"], "--force", "--start", "11"] + options)
    #expect(!(before.errors + after.errors).contains("concealed"), "\(before.errors)\(after.errors)")
  }
}
