#if FFmpeg
  import Foundation
  import Testing

  /// Movies that begin late, and movies that are cut short.
  @Suite(.enabled(if: FFmpegProgram.isThere, "needs ffmpeg")) struct EndOfMovieTests {
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
  }
#endif
