import Colorimetry
import Foundation
import HDRMetadata
import Testing

/// What `tonemap convert` says of what it wrote.
@Suite struct OutputColorTests {
  private static let metadata = [
    "--max-cll", "1000,400", "--ambient", "314,0.3127,0.329", "--master-display",
    "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)",
  ]

  /// Converts a clip with all metadata, and reads what lies beside the output.
  private func sidecar(_ options: [String]) throws -> (ColorSidecar, Tool.Outcome) {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 2))
    let outcome = try Tool.run(
      ["convert", input, folder["out.yuv"], "--progress", "none"] + Clips.tags + Self.metadata + options)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return (try ColorSidecar(json: folder.bytes("out.yuv.color.json")), outcome)
  }

  @Test(arguments: ["sdr709", "srgb", "p3-sdr"]) func sdrCarriesNoMetadataOfHDR(preset: String) throws {
    let (sidecar, outcome) = try sidecar(["--to", preset])
    #expect(sidecar.metadata == StaticMetadata())
    #expect(sidecar.width == 16 && sidecar.height == 8 && sidecar.pixelFormat == "yuv420p")
    #expect(sidecar.frameRate == ColorSidecar.FrameRate(25))
    #expect(sidecar.color.range == .narrow && sidecar.color.transfer != nil && sidecar.color.primaries != nil)
    #expect(!outcome.errors.contains("MaxCLL and MaxFALL are no longer"), "\(outcome.errors)")
  }

  @Test func pqStatesItsTargetAndKeepsTheRoom() throws {
    let (sidecar, outcome) = try sidecar(["--to", "hdr10", "--target-peak", "600"])
    #expect(sidecar.color.transfer == .pq && sidecar.pixelFormat == "yuv420p10le")
    // BT.2020, 600 and 0.0001 cd/m², the darkest that can be stated.
    #expect(
      sidecar.metadata.mastering?.integerText
        == "G(8500,39850)B(6550,2300)R(35400,14600)WP(15635,16450)L(6000000,1)")
    #expect(sidecar.metadata.contentLight == nil)
    #expect(sidecar.metadata.ambient?.lux == 314)
    #expect(outcome.complaints.filter { $0.contains("MaxCLL and MaxFALL are no longer true") }.count == 1)
  }

  @Test func whatIsKeptStaysTrue() throws {
    let (sidecar, outcome) = try sidecar(["--to", "hdr10"])
    #expect(sidecar.metadata.contentLight == ContentLightLevel(maxCLL: 1000, maxFALL: 400), "\(outcome.errors)")
    #expect(sidecar.metadata.mastering?.red.x == 34000 && sidecar.metadata.ambient?.lux == 314)
  }

  @Test func hlgKeepsTheRoomAlone() throws {
    let (sidecar, _) = try sidecar(["--to", "hlg"])
    #expect(sidecar.color.transfer == .hlg)
    #expect(sidecar.metadata.mastering == nil && sidecar.metadata.contentLight == nil)
    #expect(sidecar.metadata.ambient?.lux == 314)
    let (other, _) = try self.sidecar(["--to", "hlg", "--viewing-lux", "10"])
    #expect(abs((other.metadata.ambient?.lux ?? 0) - 10) <= 0.0001, "the room it was converted for, in units of 0.0001")
  }

  @Test(
    "What an encoder is told",
    arguments: [
      ("x265", "--colorprim bt2020 --transfer smpte2084 --colormatrix bt2020nc --range limited --chromaloc 2"),
      ("x265", "--master-display 'G(8500,39850)B(6550,2300)R(35400,14600)WP(15635,16450)L(6000000,1)'"),
      ("svt-av1", "--color-primaries"), ("svt-av1", "--mastering-display"),
      ("ffmpeg", "-color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -color_range tv"),
    ]) func encodersAreTold(tool: String, part: String) throws
  {
    let (_, outcome) = try sidecar(["--to", "hdr10", "--target-peak", "600", "--print-encoder-args", tool])
    #expect(outcome.text.contains(part), "\(outcome.text)")
    #expect(outcome.text.split(separator: "\n").count == 1)
    #expect(outcome.errors.contains("\(tool) has no option for"), "no encoder can be told the room: \(outcome.errors)")
  }

  @Test func argumentsGoWherePixelsDoNot() throws {
    let clip = Clips.y4m(frames: 1)
    let options = ["--progress", "none", "--print-encoder-args", "x265"] + Clips.tags
    let piped = try Tool.run(["convert", "-", "-"] + options, input: clip)
    #expect(piped.errors.contains("--colorprim bt709 --transfer bt709"), "\(piped.errors)")
    #expect(piped.output.starts(with: Data("YUV4MPEG2".utf8)))
    let json = try Tool.run(["convert", "-", "/dev/null", "--json"] + options, input: clip)
    let report = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    #expect((report["encoder_arguments"] as? [String])?.prefix(2) == ["--colorprim", "bt709"])
  }
}
