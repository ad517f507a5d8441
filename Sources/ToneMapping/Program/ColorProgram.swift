internal import ColorOperations
internal import GamutMaps
internal import LookupTables
internal import Synchronization

/// A plan's color operations, compiled for the vector kernels. A converter can run another program for every frame, with the same threads and memory,
/// if the program's plan processes samples in the same way; otherwise reading and writing are set up again for each such frame.
///
///     let program = ColorProgram(try ConversionPlan(from: source, to: .sdr, options: scene, sharing: tables))
///     try converter.convert(frame, into: &output, index: 7, program: program)
///
/// A program depends on its plan alone: a frame that it converts has the same bits as from a converter of that plan. With
/// ``PlanOptions/compilesQuickly`` and shared `DisplayTables`, creating one takes a fraction of a millisecond.
public struct ColorProgram: Sendable, CustomStringConvertible {
  /// The compiled plan.
  public let plan: ConversionPlan
  /// The program in the kernels' form; `nil` if there is no vector code for the plan.
  let memory: SIMDProgramMemory?

  /// Compiles a plan.
  public init(_ plan: ConversionPlan) {
    self.plan = plan
    memory = (try? plan.program.get()).map { SIMDProgramMemory($0) }
  }

  /// The plan's operations, and the steps to which they were compiled, each with its resulting unit if that differs: a curve followed by its inverse
  /// needs no steps, and light is expressed in the unit of the next step. There are no steps if reading does everything, or if colors are converted
  /// one by one.
  public var description: String { "\(ProgramListing(of: plan))" }
}

/// A plan's schedule and its vector program, compiled on first use and cached; all copies of the plan share it.
final class CompiledPlan: Sendable {
  /// The schedule, and its program or the reason for its absence.
  typealias Value = (schedule: PassSchedule, program: Result<SIMDProgram, UnsupportedOperation>)

  private let cached = Mutex<Value?>(nil)

  /// The compiled form of a plan: the first of its schedules that compiles; if none does, that for each color, and the reason.
  func value(of plan: ConversionPlan) -> Value {
    cached.withLock { cached in
      if let cached { return cached }
      var value: Value?
      for schedule in plan.vectorSchedules {
        value = (schedule, Result { () throws(UnsupportedOperation) in try SIMDProgram(schedule, of: plan) })
        if case .success = value!.program { break }
        value!.schedule = plan.scheduleColorByColor
      }
      cached = value
      return value!
    }
  }
}

extension ConversionPlan {
  /// The vector program, or the reason for its absence. The first access compiles the plan.
  package var program: Result<SIMDProgram, UnsupportedOperation> { compiled.value(of: self).program }

  /// The passes of a converter over each strip of pixels. The first access compiles the plan.
  package var schedule: PassSchedule { compiled.value(of: self).schedule }

  /// The reason why there is no vector code for this plan; `nil` if there is.
  package var unsupportedOperation: UnsupportedOperation? {
    if case .failure(let reason) = program { reason } else { nil }
  }

  /// The allowed error of frames before rounding, in codes of the output, or in sample values for floating point: 0.05 of an 8-bit code, 0.10 of a
  /// 10-bit code; finer codes and floating point get the same error of the signal as 10 bits.
  package var allowedError: Double {
    if outputFormat.isFloat { return 0.10 / Quantization.narrowTen.lumaScale }
    return outputFormat.bitDepth == 8 ? 0.05 : 0.10 * Double(1 << (outputFormat.bitDepth - 10))
  }
}

extension SIMDProgram {
  /// - Throws: `UnsupportedOperation` if there is no vector code for an operation.
  fileprivate init(_ schedule: PassSchedule, of plan: ConversionPlan) throws(UnsupportedOperation) {
    var codes = 0...plan.sourceCoding.maximumCode
    var unitOfTables = ColorUnit.signal
    if case .ofTable(let range) = plan.light {
      // A table's own limits must hold for the numbers outside 0…1 that floating-point samples may have.
      if plan.sourceCoding.format.isFloat { codes = -65536...65536 }
      if range == .narrow { unitOfTables = .table }
    }
    let format = plan.outputFormat
    let codesOfSignal = format.isFloat ? 1 : Quantization(bitDepth: format.bitDepth, range: .narrow).lumaScale
    var compiler = ProgramCompiler(
      allowed: ErrorBudget(
        signal: plan.allowedError / codesOfSignal, peak: plan.targetLuminance.peak,
        crossesZero: plan.steps.limitsComponents,
        staysDark: plan.steps.staysDark && plan.showsDarkLightAsBT1886),
      codes: codes, reading: schedule.unitRead, lookingUp: unitOfTables, tables: plan.tables,
      effort: plan.options.compilesQuickly ? .quick : .thorough)
    try compiler.add(schedule.readColors)
    compiler.endReading()
    try compiler.add(schedule.colors)
    if let lattice = schedule.lattice {
      try compiler.end(
        with: schedule.sampled, size: lattice.size, over: lattice.argument, upTo: plan.sourceCoding.ceiling,
        adding: plan.targetCoding.codesFromSignal.offset)
    }
    self = try compiler.program(giving: .codes)
    measureLattice(for: schedule.sampled, of: plan)
  }

  /// Measures the program's lattice, if there is one, in codes of the output: over its arguments, or for a gamut map over all signals of the source.
  private mutating func measureLattice(for sampled: Operations, of plan: ConversionPlan) {
    guard let (lattice, map) = substitute else { return }
    var (operations, domain) = (sampled, lattice.domain)
    var approximation: (SIMD3<Double>) -> SIMD3<Double> = { SIMD3<Double>(lattice(SIMD3<Float>($0))) }
    if let map {
      operations = plan.steps.converting + plan.steps.encoding
      let place = operations.firstIndex { $0 is SampledGamutMap }!
      let (before, after) = (Array(operations[..<place]), Array(operations[(place + 1)...]))
      domain = CubeDomain(low: .zero, high: SIMD3(repeating: plan.sourceCoding.ceiling.value), isChecked: ())
      approximation = { after(map.function(before($0))) }
    }
    let code = plan.targetCoding.quantization.map {
      $0.lumaScale / Quantization(bitDepth: 8, range: $0.range).lumaScale
    }
    self.approximation = LatticeApproximation(
      of: map?.name, size: lattice.size, over: domain, code: code ?? 1 / 255, against: { operations($0) }, approximation
    )
  }
}

extension ConversionPlan {
  /// Whether the display is SDR, and a step of dark light is no larger a step of its signal than by BT.1886.
  fileprivate var showsDarkLightAsBT1886: Bool {
    guard let transfer = targetTags.transfer, !transfer.isHDR,
      let shown = display.eotf?.shown(on: targetLuminance) ?? transfer.displayTransfer(luminance: targetLuminance)
    else { return false }
    let (signal, peak) = (1.0 / 256, targetLuminance.peak.nits)
    return shown.eotf(SignalLevel(signal)).nits >= 0.999 * peak * Elementary.pow(signal, 2.4)
  }
}
