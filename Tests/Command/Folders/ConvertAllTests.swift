import Foundation
import Testing

/// `convert-all`: what becomes of each file.
@Suite(.enabled(if: MovieFolder.canBeMade, "needs an ffmpeg with x264 and FFV1")) struct ConvertAllTests {
  @Test func everyFileIsNamedOnce() throws {
    // The same letter, composed and decomposed, is two names.
    let movies = [
      "a.mkv", "sub/a.mkv", "sub/deep er/-dash 100%.mkv", "sub/\u{FC}.mkv", "sub/u\u{308}.mkv", "line\nbreak.mkv",
      "unknown",
    ]
    let others = [("sub/sdr.mkv", "sdr.mkv"), ("notes.txt", "text"), ("sub/broken.mkv", "no movie")]
    let all = movies.map { ($0, "hdr.mkv") } + others
    let movie = try MovieFolder(all)
    let outcome = try movie.run(options: ["--preset", "ultrafast", "--progress", "none"])
    #expect(outcome.code == 65, "\(outcome.errors)")
    #expect(outcome.complaints.contains("tonemap: 10 files, 7 converted, 1 linked, 1 skipped, 1 failed"))
    #expect(outcome.complaints.last?.hasPrefix("tonemap: sub/broken.mkv: ") == true, "\(outcome.errors)")
    let log = outcome.complaints.filter {
      $0.wholeMatch(of: #/[0-2]\d:[0-5]\d:\d\d sub/a\.mkv: converted in .*/#) != nil
    }
    #expect(log.count == 1, "\(outcome.errors)")
    let manifest = try movie.manifest()
    #expect(manifest.count == 10)
    // Names are compared by their bytes, as the file system does.
    let recorded = manifest.compactMap { $0["input"] as? String }.map { Data($0.utf8) }
    #expect(Set(recorded) == Set(all.map { Data($0.0.utf8) }))
    for name in movies {
      let made = "out/" + (name == "unknown" ? "unknown.mp4" : name)
      #expect(try Programs.probe(movie.folder[made], "stream=color_transfer") == [["bt709"]], "\(name)")
      #expect(movie.haveSameDate("in/\(name)", made))
    }
    #expect(movie.status("out/sub/sdr.mkv").st_ino == movie.status("in/sub/sdr.mkv").st_ino)
  }

  @Test func attributesAreKept() throws {
    let movie = try MovieFolder(["a.mkv": "hdr.mkv"])
    let input = movie.folder["in/a.mkv"]
    func python(_ line: String) throws -> Tool.Outcome {
      try Tool.run(program: "python3", ["-c", "import os; \(line)"])
    }
    let set = try python("os.setxattr('\(input)', 'user.note', bytes([0, 1, 255]))")
    #expect(unsafe chmod(input, 0o640) == 0)
    movie.age("a.mkv")
    let outcome = try movie.run()
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(movie.status("out/a.mkv").st_mode & 0o777 == 0o640)
    #expect(movie.haveSameDate("in/a.mkv", "out/a.mkv"))
    // Not every file system of the tests has attributes.
    guard set.code == 0 else { return }
    let found = try python("print(list(os.getxattr('\(movie.folder["out/a.mkv"])', 'user.note')))")
    #expect(found.text == "[0, 1, 255]\n", "\(found.errors)")
  }

  /// A byte that is not UTF-8, and the four characters that stand for it in the manifest, are two names, and each is done once.
  @Test func escapedNamesAreParted() throws {
    let movie = try MovieFolder(["a.mkv": "sdr.mkv"])
    let made = try Tool.shell(
      #"cd \#(movie.folder["in"]) && cp -p a.mkv "$(printf '\377').mkv" && cp -p a.mkv '\xff.mkv'"#)
    // Some file systems have no such names.
    guard made.code == 0 else { return }
    for _ in 1...2 { #expect(try movie.run().code == 0) }
    #expect(
      try movie.manifest().compactMap { $0["input"] as? String }.sorted() == [#"\x5cxff.mkv"#, #"\xff.mkv"#, "a.mkv"])
  }

  /// Equal names of outputs are parted, whatever is found first.
  @Test func equalNamesAreParted() throws {
    let movie = try MovieFolder([
      "a.ts": "hdr.ts", "a.mp4": "sdr.mkv", "b.ts": "hdr.ts", "b.m2ts": "hdr.ts", "c.ts": "hdr.ts", "c.srt": "text",
    ])
    let outcome = try movie.run(options: ["--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try movie.files(in: "out") == ["a.ts.mp4", "a.mp4", "b.ts.mp4", "b.m2ts.mp4", "c.mp4"])
  }

  @Test func otherFilesAndSDRAreHandledAsAsked() throws {
    let movie = try MovieFolder(["sub/sdr.mkv": "sdr.mkv", "sub/notes.txt": "text"])
    #expect(try movie.run(["--sdr", "skip"]).code == 0)
    #expect(try movie.files(in: "out").isEmpty)
    // Other options are other work.
    let copied = try movie.run(["--sdr", "copy", "--others", "copy"])
    #expect(copied.code == 0 && copied.errors.contains("2 copied"), "\(copied.errors)")
    #expect(try movie.files(in: "out") == ["sub/sdr.mkv", "sub/notes.txt"])
    for name in ["sub/sdr.mkv", "sub/notes.txt"] {
      #expect(movie.status("out/\(name)").st_ino != movie.status("in/\(name)").st_ino)
      #expect(try movie.folder.bytes("out/\(name)") == movie.folder.bytes("in/\(name)"))
      #expect(movie.haveSameDate("out/\(name)", "in/\(name)"))
    }
    #expect(try movie.run(["--sdr", "link", "--others", "copy"]).code == 0)
    #expect(movie.status("out/sub/sdr.mkv").st_ino == movie.status("in/sub/sdr.mkv").st_ino)
    #expect(try movie.files(in: "out") == ["sub/sdr.mkv", "sub/notes.txt"])
  }

  /// Outputs in a folder of the input folder are no inputs.
  @Test func theOutputFolderMayBeInside() throws {
    let movie = try MovieFolder(["a.mkv": "hdr.mkv"])
    for _ in 1...2 {
      let outcome = try Tool.run(["convert-all", movie.folder["in"], movie.folder["in/sdr"]] + MovieFolder.options)
      #expect(outcome.code == 0 && outcome.errors.contains("tonemap: 1 file, 1 converted"), "\(outcome.errors)")
    }
    #expect(try movie.files(in: "in") == ["a.mkv", "sdr/a.mkv", "sdr/.tonemap/manifest.jsonl"])
  }

  /// Links to folders are not followed, since they could lead in circles; links to files are.
  @Test func linksAreReported() throws {
    let movie = try MovieFolder(["sub/a.mkv": "hdr.mkv"])
    let files = FileManager.default
    try files.createSymbolicLink(atPath: movie.folder["in/sub/loop"], withDestinationPath: "..")
    try files.createSymbolicLink(atPath: movie.folder["in/b.mkv"], withDestinationPath: "sub/a.mkv")
    try files.createSymbolicLink(atPath: movie.folder["in/lost.mkv"], withDestinationPath: "nothing.mkv")
    let outcome = try movie.run()
    #expect(
      outcome.code == 66 && outcome.errors.contains("1 symbolic link to folders, such as sub/loop"), "\(outcome.errors)"
    )
    #expect(try movie.files(in: "out") == ["sub/a.mkv", "b.mkv"])
    #expect(try movie.outcomes()["lost.mkv"]?.outcome == "failed")
  }

  /// A file that ends early and has just been changed may still be written; an old one is converted as far as it goes.
  @Test func incompleteFilesAreLeft() throws {
    let movie = try MovieFolder(["cut.mkv": "hdr.mkv"])
    let whole = try movie.folder.bytes("in/cut.mkv")
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: movie.folder["in/cut.mkv"]))
    let young = try movie.run()
    #expect(young.code == 75 && young.errors.contains("cut.mkv is still being written"), "\(young.errors)")
    #expect(try movie.files(in: "out").isEmpty && movie.manifest().first?["exit_code"] as? Int == 75)
    // A camera's wrong clock gives dates in the future.
    movie.age("cut.mkv", to: 2_100_000_000)
    let old = try movie.run()
    #expect(old.code == 75 && old.errors.contains("1 cut short"), "\(old.errors)")
    #expect(try movie.files(in: "out") == ["cut.mkv"])
    // It is not made again, but still reported.
    #expect(try movie.run().code == 75)
    #expect(try movie.outcomes()["cut.mkv"]?.conversions == 1)
  }

  /// The index of such a file comes last.
  @Test func recentFilesWithoutAnIndexAreStillWritten() throws {
    let movie = try MovieFolder(["a.mkv": "hdr.mkv"])
    try FFmpegProgram.make("-i in/a.mkv -c copy -strict -2 in/b.mov", in: movie.folder)
    let whole = try movie.folder.bytes("in/b.mov")
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: movie.folder["in/b.mov"]))
    let young = try movie.run()
    #expect(young.code == 75 && young.errors.contains("b.mov is still being written"), "\(young.errors)")
    movie.age("b.mov")
    let old = try movie.run()
    #expect(old.code == 65 && old.errors.contains("/mdat ends"), "\(old.errors)")
  }

  /// HEIF's boxes are those of movies, and cameras name them `.hif`.
  @Test(arguments: ["a.mp4", "a.hif", "a.unknown"]) func picturesInBoxesAreOtherFiles(name: String) throws {
    let movie = try MovieFolder([name: "hdr.mkv"])
    let heif = "\0\0\0\u{18}ftypheix\0\0\0\0mif1heix\0\0\0\u{8}meta"
    try Data(heif.utf8).write(to: URL(fileURLWithPath: movie.folder["in/" + name]))
    movie.age(name)
    let outcome = try movie.run()
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try movie.outcomes()[name]?.outcome == "skipped")
  }

  /// A file that grows during its conversion has no output.
  @Test func growingFilesAreLeft() throws {
    let movie = try MovieFolder(["a.mkv": "long.mkv"])
    let outcome = try Tool.shell(
      """
      cd \(movie.folder.path); tonemap convert-all in out --progress none & us=$!
      for i in $(seq 2000); do [ -n "$(ls -A out/.tonemap/claims 2>/dev/null)" ] && break; sleep 0.01; done
      printf more >>in/a.mkv; wait $us; echo $?
      """)
    #expect(outcome.text == "75\n" && outcome.errors.contains("a.mkv is still being written"), "\(outcome.errors)")
    #expect(try movie.files(in: "out").isEmpty)
  }

  @Test func replacedInPlace() throws {
    let movie = try MovieFolder([
      "sub/a.mkv": "hdr.mkv", "sdr.mkv": "sdr.mkv", "b.ts": "hdr.ts", "notes.txt": "text", "cut.mkv": "hdr.mkv",
    ])
    let whole = try movie.folder.bytes("in/cut.mkv")
    let cut = whole.prefix(whole.count / 2)
    try cut.write(to: URL(fileURLWithPath: movie.folder["in/cut.mkv"]))
    movie.age("cut.mkv")
    let (sdr, date) = (movie.status("in/sdr.mkv").st_ino, movie.status("in/sub/a.mkv").st_mtim)
    func replace(_ more: String...) throws -> Tool.Outcome {
      try Tool.run(["convert-all", movie.folder["in"], "--replace"] + MovieFolder.options + more)
    }
    // HLG stays HDR, so only the manifest says that it was converted.
    let outcome = try replace("--to", "hlg")
    #expect(outcome.code == 64 && outcome.errors.contains("b.ts cannot be replaced"), "\(outcome.errors)")
    #expect(outcome.errors.contains("cut.mkv ends before its stated end"), "\(outcome.errors)")
    #expect(try Programs.probe(movie.folder["in/sub/a.mkv"], "stream=color_transfer") == [["arib-std-b67"]])
    #expect(movie.status("in/sub/a.mkv").st_mtim.tv_sec == date.tv_sec)
    #expect(movie.status("in/sub/a.mkv").st_mtim.tv_nsec == date.tv_nsec)
    #expect(movie.status("in/sdr.mkv").st_ino == sdr)
    #expect(try movie.folder.bytes("in/cut.mkv") == cut)
    let made = try movie.folder.bytes("in/sub/a.mkv")
    _ = try replace("--to", "hlg")
    _ = try replace("--to", "hlg", "--exposure", "1")
    #expect(try movie.folder.bytes("in/sub/a.mkv") == made)
    #expect(try movie.outcomes(in: "in")["sub/a.mkv"]?.conversions == 1)
    #expect(try movie.files(in: "in") == ["sub/a.mkv", "sdr.mkv", "b.ts", "notes.txt", "cut.mkv"])
  }

  @Test func refusals() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder["in"], withIntermediateDirectories: false)
    let file = try folder.file("a.mkv", Data())
    let cases: [([String], Int32, String)] = [
      (["in"], 64, "name one, or give --replace"), (["in", "out", "--replace"], 64, "--replace writes in place"),
      (["in", "--replace", "--frames", "5"], 64, "--frames converts a part, but --replace would lose the rest"),
      (["in", "out", "--to", "shared"], 64, "--to shared needs all inputs at once"),
      (["in", "out", "--stats", "a.json"], 64, "--stats is for one input, but convert-all is for several"),
      (["in", "out", "--format", "png"], 64, "name a container, such as --format mp4"),
      (["in", "out", "--jobs", "0"], 64, "--jobs is 0"), (["none", "out"], 66, "does not exist"),
      ([file, "out"], 64, "a folder was expected"), (["in", "."], 64, "contains the input folder"),
      (["in", "in"], 64, "contains the input folder"), (["in", file], 73, "cannot be created"),
    ]
    for (words, code, fact) in cases {
      let outcome = try Tool.run(["convert-all"] + words, in: folder)
      #expect(outcome.code == code && outcome.errors.contains(fact), "\(words): \(outcome.errors)")
    }
    #expect(try folder.names == ["a.mkv", "in"])
    // What the messages advise.
    #expect(try Tool.run(["convert-all", "in", "out", "--format", "mp4"], in: folder).code == 0)
    #expect(try Tool.run(["convert-all", "in", "--replace"], in: folder).code == 0)
  }
}
