package import ColorOperations

/// One stage of a plan: what it is called, what was decided for it, and the operations that carry it out.
public struct PlanStage: Sendable {
  /// The stages that a plan can have.
  public enum Kind: String, Sendable {
    case upsample, decode, unpremultiply, keep, lookup, linearize, primaries, surround, look, tone, gamut, delinearize
    case premultiply, composite, encode, downsample, round
  }

  /// What the stage does.
  public let kind: Kind
  /// Every number that the plan chose for it, with its unit and the reason.
  public let detail: String
  /// The operations on colors, in order.
  package let operations: [ColorOperation]
  /// Every operation as printed, in order. Those that resample and round depend on where a sample is, so they are none of `operations`.
  public let listing: [String]

  /// The numbers that the stage converts between, or works in: `codes ▸ signal`, `light`, …
  public let units: String

  init<Input, Output>(_ kind: Kind, _ detail: String, _ operations: Operations<Input, Output>) {
    (self.kind, self.detail, self.operations) = (kind, detail, operations.operations)
    listing = operations.operations.map(\.description)
    units = Input.unitName == Output.unitName ? Input.unitName : "\(Input.unitName) ▸ \(Output.unitName)"
  }

  /// A stage on samples, which is no operation on colors.
  init(_ kind: Kind, _ detail: String, listing: [String]) {
    (self.kind, self.detail, self.listing) = (kind, detail, listing)
    (operations, units) = ([], Codes.unitName)
  }

  /// What the stage does, as printed.
  public var name: String { kind.rawValue }
}

extension PlanStage: Encodable {
  private enum CodingKeys: CodingKey { case domain, name, detail }

  /// Writes `units` as `domain`, `name` and `detail`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(units, forKey: .domain)
    try values.encode(name, forKey: .name)
    try values.encode(detail, forKey: .detail)
  }
}
