import Foundation
import TestSupport
import Testing

/// The identity is the matrix of R′G′B′. Where chroma is subsampled, it gives way to what is stated elsewhere.
@Suite(.enabled(if: OtherPrograms.haveFFmpeg(), "needs ffmpeg")) struct ImpossibleMatrixTests {
  private static let pictures =
    "-f lavfi -i testsrc2=s=64x48:r=25:d=0.2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -color_range tv -color_primaries 1"
    + " -color_trc 1 -colorspace 1"

  /// A file with another byte after the first place of some others.
  private func change(_ folder: Folder, _ name: String, after mark: [UInt8], skipping count: Int) throws {
    var bytes = try folder.bytes(name)
    let place = try #require(bytes.firstRange(of: Data(mark))).upperBound + count
    #expect(bytes[place] == 1, "BT.709")
    bytes[place] = 0
    _ = try folder.file(name, bytes)
  }

  /// - Source: ISO/IEC 14496-12, clause 12.1.5, for `nclx`; RFC 9559, clause 5.1.4.1.28.17, for MatrixCoefficients.
  @Test(arguments: ["container.mp4", "container.mkv", "stream.mp4"]) func theOtherStatementIsUsed(name: String) throws {
    let folder = try Folder()
    let plain = "plain.\(name.suffix(3))"
    try FFmpegProgram.make("\(Self.pictures) \(plain)", in: folder)
    if name.hasPrefix("stream") {
      try FFmpegProgram.make("\(Self.pictures) -bsf:v h264_metadata=matrix_coefficients=0 \(name)", in: folder)
    } else {
      _ = try folder.file(name, folder.bytes(plain))
      let isMP4 = name.hasSuffix("mp4")
      try change(folder, name, after: isMP4 ? Array("nclx".utf8) : [0x55, 0xB1, 0x81], skipping: isMP4 ? 5 : 0)
    }
    let (file, options) = (folder[name], ["--progress", "none", "--chroma-location", "left"])
    #expect(try Tool.run(["convert", folder[plain], folder["a.y4m"]] + options).code == 0)
    let outcome = try Tool.run(["convert", file, folder["b.y4m"]] + options)
    #expect(outcome.code == 0 && outcome.errors.contains("bt709 is used"), "\(outcome.errors)")
    #expect(try folder.bytes("a.y4m") == folder.bytes("b.y4m"))
    for command in [["measure", file], ["thumbnail", file, folder["o.png"]], ["explain", file, "--json"]] {
      let outcome = try Tool.run(command)
      let told = outcome.errors.contains("the matrix is gbr") || outcome.text.contains("impossible-matrix")
      #expect(outcome.code == 0 && told, "\(command) \(outcome.errors)")
    }
    #expect(try Tool.run(["info", file]).text.contains("impossible-matrix"))
    let strict = ["convert", file, folder["c.y4m"], "--strict"] + options
    #expect(try Tool.run(strict).code == 65)
    #expect(try Tool.run(strict + ["--matrix", "bt709"]).code == 0, "the hint works")
  }
}
