import Foundation
import TestSupport
import Testing

/// Crops and orientations that files state, in what is written.
@Suite struct ShownPictureTests {
  /// A Matroska movie of one picture of 16x8 in PQ, whose samples are those of `in.y4m`.
  private static func movie(_ name: String) throws -> Folder {
    let folder = try Folder()
    _ = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let options = ["--to", "pq", "--out-pixel-format", "yuv420p10", "--video-codec", "ffv1"]
    try expect(
      Tool.run(["convert", folder["in.y4m"], folder[name], "--progress", "none"] + options + Clips.tags))
    return folder
  }

  private static func expect(_ outcome: Tool.Outcome, code: Int32 = 0) throws {
    try #require(outcome.code == code, "\(outcome.errors)")
  }

  /// A Matroska movie that states two crops in place of its color, with an empty element for the bytes that are left.
  private static func cropped(_ movie: Data, _ crops: [UInt8]) throws -> Data {
    var movie = movie
    let place = try #require(movie.firstRange(of: Data([0x55, 0xB0])), "no color").lowerBound
    let length = 3 + Int(movie[place + 2] & 0x7F)
    let rest = length - crops.count - 2
    movie.replaceSubrange(
      place..<place + length, with: crops + [0xEC, 0x80 | UInt8(rest)] + [UInt8](repeating: 0, count: rest))
    return movie
  }

  /// The maximum difference of a picture's codes from a part of another's.
  private static func difference(_ part: ReadPNG, from whole: ReadPNG, left: Int, top: Int) -> Int {
    var most = 0
    for y in 0..<part.height {
      for x in 0..<part.width * 3 {
        let other = whole.codes[(y + top) * whole.width * 3 + left * 3 + x]
        most = max(most, abs(Int(part.codes[y * part.width * 3 + x]) - Int(other)))
      }
    }
    return most
  }

  /// A crop at the top and the bottom, or at the sides, even or odd.
  @Test(
    arguments: [
      (first: [0x54, 0xBB], last: [0x54, 0xAA], by: (2, 3), size: (16, 3), at: (0, 2)),
      (first: [0x54, 0xCC], last: [0x54, 0xDD], by: (3, 2), size: (11, 8), at: (3, 0)),
    ] as [(first: [UInt8], last: [UInt8], by: (UInt8, UInt8), size: (Int, Int), at: (Int, Int))])
  func matroskaIsCropped(
    first: [UInt8], last: [UInt8], by: (UInt8, UInt8), size: (Int, Int), at: (Int, Int)
  ) throws {
    let folder = try Self.movie("in.mkv")
    let crops = first + [0x81, by.0] + last + [0x81, by.1]
    _ = try folder.file("cropped.mkv", Self.cropped(folder.bytes("in.mkv"), crops))
    let peak = Clips.tags + ["--progress", "none"]
    try Self.expect(Tool.run(["convert", folder["in.mkv"], folder["whole.png"]] + peak))
    let outcome = try Tool.run(["convert", folder["cropped.mkv"], folder["part.png"]] + peak)
    try Self.expect(outcome)
    #expect(outcome.errors.contains("cropped to \(size.0)x\(size.1) at column \(at.0), row \(at.1)"))
    let (part, whole) = (try ReadPNG(folder.bytes("part.png")), try ReadPNG(folder.bytes("whole.png")))
    try #require((part.width, part.height) == size)
    #expect(Self.difference(part, from: whole, left: at.0, top: at.1) <= 1)
    try Self.expect(Tool.run(["thumbnail", folder["cropped.mkv"], folder["t.png"], "--at", "0"] + peak))
    let small = try ReadPNG(folder.bytes("t.png"))
    #expect((small.width, small.height) == size)
    let info = try Tool.run(["info", folder["cropped.mkv"]])
    #expect(info.text.contains("\(size.0)x\(size.1) at column \(at.0), row \(at.1)"), "\(info.text)")
  }

