import Foundation
import Testing

/// `convert-all`: runs that end early, go on, or divide the work.
@Suite(.enabled(if: MovieFolder.canBeMade, "needs an ffmpeg with x264 and FFV1")) struct FolderRunTests {
  private static let names = (0..<12).map { "\($0 % 3)/movie \($0).mkv" }

  private static func movies() throws -> MovieFolder {
    try MovieFolder(names.map { ($0, "hdr.mkv") })
  }

  /// A file is done again only if its size, its date, its output or the options changed.
  @Test func onlyWhatChangedIsDoneAgain() throws {
    let movie = try MovieFolder(["a.mkv": "hdr.mkv", "b.mkv": "hdr.mkv", "c.mkv": "hdr.mkv"])
    func conversions() throws -> [Int] {
      let all = try movie.outcomes()
      return ["a.mkv", "b.mkv", "c.mkv"].map { all[$0]?.conversions ?? 0 }
    }
    #expect(try movie.run().code == 0)
    let again = try movie.run(["--threads", "1", "--jobs", "2"])
    #expect(again.errors.hasSuffix("tonemap: 3 files, 3 converted (3 of them done before)\n"), "\(again.errors)")
    #expect(try conversions() == [1, 1, 1])
    movie.age("a.mkv", to: 1_300_000_000)
    try FileManager.default.removeItem(atPath: movie.folder["out/b.mkv"])
    #expect(try movie.run().code == 0)
    #expect(try conversions() == [2, 2, 1])
    #expect(movie.haveSameDate("in/a.mkv", "out/a.mkv"))
    #expect(try movie.run(["--exposure", "1"]).code == 0)
    #expect(try conversions() == [3, 3, 2])
  }

  /// A failure is tried again by the next run. A line that a process left unfinished spoils no other.
  @Test func failuresAreTriedAgain() throws {
    let movie = try MovieFolder(["a.mkv": "no movie", "b.mkv": "hdr.mkv"])
    #expect(try movie.run().code == 65)
    let manifest = try FileHandle(forWritingTo: URL(fileURLWithPath: movie.folder["out/.tonemap/manifest.jsonl"]))
    try manifest.seekToEnd()
    try manifest.write(contentsOf: Data(#"{"input":"b.mkv","outcome":"fai"#.utf8))
    #expect(try movie.run().code == 65)
    let lines = try movie.manifest()
    #expect(lines.map { $0["input"] as? String } == ["a.mkv", "b.mkv", "a.mkv"])
    try FileManager.default.copyItem(atPath: movie.folder["in/b.mkv"], toPath: movie.folder["in/new.mkv"])
    try FileManager.default.removeItem(atPath: movie.folder["in/a.mkv"])
    try FileManager.default.moveItem(atPath: movie.folder["in/new.mkv"], toPath: movie.folder["in/a.mkv"])
    #expect(try movie.run().code == 0)
  }

  @Test func aLineWithAnImpossibleCodeIsIgnored() throws {
    let movie = try MovieFolder(["a.mkv": "hdr.mkv"])
    #expect(try movie.run().code == 0)
    let manifest = URL(fileURLWithPath: movie.folder["out/.tonemap/manifest.jsonl"])
    let line = try String(contentsOf: manifest, encoding: .utf8)
    let altered = line.replacingOccurrences(of: #""exit_code":0"#, with: #""exit_code":3000000000"#)
    try Data(altered.utf8).write(to: manifest)
    let again = try movie.run()
    #expect(try again.code == 0 && line != altered && movie.manifest().count == 2, "\(again.errors)")
  }

  @Test func severalRunsDivideTheWork() throws {
    let movie = try Self.movies()
    let outcome = try Tool.shell(
      """
      cd \(movie.folder.path)
      for i in 1 2 3; do tonemap convert-all in out --jobs 2 \(MovieFolder.options) & all="$all $!"; done
      for one in $all; do wait $one; echo $?; done
      """)
    #expect(outcome.text == "0\n0\n0\n", "\(outcome.errors)")
    let outcomes = try movie.outcomes()
    #expect(outcomes.count == 12 && outcomes.values.allSatisfy { $0.conversions == 1 }, "\(outcomes)")
    #expect(try movie.files(in: "out") == Set(Self.names))
    // Nobody holds a claim any more.
    #expect(try FileManager.default.contentsOfDirectory(atPath: movie.folder["out/.tonemap/claims"]).isEmpty)
  }

  /// Killed with all its processes at any time, a run leaves whole outputs, and the next goes on.
  @Test func killedRunsAreGoneOnWith() throws {
    let movie = try Self.movies()
    let outcome = try Tool.shell(
      """
      cd \(movie.folder.path); set -m
      for wait in 0.05 0.1 0.15 0.2 0.3 0.1 0.2 0.05 0.4 0.15; do
        tonemap convert-all in out --jobs 2 \(MovieFolder.options) 2>/dev/null & us=$!
        sleep $wait; kill -KILL -- -$us 2>/dev/null; wait $us 2>/dev/null
        for file in $(find out -name '*.mkv' -printf '%p\\n' 2>/dev/null | tr ' ' '?'); do ffprobe -v error "$(echo $file)" >&2 || echo "$file"; done
      done
      tonemap convert-all in out \(MovieFolder.options); echo $?
      """)
    #expect(outcome.text == "0\n", "\(outcome.text)\(outcome.errors)")
    let outcomes = try movie.outcomes()
    #expect(outcomes.count == 12 && outcomes.values.allSatisfy { $0.conversions == 1 }, "\(outcomes)")
    // Parts of killed runs are gone too.
    #expect(try movie.files(in: "out") == Set(Self.names))
  }

  /// A signal ends all processes of a run after the current frame; a run that is killed takes its workers along.
  @Test(arguments: ["TERM", "KILL"]) func workersEndWithTheirRun(signal: String) throws {
    let movie = try MovieFolder(["a.mkv": "long.mkv"])
    let outcome = try Tool.shell(
      """
      cd \(movie.folder.path); tonemap convert-all in out --progress none & us=$!
      for i in $(seq 2000); do [ -n "$(find out -name '.tonemap.*.part' 2>/dev/null)" ] && break; sleep 0.01; done
      worker=$(cat out/.tonemap/claims/* | sed 's/.*"pid":\\([0-9]*\\).*/\\1/'); kill -0 $worker && echo works
      kill -\(signal) $us; wait $us 2>/dev/null; echo $?
      for i in $(seq 1000); do kill -0 $worker 2>/dev/null || break; sleep 0.01; done
      kill -0 $worker 2>/dev/null || echo ended; find out -type f
      """)
    #expect(
      outcome.text == "works\n\(signal == "TERM" ? 143 : 137)\nended\nout/.tonemap/manifest.jsonl\n",
      "\(outcome.text)\(outcome.errors)")
    #expect(try movie.manifest().isEmpty)
  }

  /// Ends the processes that work on a.mkv by signals, one after the other. With a backtrace, the first signal from outside would have no effect.
  private func ending(_ movie: MovieFolder, by signals: String) throws -> Tool.Outcome {
    try Tool.shell(
      """
      cd \(movie.folder.path); ulimit -c 0; export SWIFT_BACKTRACE=enable=no
      tonemap convert-all in out --progress none --preset ultrafast & us=$!; last=$us
      for signal in $(echo \(signals)); do
        for i in $(seq 3000); do
          worker=$(cat out/.tonemap/claims/* 2>/dev/null | sed -n '1s/.*"pid":\\([0-9]*\\).*/\\1/p')
          case "$worker" in ""|$us|$last) ;; *) ls -l /proc/$worker/fd 2>/dev/null | grep -q '[.]part' && break;; esac; sleep 0.01
        done
        kill -$signal $worker; last=$worker
      done
      wait $us; echo $?
      """)
  }

  /// A file at which three processes ended by a fault is listed as failed, and tried again by a later run; the others are done.
  @Test func aFileThatEndsItsProcessFails() throws {
    let movie = try MovieFolder(["a.mkv": "long.mkv", "b.mkv": "hdr.mkv"])
    let outcome = try ending(movie, by: "SEGV KILL BUS ABRT")
    #expect(outcome.text == "70\n", "\(outcome.text)\(outcome.errors)")
    #expect(outcome.errors.contains("a.mkv ended its process three times"), "\(outcome.errors)")
    #expect(outcome.errors.contains("a.mkv: its process ended by signal \(SIGSEGV)"), "\(outcome.errors)")
    // Parts of the ended processes are gone too.
    #expect(try movie.files(in: "out") == ["b.mkv"])
    #expect(try movie.run(options: ["--progress", "none", "--preset", "ultrafast"]).code == 0)
    #expect(try movie.files(in: "out") == ["a.mkv", "b.mkv"])
  }

  /// The end of a process from outside is no fault of its file.
  @Test func endsFromOutsideAreNoFaults() throws {
    let movie = try MovieFolder(["a.mkv": "long.mkv"])
    let outcome = try ending(movie, by: "KILL KILL TERM KILL")
    #expect(outcome.text == "0\n", "\(outcome.text)\(outcome.errors)")
    #expect(outcome.complaints.count { $0.contains("a.mkv: its process ended by signal") } == 4, "\(outcome.errors)")
    let line = try #require(movie.manifest().first)
    #expect(line["outcome"] as? String == "converted" && line["attempts"] as? Int == 1)
  }

  /// What an earlier run wrote is replaced though it is write-protected, as its input is; what others wrote is not.
  @Test func protectedOutputsOfEarlierRunsAreReplaced() throws {
    let movie = try MovieFolder(["a.mkv": "hdr.mkv", "sdr.mkv": "sdr.mkv"])
    func protect() { for name in ["a.mkv", "sdr.mkv"] { _ = unsafe chmod(movie.folder["in/" + name], 0o444) } }
    protect()
    #expect(try movie.run().code == 0)
    // A failure in between changes nothing.
    let (whole, place) = (try movie.folder.bytes("in/a.mkv"), URL(fileURLWithPath: movie.folder["in/a.mkv"]))
    try FileManager.default.removeItem(at: place)
    try Data("no movie".utf8).write(to: place)
    #expect(try movie.run().code == 65)
    try whole.write(to: place)
    protect()
    let outcome = try movie.run(["--exposure", "1", "--sdr", "copy"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(movie.status("out/a.mkv").st_mode & 0o777 == 0o444)
    #expect(movie.status("out/sdr.mkv").st_ino != movie.status("in/sdr.mkv").st_ino)
    #expect(try movie.folder.bytes("out/sdr.mkv") == movie.folder.bytes("in/sdr.mkv"))
    let foreign = Data("foreign".utf8)
    try FileManager.default.removeItem(atPath: movie.folder["out/a.mkv"])
    _ = try movie.folder.file("out/a.mkv", foreign)
    #expect(unsafe chmod(movie.folder["out/a.mkv"], 0o444) == 0)
    let refused = try movie.run()
    #expect(refused.code == 73 && refused.errors.contains("a.mkv is write-protected"), "\(refused.errors)")
    #expect(try movie.folder.bytes("out/a.mkv") == foreign)
    // A link replaces no more than a copy does.
    try FileManager.default.removeItem(atPath: movie.folder["out/sdr.mkv"])
    _ = try movie.folder.file("out/sdr.mkv", foreign)
    #expect(unsafe chmod(movie.folder["out/sdr.mkv"], 0o444) == 0)
    let kept = try movie.run()
    #expect(kept.code == 73 && kept.errors.contains("sdr.mkv is write-protected"), "\(kept.errors)")
    #expect(try movie.folder.bytes("out/sdr.mkv") == foreign)
    #expect(try movie.run(["--force"]).code == 0)
    #expect(movie.status("out/sdr.mkv").st_ino == movie.status("in/sdr.mkv").st_ino)
  }

  /// A part that a dead process left is removed, though no file of its folder is converted.
  @Test func leftPartsAreRemoved() throws {
    let movie = try MovieFolder(["sub/a.mkv": "hdr.mkv"])
    #expect(try movie.run().code == 0)
    _ = try movie.folder.file("out/sub/.tonemap.123456789abcdef0.part", Data("part".utf8))
    #expect(try movie.run().code == 0)
    #expect(try movie.files(in: "out") == ["sub/a.mkv"])
  }

  /// A movie that was in place before its process could record it is recorded, not made again.
  @Test func whatWasMadeIsRecorded() throws {
    let movie = try MovieFolder(["a.mkv": "hdr.mkv"])
    #expect(try movie.run().code == 0)
    let (manifest, made) = (movie.folder["out/.tonemap/manifest.jsonl"], movie.status("out/a.mkv").st_ino)
    let line = try #require(String(contentsOfFile: manifest, encoding: .utf8).split(separator: "\n").first)
    try Data().write(to: URL(fileURLWithPath: manifest))
    // The claim as its holder leaves it: named by the SHA-256 of the path.
    let sum = try Tool.shell("printf a.mkv | sha256sum").text.prefix(16)
    _ = try movie.folder.file(
      "out/.tonemap/claims/\(sum)", Data(#"{"claim":\#(line),"faults":0,"unrecorded":\#(line)}"#.utf8))
    #expect(try movie.run().code == 0)
    #expect(try movie.status("out/a.mkv").st_ino == made && movie.outcomes()["a.mkv"]?.conversions == 1)
  }

  /// Progress is one line for all, or JSON, one object a line; the conversion takes several seconds, so that there is a line before its end.
  @Test func progressIsOneLineForAll() throws {
    let movie = try MovieFolder(["a.mkv": "long.mkv", "b.mkv": "hdr.mkv"])
    let outcome = try movie.run(options: ["--progress", "json", "--threads", "1"])
    let lines = try outcome.complaints.filter { $0.hasPrefix("{") }.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let first = try #require(lines.first)
    #expect(first["files"] as? Int == 2 && first["running"] as? [String] == ["a.mkv"], "\(outcome.errors)")
    #expect(first["done"] as? Bool == false && lines.last?["done"] as? Bool == true, "\(outcome.errors)")
    // A run that has nothing to do prints the last line only.
    let again = try movie.run(options: ["--progress", "json", "--threads", "1"])
    #expect(again.complaints.count { $0.contains(#""done":true"#) && $0.contains(#""files_done":2"#) } == 1)
  }
}
