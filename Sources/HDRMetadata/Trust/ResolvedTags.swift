/// A tag or a static message that options, files and streams may each state.
public enum TagProperty: String, CaseIterable, Sendable {
  case primaries, transfer, matrix, range, chromaLocation, mastering, contentLight, ambient

  /// The name with hyphens: `content-light`.
  public var hyphenated: String {
    rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
  }

  /// The name in a sentence: `content light level`.
  public var words: String {
    switch self {
    case .mastering: "mastering display"
    case .contentLight: "content light level"
    case .ambient: "ambient viewing environment"
    case .chromaLocation: "chroma location"
    case .primaries, .transfer, .matrix, .range: rawValue
    }
  }
}

/// The color and the metadata that result from several sources, and the believed source of each property.
///
/// Sources are in decreasing order of trust: the first that states a property is believed.
public struct ResolvedTags<Source: Sendable>: Sendable {
  /// The color; `nil` for properties that no source states.
  public private(set) var color = ColorDescription()
  /// The static metadata.
  public private(set) var metadata = StaticMetadata()
  /// The decision for each property that is stated.
  public private(set) var decisions: [Decision] = []

  package func decision(of property: TagProperty) -> Decision? { decisions.first { $0.property == property } }

  /// The decision about one property.
  public struct Decision: Sendable {
    /// The property: `transfer`, `mastering`.
    public var property: TagProperty
    /// The value that is used.
    public var believed: Claim
    /// Other sources that state the same value.
    public var agreed: [Claim]
    /// Other values.
    public var overruled: [Claim]

    /// Whether another value was overruled.
    public var isDisputed: Bool { !overruled.isEmpty }
  }

  /// A value of a property in words, and its source.
  public struct Claim: Sendable {
    /// The value, as `info` prints it.
    public var value: String
    /// The source of the value.
    public var source: Source
  }

  /// Resolves the tags of these sources, the most trusted first.
  public init(_ sources: [(source: Source, color: ColorDescription, metadata: StaticMetadata)]) {
    func decide<Value: Equatable>(
      _ property: TagProperty, _ name: KeyPath<Value, String>,
      _ value: (ColorDescription, StaticMetadata) -> Value?
    ) -> Value? {
      let stated = sources.compactMap { source in
        value(source.color, source.metadata).map {
          (value: $0, claim: Claim(value: $0[keyPath: name], source: source.source))
        }
      }
      guard let first = stated.first else { return nil }
      decisions.append(
        Decision(
          property: property, believed: first.claim,
          agreed: stated.dropFirst().filter { $0.value == first.value }.map(\.claim),
          overruled: stated.filter { $0.value != first.value }.map(\.claim)))
      return first.value
    }
    color.primaries = decide(.primaries, \.ffmpegName) { color, _ in color.primaries }
    color.transfer = decide(.transfer, \.ffmpegName) { color, _ in color.transfer }
    color.matrix = decide(.matrix, \.ffmpegName) { color, _ in color.matrix }
    color.range = decide(.range, \.ffmpegName) { color, _ in color.range }
    color.chromaLocation = decide(.chromaLocation, \.ffmpegName) { color, _ in color.chromaLocation }
    metadata.mastering = decide(.mastering, \.description) { $1.mastering }
    metadata.contentLight = decide(.contentLight, \.description) { $1.contentLight }
    metadata.ambient = decide(.ambient, \.description) { $1.ambient }
  }
}
