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
      // The process itself takes one. From 6 on, it has all that it wants.
      for threads in 1...7 {
        let outcome = try run(threads: threads, convert)
        #expect(outcome.code == 0 && outcome.output == expected, "\(threads): \(outcome.code) \(outcome.errors)")
        let told = outcome.complaints.filter { $0.contains("the system refused") }
        let refused = max(6 - threads, 0)
        #expect(told.count == (refused > 0 ? 1 : 0), "\(threads): \(outcome.errors)")
        if refused > 0 { #expect(told.first?.contains("refused \(refused) thread") == true, "\(told)") }
      }
    }

    @Test(arguments: [
      "explain --transfer pq --lattice 5", "conform --transfer pq --sample 4096 --threads 4",
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
