internal import ColorOperations
internal import GamutMaps

/// One operation of a plan, with the decision that requires it.
///
/// An operation on colors states its own reference, line and steps. One on samples, which depends on the position of a sample or on alpha, states the
/// passes that carry it out, which are set up from the plan's codings, its treatment of alpha, and what `PlanSteps` keeps of the decisions.
struct PlanStep: Sendable {
  /// The decision. Adjacent steps of one decision are one ``PlanStage``.
  let kind: PlanStage.Kind
  let detail: String
  /// Whether it continues the decision of an earlier step.
  var continues = false
  /// The operation on each color, or on a color with equal neighbors; `nil` if that does not change.
  var color: (any ColorOperation)?
  /// The units of its input and output.
  var units: (before: String, after: String)
  /// The passes that carry it out, the first first; a schedule assigns one to an operation on each color.
  var passes: [PassSchedule.Pass] = []
  /// The operations on samples, as printed.
  var samples: [String] = []
}

/// A plan's operations from samples to samples, in order. Decisions append them.
struct PlanSteps: Sendable {
  private(set) var all: [PlanStep] = []
  /// The end of the steps that give coded components, and of those that reading may carry out.
  private(set) var componentsEnd = 0, readingEnd = 0
  /// The steps from the source's signal to the target's.
  private(set) var conversion = 0..<0
  /// The factor of the codes of samples that keep their positions, and the offset added to them; `nil` if they do not.
  private(set) var kept: (scale: SIMD3<Double>, offset: SIMD3<Double>)?
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

  /// Appends an operation on samples.
  private mutating func append(
    _ kind: PlanStage.Kind, _ detail: String, in passes: [PassSchedule.Pass], _ listing: [String] = [],
    color: (any ColorOperation)? = nil, from before: String = ColorUnit.codes.name,
    to after: String = ColorUnit.codes.name
  ) {
    all.append(
      PlanStep(
        kind: kind, detail: detail, color: color, units: (before, after), passes: passes, samples: listing))
  }

  // MARK: Reading

