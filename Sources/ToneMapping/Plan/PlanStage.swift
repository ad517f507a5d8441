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

  /// Whether colors are mixed in light, for a stage that composes.
  private let mixesLight: Bool

  init(kind: Kind, detail: String, operations: [ColorOperation], mixesLight: Bool = false) {
    (self.kind, self.detail, self.operations, self.mixesLight) = (kind, detail, operations, mixesLight)
    listing = operations.map(\.description)
  }

  /// The start of a plan for subsampled chroma: every pixel gets a sample.
  ///
  /// - Parameter isWeighed: Whether samples count as much as they are covered.
  init(upsampling chroma: ChromaTaps, isWeighed: Bool) {
    (kind, operations, mixesLight) = (.upsample, [], false)
    detail = "chroma \(chroma.subsampling) at \(chroma.location) to 4:4:4"
    let weights = "weighed by its nearness" + (isWeighed ? " and its coverage" : "")
    listing = ["the two nearest samples of a row, and of a column if rows are missing, each \(weights)"]
  }

  /// The end of a plan for subsampled chroma: pixels become a sample.
  ///
  /// - Parameter isWeighed: Whether pixels count as much as they are covered.
  init(downsampling chroma: ChromaTaps, isWeighed: Bool) {
    (kind, operations, mixesLight) = (.downsample, [], false)
    detail = "chroma 4:4:4 to \(chroma.subsampling) at \(chroma.location)"
    func text(_ weights: [Float]) -> String {
      let sum = Int(1 / weights.min()!)
      return "[\(weights.map { "\(Int($0 * Float(sum)))" }.joined(separator: " "))] / \(sum)"
    }
    let rows = chroma.subsampling.log2Vertical == 0 ? "" : ", \(text(chroma.rowWeights)) of rows"
    let coverage = isWeighed ? ", each times its coverage, over the coverage averaged so" : ""
    listing = ["\(text(chroma.columnWeights)) of columns\(rows)\(coverage)"]
  }

  /// The end of every plan: codes become samples of a format.
  init(roundingTo format: PixelFormat, dither: Dither) {
    (kind, operations, mixesLight) = (.round, [], false)
    guard !format.isFloat else {
      detail = "to floating point of \(format.bitDepth) bits"
      listing = []
      return
    }
    detail = "to \(format.bitDepth) bits, dither \(dither.rawValue)" + (format.hasAlpha ? ", none on alpha" : "")
    let added = dither == .none ? [] : ["sum with the dither at the sample, −0.5…0.5"]
    listing = added + ["nearest whole number, limited to 0…\(format.maximumCode)"]
  }

  /// What the stage does, as printed.
  public var name: String { kind.rawValue }

  /// The numbers that the stage converts between, or works in: `codes ▸ signal`, `light`, …
  public var units: String {
    switch kind {
    case .upsample, .downsample, .round: "codes"
    case .decode: "codes ▸ signal"
    case .keep, .lookup, .unpremultiply, .premultiply: "signal"
    case .composite: mixesLight ? "light" : "signal"
    case .linearize: "signal ▸ light"
    case .primaries, .surround, .look, .tone, .gamut: "light"
    case .delinearize: "light ▸ signal"
    case .encode: "signal ▸ codes"
    }
  }
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
