import CSystemCalls
import Foundation
import Testing

/// Where outputs go, and what else is there.
@Suite struct HostileFilesTests {
  private static let tags = Clips.tags

  /// A folder with a clip and a movie.
  private static func folder() throws -> Folder {
    let folder = try Folder()
    _ = try folder.file("in.y4m", Clips.y4m(frames: 2))
    _ = try folder.file("in.mov", Data(MediaInfoTests.phone.bytes))
    return folder
  }

  // MARK: What is written in place

  @Test(
    "An open file is added to, under any name",
    arguments: [
      ("info in.mov --color-json /dev/stdout >> log", "info in.mov --color-json -"),
      ("convert in.y4m /dev/stdout --format y4m \(tags) >> log", "convert in.y4m - \(tags)"),
      ("convert in.y4m /dev/fd/3 --format y4m \(tags) 3>> log", "convert in.y4m - \(tags)"),
      ("convert in.y4m a.y4m --preview /dev/fd/3 \(tags) 3>> log", "convert in.y4m b.y4m --preview p \(tags); cat p"),
      ("tag in.mov /dev/stdout --max-cll 9,9 >> log", "tag in.mov p --max-cll 9,9; cat p"),
      ("tag in.mov link --max-cll 9,9 >> log", "tag in.mov p --max-cll 9,9; cat p"),
    ] as [(Script, Script)])
  func openFilesAreAddedTo(line: Script, same: Script) throws {
    let folder = try Self.folder()
    _ = try folder.file("log", Data("before\n".utf8))
    let outcome = try Tool.shell(
      "cd \(folder.path); ln -s /dev/stdout link; (tonemap \(same)) 2> /dev/null > expected; tonemap \(line); echo $?"
    )
    #expect(outcome.text.hasSuffix("0\n"), "\(outcome.text)\(outcome.errors)")
    #expect(try folder.bytes("log") == Data("before\n".utf8) + folder.bytes("expected"))
    #expect(try folder.names.allSatisfy { !$0.hasPrefix("log.") && !$0.hasPrefix("link.") && !$0.hasPrefix(".") })
  }

  #if os(Linux)
    @Test func anotherProcesssFileIsAddedTo() throws {
      let folder = try Self.folder()
      let outcome = try Tool.shell(
        """
        cd \(folder.path); echo before > log; exec 4>> log; tonemap info in.mov --color-json /proc/$$/fd/4 > /dev/null || exit
        head -c 8 log; ls
        """)
      #expect(outcome.text == "before\n{in.mov\nin.y4m\nlog\n", "\(outcome.text)\(outcome.errors)")
    }
  #endif

  @Test func whatIsNotOpenIsNoOutput() throws {
    let folder = try Self.folder()
    for line: Script in ["/dev/fd/9", "/dev/fd/9 9< in.y4m", "/dev/fd/3 --preview /dev/fd/4"] {
      let outcome = try Tool.shell("cd \(folder.path); tonemap convert in.y4m \(line) --progress none \(Self.tags)")
      #expect(outcome.code == 74 && outcome.errors.contains("not open"), "\(line): \(outcome.errors)")
    }
    #expect(try folder.names == ["in.mov", "in.y4m"])
  }

  @Test func anOpenInputIsNoOutput() throws {
    let folder = try Self.folder()
    for line: Script in [
      "convert in.y4m /dev/stdout \(Self.tags) >> in.y4m", "convert in.y4m /dev/fd/3 \(Self.tags) 3>> in.y4m",
    ] {
      let outcome = try Tool.shell("cd \(folder.path); tonemap \(line)")
      #expect(outcome.code == 64 && outcome.errors.contains("same file as the input"), "\(outcome.errors)")
      #expect(try folder.bytes("in.y4m") == Clips.y4m(frames: 2))
    }
  }

  @Test func aLinkIsFollowedWhereItWasGiven() throws {
    let folder = try Self.folder()
    let outcome = try Tool.shell(
      """
      cd \(folder.path); mkdir sub; ln -s sub/real.y4m link.y4m; ln -s ../sub/../link.y4m sub/other.y4m
      tonemap convert in.y4m sub/other.y4m \(Self.tags) && [ -L link.y4m ] && [ -L sub/other.y4m ] && ls sub
      ln -s loop loop; tonemap tag in.mov loop --max-cll 9,9; echo $?
      """)
    #expect(outcome.text == "other.y4m\nother.y4m.color.json\nreal.y4m\n73\n", "\(outcome.errors)")
  }

