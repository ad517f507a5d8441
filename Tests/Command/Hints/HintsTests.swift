import Foundation
import TestSupport
import Testing

/// What messages advise works on the very inputs that produce them.
@Suite struct HintsTests {
  @Test(arguments: Hint.ofFrames.filter(\.canRun)) func framesAreMapped(hint: Hint) throws { try hint.check() }

  @Test(arguments: Hint.ofMetadata.filter(\.canRun)) func metadataIsStated(hint: Hint) throws { try hint.check() }

  @Test(arguments: Hint.ofTables.filter(\.canRun)) func tablesAreMade(hint: Hint) throws { try hint.check() }

  #if LittleCMS
    @Test(arguments: Hint.ofProfiles.filter(\.canRun)) func profilesAreMade(hint: Hint) throws { try hint.check() }
  #endif

  static let canMakeMovies = OtherPrograms.haveFFmpeg(with: "libx264", "libx265", "libaom-av1")

  @Test(
    .enabled(if: canMakeMovies, "needs an ffmpeg with x264, x265 and libaom"),
    arguments: Hint.ofOutputs.filter(\.canRun))
  func moviesAreWritten(hint: Hint) throws { try hint.check() }

  @Test(
    .enabled(if: canMakeMovies, "needs an ffmpeg with x264, x265 and libaom"),
    arguments: Hint.ofPictures.filter(\.canRun))
  func picturesAreWritten(hint: Hint) throws { try hint.check() }

  @Test(
    .enabled(if: canMakeMovies, "needs an ffmpeg with x264, x265 and libaom"),
    arguments: Hint.ofMovies.filter(\.canRun))
  func moviesAreRead(hint: Hint) throws { try hint.check() }

  @Test(
    .enabled(if: canMakeMovies, "needs an ffmpeg with x264, x265 and libaom"),
    arguments: Hint.ofStated.filter(\.canRun))
  func moviesAreDescribed(hint: Hint) throws { try hint.check() }

  @Test(
    .enabled(if: canMakeMovies, "needs an ffmpeg with x264, x265 and libaom"),
    arguments: Hint.ofReports.filter(\.canRun))
  func reportsArePrinted(hint: Hint) throws { try hint.check() }

