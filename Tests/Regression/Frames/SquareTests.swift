import Foundation
import Testing
import ToneMapping

/// Every kind of source to every display, by default choices: frames are the reference's, and what comes back is what went.
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

  static let square: [FrameReferenceTests.Case] = sources.flatMap { source in
    displays.map { display in
      FrameReferenceTests.Case(
        name: "\(source.name) to \(display.name)", source: source.source, display: display.display,
        input: .yuv444p10, output: display.display.bitDepth == 8 ? .yuv444p : .yuv444p10)
    }
  }

  @Test(arguments: square) func framesAreTheReferences(_ c: FrameReferenceTests.Case) throws {
    let plan = try c.plan()
    let input = try FrameReferenceTests.picture(c.input, width: c.width, height: c.height, seed: 11)
    let reference = try ReferenceFrame(input, plan: plan)
    for instructions in InstructionSet.available {
      var output = try plan.makeFrame(width: c.width, height: c.height)
      var converter = try plan.converter(width: c.width, height: c.height, on: instructions)
      try converter.convert(input, into: &output)
      let worst = try FrameReferenceTests.worst(of: output, against: reference, plan: plan)
      #expect(worst.error <= FrameReferenceTests.allowed(plan), "\(instructions): \(worst.place)")
    }
  }

  /// BT.2408-8, clause 5.1.4: the inverse of BT.709's OETF, scaled, then HLG's OETF. The scale puts white at 203 of 1000 cd/m².
  @Test func theSceneOfSDRIsTheSceneOfHLG() throws {
    let plan = try ConversionPlan(
      from: .sdr, to: .hlg, options: PlanOptions(sdrTransfer: .bt709SceneLight), reading: .yuv444p)
    // BT.2087-0, item 2.3: the matrix as printed there, to four digits.
    let rows = [SIMD3(0.6274, 0.3293, 0.0433), SIMD3(0.0691, 0.9195, 0.0114), SIMD3(0.0164, 0.0880, 0.8956)]
    for color in [
      SIMD3(1.0, 1, 1), SIMD3(0.5, 0.5, 0.5), SIMD3(0.05, 0.05, 0.05), SIMD3(0.9, 0.3, 0.1), SIMD3(0.1, 0.2, 0.8),
    ] {
      let scene = SIMD3(Self.scene(color.x), Self.scene(color.y), Self.scene(color.z)) * pow(0.203, 1 / 1.2)
      let out = plan(Signal(color)).components
      for c in 0..<3 {
        let light = (rows[c] * scene).sum()
        let expected =
          light <= 1 / 12.0 ? sqrt(3 * light) : 0.178_832_77 * log(12 * light - 0.284_668_92) + 0.559_910_73
        #expect(abs(out[c] - expected) < 2e-4, "\(color), component \(c)")
      }
    }
  }

  /// ITU-R BT.709-6, item 1.2, backward.
  private static func scene(_ signal: Double) -> Double {
    signal < 0.081 ? signal / 4.5 : pow((signal + 0.099) / 1.099, 1 / 0.45)
  }

  /// SDR in HDR and back by direct mapping, in `Double`: every component of 15 625 colors of 8 bits, the corners and edges of the cube among them;
  /// of all 16 777 216 with `EVERY_TRIPLE=1`, which takes minutes.
  @Test(arguments: [Display.hlg, .hdr10]) func sdrComesBackFromHDR(_ display: Display) throws {
    let up = try ConversionPlan(from: .sdr, to: display, reading: .yuv444p)
    let down = try ConversionPlan(
      from: display.transfer == .pq ? .hdr10() : .hlg(), to: .sdr, tone: .identity, gamut: .clip,
      options: PlanOptions(sourcePeak: display.transfer == .pq ? .nits(1000) : nil), reading: .yuv444p10)
    let isEvery = ProcessInfo.processInfo.environment["EVERY_TRIPLE"] != nil
    let values = isEvery ? (0...255).map(Double.init) : Array(stride(from: 0.0, through: 253, by: 11)) + [255, 1]
    var worst = 0.0
    for r in values {
      for g in values {
        for b in values {
          let color = Signal(SIMD3(r / 255, g / 255, b / 255))
          let back = down(up(color)).components
          let error = (back - color.components) * 255
          worst = max(worst, abs(error.x), abs(error.y), abs(error.z))
        }
      }
    }
    #expect(worst <= 0.5, "\(worst) of an 8-bit code")
    if isEvery { print("\(display.transfer): all triples come back within \(worst) of a code") }
  }
}
