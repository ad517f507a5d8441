import Foundation
import TestSupport
import Testing

/// Other runs, sockets, and text files as other programs write them.
@Suite struct SurroundingsTests {
  // MARK: Other runs in the same directory

  /// The second name of an old file, which a rollback needs, belongs to a writer that lives: the lock on the file says so.
  @Test func theOldFileOfALivingWriterStays() throws {
    let folder = try Folder()
    let clip = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let old = try folder.file(".tonemap.0000000000000001.old", Data("old".utf8))
    let writer = unsafe open(old, O_RDONLY)
    #expect(flock(writer, LOCK_SH) == 0)
    let other = try Tool.run(["convert", clip, folder["a.y4m"], "--progress", "none"] + Clips.tags)
    #expect(try other.code == 0 && folder.bytes(".tonemap.0000000000000001.old") == Data("old".utf8), "\(other.errors)")
    close(writer)
    let later = try Tool.run(["convert", clip, folder["b.y4m"], "--progress", "none"] + Clips.tags)
    #expect(try later.code == 0 && !folder.names.contains(".tonemap.0000000000000001.old"), "\(later.errors)")
  }

  /// The last step of one run fails after another has started beside it.
  @Test(.enabled(if: OtherPrograms.has("strace"), "strace is missing")) func aRollbackIsNotDisturbed() throws {
    let folder = try Folder()
    _ = try folder.file("in.y4m", Clips.y4m(frames: 1))
    for name in ["o.y4m", "o.y4m.color.json"] { _ = try folder.file(name, Data("old \(name)".utf8)) }
    // The delay is seen: the second name stands in the directory as long as it lasts.
    let outcome = try Tool.shell(
      """
      cd \(folder.path)
      strace -f -qq -o /dev/null -e trace=renameat -e inject=renameat:delay_enter=4000000:error=EIO:when=2 \
        tonemap convert in.y4m o.y4m --progress none \(Clips.tags) &
      for i in $(seq 200); do ls -A | grep -q '[.]old$' && break; sleep 0.05; done
      ls -A | grep -c '[.]old$'; tonemap convert in.y4m other.y4m --progress none \(Clips.tags); echo $?; wait $!; echo $?
      """)
    #expect(outcome.text == "1\n0\n74\n", "\(outcome.text)\(outcome.errors)")
    for name in ["o.y4m", "o.y4m.color.json"] { #expect(try folder.bytes(name) == Data("old \(name)".utf8), "\(name)") }
    #expect(try folder.names.allSatisfy { !$0.hasPrefix(".tonemap.") })
  }

  // MARK: Sockets

  /// Standard input that is a socket is read like a pipe, under each of its names.
  @Test(arguments: ["-", "/dev/stdin", "/dev/fd/0"]) func aSocketIsAnInput(name: String) throws {
    let folder = try Folder()
    let clip = try folder.file("in.y4m", Clips.y4m(frames: 2))
    let raw = ["--progress", "none", "--format", "raw"] + Clips.tags
    let expected = try Tool.run(["convert", clip, "-"] + raw)
    let converted = try Tool.run(["convert", name, "-"] + raw, input: folder.bytes("in.y4m"), asSocket: true)
    #expect(converted.code == 0 && converted.output == expected.output, "\(converted.errors)")
    let measured = try Tool.run(["measure", clip, "--stats", "-", "--progress", "none"] + Clips.tags.dropLast(2))
    let folded = try Tool.run(["measure", "fold", name], input: measured.output, asSocket: true)
    #expect(folded.code == 0 && folded.text.contains("MaxCLL"), "\(folded.errors)")
    let light = Data((0..<2).map { "{\"frame\":\($0),\"max_cd_m2\":800}\n" }.joined().utf8)
    let lit = try Tool.run(
      ["convert", clip, "/dev/null", "--frame-metadata", name, "--progress", "none"] + Clips.tags.dropLast(2),
      input: light, asSocket: true)
    #expect(lit.code == 0, "\(lit.errors)")
    guard name != "-" else { return }
    let json = Data(#"{"width": 16, "height": 8}"#.utf8)
    let told = try Tool.run(["explain", "--transfer", "pq", "--color-json", name], input: json, asSocket: true)
    #expect(told.code == 0 && told.text.contains("PQ"), "\(told.errors)")
  }

  // MARK: Lines of JSON

  private static func statistics(_ folder: Folder) throws -> [String] {
    let clip = try folder.file("in.y4m", Clips.y4m(frames: 3))
    let measured = try Tool.run(["measure", clip, "--stats", "-", "--progress", "none"] + Clips.tags.dropLast(2))
    return measured.text.split(separator: "\n").map(String.init)
  }

  /// As many runs over parts of a clip leave when their files are joined. The processor's time is counted, so that other tests do not matter.
  @Test func manyEqualHeaders() throws {
    let folder = try Folder()
    let lines = try Self.statistics(folder)
    let joined = Array(repeating: lines[0], count: 50_000) + lines.dropFirst()
    let file = try folder.file("h.jsonl", Data(joined.joined(separator: "\n").utf8))
    let outcome = try Tool.shell("TIMEFORMAT=%U; time tonemap measure fold \(file)")
    #expect(outcome.code == 0 && outcome.text.contains("frames          3, 0…2"), "\(outcome.errors)")
    // A second in an optimized build, and a tenth of what parsing each header takes in one that is not.
    let seconds = try #require(outcome.complaints.last.flatMap(Double.init), "\(outcome.errors)")
    #expect(seconds < 8)
  }

  private static let light = (0..<3).map { "{\"frame\":\($0),\"max_cd_m2\":800}" }

  /// Byte order marks, carriage returns, blank lines and no last line feed: all readers take them alike.
  @Test(
    arguments: [
      { $0.joined(separator: "\r\n") + "\r\n\r\n \t\r\n" }, { "\u{FEFF}" + $0.joined(separator: "\n") },
      { "\r\n\n" + $0.joined(separator: "\n\n\r\n") }, { $0.map { "\u{FEFF}" + $0 }.joined(separator: "\r\n") },
      { $0.joined(separator: "\n") + "\n\u{FEFF}\r\n" },
    ] as [@Sendable ([String]) -> String]) func linesAsOthersWriteThem(text: @Sendable ([String]) -> String) throws
  {
    let folder = try Folder()
    let statistics = try folder.file("s.jsonl", Data(text(Self.statistics(folder)).utf8))
    let folded = try Tool.run(["measure", "fold", statistics])
    #expect(folded.code == 0 && folded.text.contains("frames          3, 0…2"), "\(folded.errors)")
    let light = try folder.file("l.jsonl", Data(text(Self.light).utf8))
    let converted = try Tool.run(
      ["convert", folder["in.y4m"], "/dev/null", "--frame-metadata", light, "--progress", "none"]
        + Clips.tags.dropLast(2))
    #expect(converted.code == 0, "\(converted.errors)")
    let scene = #"{"BezierCurveData":{"KneePointX":410,"KneePointY":819,"Anchors":[400,800]}}"#
    let plus = try folder.file("p.json", Data(text([#"{"SceneInfo":["#, "\(scene)", "]}"]).utf8))
    // Inside one document there is no byte order mark but the first.
    guard try !folder.bytes("p.json").dropFirst(3).contains(0xEF) else { return }
    let explained = try Tool.run([
      "explain", "--transfer", "pq", "--tone-mapping", "st2094-40", "--frame-metadata", plus,
    ])
    #expect(explained.code == 0, "\(explained.errors)")
  }

  /// Other encodings are named, in each reader.
  @Test func otherEncodings() throws {
    let folder = try Folder()
    let forms: [(String.Encoding, String)] = [
      (.utf16LittleEndian, "UTF-16"), (.utf16BigEndian, "UTF-16"), (.utf32LittleEndian, "UTF-32"),
    ]
    let statistics = try Self.statistics(folder)
    for (encoding, name) in forms {
      for mark in ["", "\u{FEFF}"] {
        func file(_ lines: [String]) throws -> String {
          try folder.file("f", try #require((mark + lines.joined(separator: "\n")).data(using: encoding)))
        }
        let folded = try Tool.run(["measure", "fold", file(statistics)])
        #expect(folded.code == 65 && folded.errors.contains(name), "\(folded.errors)")
        let light = try Tool.run(
          ["convert", folder["in.y4m"], "/dev/null", "--frame-metadata", file(Self.light)] + Clips.tags.dropLast(2))
        #expect(light.code == 65 && light.errors.contains(name), "\(light.errors)")
        let color = try Tool.run(["explain", "--color-json", file([#"{"color_transfer": "smpte2084"}"#])])
        #expect(color.code == 65 && color.errors.contains(name), "\(color.errors)")
        guard mark != "" || encoding == .utf16BigEndian else { continue }
        let plus = try Tool.run(
          [
            "explain", "--transfer", "pq", "--tone-mapping", "st2094-40", "--frame-metadata",
            file([#"{"SceneInfo":[]}"#]),
          ])
        #expect(plus.code == 65 && plus.errors.contains(name), "\(plus.errors)")
      }
    }
    let returns = try folder.file("r.jsonl", Data(statistics.joined(separator: "\r").utf8))
    let folded = try Tool.run(["measure", "fold", returns])
    #expect(folded.code == 65 && folded.errors.contains("carriage return"), "\(folded.errors)")
  }
}
