package import ColorOperations

/// One operation of a plan, with the decision that requires it; a plan is a list of them, from samples to samples.
///
/// An operation on colors states its own reference, line and steps. One on samples, which depends on the position of a sample or on alpha, states the
/// passes that carry it out, which are set up from the plan's codings, its treatment of alpha, and what `PlanSteps` keeps of the decisions.
package struct PlanStep: Sendable {
  /// The decision. Adjacent steps of one decision are one ``PlanStage``.
  let kind: PlanStage.Kind
  let detail: String
  /// Whether it continues the decision of an earlier step.
  var continues = false
  /// The operation on each color, or on a color with equal neighbors; `nil` if that does not change.
  var color: (any ColorOperation)?
  /// The units of its input and output.
  var units: (before: String, after: String) = (ColorUnit.codes.name, ColorUnit.codes.name)
  /// The passes that carry it out; `nil` for an operation on each color, which is part of reading, of the program, or of a lattice.
  var passes: [PassSchedule.Pass]?
  /// The operations on samples, as printed.
  var samples: [String] = []

  var listing: [String] { samples + (color.map { [$0.line] } ?? []) }
}

// MARK: Operations on samples

extension PlanStep {
  private static let components = (ColorUnit.components.name, ColorUnit.components.name)

  /// Codes are extracted from the bits of a format's samples.
  static func unpack(_ format: PixelFormat) -> PlanStep {
    PlanStep(kind: .unpack, detail: format.packing?.unpacked ?? "", passes: [.read])
  }

  static let clampNonFinite = PlanStep(
    kind: .finite, detail: "NaN and values below −2⁹⁶ become 0, values above 2⁹⁶ become 2⁹⁶", passes: [.read])

  /// Samples that keep their positions change their coding.
  static func recode(_ source: SignalCoding, to target: SignalCoding, by change: SampleChange) -> PlanStep {
    let codings = "\(source.color.detail(as: source.format)) to \(target.color.detail(as: target.format))"
    return PlanStep(
      kind: .keep, detail: "each sample of chroma \(source.color.chromaLocation), \(codings)",
      color: Affine(scale: change.scale, adding: change.offset), passes: [.read, .chroma])
  }

  static func upsample(_ taps: ChromaTaps, isWeighed: Bool) -> PlanStep {
    let rows = taps.subsampling.log2Vertical == 0 ? "the row" : "the two nearest rows"
    let both = isWeighed ? ", of what was weighed and of coverage" : ""
    var step = PlanStep(
      kind: .upsample, detail: "chroma \(taps.subsampling) at \(taps.location) to 4:4:4", passes: [.read],
      samples: ["the two nearest samples of \(rows), each weighed by its nearness\(both)"])
    if isWeighed { step.units = components }
    return step
  }

  static func downsample(_ taps: ChromaTaps, isWeighed: Bool) -> PlanStep {
    PlanStep(
      kind: .downsample, detail: "chroma 4:4:4 to \(taps.subsampling) at \(taps.location)", passes: [.chroma],
      samples: [taps.weightsText + (isWeighed ? ", over the coverage averaged so" : "")])
  }

  /// The coverage of each chroma sample is computed, and chroma is weighted by it.
  static func weighChroma(_ taps: ChromaTaps, _ alpha: AlphaUse) -> PlanStep {
    let factor = alpha.divides ? "which is times its coverage already" : "times the sum of its coverage and 2⁻³⁰"
    return PlanStep(
      kind: .weigh, detail: "chroma by its coverage, for all rows before the others",
      units: (ColorUnit.codes.name, ColorUnit.components.name), passes: [.prepare],
      samples: [
        "coverage as alpha has it below, \(taps.weightsText)",
        "chroma by the matrix of decode, \(factor); that of the other rows is for luma alone",
      ])
  }

  static let divideChroma = PlanStep(
    kind: .weigh, detail: "chroma over its own weight, not over alpha", units: components, passes: [.read])

  static let multiplyChroma = PlanStep(
    kind: .weigh, detail: "chroma times the sum of its coverage and 2⁻³⁰", passes: [.write])

  static func readCoverage(_ alpha: AlphaUse) -> PlanStep {
    let (low, high) = (alpha.transparent, alpha.opaque)
    let coverage = low == 0 ? "alpha / \(plain(high))" : "(alpha − \(plain(low))) / \(plain(high - low))"
    return PlanStep(
      kind: .alpha, detail: "\(coverage), limited to 0…1", units: (ColorUnit.codes.name, "coverage"), passes: [.read])
  }

  static func writeCoverage(times code: Double) -> PlanStep {
    PlanStep(
      kind: .alpha, detail: "coverage times \(plain(code))", units: ("coverage", ColorUnit.codes.name),
      passes: [.write])
  }

