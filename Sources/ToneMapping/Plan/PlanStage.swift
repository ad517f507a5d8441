public import ColorOperations

/// One stage of a plan: what it is called, what was decided for it, and the operations that carry it out.
public struct PlanStage: Sendable {
  /// The stages that a plan can have.
  public enum Kind: String, Sendable {
    case decode, keep, linearize, primaries, surround, tone, gamut, delinearize, encode
  }

  /// What the stage does.
  public let kind: Kind
  /// Every number that the plan chose for it, with its unit and the reason.
  public let detail: String
  /// The operations, in order.
  public let operations: [ColorOperation]

  /// What the stage does, as printed.
  public var name: String { kind.rawValue }

  /// The numbers that the stage converts between, or works in: `codes ▸ signal`, `light`, …
  public var domain: String {
    switch kind {
    case .decode: "codes ▸ signal"
    case .keep: "signal"
    case .linearize: "signal ▸ light"
    case .primaries, .surround, .tone, .gamut: "light"
    case .delinearize: "light ▸ signal"
    case .encode: "signal ▸ codes"
    }
  }
}

extension PlanStage: Encodable {
  private enum CodingKeys: CodingKey { case domain, name, detail }

  /// Writes `domain`, `name` and `detail`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(domain, forKey: .domain)
    try values.encode(name, forKey: .name)
    try values.encode(detail, forKey: .detail)
  }
}
