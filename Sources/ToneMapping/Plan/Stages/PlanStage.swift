package import ColorOperations

/// One decision of a plan: its name, its parameters, and the operations that carry it out.
public struct PlanStage: Sendable {
  /// The kinds of decision in a plan.
  public enum Kind: String, Sendable {
    case load, unpack, finite, upsample, decode, alpha, unpremultiply, keep, lookup, linearize, primaries, surround,
      look, tone, gamut
    case delinearize, premultiply, composite, encode, downsample, round, weigh, background
  }

  /// The kind of the stage.
  public let kind: Kind
  /// The parameters that the plan chose for it, with their units and reasons.
  public let detail: String
  /// The operations on colors, in order.
  package let operations: Operations
  /// The operations as printed, in order. Those that resample and round depend on the position of a sample, so they are not part of `operations`.
  public let listing: [String]

  /// The units of the stage's input and output, as printed.
  package let takes, gives: String

  /// The units that the stage converts between, or works in: `codes ▸ signal`, `light`, …
  public var units: String { takes == gives ? takes : "\(takes) ▸ \(gives)" }

  /// The name of the stage, as printed.
  public var name: String { kind.rawValue }
}

extension [PlanStage] {
  /// Groups stages into decisions.
  ///
  /// - Parameter stages: Stages in order; a decision that starts or ends outside them is truncated.
  init(_ stages: some Collection<Stage>) {
    self.init()
    var rest = stages[...]
    while let first = rest.first {
      let part = rest.prefix { $0.kind == first.kind && $0.detail == first.detail }
      rest = rest[part.endIndex...]
      append(
        PlanStage(
          kind: first.kind, detail: first.continues ? "the rest" : first.detail, operations: part.operations,
          listing: part.flatMap(\.listing), takes: first.takes, gives: part.reversed()[0].gives))
    }
  }

  /// Whether there is a stage of this kind.
  package func has(_ kind: PlanStage.Kind) -> Bool { contains { $0.kind == kind } }
}
