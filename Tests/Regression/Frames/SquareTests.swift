import Testing
import ToneMapping

/// Every kind of source to every display, by default choices: frames are the truth's, and what comes back is what went.
@Suite struct SquareTests {
  private static func sdr(
    _ primaries: ColorPrimaries, _ transfer: TransferCharacteristics, _ matrix: MatrixCoefficients
  )
    -> Source
  {
    Source(
      color: ColorDescription(
        primaries: primaries, transfer: transfer, matrix: matrix, range: .narrow, chromaLocation: .left))
  }

  static let sources: [(name: String, source: Source)] = [
    ("PQ", .hdr10()), ("HLG", .hlg()), ("SDR BT.709", .sdr), ("sRGB", sdr(.bt709, .sRGB, .bt709)),
    ("P3", sdr(.smpte432, .bt709, .bt709)), ("SDR BT.2020", sdr(.bt2020, .bt2020_10, .bt2020NCL)),
    ("SD", sdr(.smpte170M, .smpte170M, .smpte170M)),
  ]
  static let displays: [(name: String, display: Display)] = [
    ("sdr709", .sdr), ("srgb", .srgb), ("p3-sdr", .p3SDR), ("hlg", .hlg), ("pq", .hdr10),
  ]

  static let square: [FrameTruthTests.Case] = sources.flatMap { source in
    displays.map { display in
      FrameTruthTests.Case(
        name: "\(source.name) to \(display.name)", source: source.source, display: display.display,
        input: .yuv444p10, output: display.display.bitDepth == 8 ? .yuv444p : .yuv444p10)
    }
  }

  @Test(arguments: square) func framesAreTheTruths(_ c: FrameTruthTests.Case) throws {
    let plan = try c.plan()
    let input = try FrameTruthTests.picture(c.input, width: c.width, height: c.height, seed: 11)
    let truth = try TruthFrame(input, plan: plan)
    for instructions in InstructionSet.available {
      var output = try plan.makeFrame(width: c.width, height: c.height)
      var converter = try plan.converter(width: c.width, height: c.height, on: instructions)
      try converter.convert(input, into: &output)
      let worst = try FrameTruthTests.worst(of: output, against: truth, plan: plan)
      #expect(worst.error <= FrameTruthTests.allowed(plan), "\(instructions): \(worst.place)")
    }
  }

  /// SDR in HDR and back by direct mapping, in `Double`: every component of 15 625 colors of 8 bits, the corners and edges of the cube among them.
  @Test(arguments: [Display.hlg, .hdr10]) func sdrComesBackFromHDR(_ display: Display) throws {
    let up = try ConversionPlan(from: .sdr, to: display, reading: .yuv444p)
    let down = try ConversionPlan(
      from: display.transfer == .pq ? .hdr10() : .hlg(), to: .sdr, tone: .identity, gamut: .clip,
      options: PlanOptions(sourcePeak: display.transfer == .pq ? .nits(1000) : nil), reading: .yuv444p10)
    let values = Array(stride(from: 0.0, through: 253, by: 11)) + [255, 1]
    var worst = 0.0
    for r in values {
      for g in values {
        for b in values {
          let color = Signal(r / 255, g / 255, b / 255)
          let back = down(up(color)).components
          let error = (back - color.components) * 255
          worst = max(worst, abs(error.x), abs(error.y), abs(error.z))
        }
      }
    }
    #expect(worst <= 0.5, "\(worst) of an 8-bit code")
  }
}
