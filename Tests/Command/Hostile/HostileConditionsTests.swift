import Foundation
import TestSupport
import Testing

/// What surrounds the program is not as it should be.
@Suite struct HostileConditionsTests {
  @Test func aClosedOutputDoesNotSpoilAnotherFile() throws {
    let folder = try Folder()
    let movie = try folder.file("phone.mov", Data(MediaInfoTests.phone.bytes))
    let outcome = try Tool.shell("tonemap info \(movie) --color-json \(folder["o.json"]) >&-")
    #expect(outcome.code == 74 && outcome.errors.contains("standard output"), "\(outcome.code): \(outcome.errors)")
    #expect(try JSONSerialization.jsonObject(with: folder.bytes("o.json")) is [String: Any])
    let all = try Tool.shell("tonemap info \(movie) --color-json \(folder["p.json"]) <&- >&- 2>&-")
    #expect(all.code == 74)
    #expect(try folder.bytes("p.json") == folder.bytes("o.json"))
  }

  @Test func aColorJSONOfAnyLength() throws {
    // Within 1 GiB of address space: what is read is bounded.
    let outcome = try Tool.shell(
      "ulimit -v 1048576; timeout -s KILL 60 tonemap explain --transfer pq --color-json /dev/zero")
    #expect(outcome.code == 66, "\(outcome.code): \(outcome.errors)")
    #expect(outcome.complaints.count == 1 && outcome.errors.contains("File too large"), "\(outcome.errors)")
  }

  /// The HDR10+ of a film has hundreds of megabytes. Here are thirty, and less memory than a tree of them takes.
  @Test func theHDR10PlusOfAFilm() throws {
    let folder = try Folder()
    let outcome = try Tool.shell(
      """
      cd \(folder.path); scene='{"BezierCurveData":{"KneePointX":410,"KneePointY":819,"Anchors":[400,800]}}'
      (printf '{"SceneInfo":['; yes "$scene," | head -n 400000; printf '%s]}' "$scene") > plus.json
      ulimit -v 600000; tonemap explain --transfer pq --tone-mapping st2094-40 --frame-metadata plus.json
      """)
    #expect(outcome.code == 0, "\(outcome.code): \(outcome.errors)")
    let endless = try Tool.shell(
      "ulimit -v 600000; tonemap explain --transfer pq --tone-mapping st2094-40 --frame-metadata /dev/zero")
    // RFC 4627, section 3: JSON that begins with a zero byte is UTF-16 or UTF-32.
    #expect(endless.code == 65 && endless.errors.contains("the document is UTF-32"), "\(endless.errors)")
  }

