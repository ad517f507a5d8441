import Testing
import ToneMapping

/// Whole frames with alpha, compared with the reference, and with each other.
@Suite struct AlphaTests {
  struct Case: CustomStringConvertible, Sendable {
    var input: PixelFormat
    var output: PixelFormat
    var mode = AlphaMode.straight
    var result: AlphaOutput
    var codes: AlphaCoding.EndCodes?
    var source = Source.hdr10()
    var display = Display.sdr
    var width = 37
    var height = 21

    var description: String {
      let codes = codes.map { ", alpha \(Int($0.transparent.value))-\(Int($0.opaque.value))" } ?? ""
      let sites = [source.color.chromaLocation, display.chromaLocation].map { $0.map { "\($0)" } ?? "default" }
      let chroma = ", chroma \(sites[0]) to \(sites[1])"
      return
        "\(mode) \(input) of \(source.color.transfer!) to \(words) \(output) of \(display.transfer)\(chroma)\(codes)"
    }

    private var words: String {
      switch result {
      case .kept(let mode): "\(mode)"
      case .flattened(let background):
        "\(background.content == .picture ? "a picture" : "a color") in \(background.compositing) and"
      }
    }

    func plan(straight: Bool = false, lattice: Int? = nil) throws -> ConversionPlan {
      var source = source
      if input.model == .rgb { (source.color.matrix, source.color.chromaLocation) = (.identity, nil) }
      source.alpha = straight ? AlphaCoding(.straight) : AlphaCoding(mode, codes: codes)
      let options = PlanOptions(
        sourcePeak: source.color.transfer == .pq ? .nits(1000) : nil, alpha: straight ? nil : result, dither: .none,
        latticeSize: lattice)
      return try ConversionPlan(
        from: source, to: display, gamut: .clip, options: options, reading: input, writing: output)
    }
  }

  static let formats: [Case] = [
    (PixelFormat.yuva444p10, PixelFormat.yuva444p), (.yuva422p10, .yuva422p), (.yuva420p10, .yuva420p),
    (.yuva420p, .yuva420p10), (.gbrap10, .gbrap), (.gbrap12, .yuva420p), (.rgba64, .rgba64), (.gbrapf32, .yuva444p),
    (.rgbaf16, .gbrap12), (.yuva420p16, .gbrapf32), (.yuva420p, .rgba64),
  ].flatMap { (input: PixelFormat, output: PixelFormat) in
    AlphaMode.allCases.flatMap { mode in
      AlphaMode.allCases.map { Case(input: input, output: output, mode: mode, result: .kept($0)) }
    }
  }

  static let flattened: [Case] = AlphaMode.allCases.flatMap { mode in
    Background.Compositing.allCases.flatMap { compositing in
      [(PixelFormat.yuva420p10, PixelFormat.yuv420p), (.gbrap10, .gbrp), (.yuva444p12, .yuv444p10)].map {
        Case(
          input: $0, output: $1, mode: mode,
          result: .flattened(Background(Signal(0.9, 0.25, 0.5), compositing: compositing)))
      }
    }
  }

  static let overPictures: [Case] = AlphaMode.allCases.flatMap { mode in
    Background.Compositing.allCases.flatMap { compositing in
      [
        (PixelFormat.yuva420p10, PixelFormat.yuv420p, Display.sdr), (.gbrap10, .gbrp, .sdr),
        (.yuva444p12, .yuv444p10, .hdr10), (.yuva422p10, .yuv422p10, .hlg), (.gbrapf32, .gbrpf32, .hlg),
      ].map {
        Case(
          input: $0, output: $1, mode: mode, result: .flattened(.picture(compositing: compositing)), display: $2)
      }
    }
  }

