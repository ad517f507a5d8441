internal import ColorOperations
internal import GamutMaps

/// A plan's operations from samples to samples, in order. Decisions append them.
package struct PlanSteps: Sendable {
  private(set) var all: [PlanStep] = []
  /// The end of the steps that give coded components, and of those that reading may carry out.
  private(set) var componentsEnd = 0, readingEnd = 0
  /// The steps from the source's signal to the target's.
  private(set) var conversion = 0..<0
  /// The change of samples that keep their positions; `nil` if they do not.
  private(set) var kept: SampleChange?
  /// The code of full coverage in the input, `nil` if it has no alpha, and in the output, where alpha is converted and no color depends on it.
  private(set) var alphaCodes: (from: Double?, to: Double)?
  /// The output's code of full coverage, if alpha is coverage until it is written.
  private(set) var coverageCode: Double?
  /// The dither of the codes that are written.
  private(set) var dither = Dither.none
  /// The unit of a color after the last step.
  private var unit = ColorUnit.codes

  /// Appends the operations of one decision about colors.
  ///
  /// - Parameter continues: Whether it continues the decision before it.
  /// - Precondition: The input unit of each operation is the output unit of the one before it.
  mutating func append(
    _ kind: PlanStage.Kind, _ detail: String, _ operations: Operations, continuing continues: Bool = false
  ) {
    if operations.isEmpty { all.append(PlanStep(kind: kind, detail: detail, units: (unit.name, unit.name))) }
    for (index, operation) in operations.enumerated() {
      let before = unit.name
      unit = operation.unit(after: unit)
      all.append(
        PlanStep(
          kind: kind, detail: detail, continues: continues || index > 0, color: operation, units: (before, unit.name)))
    }
  }

  // MARK: Codings

  /// Appends the operations from samples to the source's signal.
  mutating func decode(_ source: SignalCoding, _ alpha: AlphaUse?, for target: PixelFormat) {
    let weighs = alpha?.weighsInput == true
    if weighs { all.append(.weighChroma(source.taps, alpha!)) }
    unpack(source.format)
    if source.taps != .everyPixel { all.append(.upsample(source.taps, isWeighed: weighs)) }
    let detail = source.color.detail(as: source.format)
    append(.decode, detail, [source.toComponents])
    componentsEnd = all.count
    readAlpha(of: source.format, alpha, for: target)
    let divided = "by alpha, which is linear coverage"
    if alpha?.divides == true { append(.unpremultiply, divided, [CoverageOperation.divide]) }
    readingEnd = all.count
    if weighs { all.append(.divideChroma) }
    if alpha?.needsPicture == true { all.append(.readBackground) }
    if alpha?.divides == true {
      // The maximum signal is that of the source's codes: rounded codes may exceed their alpha.
      let rest: Operations = source.componentsToSignal + [Limit(0...source.ceiling.value)]
      append(.unpremultiply, divided, rest, continuing: true)
    } else if !source.componentsToSignal.isEmpty {
      append(.decode, detail, source.componentsToSignal, continuing: true)
    }
    if alpha == nil { readingEnd = all.count }
    conversion = all.count..<all.count
  }

  mutating func recode(_ source: SignalCoding, to target: SignalCoding, _ alpha: AlphaUse?) {
    let change = SampleChange(from: source, to: target)
    kept = change
    unpack(source.format)
    all.append(.recode(source, to: target, by: change))
    readAlpha(of: source.format, alpha, for: target.format)
    conversion = all.count..<all.count
  }

  private mutating func unpack(_ format: PixelFormat) {
    if format.packing != nil { all.append(.unpack(format)) }
    if format.isFloat { all.append(.clampNonFinite) }
  }

  private mutating func readAlpha(of source: PixelFormat, _ alpha: AlphaUse?, for target: PixelFormat) {
    if let alpha {
      all.append(.readCoverage(alpha))
    } else if target.hasAlpha {
      let codes = (from: source.hasAlpha ? source.opaqueAlpha : nil, to: target.opaqueAlpha)
      alphaCodes = codes
      all.append(.convertAlpha(from: codes.from, to: codes.to))
    }
  }

  /// Appends the operations from the target's signal to codes, which end the conversion.
  ///
  /// - Parameter readsAll: Whether reading may carry out all operations that it can, those of the conversion included.
  mutating func encode(_ target: SignalCoding, workingUnit: Luminance, readingMayCover readsAll: Bool = false) {
    conversion = conversion.lowerBound..<all.count
    append(.encode, target.color.detail(as: target.format), target.toCodes(workingUnit: workingUnit))
    if readsAll { readingEnd = all.count }
  }

  mutating func write(_ target: SignalCoding, _ alpha: AlphaUse?, _ dither: Dither) {
    let weighs = alpha?.weighsOutput == true
    if weighs { all.append(.multiplyChroma) }
    if alpha != nil, target.format.hasAlpha {
      coverageCode = target.format.opaqueAlpha
      all.append(.writeCoverage(times: target.format.opaqueAlpha))
    }
    if target.taps != .everyPixel, kept == nil { all.append(.downsample(target.taps, isWeighed: weighs)) }
    all.append(.round(to: target.format, dither))
    self.dither = dither
  }

  // MARK: Parts

  var colors: Operations { all.compactMap(\.color) }
  /// The operations on colors from codes to the source's signal, from there to the target's signal, and from there to codes.
  var decoding: Operations { all[..<conversion.lowerBound].compactMap(\.color) }
  var converting: Operations { all[conversion].compactMap(\.color) }
  var encoding: Operations { all[conversion.upperBound...].compactMap(\.color) }
  /// Whether components are limited, other than by the tone curve, or go through an operator that is more than a factor: values near a zero crossing
  /// must be exact.
  var limitsComponents: Bool {
    all.contains {
      $0.color is Limit && $0.kind != .tone || $0.kind == .tone && ($0.color as? Gain)?.body.isEmpty == false
    }
  }
  /// Whether light goes through one factor of a tone curve and the perceptual map to a display's signal, and nothing else.
  var staysDark: Bool {
    let kinds: Set<PlanStage.Kind> = [.linearize, .tone, .gamut, .delinearize]
    return all[conversion].last?.kind == .delinearize && all.contains { $0.color is PerceptualGamutMap }
      && all[conversion].allSatisfy { step in
        kinds.contains(step.kind) && (step.kind != .tone || (step.color as? Gain)?.body.isEmpty == true)
      }
  }
}
