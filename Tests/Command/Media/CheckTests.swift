import Foundation
import TestSupport
import Testing

/// `tonemap info --check` of several files, and beside what was measured.
@Suite struct CheckTests {
  private static func movie(_ light: [UInt8]? = lightPayload) -> Data {
    let properties = [hvcC(TestHEVCSequence().unit), colr([9, 16, 9]), box("mdcv", masteringPayload)]
    return Data(TestMovie(properties: properties + (light.map { [box("clli", $0)] } ?? [])).bytes)
  }

  @Test func severalFilesAtOnce() throws {
    let folder = try Folder()
    let (whole, bare) = (try folder.file("a b.mp4", Self.movie()), try folder.file("bare.mp4", Self.movie(nil)))
    let passed = try Tool.run(["info", whole, bare, "--check", "pq10"])
    #expect(passed.code == 0, "\(passed.errors)")
    let lines = passed.text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("\(whole): ") || $0.hasPrefix("\(bare): ") } && lines.count == 16)
    let failed = try Tool.run(["info", whole, bare, "--check", "hdr10"])
    #expect(failed.code == 1 && failed.text.contains("\(bare): failed          content-light: none"), "\(failed.text)")
    #expect(failed.errors.contains("1 of 2 files fail rules of hdr10"), "\(failed.errors)")
    // What is missing does not keep the others from being checked, and does not hide that one failed.
    let missing = try Tool.run(["info", folder["no.mp4"], whole, "--check", "hdr10"])
    #expect(missing.code == 66 && missing.text.contains("passed"), "\(missing.errors)")
    #expect(try Tool.run(["info", folder["no.mp4"], bare, "--check", "hdr10"]).code == 1)
    #expect(try Tool.run(["info", whole, bare]).code == 64)
  }

  /// Where FFmpeg's libraries read the container, the profile is theirs. The clock of the IVF rounds to milliseconds.
  @Test(
    .enabled(if: OtherPrograms.haveFFmpeg(), "needs ffmpeg"),
    arguments: [
      ("a.ts", "libx264", "sdr709"), ("a.flv", "libx264", "sdr709"),
      ("a.nut", "libvpx-vp9", "sdr709"), ("a.m2ts", "libx265", "hlg10"), ("a.ivf", "libvpx-vp9", "sdr709"),
    ])
  func profilesAreThoseOfAnyContainer(name: String, encoder: String, format: String) throws {
    let folder = try Folder()
    let (depth, transfer, color) = format == "sdr709" ? ("", "bt709", "bt709") : ("10le", "arib-std-b67", "bt2020")
    let matrix = format == "sdr709" ? "bt709" : "bt2020nc"
    let tags = "-color_primaries \(color) -color_trc \(transfer) -colorspace \(matrix)"
    try FFmpegProgram.make(
      "-f lavfi -i testsrc2=s=64x48:r=30000/1001:d=1 -pix_fmt yuv420p\(depth) -c:v \(encoder) \(tags) a.mkv",
      in: folder)
    try FFmpegProgram.make("-i a.mkv -c copy \(name)", in: folder)
    let checked = try Tool.run(["info", folder[name], "--check", format])
    #expect(checked.text.contains("passed          codec: "), "\(checked.text)\(checked.errors)")
    let told = try Tool.run(["info", folder[name]]).text
    #expect(name == "a.flv" || told.contains("30000/1001"), "\(told)")
  }

  @Test func whatFramesExceedIsFound() throws {
    let folder = try Folder()
    let clip = try folder.file("in.y4m", Clips.y4m(frames: 1))
    // A ramp that ends at some 700 cd/m².
    let options = ["--stats", folder["in.jsonl"], "--progress", "none"] + Clips.tags.dropLast(2)
    let measured = try Tool.run(["measure", clip, "--max-cll", "100,50"] + options)
    #expect(measured.code == 0 && measured.errors.contains("MaxCLL is stated as 100 cd/m², but"), "\(measured.errors)")
    let silent = try Tool.run(["measure", clip, "--max-cll", "10000,10000", "--force"] + options)
    #expect(silent.code == 0 && !silent.errors.contains("is stated"), "\(silent.errors)")
    let movie = try folder.file("in.mp4", Self.movie(big(100, 2) + big(50, 2)))
    let checked = try Tool.run(["info", movie, "--check", "hdr10", "--stats", folder["in.jsonl"]])
    #expect(
      checked.code == 1 && checked.text.contains("failed          measured-light: MaxCLL 100 cd/m²"), "\(checked.text)"
    )
    #expect(try Tool.run(["info", movie, "--stats", folder["in.jsonl"]]).code == 64)
  }
}
