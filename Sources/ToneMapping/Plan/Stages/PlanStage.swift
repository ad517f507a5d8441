package import ColorOperations

/// One decision of a plan: what it is called, what was decided, and the operations that carry it out.
public struct PlanStage: Sendable {
  /// The decisions that a plan can have.
  public enum Kind: String, Sendable {
    case load, unpack, finite, upsample, decode, alpha, unpremultiply, keep, lookup, linearize, primaries, surround,
      look, tone, gamut
    case delinearize, premultiply, composite, encode, downsample, round, weigh, background
  }

  /// What the stage does.
  public let kind: Kind
  /// Every number that the plan chose for it, with its unit and the reason.
  public let detail: String
  /// The operations on colors, in order.
  package let operations: Operations
  /// Every operation as printed, in order. Those that resample and round depend on where a sample is, so they are none of `operations`.
  public let listing: [String]

  /// The units of what the stage takes and gives, as printed.
  package let takes, gives: String

  /// The numbers that the stage converts between, or works in: `codes ▸ signal`, `light`, …
  public var units: String { takes == gives ? takes : "\(takes) ▸ \(gives)" }

  /// What the stage does, as printed.
  public var name: String { kind.rawValue }
}

extension [PlanStage] {
  /// The decisions that stages belong to.
  ///
  /// - Parameter stages: Stages in order; a decision that they begin or end within is cut.
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
