import TestSupport
import Testing
import ToneMapping

/// The calls that the library was designed around, compiled as they are today, with checks of their meaning.
@Suite struct StyleExamples {
  let uhd = (width: 64, height: 36)

  @Test func onePlanManyFramesTwoBuffers() throws {
    let mdcv = try MasteringDisplayColorVolume(parsing: mdcvBox)
    let clli = try ContentLightLevel(parsing: clliBox)
    var frames = try whiteFrames(2, width: uhd.width, height: uhd.height)
    var written: [Frame] = []

    let plan = try ConversionPlan(
      from: .hdr10(mastering: mdcv, contentLight: clli),
      to: Display(.bt709, luminance: .nits(0.1...100)),
      tone: .bt2390,
      gamut: .perceptual)
    var converter = try plan.converter(width: uhd.width, height: uhd.height)
    var output = try plan.makeFrame(width: uhd.width, height: uhd.height)
    while let input = frames.popLast() {
      try converter.convert(input, into: &output, index: 0)
      written.append(output)
    }

    #expect(written.count == 2)
    // The same picture with the same index gives the same frame.
    #expect(written[0] == written[1])
    #expect(plan.sourceLuminance == .nits(0.0001...993))
    #expect(plan.targetLuminance == .nits(0.1...100))
    #expect(plan.outputFormat == .yuv420p)
  }

  @Test func curvesAreFunctions() throws {
    #expect(abs(PerceptualQuantizer().inverseEOTF(.nits(1000)).value - 0.7518) < 5e-5)
    let rollOff = BT2390(from: .nits(0.005...1000), to: .nits(0.1...203))
    #expect(rollOff(.nits(600)) < .nits(203))
    // Peak to peak and black to black, up to the rounding of two trips through PQ.
    #expect(abs(rollOff(.nits(1000)).nits - 203) < 1e-9 * 203)
    #expect(abs(rollOff(.nits(0.005)).nits - 0.1) < 1e-9)
  }

  @Test func bytesToValuesThatSayWhatTheyMean() throws {
    let mastering = try MasteringDisplayColorVolume(parsing: mdcvBox)
    let light = try ContentLightLevel(parsing: clliBox)
    let peak = light.maximum ?? mastering.luminance.peak
    #expect(peak == .nits(993))

    // Unknown is nil, not 0.
    let unknown = try ContentLightLevel(parsing: [0, 0, 0, 0])
    #expect((unknown.maximum ?? mastering.luminance.peak) == .nits(1000))
    #expect(mastering.payload == mdcvBox && light.payload == clliBox)
  }

  @Test func theRoomItWasMadeForAndTheRoomItIsSeenIn() throws {
    let ambient = try AmbientViewingEnvironment(parsing: amveBox)
    let living = Display(.bt709, luminance: .nits(0.1...250), surround: .lux(50))
    let plan = try ConversionPlan(from: .hlg(ambient: ambient), to: living)
    print(plan)  // every stage, with its units

    #expect(ambient.illuminance.lux == 314)
    let names = [
      "upsample", "decode", "linearize", "tone", "gamut", "delinearize", "encode", "downsample", "round",
    ]
    #expect(plan.stages.map(\.name) == names)
    // A living room is darker than the office that the clip was made in, so contrast must increase: mid gray gets darker.
    let sameRoom = try ConversionPlan(
      from: .hlg(ambient: ambient), to: Display(.bt709, luminance: .nits(0.1...250), surround: .lux(314)))
    let gray = Signal(0.5, 0.5, 0.5)
    #expect(plan(gray).components.x < sameRoom(gray).components.x)
  }

  @Test func errorsAreExhaustive() throws {
    var told: [String] = []
    func plan(_ source: Source, to display: Display = .sdr, tone: ToneOperator = .spline, _ options: PlanOptions) {
      do throws(PlanError) {
        _ = try ConversionPlan(from: source, to: display, tone: tone, options: options)
      } catch {
        // No default case: a new error would not compile here.
        switch error {
        case .sourcePeakOutOfRange(let peak): told.append("no source peaks at \(peak)")
        case .sourcePeakOfSDR(let peak, let transfer): told.append("\(transfer) has no peak of \(peak)")
        case .scenePeakOutOfRange(let peak): told.append("no scene has a peak of \(peak)")
        case .referenceWhiteOutOfRange(let white): told.append("\(white) is no white")
        case .latticeSizeOutOfRange(let size): told.append("no lattice has \(size) samples")
        case .lookOutOfRange(let part, let value): told.append("no look has a \(part) of \(value)")
        case .chromaPreservationOutOfRange(let share): told.append("no map preserves \(share) of chroma")
        case .surroundOutOfRange(let surround): told.append("\(surround) is no room")
        case .emptyLuminanceRange(let range): told.append("a display cannot span \(range)")
        case .tone(.kneeAdaptation(let share)): told.append("no knee moves by \(share)")
        case .gamut(.notFinite(let map, let light)): told.append("\(map) loses \(light)")
        case .lookup(let error): told.append("\(error)")
        case .tone(let error): told.append("\(error)")
        case .unknownTransfer(let format): told.append("\(format.name) may be PQ, HLG or SDR")
        case .transferFails(let transfer, let signal): told.append("\(transfer) fails at \(signal)")
        case .dolbyVisionOnly: told.append("only Dolby Vision shows it")
        case .transferOfICtCp(let transfer): told.append("ICtCp has no \(transfer)")
        case .contradictoryTransfers, .contradictoryPrimaries, .matrixOfLog, .primariesOfICtCp, .subsampledRGB,
          .noTriangle:
          told.append("the tags contradict each other: \(error)")
        case .encoding(let error): told.append("\(error)")
        case .noPixelFormat(let format, let bits): told.append("\(format) has no likeness of \(bits) bits")
        case .alphaCodes, .flattenedAlpha, .latticeOfAlpha, .backgroundOutOfRange, .backgroundInLightOfTable,
          .premultiplied:
          told.append("no such alpha: \(error)")
        case .assumptions(let assumptions): told.append("\(assumptions.count) assumed")
        }
      }
    }
    plan(.hdr10(), tone: .spline(kneeAdaptation: 2), PlanOptions())
    plan(.hdr10(), to: Display(.bt709, luminance: .nits(100...100)), PlanOptions())
    plan(.hdr10(), PlanOptions(sourcePeak: .nits(0)))
    plan(.hdr10(), PlanOptions(latticeSize: 130))
    plan(.hdr10(), PlanOptions(strict: true))
    plan(Source(color: ColorDescription()), PlanOptions())
    #expect(
      told == [
        "no knee moves by 2.0", "a display cannot span 100…100 cd/m²",
        "no source peaks at 0 cd/m²", "no lattice has 130 samples", "1 assumed",
        "yuv420p10le may be PQ, HLG or SDR",
      ])
  }
}

/// One frame, in one line.
@Suite struct OneFrameExample {
  @Test func oneFrame() throws {
    var frame = try Frame(.yuv420p10, width: 4, height: 2)
    for x in 0..<4 { for y in 0..<2 { try frame.setCode(573, component: 0, x: x, y: y) } }
    for component in 1...2 { for x in 0..<2 { try frame.setCode(512, component: component, x: x, y: 0) } }
    let sdr = try frame.converted(from: .hdr10(), to: .sdr)
    #expect(sdr.format == .yuv420p && sdr.width == 4 && sdr.height == 2)
    // 203 cd/m² is 185 of 255 full-scale, 16 + 219 · 185/255 in narrow range; the dither may round it either way.
    #expect(try abs(sdr.code(component: 0, x: 1, y: 1) - 175) <= 1)
  }
}