  // MARK: What is judged before the first frame

  /// The shell lines that prepare a name which no output can have, and the arguments that name it.
  private static let impossible: [(preparation: Script, arguments: Script, code: Int32, fact: String)] = [
    (":", "''", 64, "the output has an empty name"),
    (":", "out.y4m --preview ''", 64, "the preview has an empty name"),
    (":", "\(String(repeating: "a", count: 256))", 73, "too long"),
    (":", "\(String(repeating: "a", count: 245) + ".y4m")", 73, "the color JSON of the output"),
    (":", "out.y4m --preview \(String(repeating: "a", count: 256))", 73, "the preview"),
    (":", "out.y4m --preview no/p.png", 73, "the directory no of the preview no/p.png does not exist"),
    ("mkdir out.y4m.color.json", "out.y4m", 73, "out.y4m.color.json is a directory"),
    ("mkfifo out.y4m.color.json", "out.y4m", 73, "out.y4m.color.json is a device or a pipe"),
    ("echo mine > victim; ln -s victim out.y4m.color.json", "out.y4m", 73, "out.y4m.color.json is a symbolic link"),
    ("echo mine > out.y4m; chmod 444 out.y4m", "out.y4m", 73, "the output out.y4m is write-protected"),
    ("echo {} > out.y4m.color.json; chmod 444 *.json", "out.y4m", 73, "out.y4m.color.json is write-protected"),
    ("touch p.png; chmod 444 p.png", "out.y4m --preview p.png", 73, "the preview p.png is write-protected"),
    (":", "in.mov/out.y4m", 73, "does not exist"),
    (":", "out.y4m/", 73, "does not exist"),
    ("mkdir out.y4m", "out.y4m/", 73, "is a directory"),
    (":", ".", 73, "is a directory"),
  ]

  @Test(arguments: impossible) func namesAreJudgedFirst(
    preparation: Script, arguments: Script, code: Int32, fact: String
  ) throws {
    let folder = try Self.folder()
    // The clip has no frame, which would be reported after the names.
    _ = try folder.file("empty.y4m", Clips.y4m(frames: 0))
    let outcome = try Tool.shell(
      """
      cd \(folder.path); \(preparation); ls -la --time-style=full-iso . > ../$$
      cat empty.y4m | tonemap convert - \(arguments) \(Self.tags) --format y4m; code=$?
      ls -la --time-style=full-iso . | tail -n +4 | diff - <(tail -n +4 ../$$); rm ../$$; exit $code
      """)
    #expect(outcome.code == code && outcome.errors.contains(fact), "\(outcome.code): \(outcome.errors)")
    #expect(outcome.complaints.count == 1 && outcome.text.isEmpty, "\(outcome.text)\(outcome.errors)")
  }

  @Test func forceReplacesWhatIsProtected() throws {
    let folder = try Self.folder()
    let outcome = try Tool.shell(
      """
      cd \(folder.path); echo mine > victim; ln -s victim out.y4m.color.json; echo old > out.y4m; chmod 440 out.y4m in.mov
      tonemap convert in.y4m out.y4m --force \(Self.tags) && tonemap tag in.mov in.mov --force --max-cll 9,9 && cat victim
      head -c 4 out.y4m; [ -L out.y4m.color.json ] || ls -l out.y4m in.mov | cut -c 1-10
      """)
    #expect(outcome.text == "mine\nYUV4-r--r-----\n-r--r-----\n", "\(outcome.text)\(outcome.errors)")
    let refused = try Tool.shell("cd \(folder.path); tonemap tag in.mov in.mov --max-cll 9,9")
    #expect(refused.code == 73 && refused.errors.contains("--force"), "\(refused.errors)")
  }

