import Colorimetry
import Foundation
import HDRMetadata
import Testing

/// The color information that `tonemap convert` writes for its output.
@Suite struct OutputTagsTests {
  private static let metadata = [
    "--max-cll", "1000,400", "--ambient", "314,0.3127,0.329", "--master-display",
    "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)",
  ]

  /// Converts a clip with all metadata, and reads the sidecar of the output.
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
    #expect(sidecar.frameRate == FrameRate(25, 1))
    #expect(sidecar.color.range == .narrow && sidecar.color.transfer != nil && sidecar.color.primaries != nil)
    #expect(!outcome.errors.contains("MaxCLL and MaxFALL do not apply"), "\(outcome.errors)")
  }

  @Test func pqStatesItsTargetAndKeepsTheRoom() throws {
    let (sidecar, outcome) = try sidecar(["--to", "hdr10", "--target-peak", "600"])
    #expect(sidecar.color.transfer == .pq && sidecar.pixelFormat == "yuv420p10le")
    // BT.2020, 600 and 0.0001 cd/m², the lowest minimum that can be stated.
    #expect(
      sidecar.metadata.mastering?.integerText
        == "G(8500,39850)B(6550,2300)R(35400,14600)WP(15635,16450)L(6000000,1)")
    #expect(sidecar.metadata.contentLight != ContentLightLevel(maxCLL: 1000, maxFALL: 400))
    #expect(sidecar.metadata.ambient?.illuminance.lux == 314)
    #expect(!outcome.errors.contains("MaxCLL and MaxFALL do not apply to the output"), "\(outcome.errors)")
  }

  /// PQ's EOTF, SMPTE ST 2084, in cd/m².
  private static func light(ofSignal signal: Double) -> Double {
    let e = pow(signal, 32 / 2523.0)
    return 10_000 * pow(max(e - 3424 / 4096.0, 0) / (2413 / 128.0 - 2392 / 128.0 * e), 8192 / 1305.0)
  }

  /// The levels of 4:4:4 10-bit narrow-range Y4M frames of 16 × 8 pixels: MaxCLL and MaxFALL before rounding; light above a limit
  /// counts as that limit.
  ///
  /// - Source: Rec. ITU-R BT.2100-3, Tables 4 and 9; BT.2020-2, Table 4.
  private func levels(_ y4m: Data, limit: Double) throws -> (maximum: Double, average: Double) {
    let start = try #require(y4m.firstIndex(of: 10)) + 1
    let frameSize = 6 + 16 * 8 * 3 * 2
    #expect((y4m.count - start) % frameSize == 0)
    var (maximum, average) = (0.0, 0.0)
    for frame in stride(from: start, to: y4m.count, by: frameSize) {
      func code(_ plane: Int, _ pixel: Int) -> Double {
        let at = frame + 6 + (plane * 16 * 8 + pixel) * 2
        return Double(Int(y4m[at]) | Int(y4m[at + 1]) << 8)
      }
      var sum = 0.0
      for pixel in 0..<16 * 8 {
        let y = (code(0, pixel) - 64) / 876
        let (cb, cr) = ((code(1, pixel) - 512) / 896, (code(2, pixel) - 512) / 896)
        let (r, b) = (y + 1.4746 * cr, y + 1.8814 * cb)
        let signal = min(max(r, (y - 0.2627 * r - 0.0593 * b) / 0.6780, b, 0), 1)
        let level = min(Self.light(ofSignal: signal), limit)
        maximum = max(maximum, level)
        sum += level
      }
      average = max(average, sum / (16 * 8))
    }
    return (maximum, average)
  }

  @Test(
    "The light of a PQ output is counted",
    arguments: [
      // The signal is kept; then mapped to a display's peak; then to the source's peak, in a smaller gamut.
      ([], 10_000), (["--target-peak", "600"], 600),
      (["--out-primaries", "p3-d65", "--out-matrix", "bt2020nc"], 1000),
    ])
  func lightIsCounted(options: [String], limit: Double) throws {
    let folder = try Folder()
    let frame = Clips.raw(frames: 3)
    // The unchanged ramps of luma, and colors that change with them.
    var clip = Data("YUV4MPEG2 W16 H8 F25:1 Ip A0:0 C444p10 XYSCSS=444P10\n".utf8)
    for index in 0..<3 {
      let luma = frame[index * Clips.frameSize..<index * Clips.frameSize + 16 * 8 * 2]
      clip += Data("FRAME\n".utf8) + luma
      for plane in 0..<2 {
        for pixel in 0..<16 * 8 {
          let code = 512 + (pixel * (plane + 3) + index * 5) % 41 - 20
          clip += Data([UInt8(code & 255), UInt8(code >> 8)])
        }
      }
    }
    let input = try folder.file("in.y4m", clip)
    let outcome = try Tool.run(
      ["convert", input, folder["out.y4m"], "--to", "hdr10", "--progress", "none", "--json"] + options
        + ["--print-encoder-args", "x265"] + Clips.tags)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let (maximum, average) = try levels(folder.bytes("out.y4m"), limit: limit)
    // Rounded up; a clip whose value is so close to an integer that the lanes' hundred-thousandth would matter proves nothing.
    for level in [maximum, average] { #expect(abs(level - level.rounded()) > 0.02 || level == limit, "\(level)") }
    let (maxCLL, maxFALL) = (Int(maximum.rounded(.up)), Int(average.rounded(.up)))
    let light = try ColorSidecar(json: folder.bytes("out.y4m.color.json")).metadata.contentLight
    #expect(light?.text == "\(maxCLL),\(maxFALL)", "\(maximum), \(average)")
    let report = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    #expect(report["MaxCLL"] as? Int == maxCLL && report["MaxFALL"] as? Int == maxFALL)
    let arguments = try #require(report["encoder_arguments"] as? [String])
    let place = try #require(arguments.firstIndex(of: "--max-cll"))
    #expect(arguments[place + 1] == "\(maxCLL),\(maxFALL)")
  }

  @Test func whatIsKeptStaysTrue() throws {
    let (sidecar, outcome) = try sidecar(["--to", "hdr10"])
    // The frames are brighter than stated.
    #expect(outcome.errors.contains("brighter than the stated MaxCLL of 1000 cd/m²"), "\(outcome.errors)")
    // Gray, whose maximum is the last sample of the second frame.
    let light = Self.light(ofSignal: (127 * 5 + 37) / 876.0)
    #expect(sidecar.metadata.contentLight?.maximum?.nits == light.rounded(.up))
    #expect(sidecar.metadata.mastering?.red.x == 34000 && sidecar.metadata.ambient?.illuminance.lux == 314)
  }

  @Test func hlgKeepsTheRoomAlone() throws {
    let (sidecar, outcome) = try sidecar(["--to", "hlg"])
    #expect(sidecar.color.transfer == .hlg)
    #expect(sidecar.metadata.mastering == nil && sidecar.metadata.contentLight == nil)
    #expect(sidecar.metadata.ambient?.illuminance.lux == 314)
    #expect(
      outcome.complaints.filter { $0.contains("those of HLG depend on the display") }.count == 1, "\(outcome.errors)")
    let (other, _) = try self.sidecar(["--to", "hlg", "--viewing", "10"])
    let room = try #require(other.metadata.ambient?.illuminance)
    #expect(abs(room.lux - 10) <= 0.0001, "the room it was converted for, in units of 0.0001")
    let (dark, told) = try self.sidecar(["--to", "hlg", "--viewing", "0.00001"])
    #expect(dark.metadata.ambient == nil)
    #expect(told.complaints.filter { $0.contains("the output does not state it") }.count == 1)
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

  /// x265 encodes 8 bits by default.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/x265"))) func x265EncodesAllBits() throws {
    let folder = try Folder()
    let header = "YUV4MPEG2 W64 H64 F25:1 Ip A0:0 C420p10 XYSCSS=420P10\nFRAME\n"
    var frame = Data()
    // Codes from 512 to 767, low byte first.
    for index in 0..<64 * 64 * 3 / 2 { frame.append(contentsOf: [UInt8(index % 256), 2]) }
    let input = try folder.file("in.y4m", Data(header.utf8) + frame)
    for (preset, told) in [("hdr10", true), ("hlg", true), ("sdr709", false)] {
      let options = ["--to", preset, "--progress", "none", "--print-encoder-args", "x265"]
      let outcome = try Tool.run(["convert", input, folder["out.y4m"]] + options + Clips.tags)
      #expect(outcome.text.contains("--output-depth 10") == told, "\(outcome.text) \(outcome.errors)")
      let line = outcome.text.trimmingCharacters(in: .whitespacesAndNewlines)
      let x265 = try Tool.shell("x265 --y4m \(folder["out.y4m"]) \(Script(printed: line)) -o \(folder["out.hevc"])")
      #expect(x265.code == 0, "\(x265.errors)")
      let info = try Tool.run(["info", folder["out.hevc"]])
      #expect(info.text.contains("4:2:0, 10 bits") == told, "\(info.text)")
    }
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