  /// Alpha that affects nothing is converted to that of another format; pixels of a format without alpha, where `from` is `nil`, become opaque.
  static func convertAlpha(from: Double?, to: Double) -> PlanStep {
    let detail =
      from.map { $0 == to ? "as it is" : "times \(plain(to)) / \(plain($0))" } ?? "\(plain(to)), opaque"
    return PlanStep(kind: .alpha, detail: detail, passes: [.read])
  }

  static let readBackground = PlanStep(
    kind: .background, detail: "\(Background.pictureFormat.name), the output's R′G′B′ behind",
    units: (ColorUnit.signal.name, ColorUnit.signal.name), passes: [.read])

  static func round(to format: PixelFormat, _ dither: Dither) -> PlanStep {
    let passes: [PassSchedule.Pass] = format.hasChromaRows ? [.write, .chroma] : [.write]
    if format.isFloat {
      return PlanStep(
        kind: .round, detail: "to floating point of \(format.bitDepth) bits", passes: passes,
        samples: format.bitDepth == 16 ? ["limited to ±65504, the maximum in 16 bits"] : [])
    }
    return PlanStep(
      kind: .round,
      detail: "to \(format.bitDepth) bits, dither \(dither.rawValue)" + (format.hasAlpha ? ", none on alpha" : ""),
      passes: passes,
      samples: (dither == .none ? [] : ["sum with the dither at the sample, −0.5…0.5"])
        + ["nearest whole number, limited to 0…\(format.maximumCode)"] + [format.packing?.packed].compactMap(\.self))
  }
}

/// A change of the codes of samples: the factor, and the offset added to them.
struct SampleChange: Hashable, Sendable {
  let scale, offset: SIMD3<Double>

  init(from source: SignalCoding, to target: SignalCoding) {
    let (from, to) = (source.codesFromSignal, target.codesFromSignal)
    scale = to.scale / from.scale
    offset = to.offset - from.offset * scale
  }
}

extension ChromaTaps {
  /// The weights of pixels in a chroma sample, as printed.
  fileprivate var weightsText: String {
    func text(_ weights: [Float]) -> String {
      let sum = Int(1 / weights.min()!)
      return "[\(weights.map { "\(Int($0 * Float(sum)))" }.joined(separator: " "))] / \(sum)"
    }
    let rows = subsampling.log2Vertical == 0 ? "" : ", \(text(rowWeights)) of rows"
    return "\(text(columnWeights)) of columns\(rows)"
  }
}

extension PixelFormat {
  /// The position of codes in the format's samples, as printed; `nil` if each sample is a code.
  var packing: (unpacked: String, packed: String)? {
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
}

/// One decision of a plan: its name, its parameters, and the operations that carry it out.
public struct PlanStage: Sendable {
  /// The kinds of decision in a plan.
  public enum Kind: String, Sendable {
    case unpack, finite, upsample, decode, alpha, unpremultiply, keep, lookup, linearize, primaries, surround, look
    case tone, gamut, delinearize, premultiply, composite, encode, downsample, round, weigh, background
  }

  /// The kind of the stage.
  public let kind: Kind
  /// The parameters that the plan chose for it, with their units and reasons.
  public let detail: String
  package let operations: Operations
  /// The operations as printed, in order. Those that resample and round depend on the position of a sample, so they are not part of `operations`.
  public let listing: [String]
  /// The units that the stage converts between, or works in: `codes ▸ signal`, `light`, …
  public let units: String
  /// The unit of its output, as printed.
  package let gives: String

  /// The name of the stage, as printed.
  public var name: String { kind.rawValue }

  /// Creates the stage of steps of one decision.
  ///
  /// - Parameter isRepeated: Whether an earlier pass has listed the steps.
  init(_ steps: some BidirectionalCollection<PlanStep>, isRepeated: Bool = false) {
    let (first, last) = (steps.first!, steps.last!)
    kind = first.kind
    detail = isRepeated ? "as above" : first.continues ? "the rest" : first.detail
    operations = isRepeated ? [] : steps.compactMap(\.color)
    listing = isRepeated ? [] : steps.flatMap(\.listing)
    gives = last.units.after
    units = first.units.before == gives ? gives : "\(first.units.before) ▸ \(gives)"
  }
}

extension [PlanStage] {
  /// Groups steps into decisions.
  ///
  /// - Parameter steps: Steps in order; a decision that starts or ends outside them is truncated.
  init(_ steps: some BidirectionalCollection<PlanStep>) {
    self.init()
    var rest = steps[...]
    while let first = rest.first {
      let stage = rest.prefix { $0.kind == first.kind && $0.detail == first.detail }
      append(PlanStage(stage))
      rest = rest[stage.endIndex...]
    }
  }

  package func has(_ kind: PlanStage.Kind) -> Bool { contains { $0.kind == kind } }
}
