import CToneKernels
import TestSupport
import Testing
import ToneKernels
import ToneMapping

/// Floating-point samples may be anything: NaN, infinite, far out of range, subnormal.
@Suite struct StrangeFloatTests {
  static let floats: [Float] = [
    .nan, -.nan, .signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 3e38, -3e38,
    1e30, -1e30, 65504, -65504, 2, -2, 1.0001, -0.0001, -0.0, 0, 1, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    0x1p-140, -0x1p-140, .leastNormalMagnitude, 1e-30, 1e-20, 0.5,
  ]

  /// Over time, every one next to every other.
  static func float(_ x: Int, _ component: Int) -> Float {
    var numbers = SeededNumbers(seed: UInt64(x * 4 + component))
    return Bool.random(using: &numbers) ? floats.randomElement(using: &numbers)! : .random(in: 0...1, using: &numbers)
  }

  /// The bits that `read` leaves are the same on every set, and are those of finite numbers.
  @Test(arguments: ReadCase.all.filter { $0.sample == LANES_F32 }) func reading(_ read: ReadCase) {
    var (wrong, strange) = (0, 0)
    for width in Array(1...130) + [Int(LANES_STRIP)] {
      let rows = PictureRows(read, width: width, filling: .noise, at: GuardedMemory.Side.allCases[width % 2])
      for (index, plane) in rows.planes.enumerated() {
        for x in plane.codes.indices {
          plane.memory.bytes.storeBytes(of: Self.float(x + width * 512, index), toByteOffset: 4 * x, as: Float.self)
        }
      }
      var expected: [[UInt32]]?
      for name in InstructionSet.available {
        let strip = Strip()
        var (job, row) = (rows.job, rows.row)
        KernelSet.named(name)!.read(&job, &row, 0, width, strip.floats)
        let bits = (0..<4).map { strip.bits($0, width) }
        if let expected {
          wrong += zip(bits.joined(), expected.joined()).count { $0 != $1 }
        } else {
          expected = bits
          strange += bits.joined().count { !Float(bitPattern: $0).isFinite }
        }
      }
    }
    #expect(wrong == 0)
    #expect(strange == 0)
  }

  /// What the numbers mean: a sample that is too great is limited like any other, NaN and −∞ are black.
  @Test(
    arguments: [(Float.infinity, 255), (3e38, 255), (1, 255), (.nan, 0), (-.infinity, 0), (-3e38, 0), (0, 0)]
      as [(Float, UInt32)])
  func meaning(sample: Float, code: UInt32) throws {
    let source = Source(color: ColorDescription(primaries: .bt2020, transfer: .linear, matrix: .identity, range: .full))
    let plan = try ConversionPlan(
      from: source, to: .sdr, options: PlanOptions(dither: .none), reading: .gbrpf32, writing: .gbrp)
    var input = try Frame(.gbrpf32, width: 1, height: 1)
    for plane in 0..<3 { try input.setSample(sample.bitPattern, plane: plane, x: 0, y: 0) }
    var output = try plan.makeFrame(width: 1, height: 1)
    try plan.convert(input, into: &output)
    #expect(try (0..<3).map { try output.sample(plane: $0, x: 0, y: 0) } == [code, code, code])
    // One strange component leaves the others alone.
    try input.setSample(Float(0).bitPattern, plane: 0, x: 0, y: 0)
    try input.setSample(Float(0).bitPattern, plane: 1, x: 0, y: 0)
    try plan.convert(input, into: &output)
    let red = try (0..<3).map { try output.sample(plane: $0, x: 0, y: 0) }
    #expect(code == 0 ? red == [0, 0, 0] : red[2] > 200, "\(red)")
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var source: (String, Source)
    var display: (String, Display)
    var gamut = GamutOperator.perceptual
    var tone = ToneOperator.spline
    var variant: ToneVariant?
    var format = PixelFormat.gbrpf32
    var testDescription: String {
      "\(source.0) to \(display.0) in \(format), \(gamut), \(tone), \(variant.map(String.init(describing:)) ?? "its own")"
    }
  }

  static let cases: [Case] = {
    func rgb(_ source: Source) -> Source {
      var source = source
      source.color.matrix = .identity
      return source
    }
    let (pq, hlg, sdr) = (("PQ", rgb(.hdr10())), ("HLG", rgb(.hlg())), ("SDR", rgb(.sdr)))
    let displays = [("SDR", Display.sdr), ("P3", .p3SDR), ("HLG", .hlg), ("PQ", .hdr10)]
    return displays.map { Case(source: pq, display: $0) }
      + [0, 2, 3].map { Case(source: hlg, display: displays[$0]) }
      + [0, 3].map { Case(source: sdr, display: displays[$0]) }
      + [PixelFormat.yuv420p10, .p010].map { Case(source: pq, display: displays[0], format: $0) }
      + GamutOperator.all.filter { $0 != .perceptual }.map { Case(source: pq, display: displays[0], gamut: $0) }
      // The curves that have steps of their own.
      + [ToneOperator.bt2446a, .bt2446c, .referenceWhite, .pbrNeutral].map {
        Case(source: pq, display: displays[0], tone: $0)
      }
      + ToneVariant.allCases.filter { $0 != .luminance }.map { Case(source: pq, display: displays[0], variant: $0) }
  }()

  /// Whole conversions: the same bits on every set, and in floating-point output no NaN, but what the reference gives.
  @Test(arguments: cases) func converting(_ kind: Case) throws {
    var options = PlanOptions(dither: .none)
    options.sourcePeak = kind.source.0 == "PQ" ? .nits(1000) : nil
    let plan = try ConversionPlan(
      from: kind.source.1, to: kind.display.1, tone: kind.tone.applied(by: kind.variant), gamut: kind.gamut,
      options: options, reading: .gbrpf32,
      writing: kind.format)
    let (width, height) = (67, 12)
    var input = try Frame(.gbrpf32, width: width, height: height)
    for component in 0..<3 {
      for y in 0..<height {
        for x in 0..<width {
          try input.setSample(Self.float(y * width + x, component).bitPattern, plane: component, x: x, y: y)
        }
      }
    }
    var first: Frame?
    for instructions in InstructionSet.available {
      var output = try plan.makeFrame(width: width, height: height)
      var converter = try plan.converter(width: width, height: height, threads: 1, on: instructions)
      try converter.convert(input, into: &output)
      if let first { #expect(output == first, "\(instructions)") } else { first = output }
    }
    guard kind.format.isFloat, let first else { return }
    for y in 0..<height {
      for x in 0..<width {
        let color = (0..<3).map { Self.float(y * width + x, $0) }
        // The planes are G′, B′, R′.
        let values = try [2, 0, 1].map { try Double(Float(bitPattern: first.sample(plane: $0, x: x, y: y))) }
        let reference = plan(Codes(SIMD3(Double(color[2]), Double(color[0]), Double(color[1])))).components
        for (value, reference) in zip(values, [reference.x, reference.y, reference.z]) {
          #expect(abs(value - reference) <= 1e-3 * max(1, abs(reference)), "\(color) became \(values)")
        }
      }
    }
  }
}
