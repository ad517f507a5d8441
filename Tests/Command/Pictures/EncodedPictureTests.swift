import Foundation
import Testing

/// `tonemap convert in.y4m out.jpg`, `out.avif`: pictures that FFmpeg's libraries encode.
@Suite struct EncodedPictureTests {
  private static func clip(_ frames: Int = 2) throws -> Folder {
    let folder = try Folder()
    _ = try folder.file("in.y4m", Clips.y4m(frames: frames))
    return folder
  }

  private static func convert(_ folder: Folder, _ name: String, _ options: [String] = []) throws -> Tool.Outcome {
    try Tool.run(["convert", folder["in.y4m"], folder[name], "--progress", "none"] + options + Clips.tags)
  }

  /// Width and height in the frame header of a baseline JPEG.
  private static func size(ofJPEG file: Data) throws -> [Int] {
    let bytes = [UInt8](file)
    try #require(bytes.starts(with: [0xFF, 0xD8, 0xFF, 0xE0]) && bytes.suffix(2) == [0xFF, 0xD9])
    #expect(bytes[6..<11].elementsEqual("JFIF\0".utf8))
    var place = 2
    while bytes[place + 1] != 0xC0 { place += 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3]) }
    return [Int(bytes[place + 7]) << 8 + Int(bytes[place + 8]), Int(bytes[place + 5]) << 8 + Int(bytes[place + 6])]
  }

  @Test func jpegsAreForTheirReaders() throws {
    let folder = try Self.clip()
    let outcome = try Self.convert(folder, "out-%d.jpeg")
    #expect(outcome.code == 0 && outcome.errors.contains("readers of JPEG assume"), "\(outcome.errors)")
    #expect(try folder.names == ["in.y4m", "out-0.jpeg", "out-1.jpeg"])
    for name in ["out-0.jpeg", "out-1.jpeg"] { #expect(try Self.size(ofJPEG: folder.bytes(name)) == [16, 8]) }
    let strict = try Self.convert(folder, "a.jpg", ["--frames", "1", "--strict"])
    #expect(strict.code == 0, "\(strict.errors)")
    #expect(try folder.bytes("a.jpg") == folder.bytes("out-0.jpeg"))
    let named = try Self.convert(folder, "b.jpg", ["--frames", "1", "--strict", "--to", "srgb"])
    #expect(named.code == 0 && !named.errors.contains("readers of JPEG"), "\(named.errors)")
    #expect(try folder.bytes("b.jpg") == folder.bytes("a.jpg"))
    let piped = try Tool.run(["convert", "-", "-", "--format", "jpg"] + Clips.tags, input: Clips.y4m(frames: 1))
    #expect(try piped.code == 0 && piped.output == folder.bytes("a.jpg"), "\(piped.errors)")
  }

  /// What a reader makes of the JPEG is what a PNG of the same plan has.
  @Test func jpegsHaveThePixels() throws {
    let folder = try Self.clip(1)
    let options = ["--to", "srgb", "--dither", "none"]
    #expect(try Self.convert(folder, "a.jpg", options).code == 0)
    #expect(try Self.convert(folder, "a.png", options).code == 0)
    // Only FFmpeg's libraries read it, which ask its content.
    try FileManager.default.copyItem(atPath: folder["a.jpg"], toPath: folder["a.avi"])
    let decoded = try Tool.run(
      [
        "convert", folder["a.avi"], folder["b.png"], "--primaries", "bt709", "--transfer", "iec61966-2-1",
        "--sdr-transfer", "srgb", "--range", "pc", "--matrix", "smpte170m", "--chroma-location", "center",
      ] + options)
    #expect(decoded.code == 0, "\(decoded.errors)")
    let (asked, read) = (try ReadPNG(folder.bytes("a.png")), try ReadPNG(folder.bytes("b.png")))
    let errors = zip(asked.codes, read.codes).map { (Int($0) - Int($1)).magnitude }
    #expect(errors.reduce(0, +) < 3 * UInt(errors.count), "\(errors)")
  }

  @Test(arguments: [
    (["--to", "hdr10"], 64, ".png or .avif"), (["--to", "hlg"], 64, ".png or .avif"),
    (["--to", "p3-sdr"], 64, "smpte432"), (["--out-primaries", "bt2020"], 64, ".png or .avif"),
    (["--out-matrix", "bt709"], 64, "leave it out"), (["--out-range", "tv"], 64, "leave it out"),
    (["--out-pixel-format", "gbrp"], 64, "yuv444p"), (["--preset", "fast"], 64, "is a picture"),
    (["--to", "sdr709", "--strict"], 65, "readers assume sRGB"),
  ])
  func whatReadersMistakeIsRefused(options: [String], code: Int32, fact: String) throws {
    let folder = try Self.clip(1)
    let outcome = try Self.convert(folder, "a.jpg", options)
    #expect(outcome.code == code && outcome.errors.contains(fact), "\(outcome.code) \(outcome.errors)")
    #expect(try folder.names == ["in.y4m"])
  }

  @Test func theTransferOfAJPEGIsAssumed() throws {
    let folder = try Self.clip(1)
    let outcome = try Self.convert(folder, "a.jpg", ["--to", "sdr709"])
    #expect(outcome.code == 0 && outcome.errors.contains("assumed: JPEG cannot state"), "\(outcome.errors)")
  }

  @Test(
    .enabled(if: Encoder.av1, "needs an encoder of AV1"),
    arguments: [
      ([], ["bt709", "pc", "8 bits"]), (["--to", "hdr10"], ["smpte2084", "bt2020nc", "pc", "10 bits"]),
      (["--to", "hlg"], ["arib-std-b67", "bt2020", "10 bits"]),
      (["--to", "p3-sdr", "--out-range", "tv"], ["smpte432", "tv", "8 bits"]),
    ])
  func avifStatesItsColor(options: [String], facts: [String]) throws {
    let folder = try Self.clip()
    let outcome = try Self.convert(folder, "out-%d.avif", options)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try folder.names == ["in.y4m", "out-0.avif", "out-1.avif"])
    let told = try Tool.run(["info", folder["out-1.avif"]])
    for fact in facts { #expect(told.text.contains(fact), "\(told.text)") }
    #expect(!told.text.contains("overruled"), "\(told.text)")
    let piped = try Tool.run(
      ["convert", "-", "-", "--format", "avif"] + options + Clips.tags, input: Clips.y4m(frames: 1))
    #expect(piped.code == 64 && piped.errors.contains("name a file"), "\(piped.errors)")
  }

  /// A movie's frames are numbered from its first.
  @Test func moviesBecomePictures() throws {
    let folder = try Self.clip(5)
    let movie = try Self.convert(
      folder, "in.mkv", ["--to", "pq", "--out-pixel-format", "yuv420p10", "--video-codec", "ffv1"])
    try #require(movie.code == 0, "\(movie.errors)")
    let peak = ["--source-peak", "1000", "--progress", "none"]
    let pictures = try Tool.run(["convert", folder["in.mkv"], folder["a-%d.png"], "--start", "2"] + peak)
    let all = try Self.convert(folder, "b-%d.png")
    #expect(pictures.code == 0 && all.code == 0, "\(pictures.errors)\(all.errors)")
    for frame in 2..<5 { #expect(try folder.bytes("a-\(frame).png") == folder.bytes("b-\(frame).png")) }
    #expect(try folder.names.filter { $0.hasPrefix("a-") } == ["a-2.png", "a-3.png", "a-4.png"])
    let one = try Tool.run(["convert", folder["in.mkv"], folder["one.png"]] + peak)
    #expect(one.code == 64 && one.errors.contains("one-%05d.png"), "\(one.errors)")
    #expect(try !folder.names.contains("one.png"))
  }
  /// The pixels of a turned movie are those of the movie as it was, in other places, but for dither, which stays where it is.
  @Test(.enabled(if: Encoder.prores, "needs an encoder of ProRes"), arguments: 2...8) func picturesAreTurned(
    exif: Int
  ) throws {
    let folder = try Self.clip(1)
    let movie = try Self.convert(folder, "in.mov", ["--to", "pq", "--video-codec", "prores"])
    try #require(movie.code == 0, "\(movie.errors)")
    let matrix = TurnedMovie.matrices[exif - 1].map(Double.init)
    let turned = try folder.file("turned.mov", TurnedMovie.bytes(folder.bytes("in.mov"), matrix: matrix))
    for (movie, name) in [(folder["in.mov"], "upright"), (turned, "turned")] {
      for ending in ["png", "jpg"] {
        let outcome = try Tool.run(["convert", movie, folder["\(name).\(ending)"], "--progress", "none"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("as they are shown") == (name == "turned"), "\(outcome.errors)")
      }
    }
    let (a, b) = (try ReadPNG(folder.bytes("upright.png")), try ReadPNG(folder.bytes("turned.png")))
    let size = exif < 5 ? [16, 8] : [8, 16]
    try #require([b.width, b.height] == size)
    #expect(try Self.size(ofJPEG: folder.bytes("turned.jpg")) == size)
    for y in 0..<8 {
      for x in 0..<16 {
        let place = TurnedMovie.place(x, y, 16, 8, exif: exif)
        let (from, to) = (3 * (y * 16 + x), 3 * (place.y * size[0] + place.x))
        for component in 0..<3 {
          #expect(abs(Int(a.codes[from + component]) - Int(b.codes[to + component])) <= 1)
        }
      }
    }
    let wide = try Tool.run(["convert", turned, folder["422.jpg"], "--out-pixel-format", "yuv422p"])
    #expect(wide.code == 0, "\(wide.errors)")
    #expect(try Self.size(ofJPEG: folder.bytes("422.jpg")) == size)
  }

}
