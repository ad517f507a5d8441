import Testing
import ToneMapping

/// One source, straight and premultiplied: composites of what becomes of both are the same.
@Suite struct AlphaCompositeTests {
  struct Case: CustomStringConvertible, Sendable {
    var format: PixelFormat
    var output: PixelFormat
    var source = Source.hdr10()
    var display = Display.sdr
    var description: String { "\(source.color.transfer!) \(format) to \(output)" }
  }

  /// A photograph's gradients behind a soft edge, and lines with a coverage of 1/255; both versions are rounded from the same numbers.
  private func pictures(_ c: Case, width: Int, height: Int) throws -> (straight: Frame, premultiplied: Frame) {
    let (format, tags) = (c.format, c.source.color)
    let quantization = Quantization(
      bitDepth: format.isFloat ? 8 : format.bitDepth, range: tags.range!, matrix: tags.matrix!)
    let encoding = try SignalEncoding(tags.matrix!, primaries: tags.primaries!.chromaticities, transfer: tags.transfer)
    let top = format.isFloat ? 1 : Double(format.maximumCode)
    func alpha(_ x: Int, _ y: Int) -> Double {
      let (dx, dy) = (Double(x - width / 2), Double(y - height / 2))
      let edge = min(max((Double(height) * 0.42 - (dx * dx + dy * dy).squareRoot()) / 7, 0), 1)
      if y % 16 == 3 { return 1 / 255 }
      return format.isFloat ? edge : (edge * top).rounded() / top
    }
    func color(_ x: Int, _ y: Int) -> SIMD3<Double> {
      let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
      return SIMD3(0.25 + 0.3 * u, 0.3 + 0.25 * v, 0.45 - 0.2 * u * v)
    }
    func frame(_ premultiplies: Bool) throws -> Frame {
      var frame = try Frame(format, width: width, height: height)
      var planes = [[[Double]]](repeating: Array(repeating: Array(repeating: 0, count: width), count: height), count: 3)
      for y in 0..<height {
        for x in 0..<width {
          let a = alpha(x, y)
          let signal = color(x, y) * (premultiplies ? a : 1)
          let coded = format.model == .rgb ? CodedComponents(signal) : encoding.encode(Signal(signal))
          for c in 0..<3 { planes[c][y][x] = coded.components[c] }
          if format.isFloat {
            try frame.setNumber(Float(a), component: 3, x: x, y: y)
          } else {
            try frame.setCode(Int((a * top).rounded()), component: 3, x: x, y: y)
          }
        }
      }
      for c in 0..<3 {
        let plane =
          c > 0 && format.chroma != .c444
          ? ReferenceFrame.downsampled(planes[c], by: format.chroma, to: tags.chromaLocation!) : planes[c]
        for (y, row) in plane.enumerated() {
          for (x, number) in row.enumerated() {
            guard !format.isFloat else {
              try frame.setNumber(Float(number), component: c, x: x, y: y)
              continue
            }
            let signal = SignalLevel(number)
            let code =
              c == 0 || format.model == .rgb ? quantization.code(luma: signal) : quantization.code(chroma: signal)
            try frame.setCode(Int(code.value.rounded()), component: c, x: x, y: y)
          }
        }
      }
      return frame
    }
    return (try frame(false), try frame(true))
  }

  private func converted(
    _ frame: Frame, _ mode: AlphaMode, _ result: AlphaOutput, _ c: Case
  ) throws -> [[[Double]]] {
    var source = c.source
    if frame.format.model == .rgb { (source.color.matrix, source.color.chromaLocation) = (.identity, nil) }
    source.alpha = AlphaCoding(mode)
    // By the default curve, a step of 10 bits in PQ is 0.6 of a code of 8 bits, more than a quotient by alpha leaves of one code.
    let plan = try ConversionPlan(
      from: source, to: c.display, tone: .spline(kneeAdaptation: 0.4),
      options: PlanOptions(
        sourcePeak: source.color.transfer == .pq ? .nits(1000) : nil, alpha: result, dither: .none),
      reading: frame.format, writing: c.output)
    var output = try plan.makeFrame(width: frame.width, height: frame.height)
    guard plan.needsBackground else {
      try plan.convert(frame, into: &output)
      return try Planes(output).planes
    }
    var converter = try plan.converter(width: frame.width, height: frame.height)
    try converter.convert(
      frame, over: AlphaTests.backdrop(width: frame.width, height: frame.height), into: &output)
    return try Planes(output).planes
  }

  private static func maximumDifference(_ a: [[[Double]]], _ b: [[[Double]]]) -> Double {
    zip(a.joined().joined(), b.joined().joined()).map { abs($0 - $1) }.max() ?? 0
  }

  /// Eight bits are for SDR. In PQ they are too few for premultiplied color: a step is 5 % of the light, and a quotient by alpha makes it more.
  static let cases = [
    Case(format: .gbrapf32, output: .gbrp), Case(format: .gbrap12, output: .gbrp),
    Case(format: .yuva444p12, output: .yuv444p), Case(format: .yuva420p10, output: .yuv420p),
    Case(format: .yuva420p16, output: .yuv420p), Case(format: .yuva422p10, output: .yuv422p),
    Case(format: .yuva420p, output: .yuv420p, source: .sdr, display: .srgb),
    Case(format: .yuva444p, output: .yuv444p, source: .sdr, display: .p3SDR),
    Case(format: .gbrap, output: .gbrp, source: full, display: .srgb),
    Case(format: .yuva420p10, output: .yuv420p10, source: .sdr, display: .hlg),
    Case(format: .yuva444p12, output: .yuv444p10, source: .sdr, display: .hdr10),
  ]

  private static let full: Source = {
    var source = Source.sdr
    source.color.range = .full
    return source
  }()

  @Test(arguments: cases)
  func straightAndPremultipliedGiveTheSameComposite(_ c: Case) throws {
    let (straight, premultiplied) = try pictures(c, width: 96, height: 64)
    let colors = [Signal(0, 0, 0), Signal(1, 1, 1), Signal(0.42, 0.61, 0.18)].map { Background($0) }
    for background in colors + [.picture()] {
      let result = AlphaOutput.flattened(background)
      let a = try converted(straight, .straight, result, c)
      let b = try converted(premultiplied, .premultiplied, result, c)
      let difference = Self.maximumDifference(a, b)
      // Taken for straight, premultiplied color is darkened twice.
      let wrong = try Self.maximumDifference(a, converted(premultiplied, .straight, result, c))
      #expect(
        difference <= 1 && wrong > 10, "over \(background.content): \(difference), taken for straight \(wrong)")
    }
  }
}
