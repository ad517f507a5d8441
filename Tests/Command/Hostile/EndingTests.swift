import Foundation
import Testing

/// Runs that are ended from outside.
@Suite struct EndingTests {
  @Test func aReaderThatLeavesEndsUsQuietly() throws {
    let folder = try Folder()
    let outcome = try Tool.shell(
      """
      yes | head -c 4000000 | tonemap convert - - --format raw \(Clips.rawOptions + Clips.tags) \
        2> \(folder["errors"]) | head -c 100 | wc -c; echo ${PIPESTATUS[2]}
      """)
    #expect(outcome.text.split(whereSeparator: \.isWhitespace) == ["100", "0"])
    #expect(try folder.bytes("errors").isEmpty)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aSignalLeavesNoHalfFile(signal: Int32) throws {
    let folder = try Folder()
    let run = try EndlessRun(["convert", "-", folder["out.y4m"]] + Clips.tags, first: Clips.y4m(frames: 2))
    try run.wait { try run.hasOpened(fileIn: folder) }
    run.send(signal)
    #expect(run.end() == signal)
    #expect(try folder.names.isEmpty)
  }

  @Test func aSignalLeavesNoHalfFrameInAPipe() throws {
    let folder = try Folder()
    let output = try folder.file("out.yuv")
    let run = try EndlessRun(
      ["convert", "-", "-", "--format", "raw"] + Clips.rawOptions + Clips.tags,
      first: Clips.raw(frames: 100) + Data(repeating: 0, count: 100), output: output)
    try run.wait { try folder.bytes("out.yuv").count >= 50 * 192 }
    run.send(SIGINT)
    #expect(run.end() == SIGINT)
    #expect(try folder.bytes("out.yuv").count % 192 == 0)
  }

  /// One signal is enough, whoever waits for whom: a pipe without a reader, and one whose reader reads nothing.
  @Test(arguments: [":", "exec 3<> out"] as [Script]) func aStuckReaderDoesNotKeepUs(opening: Script) throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", Data(count: 1920 * 1080 * 3 / 2 * 8))
    let outcome = try Tool.shell(
      """
      cd \(folder.path); mkfifo out; \(opening);
      tonemap convert \(input) out --format raw --size 1920x1080 --pixel-format yuv420p --transfer pq --preview p.png 2> /dev/null & us=$!
      sleep 1.5; kill -TERM $us; for i in $(seq 80); do kill -0 $us || break; sleep 0.05; done
      kill -KILL $us; wait $us; echo $?; ls -A
      """)
    #expect(outcome.text.split(separator: "\n") == ["143", "in.yuv", "out"], "\(outcome.text)")
  }

  @Test func whatNohupIgnoresIsIgnored() throws {
    let folder = try Folder()
    let outcome = try Tool.shell(
      """
      cd \(folder.path); mkfifo in; (sleep 0.5; cat \(try folder.file("clip", Clips.y4m(frames: 2)))) > in &
      trap '' HUP; tonemap convert in out.y4m \(Clips.tags) 2> /dev/null & us=$!
      sleep 0.2; kill -HUP $us; wait $us; echo $?; ls
      """)
    #expect(
      outcome.text.split(separator: "\n") == ["0", "clip", "in", "out.y4m", "out.y4m.color.json"], "\(outcome.errors)")
  }
}

/// A run whose input stays open, so that only a signal can end it.
private struct EndlessRun {
  private let process = Process()
  private let input = Pipe()

  init(_ arguments: [String], first: Data, output: String = "/dev/null") throws {
    process.executableURL = URL(fileURLWithPath: Tool.path)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: first)
  }

  /// Waits until a condition holds, or for ten seconds.
  func wait(until isDone: () throws -> Bool) throws {
    for _ in 0..<1000 where try !isDone() { usleep(10_000) }
    #expect(try isDone())
  }

  /// Whether a file that is being written is open; on Linux it may have no name.
  func hasOpened(fileIn folder: Folder) throws -> Bool {
    let descriptors = "/proc/\(process.processIdentifier)/fd"
    let open = try? FileManager.default.contentsOfDirectory(atPath: descriptors).map { name in
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\(name)")) ?? ""
    }
    return try (open ?? []).contains { $0.hasPrefix(folder.path) } || folder.names.contains { $0.hasSuffix(".part") }
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// The signal that ended the run, or `nil` if it ended by itself.
  func end() -> Int32? {
    // A run that the signal did not end must end with its input.
    DispatchQueue.global().asyncAfter(deadline: .now() + 10) { [input] in try? input.fileHandleForWriting.close() }
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil
  }
}
