#if os(Linux)
  import Foundation
  import Testing

  /// As many threads as the system gives, which may be none.
  @Suite(.enabled(if: Condition.hasFreshUser, "only root may run a command as a user that has no other process"))
  struct ThreadLimitTests {
    private func run(threads: Int, _ command: Script) throws -> Tool.Outcome {
      try Tool.shell("exec timeout -s KILL 60 \(Condition.freshUser) bash -c 'ulimit -u \(threads); \(command)'")
    }

    private static let frames: Data = {
      let picture = Data(repeating: 100, count: 640 * 360 * 3 / 2)
      return (0..<3).reduce(into: Data("YUV4MPEG2 W640 H360 F25:1 Ip C420jpeg\n".utf8)) { data, _ in
        data += Data("FRAME\n".utf8) + picture
      }
    }()

    @Test func theFramesAreTheSame() throws {
      let folder = try Folder()
      let input = try folder.file("in.y4m", Self.frames)
      let convert: Script = "exec tonemap convert \(input) - --transfer pq --threads 4 --progress none"
      let expected = try Tool.shell(convert).output
      #expect(!expected.isEmpty)
      // The margin is that of three programs; with 50 threads for one, none is refused.
      for threads in [1, 2, 4, 8, 12, 14, 16, 18, 20, 24, 50] {
        let outcome = try run(threads: threads, convert)
        #expect(outcome.code == 0 && outcome.output == expected, "\(threads): \(outcome.code) \(outcome.errors)")
        let told = outcome.complaints.filter { $0.contains("the system refused") }
        #expect(told.count == (threads == 50 ? 0 : threads < 20 ? 1 : told.count), "\(threads): \(outcome.errors)")
        // Reader, converter, and three more workers.
        if threads <= 8 { #expect(told.first?.contains("refused 5 threads") == true, "\(told)") }
      }
    }

    /// Three programs, each of which reads what the one before it writes.
    private static func pipe(_ start: Script, in folder: Folder) throws -> Tool.Outcome {
      let input = try folder.file("in.y4m", Self.frames)
      let program: Script = "\(start) tonemap convert - - --transfer pq --threads 2 --progress none"
      let pq: Script = "\(program) --to pq --target-peak 300"
      return try Tool.shell("set -o pipefail; \(pq) < \(input) | \(pq) | \(program)")
    }

    /// The frames at the end of the pipe when no thread is refused.
    private static let unlimited = Result { try pipe("", in: Folder()).output }

    /// Three programs share the limit. Dispatch would wait for ever for a thread that the system refuses.
    @Test(arguments: 1...24) func aPipeOfThreeEnds(threads: Int) throws {
      let folder = try Folder()
      let outcome = try Self.pipe("timeout -s KILL 60 \(Condition.freshUser) prlimit --nproc=\(threads)", in: folder)
      let expected = try Self.unlimited.get()
      #expect(outcome.code == 0 && !expected.isEmpty, "\(outcome.code): \(outcome.errors)")
      #expect(outcome.output == expected, "\(outcome.errors)")
    }

    @Test(arguments: [
      "lut - --format cube --transfer pq --cube-size 5", "conform --transfer pq --sample 4096 --threads 4",
      "convert in.y4m - --transfer pq --to pq --target-peak 300 --json --threads 4",
    ])
    func everyCommandEnds(arguments: String) throws {
      let folder = try Folder()
      _ = try folder.file("in.y4m", Self.frames)
      for threads in [1, 2, 3] {
        let outcome = try run(
          threads: threads, "cd \(folder.path); exec tonemap \(words(arguments)) > /dev/null")
        #expect(outcome.code == 0, "\(threads): \(outcome.code) \(outcome.errors)")
      }
    }

    @Test func aSignalEndsItWithoutThreads() throws {
      let outcome = try run(
        threads: 4,
        "exec timeout -s TERM 2 tonemap convert /dev/zero /dev/null --size 64x64 --pixel-format yuv420p --format raw"
          + " --transfer pq --threads 4")
      #expect(outcome.code == 124, "\(outcome.code): \(outcome.errors)")
    }
  }
#endif