  /// A picture of all colors, up to the light of 1000 cd/m² in PQ; some numbers are none of a signal.
  static func backdrop(width: Int, height: Int) throws -> Frame {
    var frame = try Frame(Background.pictureFormat, width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let (u, v) = (Float(x) / Float(width - 1), Float(y) / Float(height - 1))
        for (c, number) in [0.75 * u, 0.75 * v, 0.75 * abs(u - v) - 0.01].enumerated() {
          try frame.setNumber(number, component: c, x: x, y: y)
        }
      }
    }
    return frame
  }

  static let others: [Case] =
    ChromaLocation.allCases.map { location in
      var source = Source.hdr10()
      source.color.chromaLocation = location
      var display = Display.sdr
      display.chromaLocation = location
      return Case(
        input: .yuva420p10, output: .yuva420p, mode: .premultiplied, result: .kept(.straight), source: source,
        display: display)
    } + [
      Case(
        input: .yuva444p10, output: .yuva444p, mode: .premultiplied, result: .kept(.straight),
        codes: .init(transparent: 64, opaque: 940)),
      Case(
        input: .yuva420p, output: .yuva420p, mode: .straight, result: .kept(.premultiplied),
        codes: .init(transparent: 255, opaque: 0)),
      Case(
        input: .yuva420p, output: .yuva420p, mode: .premultiplied, result: .kept(.straight), source: .sdr),
      Case(
        input: .yuva420p, output: .yuva420p10, mode: .straight, result: .kept(.premultiplied), source: .sdr),
      Case(
        input: .yuva422p12, output: .yuva422p10, mode: .premultiplied, result: .kept(.premultiplied), source: .hlg()),
    ]
    // Colors stay, and chroma is sampled anew. Premultiplied, it is a sum like any other.
    + [
      (PixelFormat.yuva444p, PixelFormat.yuva420p), (.yuva420p, .yuva444p), (.gbrap, .yuva420p),
      (.yuva422p10, .yuva420p10), (.yuva420p10, .gbrap10),
    ].map { Case(input: $0, output: $1, mode: .straight, result: .kept(.straight), source: .sdr) }

  /// A picture whose alpha has all kinds of places: nothing, one code, soft edges, noise, and full coverage.
  static func picture(_ format: PixelFormat, _ mode: AlphaMode, width: Int, height: Int) throws -> Frame {
    var frame = try FrameReferenceTests.picture(format, width: width, height: height, seed: 5)
    let top = format.isFloat ? 1 : Double(format.maximumCode)
    for y in 0..<height {
      for x in 0..<width {
        let alpha: Double =
          switch (x / 6 + y / 5) % 5 {
          case 0: 0
          case 1: 1 / top
          case 2: Double(x % 6) / 6
          case 3: 1
          default: Double((x * 37 + y * 101) % 64) / 63
          }
        if format.isFloat {
          try frame.setNumber(Float(alpha), component: 3, x: x, y: y)
          guard mode == .premultiplied else { continue }
          for c in 0..<3 {
            let color = try frame.number(component: c, x: x, y: y)
            try frame.setNumber(color * Float(alpha), component: c, x: x, y: y)
          }
        } else {
          try frame.setCode(Int(alpha * top), component: 3, x: x, y: y)
        }
      }
    }
    return frame
  }

  @Test(arguments: formats + flattened + overPictures + others)
  func everyCodeIsTheReferencesRounded(_ c: Case) throws {
    let plan = try c.plan()
    let input = try Self.picture(c.input, c.mode, width: c.width, height: c.height)
    // Its lanes are not asked; only its colors are.
    var plain = c
    plain.result = .kept(.straight)
    plain.output = c.output.hasAlpha ? c.output : c.output.planar(hasAlpha: true)!
    let backdrop = plan.needsBackground ? try Self.backdrop(width: c.width, height: c.height) : nil
    let reference = try AlphaReference(
      input, by: plain.plan(straight: true), AlphaCoding(c.mode, codes: c.codes), to: c.result, in: c.output,
      over: backdrop)
    var first: [[[Int]]]?
    for instructions in InstructionSet.available {
      for threads in [1, 3] {
        var output = try plan.makeFrame(width: c.width, height: c.height)
        var converter = try plan.converter(width: c.width, height: c.height, threads: threads, on: instructions)
        if let backdrop {
          try converter.convert(input, over: backdrop, into: &output)
        } else {
          try converter.convert(input, into: &output)
        }
        for (component, plane) in reference.components.enumerated() {
          let worst = try Self.worst(of: output, component, against: plane)
          #expect(
            worst.error <= FrameReferenceTests.allowed(plan), "\(instructions), component \(component): \(worst.place)")
        }
        guard !c.output.isFloat else { continue }
        let codes = try Planes(output).planes.map { $0.map { $0.map { Int($0) } } }
        #expect(first == nil || first == codes, "\(instructions), \(threads) threads")
        first = codes
      }
    }
  }

  private static func worst(
    of output: Frame, _ component: Int, against plane: [[Double]]
  ) throws -> (error: Double, place: String) {
    var worst = (error: 0.0, place: "")
    for (y, row) in plane.enumerated() {
      for (x, expected) in row.enumerated() {
        let (found, rounding) = try FrameReferenceTests.sample(output, component, x, y)
        let limited = max(0, output.format.isFloat ? expected : min(expected, Double(output.format.maximumCode)))
        let error = abs(found - limited) - rounding
        if error > worst.error { worst = (error, "\(x), \(y): \(found) for \(expected)") }
      }
    }
    return worst
  }

  /// A rectangle has the bits that it has in the whole.
  @Test(arguments: [(PixelFormat.yuva420p, AlphaOutput.kept(.straight)), (.yuv420p, .flattened(.picture()))])
  func tilesAreParts(_ output: PixelFormat, _ result: AlphaOutput) throws {
    let c = Case(input: .yuva420p10, output: output, mode: .premultiplied, result: result)
    let (width, height) = (150, 70)
    let plan = try c.plan()
    let backdrop = try Self.backdrop(width: width, height: height)
    let input = try Self.picture(c.input, c.mode, width: width, height: height)
    var (whole, tiled) = try (
      plan.makeFrame(width: width, height: height), plan.makeFrame(width: width, height: height)
    )
    var converter = try plan.converter(width: width, height: height, threads: 2)
    if plan.needsBackground {
      try converter.convert(input, over: backdrop, into: &whole)
    } else {
      try converter.convert(input, into: &whole)
    }
    for (columns, rows) in [(0..<64, 0..<30), (64..<150, 0..<30), (0..<64, 30..<70), (64..<150, 30..<70)] {
      try input.withView { view in
        try view.withTile(columns: columns, rows: rows) { tile in
          try tiled.withMutableView { output in
            try output.withTile(columns: columns, rows: rows) { part in
              guard plan.needsBackground else { return try converter.convert(tile, into: &part) }
              try backdrop.withView { view in
                try view.withTile(columns: columns, rows: rows) { behind in
                  try converter.convert(tile, over: behind, into: &part)
                }
              }
            }
          }
        }
      }
    }
    #expect(try Planes(tiled).planes == Planes(whole).planes)
  }

  /// What is only recoded keeps every code, in both modes.
  @Test(arguments: AlphaMode.allCases, [PixelFormat.yuva444p10, .yuva420p10, .gbrap12, .rgba64])
  func identityIsExact(_ mode: AlphaMode, _ format: PixelFormat) throws {
    var c = Case(input: format, output: format, mode: mode, result: .kept(mode), display: .hdr10)
    c.source.color.range = format.model == .rgb ? .full : .narrow
    let plan = try c.plan()
    #expect(!plan.stages.contains { $0.kind == .premultiply || $0.kind == .unpremultiply })
    let input = try Self.picture(format, .straight, width: 37, height: 21)
    var output = try plan.makeFrame(width: 37, height: 21)
    try plan.convert(input, into: &output)
    for component in 0..<4 {
      let grid = format.grid(ofComponent: component, width: 37, height: 21)
      for y in 0..<grid.height {
        for x in 0..<grid.width {
          #expect(
            try output.code(component: component, x: x, y: y) == input.code(component: component, x: x, y: y))
        }
      }
    }
  }

  @Test func choicesThatCannotBeAreRefused() throws {
    func error(_ change: (inout Case) -> Void, lattice: Int? = nil) -> PlanError? {
      var c = Case(input: .yuva444p10, output: .yuva444p, mode: .premultiplied, result: .kept(.straight))
      change(&c)
      do { _ = try c.plan(lattice: lattice) } catch { return error as? PlanError }
      return nil
    }
    #expect(error { _ in } == nil)
    let codes = AlphaCoding.EndCodes(transparent: 0, opaque: 1024)
    #expect(error { $0.codes = codes } == .alphaCodes(codes, .yuva444p10))
    let same = AlphaCoding.EndCodes(transparent: 5, opaque: 5)
    #expect(error { $0.codes = same } == .alphaCodes(same, .yuva444p10))
    #expect(error { $0.result = .flattened(.black) } == .flattenedAlpha(.yuva444p))
    #expect(
      error {
        $0.result = .flattened(Background(Signal(0, 1.5, 0)))
        $0.output = .yuv444p
      } == .backgroundOutOfRange(Signal(0, 1.5, 0)))
    #expect(error({ _ in }, lattice: 17) == .latticeOfAlpha)
    #expect(error { $0.source.color.matrix = .iCtCp } == .premultiplied(.iCtCp))
  }

  /// Straight color is a function of itself, also where its chroma is weighed by coverage or its alpha is of limited range.
  @Test(arguments: [nil, AlphaCoding.EndCodes(transparent: 64, opaque: 940)])
  func straightColorPassesThroughALattice(_ codes: AlphaCoding.EndCodes?) throws {
    let c = Case(input: .yuva420p10, output: .yuva420p, result: .kept(.straight), codes: codes)
    let input = try Self.picture(c.input, c.mode, width: 37, height: 21)
    func converted(_ lattice: Int?) throws -> (planes: [[[Double]]], error: Double) {
      let plan = try c.plan(lattice: lattice)
      var output = try plan.makeFrame(width: 37, height: 21)
      try plan.convert(input, into: &output)
      return (try Planes(output).planes, plan.approximation?.maximumError.value ?? 0)
    }
    let (exact, lattice) = (try converted(nil), try converted(65))
    let differences = zip(exact.planes.joined().joined(), lattice.planes.joined().joined()).map { abs($0 - $1) }
    #expect(differences.max()! <= lattice.error.rounded(.up) && differences.reduce(0, +) / 777 < 3)
    #expect(lattice.error > 0)
  }

  @Test func premultipliedOutputIsTold() throws {
    func codes(_ result: AlphaOutput, _ output: PixelFormat = .yuva444p) throws -> [String] {
      try Case(input: .yuva444p10, output: output, mode: .premultiplied, result: result).plan().findings.map(\.code)
    }
    #expect(try codes(.kept(.premultiplied)) == ["premultiplied-unsaid"])
    #expect(try codes(.kept(.straight)) == [] && codes(.kept(.premultiplied), .yuv444p) == [])
  }

  @Test func whatIsUnknownIsAssumed() throws {
    let plan = try ConversionPlan(
      from: .hdr10(), to: .sdr, options: PlanOptions(sourcePeak: .nits(1000)), reading: .yuva444p10)
    #expect(plan.assumptions.map(\.code) == ["missing-alpha-mode"])
    let dropped = try ConversionPlan(
      from: .hdr10(), to: .sdr, options: PlanOptions(sourcePeak: .nits(1000)), reading: .yuva444p10, writing: .yuv444p)
    #expect(dropped.assumptions.map(\.code) == ["alpha-dropped"])
    // A pixel format alone keeps no alpha in MP4.
    #expect(dropped.assumptions.allSatisfy { "\($0)".contains("a file and codec that hold it") })
    let flat = try ConversionPlan(
      from: .hdr10(), to: .sdr, options: PlanOptions(sourcePeak: .nits(1000), alpha: .flattened(.black)),
      reading: .yuva444p10)
    #expect(flat.assumptions.map(\.code) == ["missing-alpha-mode"] && flat.outputFormat == .yuv444p)
  }
}
