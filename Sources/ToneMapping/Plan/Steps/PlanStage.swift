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
    listing = isRepeated ? [] : steps.flatMap { $0.samples + [$0.color?.line].compactMap(\.self) }
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
