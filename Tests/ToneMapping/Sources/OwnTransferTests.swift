import Testing

import ToneMapping

/// Transfer functions of a caller, as a source and on a display.
struct OwnTransferTests {
  /// A camera's curve: a root of reflectance, 1 for 4 times white.
  static let root = TransferFunction(
    "Root", toLight: { SceneLevel(4 * $0.value * abs($0.value)) },
    toSignal: { SignalLevel((abs($0.value) / 4).squareRoot() * ($0.value < 0 ? -1 : 1)) })

  private func plan(
    _ transfer: TransferFunction, to display: Display = .sdr, options: PlanOptions = PlanOptions()
  ) throws -> ConversionPlan {
    let color = ColorDescription(primaries: .bt709, matrix: .bt709, range: .narrow, chromaLocation: .left)
    return try ConversionPlan(
      from: Source(color: color, transfer: transfer), to: display, options: options, reading: .yuv444p10)
  }

  /// A reflectance of 100 % is HDR reference white, as for the log of a camera.
  @Test func aCamerasOwnCurveIsShownAsHLG() throws {
    let plan = try plan(Self.root, to: .hdr10)
    #expect(plan.sourceTransfer == Self.root && plan.sourceTags.transfer == nil)
    let white = PerceptualQuantizer().eotf(plan(Signal(neutral: 0.5))[1])
    #expect(abs(white.nits - 203) < 0.5)
    #expect(throws: Never.self) { try plan.program.get() }
  }

  /// Light relative to a peak is SDR, and ends at the reference white.
  @Test func aRelativeSourceEndsAtReferenceWhite() throws {
    let plan = try plan(.power(2.6), to: .hdr10)
    let white = PerceptualQuantizer().eotf(plan(Signal(neutral: 1))[1])
    #expect(abs(white.nits - 203) < 0.01)
    #expect(throws: Never.self) { try plan.program.get() }
  }

  /// A display's own function has a peak, which is that of the source.
  @Test func anAbsoluteSourceHasItsPeak() throws {
    let plan = try plan(.power(2.6, luminance: .nits(0...600)), to: .hdr10)
    let range = try #require(plan.sourceLuminance)
    #expect(abs(range.peak.nits - 600) < 1e-9 && range.black.nits == 0 && plan.peakEvidence == .caller)
    #expect(throws: Never.self) { try plan.program.get() }
  }

  @Test func aDisplayOfGamma26() throws {
    var projector = Display(.smpte432, luminance: .nits(0...48))
    projector.eotf = .power(2.6)
    let plan = try ConversionPlan(from: .hdr10(), to: projector)
    #expect(plan.targetTags.transfer == nil)
    #expect(throws: Never.self) { try plan.program.get() }
    // 0, 0.25, 0.5 and 1 to the power 2.6.
    let powers = [0, 0.027204705103003882, 0.1649384888466118, 1]
    for (index, signal) in [0, 0.25, 0.5, 1].enumerated() {
      let light = plan.bt2020LightFromTargetSignal(Signal(neutral: SignalLevel(signal)))[1]
      #expect(abs(light.nits - 48 * powers[index]) < 1e-3)
    }
  }

  /// Light that such a display shows is that of its own function: code 125 is 48 · (109/219)^2.6 cd/m², 7.82, which is stated as 8. BT.1886 would give 9.
  @Test func lightOfADisplayOfGamma26() throws {
    var projector = Display(.bt709, luminance: .nits(0...48))
    projector.eotf = .power(2.6)
    let color = ColorDescription(primaries: .bt709, matrix: .bt709, range: .narrow, chromaLocation: .left)
    let plan = try ConversionPlan(
      from: Source(color: color, transfer: .power(2.6, luminance: .nits(0...48))), to: projector,
      options: PlanOptions(dither: .none), reading: .yuv444p,
      writing: .yuv444p)
    var converter = try plan.converter(width: 64, height: 16, threads: 1, countingLight: true)
    var (input, output) = (try Frame(.yuv444p, width: 64, height: 16), try plan.makeFrame(width: 64, height: 16))
    for y in 0..<16 {
      for x in 0..<64 { for plane in 0..<3 { try input.setCode(plane == 0 ? 125 : 128, component: plane, x: x, y: y) } }
    }
    try converter.convert(input, into: &output)
    #expect(converter.contentLight?.maximum == .nits(8))
    // The same codes are other light on a display of another function.
    var other = projector
    other.eotf = .power(2.2)
    let program = ColorProgram(
      try ConversionPlan(
        from: plan.source, to: other, options: plan.options, reading: .yuv444p, writing: .yuv444p))
    #expect(throws: ConversionError.self) { try converter.convert(input, into: &output, program: program) }
  }

  /// A function of H.273 that is given as one's own is that of H.273.
  @Test func aFunctionOfH273HasItsNumber() throws {
    let plan = try plan(.hlg, to: .hdr10)
    #expect(plan.sourceTransfer?.codePoint == .hlg && plan.sourceTags.transfer == .hlg)
  }

  @Test func functionsThatFailAreRefused() throws {
    // A function that fails in the codes above 1 of narrow range.
    let short = TransferFunction(
      "short", toLight: { RelativeLevel($0.value > 1 ? .nan : $0.value) }, toSignal: { SignalLevel($0.value) })
    #expect(throws: PlanError.transferFails(short, at: SignalLevel(257.0 / 256))) { try plan(short) }
    let flat = TransferFunction("flat", toLight: { _ in RelativeLevel(0.5) }, toSignal: { _ in 0.5 })
    #expect(throws: PlanError.transferFails(flat, at: 1)) { try plan(flat) }
    let falling = TransferFunction(
      "falling", toLight: { RelativeLevel(1 - $0.value) }, toSignal: { SignalLevel(1 - $0.value) })
    #expect(throws: PlanError.transferFails(falling, at: SignalLevel(1.0 / 256))) { try plan(falling) }
    var display = Display.sdr
    display.eotf = falling
    #expect(throws: PlanError.self) { try ConversionPlan(from: .hdr10(), to: display) }
    let tagged = Source(color: Source.sdr.color, transfer: Self.root)
    #expect(throws: PlanError.contradictoryTransfers(Self.root, tag: .bt709)) {
      try ConversionPlan(from: tagged, to: .sdr)
    }
  }
}
