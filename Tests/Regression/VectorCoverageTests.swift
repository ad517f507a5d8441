import Testing
import ToneMapping

/// All plans run on the lanes; color by color they would be hundreds of times slower.
@Suite struct VectorCoverageTests {
  typealias Case = FrameReferenceTests.Case

  static let sources: [(String, Source)] = {
    var ictcp = Source.hdr10()
    ictcp.color.matrix = .iCtCp
    var p3 = Source.sdr
    (p3.color.primaries, p3.color.transfer) = (.smpte432, .sRGB)
    var yCgCo = Source.hdr10()
    yCgCo.color.matrix = .yCgCo
    return [("PQ", .hdr10()), ("HLG", .hlg()), ("SDR", .sdr), ("P3", p3), ("ICtCp", ictcp), ("YCgCo", yCgCo)]
  }()

  static let displays: [(String, Display)] = [
    ("sdr709", .sdr), ("srgb", .srgb), ("p3-sdr", .p3SDR), ("hlg", .hlg), ("pq", .hdr10),
    ("black lifted", Display(.bt709, luminance: .nits(0.1...203))),
  ]

  static let cases: [Case] =
    ToneOperator.all.filter { !$0.followsMetadata }.map {
      Case(name: "\($0)", source: .hdr10(), display: .sdr, tone: $0, gamut: .clip)
    }
    + [ToneOperator.bt2446a, .bt2446c].map {
      Case(name: "SDR to PQ by \($0)", source: .sdr, display: .hdr10, tone: $0, input: .yuv420p)
    }
    + ToneVariant.allCases.map { Case(name: "\($0)", source: .hdr10(), display: .sdr, gamut: .clip, variant: $0) }
    + GamutOperator.all.map { Case(name: "\($0)", source: .hdr10(), display: .sdr, gamut: $0) }
    + sources.flatMap { source in
      displays.map {
        Case(name: "\(source.0) to \($0.0)", source: source.1, display: $0.1, gamut: .clip)
      }
    }
    + coded + mastered + films + logs + HeadroomAdaptiveMessages.onLanes

  /// The logs of cameras, in codes of 8 and of more bits, by every map: 10 bits allow half as much error, and light passes through 0.
  static let logs: [Case] = CameraLog.allCases.flatMap { log in
    [(Display.sdr, PixelFormat.yuv420p), (.sdr, .yuv422p10), (.srgb, .gbrp16), (.hdr10, .yuv420p10)].flatMap {
      display, output in
      GamutOperator.all.map {
        Case(name: "\(log) by \($0)", source: .log(log), display: display, gamut: $0, output: output)
      }
    }
  }

  /// Sources whose mastering display has a black above 0, as those of nearly all films have.
  static let mastered: [Case] = [(0.0001, 1000), (0.005, 1000), (0.005, 4000), (0.05, 1000)].flatMap { black, peak in
    ToneOperator.all.filter { !$0.followsMetadata }.map { tone in
      Case(
        name: "\(tone) from \(black)…\(peak)", source: Self.film(black, peak), display: .sdr, tone: tone,
        statesItsPeak: true)
    }
      + ToneVariant.allCases.map { variant in
        Case(
          name: "\(variant) from \(black)…\(peak)", source: Self.film(black, peak), display: .sdr, variant: variant,
          statesItsPeak: true)
      }
      + displays.map { name, display in
        Case(name: "\(black)…\(peak) to \(name)", source: Self.film(black, peak), display: display, statesItsPeak: true)
      }
  }

  /// Light levels as films state them, with the operators that need the most of a curve.
  static let films: [Case] = {
    let lights: [UInt16] = [64, 160, 207, 424, 993, 1100, 3999]
    let displays: [(black: Double, peak: Double)] = [(0.0001, 1000), (0.005, 4000), (0.1234, 400)]
    var films: [Case] = []
    for light in lights {
      for (black, peak) in displays {
        var source = film(black, peak)
        source.metadata.contentLight = ContentLightLevel(
          maxCLL: CodedQuantity(units: light), maxFALL: CodedQuantity(units: light / 4))
        films.append(
          Case(
            name: "MaxCLL \(light), mastered on \(black)…\(peak)", source: source, display: .sdr,
            tone: light.isMultiple(of: 2) ? .spline : .bt2390, statesItsPeak: true))
      }
    }
    let tones: [(ToneOperator, black: Double)] = [(.mobius, 0.0005), (.reinhard, 0.001), (.hable, 0.1)]
    for (tone, black) in tones {
      films.append(
        Case(
          name: "\(tone) on intensity from \(black)", source: film(black, 10_000), display: .sdr, tone: tone,
          variant: .ictcp, statesItsPeak: true))
    }
    return films
  }()

  /// HDR10 that states its mastering display.
  static func film(_ black: Double, _ peak: Double) -> Source {
    .hdr10(
      mastering: try? MasteringDisplayColorVolume(
        primaries: .p3D65, luminance: LuminanceRange(black: .nits(black), peak: .nits(peak))))
  }

  @Test(arguments: cases) func isVectorized(_ c: Case) throws {
    let plan = try c.plan()
    #expect(plan.isVectorized, "\(c.name): \(plan.findings)")
    #expect("\(ColorProgram(plan))".contains("\n" + "frames: vectorized"))
  }
}
