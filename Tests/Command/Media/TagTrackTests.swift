import Foundation
import TestSupport
import Testing

/// The tracks that `tonemap tag` changes, and its messages if it changes none or several.
@Suite struct TagTrackTests {
  private func transfers(_ path: String) throws -> [String] {
    try Tool.shell("ffprobe -v error -select_streams v -show_entries stream=color_transfer -of csv=p=0 \(path)").text
      .split(separator: "\n").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: ",")) }
  }

  @Test(.enabled(if: OtherPrograms.haveFFmpeg(), "needs ffmpeg")) func oneTrackOfTwoIsTagged() throws {
    let folder = try Folder()
    let (input, output) = (folder["in.mov"], folder["out.mov"])
    // MPEG-4 streams state no color, so ffprobe reports the container's.
    let made = try Tool.shell(
      """
      ffmpeg -v error -y -f lavfi -i testsrc2=s=64x48:r=24:d=0.2 -map 0 -map 0 -c:v mpeg4 -color_primaries bt709 \
        -color_trc bt709 -colorspace bt709 -movflags +write_colr+faststart \(input)
      """)
    try #require(made.code == 0, "\(made.errors)")
    try #require(try transfers(input) == ["bt709", "bt709"])
    let one = try Tool.run(["tag", input, output, "--transfer", "hlg", "--track", "2"])
    #expect(one.code == 0 && one.errors.isEmpty, "\(one.errors)")
    #expect(try transfers(output) == ["bt709", "arib-std-b67"])
    let all = try Tool.run(["tag", input, output, "--transfer", "hlg"])
    #expect(all.code == 0 && all.complaints.count == 1, "\(all.errors)")
    #expect(all.errors.contains("2 video tracks, 1, 2,") && all.errors.contains("--track"), "\(all.errors)")
    #expect(try transfers(output) == ["arib-std-b67", "arib-std-b67"])
    let none = try Tool.run(["tag", input, output, "--transfer", "hlg", "--track", "3"])
    #expect(none.code == 64 && none.complaints.count == 1, "\(none.errors)")
    #expect(none.errors.contains("1, 2"), "\(none.errors)")
  }

  @Test func whatIsNotThereIsSaidNotToBe() throws {
    let folder = try Folder()
    let movie = Data(MediaInfoTests.phone.bytes)
    let file = try folder.file("in.mov", movie)
    let outcome = try Tool.run(["tag", file, folder["out.mov"], "--remove", "clli"])
    #expect(outcome.code == 0 && outcome.complaints.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("--remove clli"), "\(outcome.errors)")
    #expect(try folder.bytes("out.mov") == movie)
    let there = try Tool.run(["tag", file, folder["out.mov"], "--remove", "amve"])
    #expect(there.code == 0 && there.errors.isEmpty, "\(there.errors)")
  }
}