  #if LittleCMS
    /// A new message with advice needs a row in a table, or a reason why it cannot be run here.
    @Test func everyHintIsRun() throws {
      let hints = [
        Hint.ofFrames, Hint.ofMetadata, Hint.ofTables, Hint.ofProfiles, Hint.ofOutputs, Hint.ofPictures, Hint.ofMovies,
        Hint.ofStated, Hint.ofReports,
      ].flatMap(\.self)
      for hint in hints { #expect(hint.triesEveryOption, "\(hint.testDescription)") }
      let rows = Set(hints.map(\.advice))
      let messages = try SourceMessages.all()
      #expect(messages.count > 200)
      for message in messages where Self.notRun[message.advice] == nil {
        let isRun = rows.contains(message.advice) || rows.contains { Self.printed($0, as: message.advice) }
        #expect(isRun, "\(message.file): nothing follows this advice: \(message.advice)")
      }
      for (advice, _) in Self.notRun {
        #expect(messages.contains { $0.advice == advice }, "no message gives this advice: \(advice)")
      }
    }

    /// Whether a text has the parts of a message in their order.
    private static func printed(_ text: String, as message: String) -> Bool {
      var rest = text[...]
      for part in message.split(separator: "…") where part.contains(where: { !$0.isWhitespace }) {
        guard let range = rest.range(of: part) else { return false }
        rest = rest[range.upperBound...]
      }
      return true
    }

    /// Advice that is not run here, and why.
    private static let notRun = [
      "leave the others out": "ChunkTests has it",
      "leave … out, or give settings to chunk-plan": "ChunkTests has it",
      "convert it to .mkv first, with --to source and --video-codec ffv1, or convert it whole": "ChunkTests has it",
      "leave --chunks out, and divide raw frames with --start and --frames":
        "PartTests divides raw frames so",
      "tonemap chunk plan": "it is the name of a format",
      "name one, or give --replace":
        "ConvertAllTests has it",
      "name a folder, or convert the file as in tonemap convert MOVIE OUTPUT":
        "every test of convert follows it",
      "name a container, such as --format mp4":
        "ConvertAllTests has it",
      "oiiotool … …--compression zip --scanline -o out.exr":
        "oiiotool is no program of the tests",
      "cut the movie there, or leave --fps out":
        "no movie of the tests lasts longer than an hour",
      "give a rate such as --fps 25":
        "no rate that a text of the tests states is too fine for a movie",
      "measure it with --dynamics scene, or map all frames alike with --dynamics off":
        "FrameCurveTests has it",
      "state the primaries with --primaries":
        "no file of the tests has chromaticities that enclose no white",
      "state the transfer with --transfer":
        "it needs a DPX by FFmpeg's encoder, which no test makes",
      "mpv: mpv --vo=gpu-next --lut=… --lut-type=conversion IN":
        "it says how a player takes a LUT; mpv is no program of the tests",
      "make a cube of it with OpenColorIO: ociobakelut --lut FILE --format resolve_cube OUT.cube":
        "LUTDialectTests has it",
      "state it with --max-cll":
        "StatementTests has the finding; no decoder here hands such levels on",
      "align them by number with --offset 0":
        "the first frames of all clips here are shown at the same time",
      "choose a color, such as black":
        "only programs that hand over frames read it; Tests/C/misuse.c has it",
      "give --title of one word, or of three or more":
        "LUTRefusalTests has it, since words of a hint have no spaces",
      "measure with --dynamics scene":
        "no stream here has an RPU of Dolby Vision that is damaged so that a decoder hands it on",
      "the pictures are made …, as --odd-size says":
        "it names an option, but advises nothing",
      "give a smaller --cube-size":
        "it needs a system without memory",
      "use fewer --threads":
        "it needs a system without memory",
      "choose a smaller --width":
        "it needs a system without memory",
      "allow more, or choose a format or host with a shaper":
        "it takes half a minute in a debug build; LUTRefusalTests has the message",
      "build with swift build --traits LittleCMS, or write another format":
        "the build that prints it has no Little-CMS",
      "ignore it with --alpha ignore, or give it with --alpha-file":
        "no program makes such a stream; TrackChoiceTests has it",
      "read the log with --transfer slog3 and --primaries s-gamut3":
        "no program makes such data; StreamFactTests has it",
      "read the log with --transfer slog3 and --primaries s-gamut3-cine":
        "no program makes such data; StreamFactTests has it",
      "to keep them, write .mp4, .mov or .mkv with --video-codec h264":
        "no program makes such captions; TrackChoiceTests has it",
      "install …, or choose another --video-codec":
        "the build that prints it has no FFmpeg with that encoder",
      "decode to another format and name it with --pixel-format":
        "no codec here is described with such a format",
      "give the size of the decoded frames with --size":
        "HostileConditionsTests has it",
      "players and tonemap convert still use its Dolby Vision":
        "it names an option, but advises nothing",
      "accept it with --trust-metadata always":
        "StatedLightTests has it",
      "if they are black, accept it with --trust-metadata always":
        "StatedLightTests has it",
      "skipped: … exists and is not older than its input, and --keep-existing was given":
        "it names an option, but advises nothing",
      "as --to says":
        "it names an option, but advises nothing",
      "the default, since --to does not state the output of the lookup table":
        "it names an option, but advises nothing",
      "give an earlier --at":
        "no movie here has an end that only its last packet shows",
      "give a smaller --width or fewer --at":
        "pictures of such a size take a minute; ChoiceSheetTests has it",
      "check them all with --exhaustive": "the colors of the smallest format, 2^24, take minutes in a debug build",
      "choose another with --out-pixel-format":
        "every layout that is read has one of each depth that is written",
      "convert scene by scene, starting with --start … --frames …, or choose another operator":
        "the libraries say it; the command says it in words of its own",
      "give --frame-metadata, or choose another operator":
        "FrameCurveTests has streams of which not every frame has a curve",
    ]
  #endif
}