  /// A crop that leaves nothing is reported and left out, and `--strict` refuses it.
  @Test func impossibleCropsAreReported() throws {
    let folder = try Self.movie("in.mkv")
    let crops: [UInt8] = [0x54, 0xBB, 0x81, 5, 0x54, 0xAA, 0x81, 5]
    _ = try folder.file("cropped.mkv", Self.cropped(folder.bytes("in.mkv"), crops))
    let words = ["convert", folder["cropped.mkv"], folder["out.png"], "--progress", "none"] + Clips.tags
    let outcome = try Tool.run(words)
    #expect(outcome.code == 0 && outcome.errors.contains("leaves nothing"), "\(outcome.errors)")
    #expect(try ReadPNG(folder.bytes("out.png")).height == 8)
    #expect(try Tool.run(words + ["--strict"]).code == 65)
  }

  /// What nothing says about color follows from the stored frame, whatever is done to its pixels: 8 bits are SDR, of HD as high as it is stored.
  @Test(.enabled(if: OtherPrograms.haveFFmpeg(), "needs ffmpeg")) func untaggedColorIsThatOfTheStoredFrame() throws {
    let folder = try Folder()
    try FFmpegProgram.make(
      "-f lavfi -i testsrc2=s=1280x720:r=25:d=0.04 -c:v mpeg4 -pix_fmt yuv420p in.mp4", in: folder)
    let matrix = TurnedMovie.matrices[5].map(Double.init)
    _ = try folder.file("turned.mp4", TurnedMovie.bytes(folder.bytes("in.mp4"), matrix: matrix))
    let options = ["--video-codec", "ffv1", "--progress", "none", "--force"]
    for words in [["in.mp4"], ["turned.mp4"], ["in.mp4", "--width", "320"], ["turned.mp4", "--width", "320"]] {
      let outcome = try Tool.run(["convert", folder[words[0]], folder["out.mkv"]] + words.dropFirst() + options)
      #expect(
        outcome.code == 0 && outcome.errors.contains("assuming Rec. ITU-R BT.709"), "\(words): \(outcome.errors)")
    }
  }

  /// Matroska gets turned pixels; MOV states the turn, and the preview shows it.
  @Test(.enabled(if: Encoder.prores, "needs an encoder of ProRes"), arguments: [2, 6])
  func containersGetWhatPlayersShow(exif: Int) throws {
    let folder = try Folder()
    _ = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let options = ["--to", "pq", "--video-codec", "prores", "--progress", "none"]
    let made = try Tool.run(["convert", folder["in.y4m"], folder["in.mov"]] + options + Clips.tags)
    try #require(made.code == 0, "\(made.errors)")
    let matrix = TurnedMovie.matrices[exif - 1].map(Double.init)
    _ = try folder.file("in.mov", TurnedMovie.bytes(folder.bytes("in.mov"), matrix: matrix))
    let peak = ["--source-peak", "1000", "--progress", "none"]
    let size = exif < 5 ? "16x8" : "8x16"
    let turned = try Tool.run(
      ["convert", folder["in.mov"], folder["out.mkv"], "--video-codec", "ffv1"] + peak)
    #expect(turned.code == 0 && turned.errors.contains("players of mkv would not turn them"), "\(turned.errors)")
    let text = try Tool.run(["info", folder["out.mkv"]]).text
    #expect(text.contains("size             \(size)") && !text.contains("orientation"), "\(text)")
    let stated = try Tool.run(
      ["convert", folder["in.mov"], folder["out.mov"], "--preview", folder["p.png"]]
        + options.dropFirst(2) + ["--source-peak", "1000"])
    #expect(stated.code == 0 && stated.errors.contains("mov states that the pictures are"), "\(stated.errors)")
    let info = try Tool.run(["info", folder["out.mov"], "--json"]).text
    #expect(info.contains(exif == 2 ? "\"mirrored\" : true" : "\"turn\" : 90"), "\(info)")
    let preview = try ReadPNG(folder.bytes("p.png"))
    #expect("\(preview.width)x\(preview.height)" == size)
    let y4m = try Tool.run(["convert", folder["in.mov"], "-", "--format", "y4m"] + peak)
    let sides = exif < 5 ? "W16 H8" : "W8 H16"
    #expect(String(decoding: y4m.output.prefix(60), as: UTF8.self).contains(sides))
  }

  /// The matrices of the movie and of the track are multiplied, and 7 degrees are reported and not rounded in silence.
  @Test func otherMatrices() throws {
    let folder = try Self.movie("in.mov")
    let movie = try folder.bytes("in.mov")
    func info(_ data: Data) throws -> String {
      try Tool.run(["info", folder.file("a.mov", data)]).text
    }
    let quarter = [0.0, 1, -1, 0]
    #expect(try info(TurnedMovie.bytes(movie, matrix: quarter, in: "mvhd")).contains("turned 90° clockwise"))
    let twice = try TurnedMovie.bytes(
      TurnedMovie.bytes(movie, matrix: quarter, in: "mvhd"), matrix: [0, 1, 1, 0])
    // Transposed, then turned clockwise: left and right are exchanged.
    #expect(try info(twice).contains("mirrored left to right"))
    let odd = try info(TurnedMovie.bytes(movie, matrix: [0.99255, 0.12187, -0.12187, 0.99255]))
    #expect(odd.contains("7°") && odd.contains("odd-rotation"), "\(odd)")
  }

  /// Odd sides are refused with hints that work, of which 4:4:4 keeps the depth of PQ.
  @Test(.enabled(if: Encoder.h264 && Encoder.hevc, "needs encoders of H.264 and HEVC")) func oddSides() throws {
    let folder = try Folder()
    _ = try folder.file("in.raw", Data(count: (17 * 9 + 2 * 9 * 5) * 2))
    let words =
      [
        "convert", folder["in.raw"], folder["out.mp4"], "--size", "17x9", "--pixel-format", "yuv420p10", "--fps",
        "25",
        "--progress", "none",
      ] + Clips.tags
    let refused = try Tool.run(words)
    #expect(refused.code == 64 && refused.errors.contains("--out-pixel-format yuv444p\n"), "\(refused.errors)")
    for (way, size) in [("crop", "16x8"), ("pad", "18x10")] {
      #expect(refused.errors.contains("--odd-size \(way)"))
      let outcome = try Tool.run(words + ["--odd-size", way])
      #expect(outcome.code == 0 && outcome.errors.contains("are made \(size)"), "\(outcome.errors)")
      #expect(try Tool.run(["info", folder["out.mp4"]]).text.contains("size             \(size)"))
    }
    // The encoder of HDR takes no side below 16.
    _ = try folder.file("large.raw", Data(count: (33 * 17 + 2 * 17 * 9) * 2))
    let large = ["convert", folder["large.raw"], folder["out.mp4"], "--size", "33x17"] + words.dropFirst(5)
    let hdr = try Tool.run(large + ["--to", "hdr10"])
    #expect(hdr.code == 64 && hdr.errors.contains("--out-pixel-format yuv444p10le"), "\(hdr.errors)")
  }

  /// Sizes are those of pictures as they are shown, which become no larger unless that is asked for; `ffprobe` says what was made.
  @Test(
    .enabled(if: OtherPrograms.haveFFmpeg(), "needs ffmpeg"),
    arguments: [
      ("in", "--width 32", "32,18"), ("in", "--height 18", "32,18"), ("in", "--fit 32x32", "32,18"),
      ("in", "--width 128 --enlarge", "128,72"), ("in", "--fit 640x90 --enlarge", "160,90"),
      ("in", "--fit 640x360", "64,36"), ("in", "--width 128", "64,36"), ("in", "--fit 31x31", "30,18"),
      // Turned, 36x64 are shown; with wider pixels, 85x36.
      ("turned", "--width 18", "18,32"), ("turned", "--fit 64x36", "20,36"), ("turned", "--width 64", "36,64"),
      ("wide", "--fit 64x36", "64,28"), ("wide", "--fit 640x360", "85,36"), ("wide", "--height 18", "42,18"),
    ]) func shownSizes(_ name: String, _ options: String, _ size: String) throws
  {
    let folder = try Folder()
    try FFmpegProgram.make(
      "-f lavfi -i testsrc2=s=64x36:r=25:d=0.04 \(name == "wide" ? "-vf setsar=4/3 " : "")-c:v mpeg4 -pix_fmt yuv420p in.mp4",
      in: folder)
    let matrix = TurnedMovie.matrices[name == "turned" ? 5 : 0].map(Double.init)
    _ = try folder.file("in.mp4", TurnedMovie.bytes(folder.bytes("in.mp4"), matrix: matrix))
    let words = options.split(separator: " ").map(String.init)
    let outcome = try Tool.run(
      ["convert", folder["in.mp4"], folder["out.mkv"], "--video-codec", "ffv1", "--progress", "none"] + words)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let keeps = options == "--width 128" || options == "--width 64"
    #expect(outcome.errors.contains("would enlarge") == keeps, "\(outcome.errors)")
    let probe = ["-v", "error", "-show_entries", "stream=width,height,sample_aspect_ratio", "-of", "csv=p=0"]
    #expect(try Tool.run(program: "ffprobe", probe + [folder["out.mkv"]]).text == "\(size),1:1\n")
  }

  /// As in a movie, such a shape is reported and left out.
  @Test(arguments: ["100000:1", "1:1001", "1000:1"]) func pixelsThatCannotBe(aspect: String) throws {
    let clip = Clips.y4m(frames: 1, header: "YUV4MPEG2 W16 H8 F25:1 Ip A\(aspect) C420p10")
    let outcome = try Tool.run(
      ["convert", "-", "-", "--format", "y4m", "--progress", "none"] + Clips.tags, input: clip)
    #expect(outcome.code == 0 && outcome.errors.contains("shape of a pixel is \(aspect)") == (aspect != "1000:1"))
    let written = "YUV4MPEG2 W16 H8 F25:1 Ip A\(aspect == "1000:1" ? aspect : "0:0") "
    #expect(outcome.output.starts(with: Data(written.utf8)))
  }

  /// A flat picture stays flat in another size, and the height follows the shape of pixels.
  @Test func widths() throws {
    let folder = try Folder()
    let header = "YUV4MPEG2 W16 H8 F25:1 Ip A2:1 C444p10 XYSCSS=444P10\nFRAME\n"
    let codes = [600, 480, 560].flatMap { code in (0..<16 * 8).flatMap { _ in [UInt8(code & 255), UInt8(code >> 8)] }
    }
    _ = try folder.file("in.y4m", Data(header.utf8) + Data(codes))
    let words = ["convert", folder["in.y4m"]]
    let options =
      ["--progress", "none", "--dither", "none"]
      + Clips.tags.filter { !["topleft", "--chroma-location"].contains($0) }
    try Self.expect(Tool.run(words + [folder["whole.png"]] + options))
    let outcome = try Tool.run(words + [folder["small.png"], "--width", "8"] + options)
    #expect(outcome.code == 0 && outcome.errors.contains("scaled to 8x2"), "\(outcome.errors)")
    let (whole, small) = (try ReadPNG(folder.bytes("whole.png")), try ReadPNG(folder.bytes("small.png")))
    try #require((small.width, small.height) == (8, 2))
    for index in small.codes.indices { #expect(small.codes[index] == whole.codes[index % 3]) }
    let none = try Tool.run(words + [folder["none.png"], "--width", "0"] + options)
    #expect(none.code == 64 && none.errors.contains("1 to 65500"), "\(none.errors)")
  }
}
