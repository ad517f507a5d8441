import Testing

/// An option that a command does not have is named, whatever follows it, with the one that is probably meant.
@Suite struct UnknownOptionTests {
  @Test(arguments: [
    ("convert a.y4m b.y4m --widht 200", "'--widht'; did you mean '--width'?"),
    ("convert a.y4m b.y4m --tune film", "'--tune'"),
    ("convert a.y4m b.mp4 --codec=av1", "'--codec'; did you mean '--video-codec'?"),
    ("convert a.y4m b.mp4 -c:v libx265", "'-c:v'; did you mean '--video-codec'?"),
    ("convert a.y4m b.mp4 -crf 20", "'-crf'; did you mean '--crf'?"),
    ("convert -y a.y4m b.mp4", "'-y'; outputs are replaced without asking"),
    ("convert a.y4m b.mp4 --hdr", "'--hdr'; did you mean '--to'?"),
    ("convert a.y4m b.mp4 --crff 20 --size 16x8", "'--crff'; did you mean '--crf'?"),
    // Only what the command has is proposed.
    ("lut a.cube --codec av1", "'--codec'"), ("measure fold a.jsonl --quality 3", "'--quality'"),
    ("info a.mov --colour", "'--colour'"),
  ])
  func isNamed(line: String, says: String) throws {
    let outcome = try Tool.run(line.split(separator: " ").map(String.init))
    #expect(outcome.code == 64 && outcome.complaints.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("tonemap: unknown option \(says)"), "\(outcome.errors)")
    if !says.contains("mean") { #expect(!outcome.errors.contains("mean"), "\(outcome.errors)") }
  }

  @Test func helpForNoSubcommandIsRefused() throws {
    let outcome = try Tool.run(["help", "foo"])
    #expect(outcome.code == 64 && outcome.output.isEmpty, "\(outcome.text)")
    #expect(outcome.errors.contains("there is no subcommand foo, but convert"), "\(outcome.errors)")
    #expect(try Tool.run(["help", "lut", "make"]).code == 0 && Tool.run(["help"]).code == 0)
  }

  /// What looks like an option may be a number, a value or a file.
  @Test func onlyOptionsAreMeant() throws {
    let folder = try Folder()
    _ = try folder.file("-y", Clips.y4m(frames: 1))
    let negative = try Tool.run(["explain", "--transfer", "pq", "--exposure", "-1"])
    #expect(negative.code == 0, "\(negative.errors)")
    let file = try Tool.run(["convert", "-y", "b.y4m"] + Clips.tags, in: folder)
    #expect(file.code == 64 && file.errors.contains("give ./-y"), "\(file.errors)")
    let behind = try Tool.run(["convert"] + Clips.tags + ["--", "-y", "b.y4m"], in: folder)
    #expect(behind.code == 0, "\(behind.errors)")
  }
}
