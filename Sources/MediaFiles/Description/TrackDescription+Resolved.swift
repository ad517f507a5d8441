extension TrackDescription {
  /// The values that result from the statements of this track, and the values that were overruled.
  ///
  ///     track.resolved.color.transfer   // .hlg
  ///     for decision in track.resolved.decisions where decision.isDisputed { print(decision) }
  ///
  /// A box, a property or an element of the container takes precedence over a message in the stream, which takes precedence over the stream's
  /// parameter sets, as in most software players; values of FFmpeg's decoder come last. Hardware decoders often do the opposite, so overruled values
  /// are kept. A matrix that the samples cannot have is skipped for the next statement's: see ``impossibleMatrices``.
  ///
  /// An alternative transfer replaces the parameter sets' transfer, and a container's that only repeats it. Among equals, the first takes precedence.
  /// Without any statement, the value is the one that the codec's standard infers: H.264 and H.265 infer narrow range and the chroma location left,
  /// PNG full range and R′G′B′, MIAF sRGB for pictures of HEIF and AVIF.
  ///
  /// - Source: The practice of players: QuickTime uses `colr`, and FFmpeg fills in missing values from the stream. Rec. ITU-T
  ///   H.264, clause D.2.32, for the alternative transfer. No standard covers a container and its stream
  ///   that disagree.
  public var resolved: ResolvedTags<Statement> {
    func tags(_ statements: [Statement], transferOnly: Bool) -> [Statement.Tags] {
      [Statement.Carrier.container, .message, .parameterSet, .decoder].flatMap { carrier in
        statements.filter { $0.carrier == carrier }.map { statement in
          var tags = statement.tags
          // A matrix that these samples cannot have gives way to a possible one.
          if let matrix = tags.color.matrix, !facts.canHave(matrix) { tags.color.matrix = nil }
          if transferOnly {
            (tags.color, tags.metadata) = (ColorDescription(transfer: tags.color.transfer), StaticMetadata())
          } else {
            tags.color.transfer = nil
          }
          return tags
        }
      }
    }
    let stated = tags(statements, transferOnly: false) + tags(statementsWithAlternativeTransfer, transferOnly: true)
    let color = ResolvedTags(stated).color
    // A value that a standard infers from absence conflicts with no statement.
    let inferred = inferences.map { inference in
      var tags = inference.tags
      tags.color = tags.color.without(color)
      return tags
    }
    return ResolvedTags(stated + inferred)
  }

  /// Takes the decoder's values for the first picture: the format of the samples, and the values that nothing else states.
  package mutating func take(_ color: ColorDescription, _ metadata: StaticMetadata, decodedBy decoder: String) {
    let (known, place) = (resolved, Place(path: decoder))
    var color = color.without(known.color)
    // A matrix that the samples cannot have is reported once.
    if !impossibleMatrices.isEmpty, let matrix = color.matrix, !facts.canHave(matrix) { color.matrix = nil }
    // A picture's primaries may have no number in H.273.
    if statements.contains(where: { $0.value.chromaticities != nil }) { color.primaries = nil }
    if color != ColorDescription() { state(.color(color), in: place, by: .decoder) }
    func take<Value>(_ value: Value?, _ known: Value?, _ statement: (Value) -> Statement.Value) {
      if known == nil, let value { state(statement(value), in: place, by: .decoder) }
    }
    take(metadata.mastering, known.metadata.mastering) { .mastering($0) }
    take(metadata.contentLight, known.metadata.contentLight) { .contentLight($0) }
    take(metadata.ambient, known.metadata.ambient) { .ambient($0) }
  }

  /// The statements of a matrix that the samples cannot have: the identity (R′G′B′) with subsampled chroma.
  public var impossibleMatrices: [Statement] {
    statements.filter { $0.value.color?.matrix.map { !facts.canHave($0) } ?? false }
  }

  /// The statements, with the alternative transfer as a color before those whose transfer it replaces.
  private var statementsWithAlternativeTransfer: [Statement] {
    guard let alternative = statements.first(where: { $0.value.alternativeTransfer != nil }),
      let transfer = alternative.value.alternativeTransfer
    else { return statements }
    var replacement = alternative
    replacement.value = .color(ColorDescription(transfer: transfer))
    let coded = statements.first { $0.carrier == .parameterSet && $0.value.color?.transfer != nil }?.value.color?
      .transfer
    return statements.map { statement in
      // A container that only repeats the stream's tags does not intend to overrule the message.
      guard statement.carrier == .container, let color = statement.value.color, color.transfer == coded else {
        return statement
      }
      var repeated = statement
      repeated.carrier = .parameterSet
      return repeated
    } + [replacement]
  }
}

extension Statement {
  fileprivate typealias Tags = (source: Statement, color: ColorDescription, metadata: StaticMetadata)

  fileprivate var tags: Tags {
    switch value {
    case .color, .profile: (self, value.color ?? ColorDescription(), StaticMetadata())
    case .mastering(let display): (self, ColorDescription(), StaticMetadata(mastering: display))
    case .contentLight(let light): (self, ColorDescription(), StaticMetadata(contentLight: light))
    case .ambient(let room): (self, ColorDescription(), StaticMetadata(ambient: room))
    default: (self, ColorDescription(), StaticMetadata())
    }
  }
}

extension ResolvedTags<Statement>.Claim {
  /// The place that states the value.
  public var carriedIn: Place { source.carriedIn }
  /// The kind of that place.
  public var carrier: Statement.Carrier { source.carrier }
}

extension ResolvedTags<Statement>.Decision {
  /// Whether the file does not state the value, and the codec's standard infers it.
  public var isInferred: Bool { believed.carrier == .codecStandard }

  /// Whether the overruled value is intentional: a message prefers HLG to BT.2020 tags, which are for players without HLG; a PNG has iCCP or sRGB for
  /// programs that do not know its chunk cICP.
  ///
  /// - Source: Rec. ITU-T H.264, clause D.2.32; W3C, Portable Network Graphics (third edition), clause 4.3.
  public var isBackwardCompatible: Bool {
    if believed.carriedIn.path == "cICP" {
      return overruled.allSatisfy { ["iCCP", "sRGB"].contains($0.carriedIn.path) }
    }
    if believed.carriedIn.path == "iCCP" { return overruled.allSatisfy { $0.carriedIn.path == "sRGB" } }
    return property == .transfer && believed.value == TransferCharacteristics.hlg.ffmpegName
      && ([believed] + agreed).contains { $0.carrier == .message }
      && overruled.allSatisfy { $0.value == TransferCharacteristics.bt2020_10.ffmpegName }
  }

  /// The value that players usually use if carriers disagree: common practice, which no standard defines.
  public var usualWinner: String {
    switch property {
    case .transfer where believed.carrier == .message:
      "players that know the message use it; others use the tag"
    case .primaries, .transfer, .matrix, .range, .chromaLocation:
      "players differ: QuickTime players usually use the container, hardware decoders often the stream; the container is used here"
    case .mastering, .contentLight, .ambient:
      "players differ; the container is used here"
    }
  }
}

extension ResolvedTags<Statement>.Decision: CustomStringConvertible {
  /// One sentence: `transfer arib-std-b67 (SEI 147 at byte 80), not bt2020-10 (SPS VUI at byte 40)`.
  public var description: String { "\(property.rawValue) \(claims)" }

  /// The value that is used and those that are not, without the property's name.
  package var claims: String {
    func text(_ claim: ResolvedTags<Statement>.Claim) -> String { "\(claim.value) (\(claim.carriedIn))" }
    return text(believed) + overruled.map { ", not \(text($0))" }.joined()
  }
}
