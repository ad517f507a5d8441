import Foundation
import Testing

/// The runners in `Examples/scale`, as far as they need neither GNU parallel nor Ray; `Examples/scale/check` runs them whole.
@Suite struct ScaleExampleTests {
  private static let hasPython = (try? Tool.shell("python3 -c ''"))?.code == 0

  /// Pieces that do not join byte by byte are refused before any is made.
  @Test(.enabled(if: hasPython, "needs python3"), arguments: ["y4m", "mp4", "mkv", "png", ""])
  func piecesThatDoNotJoinAreRefused(_ ending: String) throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    // In place of Ray, which need not be there.
    _ = try folder.file("ray.py", Data("def init(**options): raise SystemExit('begun')".utf8))
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized.path
    func run(_ output: String) throws -> Tool.Outcome {
      try Tool.shell(
        "PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=\(folder.path) python3 \(root + "/Examples/scale/ray_convert.py") \(input)"
          + " \(folder[output]) 2 1 \(ChangingLight.options)")
    }
    let refused = try run("out" + (ending.isEmpty ? "" : ".\(ending)"))
    #expect(refused.code == 64 && refused.errors.contains("is not raw frames"), "\(refused.errors)")
    for raw in ["yuv", "raw", "rgb"] { #expect(try run("out.\(raw)").errors.contains("begun")) }
    #expect(try folder.names == ["in.yuv", "ray.py"])
  }
}
