import ToneMapping

// The codings that pass through linear light: constant luminance and ICtCp.
extension VectorCoverageTests {
  /// Constant luminance of BT.2020 and of other primaries, and ICtCp of HLG, whose cones differ from PQ's.
  static let codedSources: [(String, Source)] = {
    func coded(_ source: Source, _ matrix: MatrixCoefficients, _ primaries: ColorPrimaries = .bt2020) -> Source {
      var source = source
      (source.color.matrix, source.color.primaries) = (matrix, primaries)
      return source
    }
    return [
      ("PQ CL", coded(.hdr10(), .bt2020CL)), ("HLG CL", coded(.hlg(), .bt2020CL)), ("SDR CL", coded(.sdr, .bt2020CL)),
      ("P3 CL", coded(.hdr10(), .chromaticityCL, .smpte432)), ("HLG ICtCp", coded(.hlg(), .iCtCp)),
    ]
  }()

  static let codedDisplays: [(String, Display)] = {
    func coded(_ display: Display, _ matrix: MatrixCoefficients) -> Display {
      var display = display
      (display.primaries, display.matrix) = (.bt2020, matrix)
      return display
    }
    return [
      ("SDR CL", coded(.sdr, .bt2020CL)), ("HLG CL", coded(.hlg, .bt2020CL)), ("PQ CL", coded(.hdr10, .bt2020CL)),
      ("HLG ICtCp", coded(.hlg, .iCtCp)), ("PQ ICtCp", coded(.hdr10, .iCtCp)),
      ("derived CL", coded(.sdr, .chromaticityCL)),
    ]
  }()

  /// Every such coding as input, every such coding as output.
  static let coded: [Case] =
    codedSources.flatMap { source in
      ([("SDR", .sdr), ("HLG", .hlg), ("PQ", .hdr10)] + codedDisplays).map {
        Case(name: "\(source.0) to \($0.0)", source: source.1, display: $0.1, gamut: .clip, input: .yuv444p10)
      }
    }
    + [("PQ", Source.hdr10()), ("HLG", .hlg()), ("SDR", .sdr)].flatMap { source in
      codedDisplays.map {
        Case(name: "\(source.0) to \($0.0)", source: source.1, display: $0.1, gamut: .clip)
      }
    }
}
