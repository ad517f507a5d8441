#if os(Linux) && (arch(x86_64) || arch(arm64))
  import Foundation
  import Testing

  /// FFmpeg's libraries are loaded by what needs them and by nothing else, so the command starts without them and runs without them.
  @Suite struct LibrariesTests {
    /// A folder with a clip as Y4M and as a movie.
    private static func clips() throws -> Folder {
      let folder = try Folder()
      let frame = Data("FRAME\n".utf8) + Data(repeating: 0x60, count: 64 * 48 * 3 / 2)
      _ = try folder.file("a.y4m", Data("YUV4MPEG2 W64 H48 F25:1 Ip A1:1 C420\n".utf8) + frame + frame)
      let outcome = try Tool.run(
        ["convert", "a.y4m", "a.mov", "--video-codec", "prores", "--transfer", "pq"], in: folder)
      #expect(outcome.code == 0, "\(outcome.errors)")
      return folder
    }

    /// The libraries of FFmpeg that a run of the command loads, which it has to survive.
    private static func loaded(_ arguments: [String], in folder: Folder) throws -> Set<String> {
      let outcome = try Tool.shell(
        "cd \(folder.path) && LD_DEBUG=files tonemap \(arguments) 2>log; code=$?; cat log; exit $code")
      #expect(outcome.code == 0, "\(outcome.text)")
      return Set(outcome.text.matches(of: /file=(lib(?:av|sw)[a-z]+)\.so/).map { String($0.1) })
    }

    static let withoutMovies: [[String]] = [
      ["--version"], ["--help"], ["explain", "a.y4m", "--transfer", "pq"], ["info", "a.y4m"],
      ["convert", "a.y4m", "b.y4m", "--transfer", "pq"], ["convert", "a.y4m", "b-%d.png", "--transfer", "pq"],
      ["convert", "a.y4m", "c.y4m", "--transfer", "pq", "--width", "32"],
      ["measure", "a.y4m", "--transfer", "pq"], ["lut", "b.cube", "--transfer", "pq", "--cube-size", "9"],
      ["tag", "a.mov", "b.mov", "--max-cll", "1000,400"],
    ]

    @Test(arguments: withoutMovies) func othersLoadNone(arguments: [String]) throws {
      #expect(try Self.loaded(arguments, in: Self.clips()) == [])
    }

    @Test func moviesLoadWhatTheyNeed() throws {
      let folder = try Self.clips()
      let movies: Set = ["libavutil", "libswresample", "libavcodec", "libavformat"]
      #expect(try Self.loaded(["convert", "a.mov", "b.y4m"], in: folder) == movies)
      #expect(
        try Self.loaded(["convert", "a.y4m", "b.mkv", "--video-codec", "ffv1", "--transfer", "pq"], in: folder)
          == movies)
      // The filter for fields needs more.
      #expect(
        try Self.loaded(["convert", "a.mov", "d.y4m", "--deinterlace"], in: folder).isSuperset(
          of: movies.union(["libavfilter"])))
    }

    /// A script in which the first of the libraries is a file that is none, as on a system where FFmpeg is not installed.
    private static func without(_ script: Script, in folder: Folder) throws -> Tool.Outcome {
      let version = try Tool.run(["--version"]).text
      let major = try #require(version.firstMatch(of: /libavutil (\d+)\./)).1
      _ = try folder.file("libavutil.so.\(major)")
      return try Tool.shell("cd \(folder.path) && export LD_LIBRARY_PATH=. && " + script)
    }

    @Test(arguments: [
      ["convert", "a.mov", "b.y4m"], ["convert", "a.y4m", "b.mkv", "--transfer", "pq"],
      ["convert", "a.y4m", "b.jpg", "--transfer", "pq", "--frames", "1"],
      ["thumbnail", "a.mov", "b.png"],
      ["measure", "a.mov"], ["info", "a.ts"],
    ]) func whatNeedsThemSaysWhatToInstall(arguments: [String]) throws {
      let folder = try Self.clips()
      _ = try folder.file("a.ts", Data([UInt8](repeating: 0x47, count: 188 * 8)))
      let outcome = try Self.without("tonemap \(arguments)", in: folder)
      let sentence = try #require(outcome.complaints.last)
      #expect(outcome.code == 71, "\(sentence)")
      #expect(
        sentence.wholeMatch(
          of:
            /tonemap: FFmpeg's libraries, which movies need, cannot be loaded \(.*libavutil\.so\.\d+: .*\); install FFmpeg \d+, .*libavformat\d+ .*/
        )
          != nil, "\(sentence)")
      #expect(!FileManager.default.fileExists(atPath: folder["b.mkv"]))
    }

    /// The same command does all else without them, with the same bytes.
    @Test func theRestWorksWithoutThem() throws {
      let folder = try Self.clips()
      #expect(try Tool.run(["convert", "a.y4m", "with.y4m", "--transfer", "pq"], in: folder).code == 0)
      let outcome = try Self.without(
        """
        set -e
        tonemap --version; tonemap explain a.y4m --transfer pq; tonemap convert a.y4m without.y4m --transfer pq
        tonemap tag a.mov b.mov --max-cll 1000,400; tonemap explain a.mov; tonemap info --frames a.mov
        tonemap lut b.cube --transfer pq --cube-size 9
        """, in: folder)
      #expect(outcome.code == 0, "\(outcome.errors)")
      let (with, without) = (try folder.bytes("with.y4m"), try folder.bytes("without.y4m"))
      #expect(with == without && !with.isEmpty)
    }

    /// The header is all that is known then, which is said.
    @Test func infoSaysThatThePictureIsNotRead() throws {
      let outcome = try Self.without("tonemap info a.mov", in: Self.clips())
      #expect(
        outcome.code == 0 && outcome.text.contains("but convert cannot read it; install FFmpeg"), "\(outcome.text)")
    }
  }
#endif
