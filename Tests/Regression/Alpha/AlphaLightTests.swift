import ToneMapping
import LightStatistics
import Testing

/// The light of pictures with alpha, and what is stated of that over a background.
@Suite struct AlphaLightTests {
  private static let (width, height) = (48, 32)

  private static var rgb: Source {
    var source = Source.hdr10()
    (source.color.matrix, source.color.range, source.color.chromaLocation) = (.identity, .full, nil)
    return source
  }

  private static func alpha(_ x: Int) -> Double { [0, 1, 0.5, 0.25][x / 12] }

  /// Colors of up to 800 cd/m² whose alpha is 0, ½, ¼ and 1 in turn; what nothing covers is bright, where color is straight.
  private static func picture(_ format: PixelFormat, _ mode: AlphaMode) throws -> Frame {
    var frame = try Frame(format, width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let covered = alpha(x)
        let signal = covered == 0 ? (format.hasAlpha ? 0.9 : 0) : 0.3 + 0.42 * Double((x * 7 + y * 5) % 60) / 60
        let stored = mode == .premultiplied ? signal * covered : signal
        for c in 0..<3 { try frame.setCode(Int((stored * 4095).rounded()), component: c, x: x, y: y) }
        if format.hasAlpha { try frame.setCode(Int((covered * 4095).rounded()), component: 3, x: x, y: y) }
      }
    }
    return frame
  }

  private static func measured(_ frame: Frame, _ mode: AlphaMode?) throws -> FrameStatistics {
    var source = rgb
    source.alpha = mode.map { AlphaCoding($0) }
    var meter = try FrameMeter(.measuring(source, reading: frame.format), width: width, height: height)
    return try meter.measure(frame)
  }

  @Test func lightIsThatOfTheColorWhereItCovers() throws {
    let opaque = try Self.measured(Self.picture(.gbrp12, .straight), nil)
    let straight = try Self.measured(Self.picture(.gbrap12, .straight), .straight)
    #expect(straight.maxRGBSum == opaque.maxRGBSum && straight.maximumComponents == opaque.maximumComponents)
    #expect(straight.maxRGB == opaque.maxRGB && straight.activeArea == opaque.activeArea)
    let premultiplied = try Self.measured(Self.picture(.gbrap12, .premultiplied), .premultiplied)
    // A quarter of a code of 12 bits is two codes of the quotient: 1.6 % of the light at most.
    #expect(abs(premultiplied.maximum.nits / opaque.maximum.nits - 1) < 0.016)
    #expect(abs(Double(premultiplied.maxRGBSum) / Double(opaque.maxRGBSum) - 1) < 0.005)
    // Taken for straight, it is darker by far.
    let wrong = try Self.measured(Self.picture(.gbrap12, .premultiplied), .straight)
    #expect(Double(wrong.maxRGBSum) < 0.8 * Double(opaque.maxRGBSum))
  }

  /// Chroma beside alpha is measured with its color: a red picture is as bright with alpha as without.
  @Test(arguments: [
    (PixelFormat.yuva420p10, PixelFormat.yuv420p10), (.yuva422p10, .yuv422p10), (.yuva444p10, .yuv444p10),
  ]) func chromaCountsBesideAlpha(_ format: PixelFormat, _ opaque: PixelFormat) throws {
    func measured(_ format: PixelFormat, _ mode: AlphaMode?) throws -> FrameStatistics {
      var frame = try Frame(format, width: 48, height: 32)
      for component in 0..<format.componentCount {
        let grid = format.grid(ofComponent: component, width: 48, height: 32)
        let code = component == 3 ? 1023 : [300, 440, 700][component]
        for y in 0..<grid.height {
          for x in 0..<grid.width { try frame.setCode(code, component: component, x: x, y: y) }
        }
      }
      var source = Source.hdr10()
      source.alpha = mode.map { AlphaCoding($0) }
      var meter = try FrameMeter(.measuring(source, reading: format), width: 48, height: 32)
      return try meter.measure(frame)
    }
    let plain = try measured(opaque, nil)
    for mode in AlphaMode.allCases {
      let found = try measured(format, mode)
      #expect(abs(found.maximum.nits / plain.maximum.nits - 1) < 1e-3, "\(mode): \(found.maximum), \(plain.maximum)")
      #expect(abs(Double(found.maxRGBSum) / Double(plain.maxRGBSum) - 1) < 1e-3)
    }
  }

  private static func output(_ background: Background?, peak: Double? = nil) throws -> (OutputTags, ContentLightLevel?)
  {
    var source = rgb
    source.alpha = AlphaCoding(.straight)
    source.metadata = StaticMetadata(contentLight: ContentLightLevel(maxCLL: 800, maxFALL: 400))
    var display = Display.hdr10
    display.luminance = peak.map { LuminanceRange(black: .nits(0), peak: .nits($0)) }
    let plan = try ConversionPlan(
      from: source, to: display, options: PlanOptions(alpha: background.map { .flattened($0) }, dither: .none),
      reading: .gbrap12, writing: background == nil ? .gbrap12 : .gbrp12)
    var color = OutputTags(of: plan)
    guard color.needsContentLight else { return (color, nil) }
    var converter = try plan.converter(width: width, height: height, countingLight: true)
    var output = try plan.makeFrame(width: width, height: height)
    try converter.convert(picture(.gbrap12, .straight), into: &output)
    let counted = converter.contentLight
    let light = try #require(counted)
    _ = color.add(contentLight: light)
    return (color, light)
  }

  /// A background of 2000 cd/m² is stated, whether the frames keep their signal or are fitted to a display.
  @Test(arguments: [nil, 600.0]) func theLightOfABackgroundIsStated(_ peak: Double?) throws {
    let signal = PerceptualQuantizer().inverseEOTF(.nits(2000))
    let bright = Background(Signal(neutral: signal))
    let (color, light) = try Self.output(bright, peak: peak)
    #expect(light?.maxCLL.map { (1990...2010).contains($0) } == true, "\(light.map { "\($0)" } ?? "none")")
    #expect(color.metadata.contentLight == light)
    if peak != nil { #expect(color.metadata.mastering?.maximum.map { $0.nits >= 1990 } == true) }
    if peak == nil {
      let kept = try Self.output(nil).0
      #expect(kept.metadata.contentLight == ContentLightLevel(maxCLL: 800, maxFALL: 400))
      #expect(color.changes.map(\.code).contains("light-levels-left-out"))
    }
  }

  /// With a lookup table, too, alpha counts in the reference of one signal.
  @Test func theReferenceOfALookupTableKnowsAlpha() throws {
    var source = Self.rgb
    source.alpha = AlphaCoding(.straight)
    let table = LookupTable(title: nil, comments: [], steps: [])
    let plan = try ConversionPlan(
      from: source, to: .hdr10, applying: table,
      options: PlanOptions(alpha: .flattened(Background(Signal(0.2, 0.4, 0.6)))), reading: .gbrap12, writing: .gbrp12)
    let mixed = plan(Signal(0.6, 0.6, 0.6), alpha: 0.25).components
    let expected = SIMD3(0.3, 0.45, 0.6)
    #expect((0..<3).allSatisfy { abs(mixed[$0] - expected[$0]) < 1e-12 }, "\(mixed)")
  }
}