  @Test(.enabled(if: Condition.hasNoProc, "no mount namespace may be made here, so /proc cannot be taken away"))
  func withoutProc() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 2))
    let outcome = try Tool.shell(
      "unshare -m sh -c 'umount -l /proc && tonemap convert \(input) \(folder["out.y4m"]) \(Clips.tags)'"
    )
    #expect(outcome.code == 0, "\(outcome.code): \(outcome.errors)")
    #expect(try folder.names.contains("out.y4m"))
    let usage = try Tool.shell("unshare -m sh -c 'umount -l /proc && tonemap explian 2>&1; exit $?'")
    #expect(usage.code == 64 && usage.text.contains("there is no subcommand explian"))
  }

  @Test(.enabled(if: OtherPrograms.has("strace"), "strace is missing")) func aMovieThatCannotBeRead() throws {
    let folder = try Folder()
    // Its header is beyond what is read first, so it is read in three pieces: what it is, its beginning, and its header.
    var phone = MediaInfoTests.phone
    phone.sample = zeros(20_000)
    let movie = try folder.file("phone.mov", Data(phone.bytes))
    for (read, command) in [(1, "info"), (2, "info"), (3, "info"), (1, "explain"), (2, "explain"), (3, "explain")] {
      let outcome = try Tool.shell(
        """
        strace -f -qq -o /dev/null -P \(movie) -e trace=pread64 -e inject=pread64:error=EIO:when=\(read)+ tonemap \(command) \(movie)
        """)
      #expect(
        outcome.code == 74 && outcome.errors.contains("Input/output error"),
        "\(command) \(read): \(outcome.code) \(outcome.errors)")
      #expect(outcome.text.isEmpty)
    }
  }

  @Test func aFileThatIsCutOffWhileItIsRead() throws {
    let folder = try Folder()
    let count = 8000
    _ = try folder.file("in.yuv", Clips.raw(frames: count))
    // The output is six megabytes, of which a pipe holds one. Its only reader waits until the file has been cut off.
    let outcome = try Tool.shell(
      """
      cd \(folder.path); mkfifo out; (sleep 1; truncate -s $((192 * 7000)) in.yuv; cat) < out > /dev/null &
      tonemap convert in.yuv out --format raw --out-pixel-format rgb48le \(Clips.rawOptions + Clips.tags)
      """)
    #expect(outcome.code == 65, "\(outcome.code): \(outcome.errors)")
    #expect(outcome.errors.contains("had \(count) frames"), "\(outcome.errors)")
  }

  /// Names and tags from outside cannot forge lines, or tell a terminal what to do.
  @Test func controlCharacters() throws {
    let folder = try Folder()
    let evil = "\u{1B}[31mRED\u{7}\r\ninput            forged\u{202E}\u{9B}2J"
    let movie = try folder.file("evil.mkv", Data(Self.matroska(codec: "V_" + evil)))
    let json = try folder.file("evil.json", try JSONSerialization.data(withJSONObject: ["pix_fmt": evil]))
    let named = try folder.file("a\nb\u{1B}c.mkv", Data(Self.matroska(codec: "V_AV1")))
    let runs = [
      ["info", movie], ["info", movie, "--verbose"], ["info", movie, "--json"], ["explain", movie, "--transfer", "pq"],
      ["info", movie, "--check", "hdr10"], ["explain", "--color-json", json], ["info", named],
      ["info", named, "--json"],
      ["explain", named, "--transfer", "pq"], ["explain", "--transfer", evil], [evil], ["convert", evil, folder["o"]],
      ["convert", named, folder[evil + ".y4m"]], ["tag", named, folder["o"], "--max-cll", "1,1"],
    ]
    for run in runs {
      let outcome = try Tool.run(run)
      for text in [outcome.text, outcome.errors] {
        let hidden = text.unicodeScalars.filter {
          $0 != "\n" && ($0.properties.generalCategory == .control || $0.properties.isBidiControl)
        }
        #expect(hidden.isEmpty, "\(run): \(text)")
        #expect(!text.split(separator: "\n").contains { $0.hasPrefix("input            forged") }, "\(run): \(text)")
      }
      #expect(outcome.complaints.allSatisfy { $0.hasPrefix("tonemap: ") }, "\(outcome.errors)")
      if run.contains("--json") {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: outcome.output) }
      }
    }
  }

  /// What `info` writes, `convert` reads, whatever the movie says.
  @Test func aColorJSONCanBeRead() throws {
    let folder = try Folder()
    let json = folder["color.json"]
    let flat = try folder.file("flat.mkv", Data(Self.matroska(codec: "V_AV1", height: 0)))
    let outcome = try Tool.run(["info", flat, "--color-json", json])
    #expect(outcome.code == 0 && outcome.errors.contains("the color JSON has no size"), "\(outcome.errors)")
    #expect(try Tool.run(["explain", "--transfer", "pq", "--color-json", json]).code == 0)
    // One byte of a good movie after the other.
    let movie = MediaInfoTests.phone.bytes
    var written = 0
    for place in stride(from: movie.count / 3, to: movie.count, by: max(movie.count / 90, 1)) {
      var bytes = movie
      bytes[place] = place % 2 == 0 ? 0 : 255
      let path = try folder.file("changed.mov", Data(bytes))
      guard try Tool.run(["info", path, "--color-json", json]).code == 0 else { continue }
      written += 1
      let outcome = try Tool.run(["explain", "--transfer", "pq", "--color-json", json])
      // Tags may contradict each other, but no key is wrong.
      #expect(!outcome.errors.contains("color JSON \(json) is wrong"), "byte \(place): \(outcome.errors)")
      #expect(!outcome.errors.contains("unknown pix_fmt"), "byte \(place): \(outcome.errors)")
    }
    #expect(written > 20)
  }

  /// A Matroska file with one track of video.
  static func matroska(codec: String, width: Int = 16, height: Int = 16) -> [UInt8] {
    func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] {
      id + [
        0x10 | UInt8(content.count >> 24), UInt8(content.count >> 16 & 255), UInt8(content.count >> 8 & 255),
        UInt8(content.count & 255),
      ]
        + content
    }
    let size = element([0xB0], [UInt8(width)]) + element([0xBA], [UInt8(height)])
    let track = element([0xD7], [1]) + element([0x83], [1]) + element([0x86], Array(codec.utf8)) + element([0xE0], size)
    let tracks = element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], track))
    return element([0x1A, 0x45, 0xDF, 0xA3], []) + element([0x18, 0x53, 0x80, 0x67], tracks)
  }
}

/// What this machine lets a test do.
enum Condition {
  /// Runs a command as a user that has no other process, so that its limit counts ours alone: another one each time, because tests
  /// run side by side.
  static var freshUser: Script {
    let user = Int.random(in: 20_000..<60_000)
    return "setpriv --reuid=\(user) --regid=\(user) --clear-groups"
  }
  static let hasFreshUser = holds("\(freshUser) test -x \(Tool.path)")

  static let hasNoProc = holds("unshare -m sh -c 'umount -l /proc'")

  /// Whether a line of shell succeeds.
  static func holds(_ line: Script) -> Bool { (try? Tool.shell("(\(line)) > /dev/null 2>&1").code) == 0 }
}
