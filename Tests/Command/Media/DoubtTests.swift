import Foundation
import TestSupport
import Testing

/// What a movie states twice, or so that it cannot be read, is told by all that convert or measure it.
@Suite struct DoubtTests {
  private static let options = ["--source-peak", "1000"]

  /// What `explain` tells, by codes; and with `--strict`, its exit code.
  private func told(_ movie: TestMovie, _ options: [String] = []) throws -> (codes: [String], strict: Int32) {
    let folder = try Folder()
    let file = try folder.file("in.mov", Data(movie.bytes))
    let outcome = try Tool.run(["explain", file, "--json"] + options)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let root = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    let plan = try #require(root["plan"] as? [String: Any])
    let codes = try #require(plan["assumptions"] as? [[String: Any]]).compactMap { $0["code"] as? String }
    return (
      codes.filter { code in ["conflict", "unreadable", "damaged"].contains { code.hasPrefix($0) } },
      try Tool.run(["explain", file, "--strict"] + options).code
    )
  }

  /// HLG in container and stream, without metadata that no conversion uses.
  private static func movie(_ color: [UInt64] = [9, 18, 9], _ boxes: [UInt8]...) -> TestMovie {
    TestMovie(properties: [hvcC(TestHEVCSequence(color: TestColor(codes: [9, 18, 9])).unit), colr(color)] + boxes)
  }

  @Test func placesThatAgreeAreNotTold() throws {
    let (codes, strict) = try told(Self.movie())
    #expect(codes.isEmpty && strict == 0)
    #expect(try told(MediaInfoTests.phone).codes.isEmpty)
  }

  @Test func placesThatDisagreeAreTold() throws {
    let (codes, strict) = try told(Self.movie([9, 16, 9]), Self.options)
    #expect(codes == ["conflict-transfer"] && strict == 65)
    let answered = try told(Self.movie([9, 16, 9]), Self.options + ["--transfer", "hlg"])
    #expect(answered.codes.isEmpty && answered.strict == 0, "the option decides: \(answered)")
    let other = try told(Self.movie([9, 16, 9]), Self.options + ["--primaries", "bt2020"])
    #expect(other.codes == ["conflict-transfer"])
  }

  /// An illuminance of 0 is impossible.
  @Test func whatCannotBeReadIsTold() throws {
    let movie = Self.movie([9, 18, 9], box("amve", zeros(4) + big(15635, 2) + big(16450, 2)))
    let (codes, strict) = try told(movie)
    #expect(codes == ["unreadable-metadata"] && strict == 65)
    let answered = try told(movie, ["--ambient", "314,0.3127,0.3290"])
    #expect(answered.codes.isEmpty && answered.strict == 0, "\(answered)")
  }

  /// A part that is longer than what holds it: what it would have stated is missing, which no option can know.
  @Test func damagedPartsAreTold() throws {
    var mastering = box("mdcv", zeros(24))
    mastering[2] = 4
    let (codes, strict) = try told(Self.movie([9, 18, 9], mastering))
    #expect(codes == ["damaged-file"] && strict == 65)
  }

  /// A movie of BT.709, which says so in its container and in its stream.
  private static func makeBT709(_ file: String) throws {
    let made = try Tool.shell(
      "ffmpeg -v error -nostdin -f lavfi -i testsrc2=s=64x64:d=0.2:r=25 -c:v libx264 -pix_fmt yuv420p -color_primaries bt709"
        + " -color_trc bt709 -colorspace bt709 -color_range tv -chroma_sample_location left -movflags write_colr \(file)"
    )
    try #require(made.code == 0, "\(made.errors)")
  }

  /// A movie that is converted says the same as one that is explained.
  @Test(.enabled(if: OtherPrograms.haveFFmpeg(with: "libx264"), "needs ffmpeg"))
  func aConversionTellsIt() throws {
    let folder = try Folder()
    try Self.makeBT709(folder["a.mp4"])
    let tagged = try Tool.run(["tag", folder["a.mp4"], folder["b.mp4"], "--matrix", "smpte170m"])
    try #require(tagged.code == 0, "\(tagged.errors)")
    for command in [
      ["convert", folder["b.mp4"], folder["o.y4m"]], ["measure", folder["b.mp4"]],
      ["thumbnail", folder["b.mp4"], folder["o.png"]],
    ] {
      let outcome = try Tool.run(command + ["--progress", "none"])
      #expect(
        outcome.code == 0 && outcome.errors.contains("the matrix is smpte170m in the container"), "\(outcome.errors)")
      let strict = try Tool.run(command + ["--progress", "none", "--strict"])
      #expect(strict.code == 65, "\(command) \(strict.errors)")
      #expect(try Tool.run(command + ["--progress", "none", "--strict", "--matrix", "bt709"]).code == 0)
      let agreed = try Tool.run(
        command.map { $0.hasSuffix("b.mp4") ? folder["a.mp4"] : $0 } + ["--progress", "none"])
      #expect(agreed.code == 0 && !agreed.errors.contains("in the container"), "\(agreed.errors)")
    }
  }

  /// The decoder does not mind a damaged box of color; the tags in it are missing all the same.
  @Test(.enabled(if: OtherPrograms.haveFFmpeg(with: "libx264"), "needs ffmpeg"))
  func aConversionTellsOfDamage() throws {
    let folder = try Folder()
    try Self.makeBT709(folder["a.mp4"])
    var bytes = try [UInt8](folder.bytes("a.mp4"))
    let name = Array("colr".utf8)
    let place = try #require(bytes.indices.dropLast(4).first { Array(bytes[$0..<$0 + 4]) == name })
    bytes[place - 2] = 4
    let damaged = try folder.file("b.mp4", Data(bytes))
    for command in [["convert", damaged, folder["o.y4m"]], ["measure", damaged]] {
      let outcome = try Tool.run(command + ["--progress", "none"])
      #expect(
        outcome.code == 0 && outcome.errors.contains("that part is ignored"), "\(outcome.errors)")
      #expect(try Tool.run(command + ["--progress", "none", "--strict"]).code == 65)
    }
    let whole = try Tool.run(["convert", folder["a.mp4"], folder["o.y4m"], "--progress", "none"])
    #expect(whole.code == 0 && !whole.errors.contains("left out"), "\(whole.errors)")
  }

  /// What only FFmpeg's libraries read is opened by them.
  @Test(.enabled(if: (try? Tool.shell("ffmpeg -hide_banner -encoders | grep ffv1"))?.code == 0, "needs ffmpeg"))
  func aContainerThatOnlyFFmpegReads() throws {
    let folder = try Folder()
    let made = try Tool.shell(
      "ffmpeg -v error -nostdin -f lavfi -i testsrc2=s=64x64:d=0.2:r=25 -c:v ffv1 -pix_fmt yuv420p \(folder["a.avi"])"
    )
    try #require(made.code == 0, "\(made.errors)")
    let outcome = try Tool.run(["convert", folder["a.avi"], folder["o.y4m"], "--progress", "none"])
    #expect(outcome.code == 0, "\(outcome.errors)")
  }
}
