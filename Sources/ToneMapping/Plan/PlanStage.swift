public import ColorOperations

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
  public let operations: [ColorOperation]
  /// Every operation as printed, in order. Those that resample and round depend on where a sample is, so they are none of `operations`.
  public let listing: [String]

  /// The numbers that the stage converts between, or works in: `codes ▸ signal`, `light`, …
  public let units: String

  init<Input, Output>(_ kind: Kind, _ detail: String, _ operations: Operations<Input, Output>) {
    (self.kind, self.detail, self.operations) = (kind, detail, operations.operations)
    listing = operations.operations.map(\.description)
    units = Input.unit == Output.unit ? Input.unit : "\(Input.unit) ▸ \(Output.unit)"
  }

  /// A stage on samples, which is no operation on colors.
  private init(_ kind: Kind, _ detail: String, listing: [String]) {
    (self.kind, self.detail, self.listing) = (kind, detail, listing)
    (operations, units) = ([], Codes.unit)
  }

  /// The start of a plan for subsampled chroma: every pixel gets a sample.
  ///
  /// - Parameter isWeighed: Whether samples count as much as they are covered.
  init(upsampling chroma: ChromaTaps, isWeighed: Bool) {
    let weights = "weighed by its nearness" + (isWeighed ? " and its coverage" : "")
    self.init(
      .upsample, "chroma \(chroma.subsampling) at \(chroma.location) to 4:4:4",
      listing: ["the two nearest samples of a row, and of a column if rows are missing, each \(weights)"])
  }

  /// The end of a plan for subsampled chroma: pixels become a sample.
  ///
  /// - Parameter isWeighed: Whether pixels count as much as they are covered.
  init(downsampling chroma: ChromaTaps, isWeighed: Bool) {
    func text(_ weights: [Float]) -> String {
      let sum = Int(1 / weights.min()!)
      return "[\(weights.map { "\(Int($0 * Float(sum)))" }.joined(separator: " "))] / \(sum)"
    }
    let rows = chroma.subsampling.log2Vertical == 0 ? "" : ", \(text(chroma.rowWeights)) of rows"
    let coverage = isWeighed ? ", each times its coverage, over the coverage averaged so" : ""
    self.init(
      .downsample, "chroma 4:4:4 to \(chroma.subsampling) at \(chroma.location)",
      listing: ["\(text(chroma.columnWeights)) of columns\(rows)\(coverage)"])
  }

  /// The end of every plan: codes become samples of a format.
  init(roundingTo format: PixelFormat, dither: Dither) {
    guard !format.isFloat else {
      self.init(.round, "to floating point of \(format.bitDepth) bits", listing: [])
      return
    }
    let added = dither == .none ? [] : ["sum with the dither at the sample, −0.5…0.5"]
    self.init(
      .round, "to \(format.bitDepth) bits, dither \(dither.rawValue)" + (format.hasAlpha ? ", none on alpha" : ""),
      listing: added + ["nearest whole number, limited to 0…\(format.maximumCode)"])
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
