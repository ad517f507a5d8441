import CPNG
import Foundation
import TestSupport
import Testing

/// `tonemap thumbnail`: the picture that was asked for, in the size that was asked for.
@Suite struct ThumbnailTests {
  /// A lossless movie of gray frames with 8 bits, 25 a second; each frame is a function of its number, and of a pixel's place.
  static func movie(
    _ folder: Folder, _ name: String = "in.mkv", width: Int = 64, height: Int = 32, frames: Int = 20,
    header: String = "", options: [String] = [], luma: (_ frame: Int, _ x: Int, _ y: Int) -> UInt8
  ) throws -> String {
    var bytes = Data("YUV4MPEG2 W\(width) H\(height) F25:1 Ip\(header) C420mpeg2\n".utf8)
    for frame in 0..<frames {
      bytes += Data("FRAME\n".utf8)
      for y in 0..<height { bytes += Data((0..<width).map { luma(frame, $0, y) }) }
      bytes += Data(repeating: 128, count: width * height / 2)
    }
    // Of these frames, FFV1 makes key pictures only.
    let made = try Tool.run(
      [
        "convert", try folder.file("frames.y4m", bytes), folder[name], "--transfer", "bt709", "--primaries", "bt709",
        "--matrix", "bt709", "--range", "tv", "--progress", "none",
      ] + (options.contains("--video-codec") ? [] : ["--video-codec", "ffv1"]) + options)
    try #require(made.code == 0, "\(made.errors)")
    return folder[name]
  }

  /// The pixels of a PNG.
  static func pixels(_ folder: Folder, _ png: String) throws -> (size: [Int], red: [UInt8]) {
    // The reader keeps the address until it has finished.
    try unsafe [UInt8](folder.bytes(png)).withUnsafeBytes { bytes in
      var image = unsafe png_image()
      unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
      defer { unsafe png_image_free(&image) }
      try #require(unsafe png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0)
      unsafe image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
      let size = unsafe [Int(image.width), Int(image.height)]
      var pixels = [UInt8](repeating: 0, count: size[0] * size[1] * 3)
      try #require(unsafe png_image_finish_read(&image, nil, &pixels, 0, nil) != 0)
      return (size, stride(from: 0, to: pixels.count, by: 3).map { pixels[$0] })
    }
  }

  static func thumbnail(_ folder: Folder, _ words: [String]) throws -> Tool.Outcome {
    try Tool.run(["thumbnail"] + words)
  }

  /// Black at the beginning, a flat gray later, and detail only in a few frames in the middle.
  @Test func theChosenPictureTellsSomething() throws {
    let folder = try Folder()
    let movie = try Self.movie(folder, frames: 100) { frame, x, y in
      switch frame {
      case ..<35: 16
      case 38..<44: (x / 4 + y / 4) % 2 == 0 ? 60 : 180
      default: 120
      }
    }
    let outcome = try Self.thumbnail(folder, [movie, folder["out.png"]])
    #expect(outcome.code == 0 && outcome.errors.contains("the picture at 1.6 s was chosen"), "\(outcome.errors)")
    let red = try Self.pixels(folder, "out.png").red
    #expect(red.max()! - red.min()! > 100)
    let quiet = try Self.thumbnail(folder, [movie, folder["out.png"], "--progress", "none"])
    #expect(quiet.code == 0 && !quiet.errors.contains("chosen"), "\(quiet.errors)")
  }

  /// A title has few bytes; a flash has many, but it is white; the picture in the same third of the movie wins.
  @Test func neitherTitlesNorFlashesAreChosen() throws {
    let folder = try Folder()
    var noise = SeededNumbers(seed: 14)
    let movie = try Self.movie(folder, frames: 100) { frame, x, y in
      switch frame {
      case ..<24: 16
      case ..<38: (8..<56).contains(x) && (14..<18).contains(y) && x % 6 < 3 ? 235 : 16
      case 47..<60: UInt8(60 + 2 * x + y + (x / 8 + y / 8) % 2 * 20) + UInt8.random(in: 0..<2, using: &noise)
      default: UInt8.random(in: 225...235, using: &noise)
      }
    }
    let outcome = try Self.thumbnail(folder, [movie, folder["out.png"]])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let red = try Self.pixels(folder, "out.png").red
    #expect(red.max()! < 250 && red.min()! > 20, "\(outcome.errors)")
  }

