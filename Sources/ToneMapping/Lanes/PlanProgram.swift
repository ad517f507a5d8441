internal import ColorOperations
internal import Synchronization

/// A plan's passes and their program, compiled on first use and cached; all copies of the plan share it.
final class PlanProgram: Sendable {
  /// The passes over frames, and their color program, or the reason for its absence.
  typealias Compiled = (passes: PlanPasses, program: Result<LaneProgram, UnsupportedOperation>)

  private let compiled = Mutex<Compiled?>(nil)

  /// Returns the compiled passes and program of the plan.
  func compiled(_ plan: ConversionPlan) -> Compiled {
    compiled.withLock { compiled in
      if let compiled { return compiled }
      let result = LaneProgram.compiled(plan)
      compiled = result
      return result
    }
  }
}

extension ConversionPlan {
  /// The error of the requested lattice relative to this plan, or of the lattice of a caller-supplied gamut map; `nil` without a lattice, and if
  /// source and target differ only in coding, since no lattice is then used.
  public var approximation: LatticeApproximation? {
    options.latticeSize == nil && sampledMap == nil ? nil : (try? program.get())?.approximation
  }

  /// Whether frames are converted with vectors; otherwise color by color in `Double`, hundreds of times slower: see ``findings``.
  ///
  /// The first access compiles the plan, as its first frame would.
  public var runsOnLanes: Bool { unsupportedOperation == nil }

  /// Findings that a user should know: of the conversion of frames, `color-by-color` without vectors; of the source and the output, `hdr-in-8-bits`,
  /// `unusual-matrix`, `unusual-primaries`, `premultiplied-unsaid`; and of a caller-supplied tone curve, `tone-falls`.
  ///
  /// They are not assumptions, so ``PlanOptions/strict`` allows them.
  public var findings: [Finding] {
    let unsaid = Finding(
      code: "premultiplied-unsaid", found: "the output's color is premultiplied, but no tag states it",
      fix: "document it for the consumer, or write straight color")
    let alpha = outputAlpha?.mode == .premultiplied ? [unsaid] : []
    let shallow = [
      sourceTags.shallowHDR("the source's", bitDepth: sourceBitDepth, fix: .ofShallowSource), shallowOutput,
    ]
    let others = (shallow + [fallOfCurve]).compactMap(\.self) + targetTags.oddities + alpha
    guard let unsupportedOperation else { return others }
    return others + [
      Finding(
        code: "color-by-color", found: "the plan cannot run on vectors, because \(unsupportedOperation)",
        consequence: "converting frames color by color, hundreds of times slower",
        fix: "choose a lattice, which states its error, such as \(.latticeSize, 33)")
    ]
  }

  /// The finding for an output that is PQ or HLG in 8 bits.
  package var shallowOutput: Finding? {
    targetTags.shallowHDR(
      "the output's", bitDepth: outputFormat.bitDepth, fix: "choose 10 bits with \(.outPixelFormat)")
  }

  /// The storage of alpha in the output, in full range; `nil` if the output has no alpha.
  public var outputAlpha: AlphaCoding? {
    guard outputFormat.hasAlpha else { return nil }
    let wanted = options.alpha ?? .kept(sourceAlpha?.mode ?? .straight)
    return AlphaCoding(inputFormat.hasAlpha && wanted == .kept(.premultiplied) ? .premultiplied : .straight)
  }

  /// The reason why there is no vector code for this plan; `nil` if there is.
  package var unsupportedOperation: UnsupportedOperation? {
    if case .failure(let gap) = program { gap } else { nil }
  }

  /// The vector program, or the reason for its absence.
  package var program: Result<LaneProgram, UnsupportedOperation> { compiledProgram.compiled(self).program }

  /// The passes of a converter over each strip of pixels.
  package var passes: PlanPasses { compiledProgram.compiled(self).passes }

  /// The conversion of frames in one line: the last line of `print(plan)`.
  ///
  /// Each curve is listed by its pieces, its degree, and the maximum error that its compiler found as a percentage of the
  /// allowed error.
  package var framesText: String {
    switch program {
    case .success(let program):
      let curves = program.curves.map {
        "\($0.shape) at \(Int(($0.measuredError * 100).rounded(.up))) %"
      }
      let shapes =
        curves.isEmpty
        ? "no curves"
        : "curves as pieces × degree at their share of the allowed error: " + curves.joined(separator: ", ")
      let exact = "vectorized, \(program.steps.count) step\(program.steps.count == 1 ? "" : "s"); \(shapes)"
      if let approximation = program.approximation { return "\(approximation); \(exact)" }
      return options.latticeSize == nil
        ? exact : "the lattice is not used, because the signal passes through unchanged; \(exact)"
    case .failure:
      return "color by color"
    }
  }
}

extension ConversionPlan {
  /// The allowed error of frames before rounding, in codes of the output, or in sample values for floating point.
  package var allowedLaneError: Double { ErrorBudget.error(in: outputFormat) }
}

extension ErrorBudget {
  /// The allowed error of the lanes for this coding and a display of this peak.
  ///
  /// - Parameter crossesZero: Whether the result of a matrix is clipped at 0.
  init(_ coding: SignalCoding, peak: Luminance, crossesZero: Bool = false) {
    let format = coding.format
    let codes = format.isFloat ? 1 : Quantization(bitDepth: format.bitDepth, range: .narrow).lumaScale
    self.init(signal: Self.error(in: format) / codes, peak: peak, crossesZero: crossesZero)
  }

  /// The allowed error of frames before rounding: 0.05 of an 8-bit code, 0.10 of a 10-bit code; finer codes and floating point
  /// get the same error of the signal as 10 bits.
  static func error(in format: PixelFormat) -> Double {
    if format.isFloat { return 0.10 / Quantization.narrowTen.lumaScale }
    return format.bitDepth == 8 ? 0.05 : 0.10 * Double(1 << (format.bitDepth - 10))
  }
}
