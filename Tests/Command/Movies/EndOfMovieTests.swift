import Foundation
import TestSupport
import Testing

/// Movies that begin late, and movies that are cut short.
@Suite(.enabled(if: OtherPrograms.haveFFmpeg(), "needs ffmpeg")) struct EndOfMovieTests {
  private static let tags =
    "-c:v libx264 -preset ultrafast -g 10 -pix_fmt yuv420p -chroma_sample_location left -color_range tv -color_primaries 1"
    + " -color_trc 1 -colorspace 1"
  private static let options = [
    "--video-codec", "ffv1", "--progress", "none", "--force", "--chroma-location", "left",
  ]

  /// Two seconds of pictures that begin after five are whole, whatever the container's duration counts from.
  @Test(arguments: ["mp4", "mov", "mkv", "ts", "flv"]) func aLateStartIsNoDamage(ending: String) throws {
    let folder = try Folder()
    try FFmpegProgram.make("-f lavfi -i testsrc2=s=64x48:r=25:d=2 \(Self.tags) plain.mp4", in: folder)
    try FFmpegProgram.make("-itsoffset 5 -i plain.mp4 -c copy late.\(ending)", in: folder)
    let outcome = try Tool.run(["convert", folder["late.\(ending)"], folder["out.mkv"], "--strict"] + Self.options)
    #expect(outcome.code == 0 && !outcome.errors.contains("cut short"), "\(outcome.errors)")
  }

  /// A late movie without its second half is cut short all the same.
  @Test(arguments: ["mp4", "mkv"]) func aLateMovieThatIsCutIsReported(ending: String) throws {
    let folder = try Folder()
    try FFmpegProgram.make("-f lavfi -i testsrc2=s=64x48:r=25:d=8 \(Self.tags) plain.mp4", in: folder)
    try FFmpegProgram.make("-itsoffset 5 -i plain.mp4 -c copy -movflags faststart late.\(ending)", in: folder)
    let bytes = try folder.bytes("late.\(ending)")
    let cut = try folder.file("cut.\(ending)", bytes.prefix(bytes.count * 6 / 10))
    let outcome = try Tool.run(["convert", cut, folder["out.mkv"]] + Self.options)
    #expect(outcome.code == 75 && outcome.errors.contains("cut short"), "\(outcome.errors)")
  }

  /// However the frames are asked for that are missing.
  @Test func aCutIsReportedWhereItIsMet() throws {
    let folder = try Folder()
    try FFmpegProgram.make(
      "-f lavfi -i testsrc2=s=64x48:r=25:d=4 \(Self.tags) -movflags faststart whole.mp4", in: folder)
    let bytes = try folder.bytes("whole.mp4")
    let cut = try folder.file("cut.mp4", bytes.prefix(bytes.count * 6 / 10))
    for part in [[], ["--frames", "100"], ["--duration", "4s"], ["--start", "10", "--frames", "90"]] {
      let outcome = try Tool.run(["convert", cut, folder["out.mkv"]] + part + Self.options)
      #expect(outcome.code == 75 && outcome.errors.contains("cut short"), "\(part) \(outcome.errors)")
      let strict = try Tool.run(["convert", cut, folder["out.mkv"], "--strict"] + part + Self.options)
      #expect(strict.code == 65, "its last packet is damaged: \(part) \(strict.errors)")
      let measured = try Tool.run(
        ["measure", cut, "--progress", "none", "--strict", "--chroma-location", "left"] + part)
      #expect(measured.code == 65, "\(part) \(measured.errors)")
    }
    for part in [["--frames", "20"], ["--duration", "0.8s"]] {
      let before = try Tool.run(["convert", cut, folder["out.mkv"], "--strict"] + part + Self.options)
      #expect(before.code == 0, "what is asked for is there: \(before.errors)")
      let longer = try Tool.run(
        [
          "convert", folder["whole.mp4"], folder["out.mkv"], "--duration", "9s", "--strict",
        ] + Self.options)
      #expect(longer.code == 0, "a whole movie is no shorter than it says: \(longer.errors)")
    }
  }

  /// Containers whose last packet is incomplete, or which state a length that is not there.
  @Test(arguments: [("avi", "ffv1"), ("mkv", "ffv1"), ("flv", "flv")])
  func aCutPacketIsReported(ending: String, codec: String) throws {
    let folder = try Folder()
    try FFmpegProgram.make("-f lavfi -i testsrc2=s=64x48:r=25:d=1 -c:v \(codec) whole.\(ending)", in: folder)
    let bytes = try folder.bytes("whole.\(ending)")
    let cut = try folder.file("cut.\(ending)", bytes.prefix(bytes.count * 6 / 10))
    for (input, code) in [(folder["whole.\(ending)"], 0), (cut, 75)] as [(String, Int32)] {
      let outcome = try Tool.run(["convert", input, folder["out.mkv"]] + Self.options)
      #expect(outcome.code == code && outcome.errors.contains("cut short") == (code == 75), "\(outcome.errors)")
    }
  }

  /// A transport stream states no length: it is whole if it ends with a packet of it, and with a picture and sound that are complete.
  @Test(arguments: [188, 192]) func aCutStreamIsReported(packet: Int) throws {
    let folder = try Folder()
    // Pictures take most of it, and only the first needs no other.
    try FFmpegProgram.make(
      "-f lavfi -i testsrc2=s=320x180:r=25:d=2 -f lavfi -i sine=d=2 \(Self.tags) -c:a aac -mpegts_m2ts_mode \(packet == 192 ? 1 : 0)"
        + " -f mpegts whole.ts", in: folder)
    let bytes = try folder.bytes("whole.ts")
    try #require(bytes.count % packet == 0)
    let middle = bytes.count / 2 / packet * packet
    let parts: [(count: Int, code: Int32)] = [
      (bytes.count, 0), (bytes.count - packet + 77, 75), (middle + 4, 75), (middle + 187, 75),
    ]
    for (count, code) in parts {
      let cut = try folder.file("cut.ts", bytes.prefix(count))
      let outcome = try Tool.run(["convert", cut, folder["out.mkv"], "--audio", "drop"] + Self.options)
      #expect(outcome.code == code, "\(count) of \(bytes.count): \(outcome.errors)")
      #expect(outcome.errors.contains("ends within its data") == (code == 75), "\(count): \(outcome.errors)")
      let measured = try Tool.run(["measure", cut, "--progress", "none", "--chroma-location", "left"])
      #expect(measured.code == code, "\(measured.errors)")
    }
  }

  /// A stream that ends between two packets of it, but within a picture or a sound that states its length.
  @Test func aCutPartOfAStreamIsReported() throws {
    let folder = try Folder()
    try FFmpegProgram.make(
      "-f lavfi -i testsrc2=s=320x180:r=25:d=1 -c:v mpeg2video -b:v 4M -f mpegts whole.ts", in: folder)
    let bytes = try folder.bytes("whole.ts")
    // Begins of pictures have the flag payload_unit_start_indicator, and pictures have several packets.
    let starts = stride(from: 0, to: bytes.count, by: 188).filter {
      bytes[$0 + 1] & 0x5F == 0x41 && bytes[$0 + 2] == 0
    }
    let start = try #require(starts.dropFirst(5).first)
    for (count, code) in [(start, 0), (start + 2 * 188, 75)] as [(Int, Int32)] {
      let cut = try folder.file("cut.ts", bytes.prefix(count))
      let outcome = try Tool.run(["convert", cut, folder["out.mkv"]] + Self.options)
      #expect(outcome.code == code, "\(count) of \(bytes.count): \(outcome.errors)")
    }
  }

  /// Pictures that are not there as a whole are not converted.
  @Test func cutPicturesAreRefused() throws {
    let folder = try Folder()
    for ending in ["png", "jpg", "tiff"] {
      try FFmpegProgram.make(
        "-f lavfi -i testsrc2=s=64x48 -frames:v 1\(ending == "tiff" ? " -pix_fmt rgb24" : "") whole.\(ending)",
        in: folder)
      let bytes = try folder.bytes("whole.\(ending)")
      let damaged =
        ending == "png" ? [bytes.count - 12, bytes.count - 6, bytes.count * 6 / 10] : [bytes.count * 6 / 10]
      for (count, code) in [(bytes.count, 0)] + damaged.map({ ($0, 65) }) as [(Int, Int32)] {
        let cut = try folder.file("cut.\(ending)", bytes.prefix(count))
        for words in [["convert", cut, folder["out.png"]], ["measure", cut], ["thumbnail", cut, folder["t.png"]]] {
          // FFmpeg's own reader of PNG, for thumbnails, does not need the last chunk.
          let isNeeded = words[0] != "thumbnail" || count < bytes.count - 12 || code == 0
          let outcome = try Tool.run(
            words + (words[0] == "thumbnail" ? ["--force"] : ["--progress", "none"])
              + (words[0] == "convert" ? ["--force"] : []))
          #expect(outcome.code == code || !isNeeded, "\(words) \(count): \(outcome.code) \(outcome.errors)")
        }
      }
    }
    // A wrong checksum or length is damage, not a cut.
    let bytes = try folder.bytes("whole.png")
    let place = try #require(bytes.firstRange(of: Data("IDAT".utf8))).lowerBound
    for offset in [place + 20, place - 3] {
      var other = bytes
      other[offset] ^= 0x40
      let file = try folder.file("damaged.png", other)
      let outcome = try Tool.run(["convert", file, folder["out.png"], "--progress", "none", "--force"])
      #expect(outcome.code == 65 && outcome.errors.contains("damaged"), "\(outcome.code) \(outcome.errors)")
    }
  }
}