  /// Appends the operations from samples to the source's signal.
  mutating func decode(_ source: SignalCoding, _ alpha: AlphaUse?, for target: PixelFormat) {
    let components = ColorUnit.components.name
    let weighed = alpha.flatMap { $0.weighsInput ? $0 : nil }
    if let weighed {
      let factor = weighed.divides ? "which is times its coverage already" : "times the sum of its coverage and 2⁻³⁰"
      append(
        .weigh, "chroma by its coverage, for all rows before the others", in: [.prepare],
        [
          "coverage as alpha has it below, \(source.taps.weightsText)",
          "chroma by the matrix of decode, \(factor); that of the other rows is for luma alone",
        ], to: components)
    }
    unpack(source.format)
    if source.taps != .everyPixel {
      let rows = source.taps.subsampling.log2Vertical == 0 ? "the row" : "the two nearest rows"
      let both = weighed == nil ? "" : ", of what was weighed and of coverage"
      let unit = weighed == nil ? ColorUnit.codes.name : components
      append(
        .upsample, "chroma \(source.taps.subsampling) at \(source.taps.location) to 4:4:4", in: [.read],
        ["the two nearest samples of \(rows), each weighed by its nearness\(both)"], from: unit, to: unit)
    }
    let detail = source.color.detail(as: source.format)
    append(.decode, detail, [source.toComponents])
    componentsEnd = all.count
    readAlpha(of: source.format, alpha, for: target)
    let divided = "by alpha, which is linear coverage"
    if alpha?.divides == true { append(.unpremultiply, divided, [CoverageOperation.divide]) }
    readingEnd = all.count
    if weighed != nil {
      append(.weigh, "chroma over its own weight, not over alpha", in: [.read], from: components, to: components)
    }
    if alpha?.needsPicture == true {
      append(
        .background, "\(Background.pictureFormat.name), the output's R′G′B′ behind", in: [.read],
        from: ColorUnit.signal.name, to: ColorUnit.signal.name)
    }
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

  /// Appends the change of the coding of samples that keep their positions.
  mutating func recode(_ source: SignalCoding, to target: SignalCoding, _ alpha: AlphaUse?) {
    let (from, to) = (source.codesFromSignal, target.codesFromSignal)
    let scale = to.scale / from.scale
    let offset = to.offset - from.offset * scale
    kept = (scale, offset)
    unpack(source.format)
    let codings = "\(source.color.detail(as: source.format)) to \(target.color.detail(as: target.format))"
    append(
      .keep, "each sample of chroma \(source.color.chromaLocation), \(codings)", in: [.read, .chroma],
      color: Affine(scale: scale, adding: offset))
    readAlpha(of: source.format, alpha, for: target.format)
    conversion = all.count..<all.count
  }

  private mutating func unpack(_ format: PixelFormat) {
    if let packing = format.packing { append(.unpack, packing.unpacked, in: [.read]) }
    if format.isFloat {
      append(.finite, "NaN and values below −2⁹⁶ become 0, values above 2⁹⁶ become 2⁹⁶", in: [.read])
    }
  }

  private mutating func readAlpha(of source: PixelFormat, _ alpha: AlphaUse?, for target: PixelFormat) {
    if let alpha {
      let (low, high) = (alpha.transparent, alpha.opaque)
      let coverage = low == 0 ? "alpha / \(plain(high))" : "(alpha − \(plain(low))) / \(plain(high - low))"
      append(.alpha, "\(coverage), limited to 0…1", in: [.read], to: "coverage")
    } else if target.hasAlpha {
      let (from, to) = (source.hasAlpha ? source.opaqueAlpha : nil, target.opaqueAlpha)
      alphaCodes = (from, to)
      let kept = from.map { $0 == to ? "as it is" : "times \(plain(to)) / \(plain($0))" }
      append(.alpha, kept ?? "\(plain(to)), opaque", in: [.read])
    }
  }

  // MARK: Writing

  /// Appends the operations from the target's signal to codes, which end the conversion.
  ///
  /// - Parameter readsAll: Whether reading may carry out all operations that it can, those of the conversion included.
  mutating func encode(_ target: SignalCoding, workingUnit: Luminance, readingMayCover readsAll: Bool = false) {
    conversion = conversion.lowerBound..<all.count
    append(.encode, target.color.detail(as: target.format), target.toCodes(workingUnit: workingUnit))
    if readsAll { readingEnd = all.count }
  }

  /// Appends the operations from codes to samples.
  mutating func write(_ target: SignalCoding, _ alpha: AlphaUse?, _ dither: Dither) {
    let (format, taps) = (target.format, target.taps)
    let weighs = alpha?.weighsOutput == true
    if weighs { append(.weigh, "chroma times the sum of its coverage and 2⁻³⁰", in: [.write]) }
    if alpha != nil, format.hasAlpha {
      coverageCode = format.opaqueAlpha
      append(.alpha, "coverage times \(plain(format.opaqueAlpha))", in: [.write], from: "coverage")
    }
    if taps != .everyPixel, kept == nil {
      append(
        .downsample, "chroma 4:4:4 to \(taps.subsampling) at \(taps.location)", in: [.chroma],
        [taps.weightsText + (weighs ? ", over the coverage averaged so" : "")])
    }
    self.dither = dither
    let passes: [PassSchedule.Pass] = format.hasChromaRows ? [.write, .chroma] : [.write]
    if format.isFloat {
      append(
        .round, "to floating point of \(format.bitDepth) bits", in: passes,
        format.bitDepth == 16 ? ["limited to ±65504, the maximum in 16 bits"] : [])
    } else {
      append(
        .round, "to \(format.bitDepth) bits, dither \(dither.rawValue)" + (format.hasAlpha ? ", none on alpha" : ""),
        in: passes,
        (dither == .none ? [] : ["sum with the dither at the sample, −0.5…0.5"])
          + ["nearest whole number, limited to 0…\(format.maximumCode)"] + [format.packing?.packed].compactMap(\.self))
    }
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

extension ChromaTaps {
  /// The weights of pixels in a chroma sample, as printed.
  fileprivate var weightsText: String {
    func text(_ weights: [Float]) -> String {
      let sum = Int(1 / weights.min()!)
      return "[\(weights.map { "\(Int($0 * Float(sum)))" }.joined(separator: " "))] / \(sum)"
    }
    let (even, odd) = columnShares
    let columns = isCenteredHorizontally ? [even, odd] : [odd, even, odd]
    let rows = lumaRows(forChroma: 0).weights
    let alsoRows =
      subsampling.log2Vertical == 0 ? "" : ", \(text([rows.0, rows.1, rows.2].filter { $0 > 0 })) of rows"
    return "\(text(columns)) of columns\(alsoRows)"
  }
}

extension PixelFormat {
  /// The position of codes in the format's samples, as printed; `nil` if each sample is a code.
  fileprivate var packing: (unpacked: String, packed: String)? {
    let bits = 8 * bytesPerSample
    if layout == .word {
      let codes = "three codes in each word of \(bits) bits"
      return (
        "each code is \(bitDepth) bits of a word of \(bits)",
        isUnpacked ? "\(codes), the others 1" : "limited to 4…1019; \(codes)"
      )
    }
    guard shift > 0 else { return nil }
    return (
      "samples / \(1 << shift): the codes are the high \(bitDepth) of \(bits) bits",
      "times \(1 << shift): the high \(bitDepth) of \(bits) bits"
    )
  }

  /// Whether rows of chroma are written separately from those of luma: there are fewer or shorter ones, or two of them are interleaved.
  var hasChromaRows: Bool { chroma != .c444 || layout == .biPlanar }

  /// The default code of full coverage: the maximum, or 1 in floating point.
  var opaqueAlpha: Double { isFloat ? 1 : Double(maximumCode) }
}