  /// Every frame has a gray of its own, so the gray says which frame it is.
  ///
  /// Most pictures of H.264 and HEVC are not decoded for it: those that no other needs, and those that follow.
  @Test(
    .enabled(if: Encoder.h264 && Encoder.hevc, "needs encoders of H.264 and HEVC"),
    arguments: ["in.mkv ffv1", "in.mp4 h264", "in.mkv h264", "in.mp4 hevc"])
  func theAskedPictureIsTheOneShownThen(kind: String) throws {
    let words = kind.split(separator: " ").map(String.init)
    let folder = try Folder()
    let movie = try Self.movie(
      folder, words[0],
      options: ["--video-codec", words[1]]
        + (words[1] == "ffv1" ? [] : ["--preset", "veryfast", "--encoder-options", "keyint=8:bframes=3:b-pyramid=1"])
    ) { frame, _, _ in UInt8(40 + 10 * frame) }
    // BT.1886 to sRGB is not the identity: the frames are told apart by what a whole conversion makes of them.
    let all = try Tool.run(
      ["convert", movie, folder["all.yuv"], "--to", "srgb", "--out-pixel-format", "gray", "--out-range", "pc"])
    try #require(all.code == 0, "\(all.errors)")
    let grays = try folder.bytes("all.yuv")
    // A time printed with six decimals can be below a picture's by less than 1e-6 s.
    for (at, frame) in [
      ("0", 0), ("0.04", 1), ("0.079", 1), ("0.0799992", 2), ("0.08", 2), ("00:00:00.4", 10), ("0:00.76", 19),
      ("50%", 10), ("100%", 19),
    ] {
      let picture = "\(frame)-\(at.count).png"
      let outcome = try Self.thumbnail(folder, [movie, folder[picture], "--at", at, "--strict"])
      #expect(outcome.code == 0 && !outcome.errors.contains("chosen"), "\(at): \(outcome.errors)")
      let middle = Double(try Self.pixels(folder, picture).red[1000])
      let expected = Double(grays[frame * 64 * 32 + 1000])
      #expect((middle - expected).magnitude <= 1.5, "\(at): \(middle), expected \(expected)")
    }
  }