  /// Nobody may read such a file, and still it is replaced.
  @Test func aFileThatMayOnlyBeWrittenIsReplaced() throws {
    let folder = try Self.folder()
    let outcome = try Tool.shell(
      """
      cd \(folder.path); echo old > out.y4m; chmod 200 out.y4m
      tonemap convert in.y4m out.y4m \(Self.tags); echo $?; ls -l out.y4m | cut -c 1-10
      """)
    #expect(outcome.text == "0\n--w-------\n", "\(outcome.text)\(outcome.errors)")
  }

  // MARK: All or nothing

  @Test func whatLiesBesideComesBack() throws {
    let folder = try Self.folder()
    // The output's name is taken by a directory once its frames are awaited, so that the last step fails.
    let outcome = try Tool.shell(
      """
      cd \(folder.path); echo old > out.y4m.color.json; ln out.y4m.color.json same; mkfifo in
      tonemap convert in out.y4m --preview p.png \(Self.tags) & exec 3> in; cat in.y4m >&3; sleep 1; mkdir out.y4m
      exec 3>&-; wait $!; echo $?; cat out.y4m.color.json; [ same -ef out.y4m.color.json ]; echo $?; rm in same; ls -A
      """)
    #expect(
      outcome.text == "74\nold\n0\nin.mov\nin.y4m\nout.y4m\nout.y4m.color.json\n",
      "\(outcome.text)\(outcome.errors)")
  }

  // MARK: Leftovers

  @Test func whatADeadWriterLeftIsRemoved() throws {
    let folder = try Self.folder()
    let kept = [
      ".tonemap.0000000000000001.part", ".tonemap.0000000000000002.kept", ".tonemap.00000000deadbeeg.part",
      ".tonemap.0.part", "tonemap.0000000000000003.part", ".tonemap.0000000000000003.part.txt",
    ]
    for name in kept + [".tonemap.00000000deadbeef.part", ".tonemap.0000000000000004.old"] {
      _ = try folder.file(name, Data("old".utf8))
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder[".tonemap.0000000000000005.part"], withDestinationPath: folder["in.y4m"])
    // A writer that lives holds a lock.
    let writer = unsafe open(folder[kept[0]], O_RDWR)
    #expect(flock(writer, LOCK_EX) == 0)
    defer { close(writer) }
    let outcome = try Tool.run(["convert", folder["in.y4m"], folder["out.y4m"]] + Clips.tags)
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(
      try folder.names
        == (kept + [
          ".tonemap.0000000000000005.part", "in.mov", "in.y4m", "out.y4m", "out.y4m.color.json",
        ]).sorted())
  }

  @Test func killedRunsDoNotStandInTheWay() throws {
    let folder = try Self.folder()
    let outcome = try Tool.shell(
      """
      cd \(folder.path); mkfifo in
      for run in 1 2 3; do
        tonemap convert in out.y4m --preview p.png \(Self.tags) 2> /dev/null & exec 3> in; cat in.y4m >&3; sleep 0.5
        kill -9 $!; wait $!; exec 3>&-
      done 2> /dev/null
      tonemap convert in.y4m out.y4m \(Self.tags) --progress none && rm in && ls -A
      """)
    #expect(outcome.text == "in.mov\nin.y4m\nout.y4m\nout.y4m.color.json\n", "\(outcome.text)\(outcome.errors)")
  }

  // MARK: tag in place

  @Test func whatTheFileSystemKeepsWithAMovieStays() throws {
    let folder = try Self.folder()
    let (file, value) = (unsafe open(folder["in.mov"], O_RDWR), Array("camera 1".utf8))
    defer { close(file) }
    guard unsafe files_set_attribute(file, "user.origin", value, value.count) == 0 else { return }
    let outcome = try Tool.run(["tag", folder["in.mov"], folder["in.mov"], "--max-cll", "9,9"])
    #expect(outcome.code == 0 && !outcome.errors.contains("attribute"), "\(outcome.errors)")
    let new = unsafe open(folder["in.mov"], O_RDONLY)
    defer { close(new) }
    var found = [UInt8](repeating: 0, count: 100)
    let count = unsafe files_attribute(new, "user.origin", &found, found.count)
    #expect(Array(found.prefix(max(count, 0))) == value)
  }
}
