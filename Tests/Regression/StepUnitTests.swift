import Colorimetry
import TestSupport
import Testing
import ToneKernels
import VideoFrames

import ToneMapping

/// What `explain --program` says that the color's numbers stand for after each step, compared with what they are: the numbers that the
/// kernels hold there, in the unit that is reported, are the light and the signal of the gray.
@Suite struct StepUnitTests {
  /// A gray of 10 bits in full-range R′G′B′, which no step of reading changes.
  static let codes = [102, 409, 593, 700]

  /// The color's first component after some steps of a program.
  private func component(after count: Int, of plan: ConversionPlan, code: Int, chroma: Int? = nil) throws -> Double {
    var program = try plan.program.get()
    program.steps.removeSubrange(count...)
    let memory = SIMDProgramMemory(program)
    defer { withExtendedLifetime(memory) {} }
    let workspace = try Workspace(width: 16, threads: 1)
    defer { withExtendedLifetime(workspace) {} }
    let reading = try FrameReading(plan: plan, read: program.read, width: 16, height: 1)
    var frame = try Frame(plan.inputFormat, width: 16, height: 1)
    for x in 0..<16 {
      for component in 0..<3 {
        try frame.setCode(component == 0 ? code : chroma ?? code, component: component, x: x, y: 0)
      }
    }
    let scratch = unsafe workspace.scratch[0]
    frame.withView { view in
      var row = reading.row(0, of: view.picture)
      reading.read(&row, x: 0, count: 16, into: scratch, with: .best)
    }
    unsafe withUnsafePointer(to: memory.program) { unsafe KernelSet.best.runProgram($0, scratch.strip, 16) }
    return unsafe Double(scratch.row(0)[0])
  }

  /// ICtCp of HLG: the cones of a gray are its relative light, the inverse OETF of I.
  @Test(arguments: codes) func relativeLightIsTold(code: Int) throws {
    var source = Source.hlg()
    source.color.matrix = .iCtCp
    let plan = try ConversionPlan(from: source, to: .sdr, reading: .yuv444p10, writing: .gbrp)
    let units = try plan.program.get().steps.map(\.unit)
    let first = try #require(units.firstIndex(of: .relative))
    let signal = Quantization(bitDepth: 10, range: .narrow).signal(luma: CodeLevel(Double(code)))
    let light = HybridLogGamma.reference.inverseOETF(signal).value
    let found = try component(after: first + 1, of: plan, code: code, chroma: 512)
    #expect(abs(found - light) < 1e-3 * light, "\(found) for \(light)")
  }

  /// Steps on a picture behind, which turn its signal into light, leave the color what it is.
  @Test func aBackgroundsUnitIsNotTheColors() throws {
    var source = Source.hdr10()
    source.alpha = AlphaCoding(.straight)
    source.color.matrix = .identity
    let options = PlanOptions(alpha: .flattened(.picture(compositing: .light)))
    let plan = try ConversionPlan(from: source, to: .sdr, options: options, reading: .rgba64, writing: .gbrp)
    let units = try plan.program.get().steps.map(\.unit)
    // Signal until PQ is light, light until the display's signal, then codes: nothing comes back.
    let kinds = units.map { unit in
      unit == .signal ? 0 : unit.name == "light" ? 1 : unit == .codes ? 3 : -1
    }
    let first = try #require(kinds.firstIndex(of: 1))
    let last = try #require(kinds.lastIndex(of: 1))
    #expect(kinds[first...last].allSatisfy { $0 == 1 } && last > first + 4, "\(units)")
    #expect(units.last == .codes)
  }

  @Test(arguments: [Source.hdr10(), .hlg()], codes)
  func unitsAreWhatTheKernelsHold(_ source: Source, code: Int) throws {
    var source = source
    (source.color.matrix, source.color.range) = (.identity, .full)
    let plan = try ConversionPlan(from: source, to: .sdr, reading: .gbrp10, writing: .gbrp)
    let units = try plan.program.get().steps.map(\.unit)
    let signal = SignalLevel(Double(code) / 1023)

    // Light of the source, in cd/m²: BT.2100-3, Tables 4 and 5, for a gray.
    let shown: Double
    if source.color.transfer == .pq {
      shown = PerceptualQuantizer().eotf(signal).nits
      let first = try #require(units.firstIndex { $0.name == "light" })
      guard let unit = units[first].one else { return }
      let found = try component(after: first + 1, of: plan, code: code) * unit.nits
      #expect(abs(found / shown - 1) < 1e-3, "\(found) for \(shown) cd/m²")
    } else {
      let first = try #require(units.firstIndex { $0.name == "light of the scene" })
      guard let unit = units[first].one else { return }
      let scene = HybridLogGamma.reference.inverseOETF(signal)
      let found = try component(after: first + 1, of: plan, code: code) * unit.nits
      #expect(abs(found / (scene.value * 1000) - 1) < 1e-3, "\(found) for \(scene) of 1000 cd/m²")
    }

    // Light of the display: BT.1886 of the signal that the reference gives, 203 · V^2.4 above a black of 0.
    let last = try #require(units.lastIndex { $0.name == "light" })
    guard let unit = units[last].one else { return }
    let light = plan.bt2020LightFromTargetSignal(plan(Signal(signal, signal, signal))).components.x
    let found = try component(after: last + 1, of: plan, code: code) * unit.nits
    #expect(abs(found / light - 1) < 1e-3, "\(found) for \(light) cd/m²")

    // The signal, then the codes.
    let coded = plan(Codes(SIMD3(repeating: Double(code)))).components.x
    let encoded = try component(after: units.count, of: plan, code: code)
    #expect(units.last == .codes && abs(encoded - coded) < 0.05, "\(encoded) for \(coded)")
    if let index = units.firstIndex(of: .signal) {
      let found = try component(after: index + 1, of: plan, code: code)
      #expect(abs(found - plan(Signal(signal, signal, signal)).components.x) < 0.001, "\(found)")
    }
  }
}
