import Colorimetry
import HDRMetadata
import TestSupport
import Testing

@Suite struct EncoderOptionsParsingTests {
  @Test func anythingComesBack() throws {
    var numbers = SeededNumbers(seed: 265)
    for _ in 0..<300 {
      func any<Property: CodePoint>(to last: Int = 99) -> Property? {
        .random(using: &numbers)
          ? Property.allCases.filter { $0.rawValue <= last }.randomElement(using: &numbers) : nil
      }
      func point() -> CodedChromaticity {
        CodedChromaticity(x: .random(in: 5...37_000, using: &numbers), y: .random(in: 5...42_000, using: &numbers))
      }
      var options = EncoderOptions(
        color: ColorDescription(
          primaries: any(to: 12), transfer: any(), matrix: any(to: 14), range: any(), chromaLocation: any()),
        metadata: StaticMetadata(contentLight: try ContentLightLevel(parsing: numbers.bytes(4))),
        alternativeTransfer: any())
      // Without a depth, PQ and HLG mean 10 bits, and 8 bits are not written.
      let isHDR = options.color.transfer == .pq || options.color.transfer == .hlg
      options.bitDepth = [isHDR ? 10 : nil, 10, 12].randomElement(using: &numbers) ?? nil
      if .random(using: &numbers) {
        options.metadata.mastering = MasteringDisplayColorVolume(
          red: point(), green: point(), blue: point(), white: point(),
          maximumUnits: .init(units: .random(in: 50_001...100_000_000, using: &numbers)),
          minimumUnits: .init(units: .random(in: 0...50_000, using: &numbers)))
      }
      #expect(try EncoderOptions(x265: options.commandLine(for: .x265).arguments) == options)
      // FFmpeg's encoders take the bit depth from the frames.
      options.bitDepth = nil
      let text = try #require(options.commandLine(for: .ffmpegX265).arguments.last)
      #expect(try EncoderOptions(x265: [text]) == options)

      options.alternativeTransfer = nil
      options.color.primaries = any()
      options.color.matrix = any()
      options.color.chromaLocation = [nil, .left, .topLeft].randomElement(using: &numbers) ?? nil
      #expect(try EncoderOptions(svtAV1: options.commandLine(for: .svtAV1).arguments) == options)
      let parameters = try #require(options.commandLine(for: .ffmpegSVTAV1).arguments.last)
      #expect(try EncoderOptions(svtAV1: [parameters]) == options)
    }
  }

  /// As people write them: with other options between them, an equals sign, numbers for names, and the last of two.
  @Test func written() throws {
    let x265 = try EncoderOptions(
      x265: [
        "x265", "--crf", "18", "--colorprim=9", "--hdr10", "--transfer", "smpte2084", "--colormatrix", "undef",
        "--range", "full", "--range", "limited", "--chromaloc", "2", "in.y4m", "-o", "out=1.hevc",
      ])
    #expect(
      x265.color == ColorDescription(primaries: .bt2020, transfer: .pq, range: .narrow, chromaLocation: .topLeft))
    #expect(x265.metadata == StaticMetadata() && x265.alternativeTransfer == nil)
    #expect(try EncoderOptions(x265: []) == EncoderOptions())
    #expect(try EncoderOptions(x265: ["no-info=1:atc-sei=18"]).alternativeTransfer == .hlg)

    let svt = try EncoderOptions(
      svtAV1: [
        "--color-primaries", "bt2020", "--transfer-characteristics", "hlg", "--matrix-coefficients", "bt2020-ncl",
        "--color-range", "studio", "--chroma-sample-position", "colocated", "--preset", "4",
      ])
    #expect(
      svt.color
        == ColorDescription(
          primaries: .bt2020, transfer: .hlg, matrix: .bt2020NCL, range: .narrow, chromaLocation: .topLeft))
    #expect(try EncoderOptions(svtAV1: ["--chroma-sample-position=vertical"]).color.chromaLocation == .left)
    #expect(try EncoderOptions(svtAV1: ["chroma-sample-position=0"]).color.chromaLocation == nil)
  }

  @Test(
    arguments: [
      ["--transfer", "hlgg"], ["--transfer"], ["--transfer", "--crf", "1"], ["--transfer", "256"],
      ["--colorprim", "-1"], ["--max-cll", "1000"],
      ["--output-depth", "9"], ["--master-display", "G(1,2)"], ["transfer=hlgg:crf=1"],
      ["--chromaloc="],
    ] as [[String]])
  func refusedByX265(arguments: [String]) {
    #expect(throws: MetadataError.self) { try EncoderOptions(x265: arguments) }
  }

  @Test(
    arguments: [
      ["--chroma-sample-position", "3"], ["--color-range", "2.5"], ["--content-light", "bright"],
      ["--mastering-display", ""],
    ] as [[String]])
  func refusedBySVTAV1(arguments: [String]) {
    #expect(throws: MetadataError.self) { try EncoderOptions(svtAV1: arguments) }
  }

  /// Every name that the tools print for a value parses as that value.
  @Test func everyName() throws {
    for transfer in TransferCharacteristics.allCases {
      #expect(try EncoderOptions(x265: ["--transfer", transfer.ffmpegName]).color.transfer == transfer)
    }
    for matrix in MatrixCoefficients.allCases {
      #expect(try EncoderOptions(x265: ["--colormatrix", matrix.ffmpegName]).color.matrix == matrix)
    }
    for primaries in ColorPrimaries.allCases {
      #expect(try EncoderOptions(x265: ["--colorprim", primaries.ffmpegName]).color.primaries == primaries)
    }
  }
}
