import Foundation
import Testing

/// The memory that a run needs, whatever the length of the clip.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "the peak is read from /proc"))
struct MemoryTests {
  /// The peak memory of a run over this many frames of 3840 × 2160, in MiB.
  private func peak(frames: Int) throws -> Int {
    let folder = try Folder()
    let size = 3840 * 2160 * 3
    // The file is sparse, so it takes no space on disk.
    let clip = try folder.file("clip.yuv")
    try FileHandle(forWritingTo: URL(fileURLWithPath: clip)).truncate(atOffset: UInt64(frames * size))
    let options = ["--size", "3840x2160", "--pixel-format", "yuv420p10le", "--format", "raw", "--threads", "2"]
    let outcome = try Tool.shell(
      """
      tonemap convert \(clip) /dev/null \(options + Clips.tags) 2> /dev/null & us=$!
      while grep VmHWM /proc/$us/status 2> /dev/null; do sleep 0.02; done; wait $us && echo done
      """)
    #expect(outcome.text.hasSuffix("done\n"))
    let peaks = outcome.text.split(separator: "\n").compactMap { Int($0.filter(\.isNumber)) }
    return (try #require(peaks.max())) / 1024
  }

  @Test func aLongClipTakesNoMoreThanSixFrames() throws {
    let frame = 3840 * 2160 * 3 / 1_048_576
    #expect(try peak(frames: 10) < 6 * frame + 40)
  }
}
