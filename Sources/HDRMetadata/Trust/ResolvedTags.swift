/// A tag or a static message that options, files and streams may each state.
public enum TagProperty: String, CaseIterable, Sendable {
  case primaries, transfer, matrix, range, chromaLocation, mastering, contentLight, ambient

  /// The name with hyphens: `content-light`.
  public var hyphenated: String { SettingName.spelled(rawValue, "-") }

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
  public private(set) var metadata = StaticMetadata()
  /// The decision for each property that is stated.
  public private(set) var decisions: [Decision] = []

  package func decision(of property: TagProperty) -> Decision? { decisions.first { $0.property == property } }

  /// The decision about one property.
  public struct Decision: Sendable {
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

/// One source of tags, with its names in sentences: the choices of a user, a color JSON, the header of a file.
///
///     let resolved = ResolvedTags([
///       (TagSource(isExplicit: true) { "the chosen \($0.words)" }, choices, StaticMetadata()),
///       (TagSource { _ in "the header" }, header, StaticMetadata()),
///     ])
///     print(resolved.color, resolved.disagreements())
public struct TagSource: Sendable {
  /// Whether the user stated the tags; their use is then a decision instead of an assumption.
  public var isExplicit: Bool
  /// The name of the place that states a property, as the subject of a sentence: `the chosen matrix`, `the Y4M header`.
  public var place: @Sendable (TagProperty) -> String

  public init(isExplicit: Bool = false, place: @escaping @Sendable (TagProperty) -> String) {
    (self.isExplicit, self.place) = (isExplicit, place)
  }
}

extension ResolvedTags<TagSource> {
  /// Returns a finding for each value that was not believed: an assumption, unless the user decided.
  ///
  /// - Parameters:
  ///   - named: The user's values that no tag can express, by property: they take precedence over all tags.
  ///   - source: The source of these values.
  public func disagreements(
    with named: [TagProperty: String] = [:], by source: TagSource = TagSource { _ in "" }
  ) -> [Finding] {
    decisions.flatMap { decision in
      let property = decision.property
      var (value, place) = (decision.believed.value, decision.believed.source.place(property))
      var (isExplicit, losers) = (decision.believed.source.isExplicit, decision.overruled)
      if let name = named[property] {
        (value, place, isExplicit) = (name, source.place(property), true)
        losers = [decision.believed] + decision.agreed + losers
      }
      return losers.map { loser in
        Finding(
          code: isExplicit ? Finding.overruled : "disagreement-\(property.setting.hyphenated)",
          found: "\(place) says \(value), but \(loser.source.place(property)) says \(loser.value)",
          consequence: "\(place) takes precedence")
      }
    }
  }
}

extension Finding {
  fileprivate static let overruled = "overruled"

  package static let matrixOfRGB = "matrix-of-rgb"
  package static let unusedProfile = "icc-profile-not-used"
  /// The code of metadata that no curve uses.
  package static let unusedMetadata = "dynamic-metadata-unused"
  package static let statedLight = Finding(
    code: "stated-light", found: "the source states the light of each frame, as Dolby Vision or HDR10+",
    consequence: "each frame's curve follows it, and frames that state none are mapped up to the source's peak")
  package static let taggedOnly = "tagged-only"
  package static let placeholders = "light-levels-placeholder"

  /// Whether this reports something without an assumption: a tag was overruled by an option or cannot apply, a profile is not used beside tags, only
  /// the output is tagged, light levels look typed, or frames state their own light.
  public var isDecided: Bool {
    [Self.overruled, Self.matrixOfRGB, Self.unusedProfile, Self.taggedOnly, Self.placeholders, Self.statedLight.code]
      .contains(code)
  }
}
