#if os(Linux)
  import Foundation
  import Testing

  /// Each call of the system that a short run makes fails once, or is the last before the process is killed: old files stay as they
  /// were, and nothing is left behind. `strace` makes the calls fail.
  @Suite(.enabled(if: Strace.runs, "strace is missing or may trace nothing")) struct FaultTests {
    /// Runs that replace files, and the files that they write.
    private static let runs: [(line: Script, outputs: [String])] = [
      (
        "convert in.y4m out.y4m --to pq --tone-mapping none --gamut-mapping clip --threads 1 \(Clips.tags)",
        ["out.y4m", "out.y4m.color.json"]
      ),
      ("tag in.mov in.mov --max-cll 9,9", ["in.mov"]),
      ("tag in.mov out.mov --max-cll 9,9", ["out.mov"]),
      ("info in.mov --color-json out.json", ["out.json"]),
    ]

    /// The files before a run; the first output of `convert` is new, the others are replaced.
    private static let before: [String: Data] = [
      "in.y4m": Clips.y4m(frames: 1), "in.mov": Data(MediaInfoTests.phone.bytes), "out.mov": Data("old movie".utf8),
      "out.json": Data("old color".utf8), "out.y4m.color.json": Data("old color".utf8),
    ]

    private static func fill(_ folder: Folder) throws {
      for name in try folder.names where before[name] == nil {
        try FileManager.default.removeItem(atPath: folder[name])
      }
      for (name, bytes) in before where (try? folder.bytes(name)) != bytes { _ = try folder.file(name, bytes) }
    }

    /// All files of a folder.
    private static func contents(_ folder: Folder) throws -> [String: Data] {
      try Dictionary(uniqueKeysWithValues: folder.names.map { ($0, try folder.bytes($0)) })
    }

    /// What a run leaves when nothing fails, and the calls that it makes.
    private static func rehearse(_ line: Script, in folder: Folder) throws -> (
      after: [String: Data], calls: [Strace.Call]
    ) {
      try fill(folder)
      let calls = try Strace.calls(of: line, in: folder)
      let after = try contents(folder)
      #expect(after != before && after.keys.allSatisfy { !$0.hasPrefix(".") })
      return (after, calls)
    }

    @Test(arguments: runs) func aCallThatFailsCostsNothing(line: Script, outputs: [String]) throws {
      let folder = try Folder()
      let (after, calls) = try Self.rehearse(line, in: folder)
      for call in calls {
        for error in call.errors {
          try Self.fill(folder)
          let (outcome, hits) = try Strace.run(
            line, in: folder, injecting: "\(call.name):error=\(error):when=\(call.number)")
          let found = try Self.contents(folder)
          let what: Comment =
            "\(hits): \(outcome.code) \(outcome.errors), other than before: \(Self.differences(found, Self.before))"
          if hits.contains(where: { $0.contains("(1<") }) {
            // The report comes after the files.
            #expect(found == after && outcome.code == (error == "EINTR" ? 0 : 74), what)
          } else {
            #expect(found == (outcome.code == 0 ? after : Self.before), what)
          }
          // Dispatch ends the process if its own descriptors fail. After 128 come signals.
          #expect(outcome.code < 128 || hits.contains { $0.contains("<anon_inode:") }, what)
          // A signal that interrupts a call is no failure, but for the loader of programs, which ends with 127.
          if error == "EINTR" { #expect(outcome.code == 0 || outcome.code == 127, what) }
        }
      }
    }

    @Test(arguments: runs) func aKilledRunLeavesWholeFiles(line: Script, outputs: [String]) throws {
      let folder = try Folder()
      let (after, calls) = try Self.rehearse(line, in: folder)
      for call in calls where call.changesFiles {
        try Self.fill(folder)
        let (_, hits) = try Strace.run(line, in: folder, injecting: "\(call.name):signal=SIGKILL:when=\(call.number)")
        let found = try Self.contents(folder)
        for name in Set(Self.before.keys).union(outputs) {
          #expect(found[name] == Self.before[name] || found[name] == after[name], "\(hits): \(name)")
        }
        // What was left is gone after the next run.
        #expect(try Tool.shell("cd \(folder.path); tonemap \(line)").code == 0)
        #expect(try folder.names == after.keys.sorted(), "\(hits)")
      }
    }

    /// The first call is for the file, the second for its directory.
    @Test func aNameThatMayBeLostIsTold() throws {
      let folder = try Folder()
      let (after, _) = try Self.rehearse("tag in.mov in.mov --max-cll 9,9", in: folder)
      try Self.fill(folder)
      let (outcome, hits) = try Strace.run(
        "tag in.mov in.mov --max-cll 9,9", in: folder, injecting: "fsync:error=EIO:when=2")
      #expect(outcome.code == 0 && hits.count == 1, "\(hits): \(outcome.code)")
      #expect(outcome.errors.contains("may not be on the disk"), "\(outcome.errors)")
      #expect(try Self.contents(folder) == after)
    }

    /// The limit for files makes a write short and the next one fail.
    @Test func aShortWriteIsContinued() throws {
      let folder = try Folder()
      let clip = try folder.file("in.y4m", Clips.y4m(frames: 16))
      let movie = try folder.file("in.mov", Data(MediaInfoTests.phone.bytes + box("free", zeros(5000))))
      _ = try folder.file("out.y4m", Data("old".utf8))
      let (names, bytes) = (try folder.names, try folder.bytes("in.mov"))
      for line: Script in [
        "convert \(clip) \(folder["out.y4m"]) \(Clips.tags)",
        "tag \(movie) \(movie) --max-cll 9,9",
      ] {
        let outcome = try Tool.shell("ulimit -f 2; tonemap \(line)")
        #expect(outcome.code == 74 && outcome.errors.contains("File too large"), "\(outcome.errors)")
        #expect(
          try folder.names == names && folder.bytes("in.mov") == bytes && folder.bytes("out.y4m") == Data("old".utf8))
      }
    }

    @Test func aMovieThatIsReplacedMeanwhileIsNotLost() throws {
      let folder = try Folder()
      let (old, new) = (Data(MediaInfoTests.phone.bytes), Data(MediaInfoTests.phone.bytes + box("free", zeros(99))))
      _ = try folder.file("m.mov", old)
      _ = try folder.file("new.mov", new)
      let outcome = try Tool.shell(
        """
        cd \(folder.path)
        strace -D -f -o /dev/null -e trace=fsync -e inject=fsync:delay_enter=2000000 tonemap tag m.mov m.mov --max-cll 9,9 &
        until readlink /proc/$!/fd/* | grep -q m.mov; do kill -0 $! || exit; done
        mv new.mov m.mov; wait $!
        """)
      #expect(outcome.code == 65 && outcome.errors.contains("m.mov was replaced"), "\(outcome.errors)")
      #expect(try folder.bytes("m.mov") == new && folder.names == ["m.mov"])
    }

    private static func differences(_ found: [String: Data], _ expected: [String: Data]) -> [String] {
      Set(found.keys).union(expected.keys).filter { found[$0] != expected[$0] }.sorted()
    }
  }

  /// `strace`, which tells the calls of a run, and makes one fail.
  private enum Strace {
    /// A call: its name, and its number among those of this name in a thread.
    struct Call: Hashable {
      let name: String
      let number: Int

      private static let failures = [
        "openat": ["EMFILE", "ENOSPC", "EINTR"], "write": ["ENOSPC", "EIO", "EINTR"],
        "fsync": ["EIO", "ENOSPC", "EINTR"],
        "read": ["EIO", "EINTR"], "pread64": ["EIO", "EINTR"], "linkat": ["EIO", "ENOSPC", "EPERM"],
        "fcntl": ["EMFILE"], "close": ["EIO", "EINTR"],
      ]

      /// What it can fail with.
      var errors: [String] { Self.failures[name] ?? ["EIO"] }

      /// Whether it changes a file, or what has been changed.
      var changesFiles: Bool {
        ["openat", "write", "fsync", "close", "fchmod", "linkat", "renameat", "unlinkat"].contains(name)
      }
    }

    static let runs =
      (try? Tool.shell("strace --seccomp-bpf -f -o /dev/null -e trace=fsync -e inject=fsync:error=EIO true"))?.code == 0

    /// The calls of a run that name or use files, from the first that has to do with its input. Of calls that follow each other on one
    /// file, such as the reading of a header, it is the first.
    static func calls(of line: Script, in folder: Folder) throws -> [Call] {
      let traces = try Folder()
      let outcome = try Tool.shell(
        "cd \(folder.path); strace -y -f -o \(traces["trace"]) -e trace=%file,%desc tonemap \(line)")
      #expect(outcome.code == 0, "\(outcome.errors)")
      var counts: [Substring: [Substring: Int]] = [:]
      var last: [Substring: Substring] = [:]
      var hasBegun = false
      var calls: [Call] = []
      for entry in String(decoding: try traces.bytes("trace"), as: UTF8.self).split(separator: "\n") {
        let words = entry.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let end = words[1].firstIndex(of: "("), words[1].first?.isLetter == true else {
          continue
        }
        let (thread, name) = (words[0], words[1][..<end])
        counts[thread, default: [:]][name, default: 0] += 1
        hasBegun = hasBegun || name != "execve" && words[1].contains("\"in.")
        let start = words[1].prefix { $0 != "," }
        // What is mapped, polled and watched is memory, and Dispatch's. Files of the system are read by FFmpeg's libraries and their loader.
        guard hasBegun, last.updateValue(start, forKey: thread) != start || name == "openat",
          !start.contains("<anon_inode:"), !words[1].contains(#/["<]\/(?:lib|lib64|usr|opt|etc|proc|sys)\/|\.so[".]/#),
          !["mmap", "eventfd2", "signalfd4", "timerfd_create"].contains(name), !name.contains("poll")
        else { continue }
        let call = Call(name: String(name), number: counts[thread]?[name] ?? 0)
        if !calls.contains(call) { calls.append(call) }
      }
      return calls
    }

    /// Runs with a fault; returns the calls that it hit too. The kernel filters, so that no other call stops the run.
    static func run(
      _ line: Script, in folder: Folder, injecting fault: String
    ) throws -> (outcome: Tool.Outcome, hits: [String]) {
      let traces = try Folder()
      let name = fault.prefix { $0 != ":" }
      let outcome = try Tool.shell(
        "cd \(folder.path); exec strace --seccomp-bpf -y -f -o \(traces["trace"]) -e \("trace=" + name) -e \("inject=" + fault) tonemap \(line)"
      )
      let trace = String(decoding: try traces.bytes("trace"), as: UTF8.self).split(separator: "\n")
      return (outcome, trace.filter { $0.contains("INJECTED") }.map(String.init))
    }
  }
#endif