  @Test(arguments: [
    ([], [64, 32]), (["--width", "32"], [32, 16]), (["--height", "64"], [128, 64]), (["--fit", "20x20"], [20, 10]),
    (["--fit", "200x16"], [32, 16]), (["--width", "1"], [1, 1]), (["--width", "63"], [63, 32]),
  ])
  func theShapeStays(options: [String], size: [Int]) throws {
    let folder = try Folder()
    let movie = try Self.movie(folder, frames: 2) { _, x, _ in UInt8(20 + 3 * x) }
    let outcome = try Self.thumbnail(folder, [movie, folder["out.png"], "--at", "0"] + options)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try Self.pixels(folder, "out.png").size == size)
  }

  /// The left of the coded picture is bright, and its top is dark.
  @Test(.enabled(if: Encoder.prores, "needs an encoder of ProRes"), arguments: [0, 90, 180, 270])
  func thePictureIsTurned(degrees: Int) throws {
    let folder = try Folder()
    let movie = try Self.movie(folder, "in.mov", frames: 2, options: ["--video-codec", "prores"]) { _, x, y in
      y < 16 ? 16 : x < 32 ? 235 : 100
    }
    _ = try folder.file("in.mov", TurnedMovie.bytes(folder.bytes("in.mov"), turnedBy: degrees))
    let outcome = try Self.thumbnail(folder, [movie, folder["out.png"], "--at", "0"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let (size, red) = try Self.pixels(folder, "out.png")
    try #require(size == (degrees % 180 == 0 ? [64, 32] : [32, 64]))
    // The grays of the four corners: top left, top right, bottom left, bottom right.
    let corners = [(4, 4), (size[0] - 5, 4), (4, size[1] - 5), (size[0] - 5, size[1] - 5)].map { x, y in
      switch red[y * size[0] + x] {
      case ..<40: "black"
      case 200...: "white"
      default: "gray"
      }
    }
    let upright = ["black", "black", "white", "gray"]
    let order = [0: [0, 1, 2, 3], 90: [2, 0, 3, 1], 180: [3, 2, 1, 0], 270: [1, 3, 0, 2]][degrees]!
    #expect(corners == order.map { upright[$0] })
  }

  @Test func pixelsBecomeSquare() throws {
    let folder = try Folder()
    let movie = try Self.movie(folder, frames: 2, header: " A2:1") { _, x, _ in UInt8(20 + 3 * x) }
    #expect(try Self.thumbnail(folder, [movie, folder["out.png"], "--at", "0"]).code == 0)
    #expect(try Self.pixels(folder, "out.png").size == [128, 32])
  }

  /// A large picture is not written as large, and a flat one is flat whatever its size, but for the dither.
  @Test func largePicturesBecomeSmaller() throws {
    let folder = try Folder()
    let movie = try Self.movie(folder, width: 2560, height: 64, frames: 1) { _, _, _ in 235 }
    #expect(try Self.thumbnail(folder, [movie, folder["out.png"], "--at", "0"]).code == 0)
    let (size, red) = try Self.pixels(folder, "out.png")
    #expect(size == [1280, 32] && red.min()! >= 254, "\(size) \(Set(red))")
    #expect(try Self.thumbnail(folder, [movie, folder["out.png"], "--at", "0", "--width", "9"]).code == 0)
    let (small, white) = try Self.pixels(folder, "out.png")
    #expect(small == [9, 1] && white.min()! == 255, "\(small) \(Set(white))")
  }

  @Test func jpegsAreWholeAndGoToPipes() throws {
    let folder = try Folder()
    let movie = try Self.movie(folder, frames: 2) { _, x, _ in UInt8(20 + 3 * x) }
    let outcome = try Self.thumbnail(folder, [movie, folder["out.jpg"], "--width", "33"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let bytes = try folder.bytes("out.jpg")
    #expect(bytes.prefix(4) == Data([0xFF, 0xD8, 0xFF, 0xE0]) && bytes.suffix(2) == Data([0xFF, 0xD9]))
    #expect(bytes[6..<11] == Data("JFIF\0".utf8))
    for kind in ["jpg", "png"] {
      let piped = try Self.thumbnail(folder, [movie, "-", "--format", kind, "--width", "33"])
      #expect(piped.code == 0, "\(piped.errors)")
      if kind == "jpg" { #expect(piped.output == bytes) } else { #expect(piped.output.prefix(4).last == 0x47) }
    }
    #expect(try folder.names.sorted() == ["frames.y4m", "in.mkv", "out.jpg"])
  }

  @Test(.enabled(if: Encoder.av1, "needs an encoder of AV1")) func avifStatesItsColor() throws {
    let folder = try Folder()
    let movie = try Self.movie(folder, frames: 2) { _, x, _ in UInt8(20 + 3 * x) }
    let outcome = try Self.thumbnail(folder, [movie, folder["out.avif"]])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let told = try Tool.run(["info", folder["out.avif"]])
    #expect(told.code == 0 && told.text.contains("iec61966-2-1") && told.text.contains("pc"), "\(told.text)")
    let piped = try Self.thumbnail(folder, [movie, "-", "--format", "avif"])
    #expect(piped.code == 64 && piped.errors.contains("name a file"), "\(piped.errors)")
  }

  @Test(arguments: [
    (["out.gif"], 64, ".jpg, .png or .avif"), (["out.jpg", "--at", "99"], 64, "ends at 0.8 s"),
    (["out.jpg", "--at", "1:99"], 64, "00:01:02.5"), (["out.jpg", "--at", "-1"], 64, "00:01:02.5"),
    (["out.jpg", "--at", "101%"], 64, "00:01:02.5"), (["out.jpg", "--width", "0"], 64, "1 to 65500"),
    (["out.jpg", "--width", "9", "--fit", "9x9"], 64, "use --fit"), (["no/out.jpg"], 73, "does not exist"),
    (["in.mkv", "--format", "png"], 64, "same file"), (["out.png", "--height", "65500"], 64, "131000x65500"),
  ])
  func whatCannotBeIsRefused(words: [String], code: Int32, fact: String) throws {
    let folder = try Folder()
    let movie = try Self.movie(folder) { frame, _, _ in UInt8(40 + 10 * frame) }
    let before = try folder.names
    let outcome = try Self.thumbnail(folder, [movie, folder[words[0]]] + words.dropFirst())
    #expect(outcome.code == code && outcome.errors.contains(fact), "\(outcome.code) \(outcome.errors)")
    #expect(try folder.names == before)
  }

  @Test func onlyMoviesHavePictures() throws {
    let folder = try Folder()
    let frames = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let outcome = try Self.thumbnail(folder, [frames, folder["out.jpg"]])
    #expect(outcome.code == 65 && outcome.errors.contains("a movie in a file"), "\(outcome.errors)")
    let piped = try Self.thumbnail(folder, ["-", folder["out.jpg"]])
    #expect(piped.code == 65 && piped.errors.contains("a movie in a file"), "\(piped.errors)")
    #expect(try Self.thumbnail(folder, [folder["none.mov"], folder["out.jpg"]]).code == 66)
  }
}
