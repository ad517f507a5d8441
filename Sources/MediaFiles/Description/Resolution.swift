internal import Colorimetry
public import HDRMetadata

/// What a track's statements amount to, property by property, and which of them were overruled.
///
///     track.resolved.color.transfer   // .hlg
///     for decision in track.resolved.decisions where decision.isDisputed { print(decision) }
///
/// A box, a property or an element of the container is believed before a message in the stream, and that before the stream's
/// parameter sets: so do the players that people complain to. Hardware decoders often do the contrary, which is why
/// what was overruled is kept. An alternative transfer takes the place of the parameter sets' transfer, and of a
/// container's that only repeats it. Among equals the first is believed. Where nobody says anything, what the codec's standard infers
/// from that holds: H.264 and H.265 infer narrow range, and chroma at the left.
///
/// - Source: What players do: QuickTime's believe `colr`, and FFmpeg fills in from the stream what it lacks. Rec. ITU-T
///   H.264, clause D.2.32, for the alternative transfer. No standard says what to do when a container and its stream
///   disagree.
public struct Resolution: Hashable, Sendable {
  /// The color, as far as anything is said of it.
  public internal(set) var color = ColorDescription()
  /// The static metadata.
  public internal(set) var metadata = StaticMetadata()
  /// How each property that is said was decided.
  public internal(set) var decisions: [Decision] = []

  /// How one property was decided.
  public struct Decision: Hashable, Sendable {
    /// The property: `transfer`, `mastering`.
    public var property: Property
    /// What is believed.
    public var believed: Claim
    /// Where else the same is said.
    public var agreed: [Claim]
    /// What was said otherwise.
    public var overruled: [Claim]

    /// Whether there was something else.
    public var isDisputed: Bool { !overruled.isEmpty }

    /// Whether the file does not say the value, and the codec's standard infers it from that.
    public var isInferred: Bool { believed.carrier == .codecStandard }

    /// Whether what was overruled is there on purpose: HLG preferred by a message to tags of BT.2020, for receivers that do
    /// not know HLG.
    ///
    /// - Source: Rec. ITU-T H.264, clause D.2.32.
    public var isBackwardCompatible: Bool {
      property == .transfer && believed.value == TransferCharacteristics.hlg.ffmpegName
        && ([believed] + agreed).contains { $0.carrier == .message }
        && overruled.allSatisfy { $0.value == TransferCharacteristics.bt2020_10.ffmpegName }
    }
  }

  /// A value of a property in words, and where it stands.
  public struct Claim: Hashable, Sendable {
    /// The value, as `info` prints it.
    public var value: String
    /// Where it is said.
    public var carriedIn: Place
    /// By whom.
    public var carrier: Statement.Carrier
  }

  /// The properties that are decided.
  public enum Property: String, CaseIterable, Sendable {
    case primaries, transfer, matrix, range, chromaLocation, mastering, contentLight, ambient
  }
}

extension TrackDescription {
  /// What the statements of this track amount to.
  public var resolved: Resolution {
    var resolution = Resolution()
    resolution.color.primaries = resolution.decide(.primaries, statements) { $0.color?.primaries }
    resolution.color.transfer = resolution.decide(.transfer, statementsWithAlternativeTransfer) { $0.color?.transfer }
    resolution.color.matrix = resolution.decide(.matrix, statements) { $0.color?.matrix }
    resolution.color.range = resolution.decide(.range, statements + inferences) { $0.color?.range }
    resolution.color.chromaLocation = resolution.decide(.chromaLocation, statements + inferences) {
      $0.color?.chromaLocation
    }
    resolution.metadata.mastering = resolution.decide(.mastering, statements) {
      if case .mastering(let value) = $0 { value } else { nil }
    }
    resolution.metadata.contentLight = resolution.decide(.contentLight, statements) {
      if case .contentLight(let value) = $0 { value } else { nil }
    }
    resolution.metadata.ambient = resolution.decide(.ambient, statements) {
      if case .ambient(let value) = $0 { value } else { nil }
    }
    return resolution
  }

  /// The statements, the alternative transfer among them as a color, before those whose transfer it replaces.
  private var statementsWithAlternativeTransfer: [Statement] {
    guard let alternative = statements.first(where: { $0.value.alternativeTransfer != nil }),
      let transfer = alternative.value.alternativeTransfer
    else { return statements }
    var replacement = alternative
    replacement.value = .color(ColorDescription(transfer: transfer))
    let coded = statements.first { $0.carrier == .parameterSet && $0.value.color?.transfer != nil }?.value.color?
      .transfer
    return statements.map { statement in
      // A container that says no more than the stream's tags did not mean to overrule the message.
      guard statement.carrier == .container, let color = statement.value.color, color.transfer == coded else {
        return statement
      }
      var repeated = statement
      repeated.carrier = .parameterSet
      return repeated
    } + [replacement]
  }
}

extension Resolution {
  fileprivate mutating func decide<Value: Hashable & CustomStringConvertible>(
    _ property: Property, _ statements: [Statement], _ value: (Statement.Value) -> Value?
  ) -> Value? {
    var claims: [(value: Value, claim: Claim)] = []
    for carrier in [Statement.Carrier.container, .message, .parameterSet] {
      for statement in statements where statement.carrier == carrier {
        guard let value = value(statement.value) else { continue }
        let claim = Claim(value: Self.text(value), carriedIn: statement.carriedIn, carrier: carrier)
        claims.append((value, claim))
      }
    }
    // What a standard infers from silence contradicts nobody who speaks.
    for inference in statements where claims.isEmpty && inference.carrier == .codecStandard {
      guard let value = value(inference.value) else { continue }
      let claim = Claim(value: Self.text(value), carriedIn: inference.carriedIn, carrier: .codecStandard)
      claims.append((value, claim))
    }
    guard let first = claims.first else { return nil }
    decisions.append(
      Decision(
        property: property, believed: first.claim,
        agreed: claims.dropFirst().filter { $0.value == first.value }.map(\.claim),
        overruled: claims.filter { $0.value != first.value }.map(\.claim)))
    return first.value
  }

  private static func text(_ value: some CustomStringConvertible) -> String {
    (value as? any CodePoint)?.ffmpegName ?? value.description
  }
}

extension Resolution.Decision: CustomStringConvertible {
  /// One sentence: `transfer arib-std-b67 (SEI 147 at byte 80), not bt2020-10 (SPS VUI at byte 40)`.
  public var description: String { "\(property.rawValue) \(claims)" }

  /// What is believed and what is not, without the property.
  var claims: String {
    func text(_ claim: Resolution.Claim) -> String { "\(claim.value) (\(claim.carriedIn))" }
    return text(believed) + overruled.map { ", not \(text($0))" }.joined()
  }
}

extension Resolution.Decision {
  /// Which value players usually use if carriers disagree. This is practice; no standard settles it.
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

extension Statement.Value {
  fileprivate var color: ColorDescription? {
    if case .color(let color) = self { color } else { nil }
  }

  fileprivate var alternativeTransfer: TransferCharacteristics? {
    if case .alternativeTransfer(let message) = self { message.transfer } else { nil }
  }
}
