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

  /// A source with these names.
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
          consequence: "\(place) is used")
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
