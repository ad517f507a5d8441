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

  @Test func functionsThatFailAreRefused() throws {
    let falling = TransferFunction(
      "falling", toLight: { RelativeLevel(1 - $0.value) }, toSignal: { SignalLevel(1 - $0.value) })
    #expect(throws: PlanError.transferFails(falling, at: SignalLevel(1.0 / 256))) { try plan(falling) }
    var display = Display.sdr
    display.eotf = falling
    #expect(throws: PlanError.self) { try ConversionPlan(from: .hdr10(), to: display) }
    let tagged = Source(color: Source.sdr.color, transfer: Self.root)
    #expect(throws: PlanError.contradictoryTags(.transfers(Self.root, tag: .bt709))) {
      try ConversionPlan(from: tagged, to: .sdr)
    }
  }
}
