import Colorimetry
import HDRMetadata
import Testing

@Suite struct EncoderOptionsTests {
  static func hdr10() throws -> EncoderOptions {
    EncoderOptions(
      color: ColorDescription(
        primaries: .bt2020, transfer: .pq, matrix: .bt2020NCL, range: .narrow, chromaLocation: .topLeft),
      metadata: StaticMetadata(
        mastering: try MasteringDisplayColorVolume(primaries: .p3D65, luminance: .nits(0.0001...1000)),
        contentLight: ContentLightLevel(maxCLL: 1000, maxFALL: 400)))
  }

  static let integers = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)"
  static let decimals = "G(0.265,0.69)B(0.15,0.06)R(0.68,0.32)WP(0.3127,0.329)L(1000.0,0.0001)"

  @Test(arguments: [
    (
      EncoderTool.x265,
      "--output-depth 10 --colorprim bt2020 --transfer smpte2084 --colormatrix bt2020nc --range limited "
        + "--chromaloc 2 --master-display \(integers) --max-cll 1000,400 --hdr10"
    ),
    (
      .svtAV1,
      "--color-primaries 9 --transfer-characteristics 16 --matrix-coefficients 9 --color-range 0 "
        + "--chroma-sample-position 2 --mastering-display \(decimals) --content-light 1000,400"
    ),
    (
      .ffmpeg,
      "-color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -color_range tv "
        + "-chroma_sample_location topleft"
    ),
    (
      .ffmpegX265,
      "-color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -color_range tv "
        + "-chroma_sample_location topleft -x265-params colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:"
        + "range=limited:chromaloc=2:master-display=\(integers):max-cll=1000,400:hdr10=1"
    ),
    (
      .ffmpegSVTAV1,
      "-color_primaries bt2020 -color_trc smpte2084 -colorspace bt2020nc -color_range tv "
        + "-chroma_sample_location topleft -svtav1-params color-primaries=9:transfer-characteristics=16:"
        + "matrix-coefficients=9:color-range=0:chroma-sample-position=2:mastering-display=\(decimals):"
        + "content-light=1000,400"
    ),
    (
      .mkvmerge,
      "--colour-primaries 0:9 --colour-transfer-characteristics 0:16 --colour-matrix-coefficients 0:9 "
        + "--colour-range 0:1 --chroma-siting 0:1,1 --max-content-light 0:1000 --max-frame-light 0:400 "
        + "--chromaticity-coordinates 0:0.68,0.32,0.265,0.69,0.15,0.06 --white-colour-coordinates 0:0.3127,0.329 "
        + "--max-luminance 0:1000.0 --min-luminance 0:0.0001"
    ),
  ])
  func hdr10(tool: EncoderTool, line: String) throws {
    let list = try Self.hdr10().commandLine(for: tool)
    #expect(list.arguments == line.split(separator: " ").map(String.init))
    #expect(list.leftOut == (tool == .ffmpeg ? ["the mastering display", "the content light level"] : []))
  }

  @Test(arguments: EncoderTool.allCases)
  func nothingSaid(tool: EncoderTool) {
    #expect(EncoderOptions().commandLine(for: tool) == EncoderCommandLine())
  }

  /// Information for which a tool has no option is reported.
  @Test func leftOut() throws {
    var options = EncoderOptions(
      color: ColorDescription(primaries: .ebu3213, transfer: .bt470M, matrix: .iptC2, chromaLocation: .bottom),
      metadata: StaticMetadata(ambient: try AmbientViewingEnvironment(.lux(314), lightChromaticity: .d65)))
    #expect(
      options.commandLine(for: .x265)
        == EncoderCommandLine(
          arguments: ["--transfer", "bt470m", "--chromaloc", "5"],
          leftOut: ["primaries 22", "matrix 15", "the ambient viewing environment"]))
    #expect(
      options.commandLine(for: .svtAV1).leftOut == ["the chroma location bottom", "the ambient viewing environment"])
    #expect(
      options.commandLine(for: .mkvmerge).leftOut == ["the chroma location bottom", "the ambient viewing environment"])
    #expect(
      options.commandLine(for: .ffmpeg).arguments == [
        "-color_primaries", "ebu3213", "-color_trc", "gamma22", "-colorspace", "ipt-c2", "-chroma_sample_location",
        "bottom",
      ])
    options.color = ColorDescription(transfer: .bt2020_10, matrix: .identity)
    options.alternativeTransfer = .hlg
    #expect(
      options.commandLine(for: .x265).arguments == [
        "--transfer", "bt2020-10", "--colormatrix", "gbr", "--atc-sei", "18",
      ])
    for tool in [EncoderTool.svtAV1, .ffmpeg, .ffmpegSVTAV1, .mkvmerge] {
      #expect(options.commandLine(for: tool).leftOut.first == "the alternative transfer", "\(tool)")
    }
    #expect(options.commandLine(for: .ffmpegX265).leftOut == ["the ambient viewing environment"])
    #expect(options.commandLine(for: .ffmpeg).arguments.suffix(2) == ["-colorspace", "rgb"])
    #expect(options.mkvmerge(track: 3).arguments.last == "3:0")
  }

  /// HLG has no static metadata to force, whatever the source states.
  @Test func onlyPQIsForced() throws {
    var options = try Self.hdr10()
    options.color.transfer = .hlg
    #expect(!options.commandLine(for: .x265).arguments.contains("--hdr10"))
    options = EncoderOptions(color: ColorDescription(transfer: .pq))
    #expect(!options.commandLine(for: .x265).arguments.contains("--hdr10"))
  }
}
