/// One source of tags, by its names in sentences: the choices of a user, a color JSON, the header of a file.
///
///     let told = ResolvedTags([
///       (TagSource(isExplicit: true) { "the chosen \($0.words)" }, choices, StaticMetadata()),
///       (TagSource { _ in "the header" }, header, StaticMetadata()),
///     ])
///     print(told.color, told.disagreements)
public struct TagSource: Sendable {
  /// Whether the user stated it; to prefer it is then a decision, and no assumption.
  public var isExplicit: Bool
  /// The name of the place that states a property, as the subject of a sentence: `the chosen matrix`, `the Y4M header`.
  public var place: @Sendable (TagProperty) -> String

  /// A source with these names.
  public init(isExplicit: Bool = false, place: @escaping @Sendable (TagProperty) -> String) {
    self.isExplicit = isExplicit
    self.place = place
  }
}

extension ResolvedTags<TagSource> {
  /// A finding for each value that was not believed: an assumption, unless the user decided.
  public var disagreements: [Finding] { disagreements(with: [:], by: TagSource { _ in "" }) }

  /// A finding for each value that was not believed.
  ///
  /// - Parameters:
  ///   - named: What the user names although no tag can, by property: it is believed before all tags.
  ///   - source: Who names it.
  public func disagreements(with named: [TagProperty: String], by source: TagSource) -> [Finding] {
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
          code: isExplicit ? Finding.overruled : "disagreement-\(property.code)",
          found: "\(place) says \(value), but \(loser.source.place(property)) says \(loser.value)",
          consequence: "\(place) is used")
      }
    }
  }
}

extension Finding {
  fileprivate static let overruled = "overruled"

  /// The code of a matrix that is ignored, because R′G′B′ has none.
  package static let matrixOfRGB = "matrix-of-rgb"
  /// The code of a profile that is not used, because tags state the color too.
  package static let unusedProfile = "icc-profile-not-used"
  /// The code of metadata that no curve follows.
  package static let unusedMetadata = "dynamic-metadata-unused"
  /// Frames are mapped by what they state of themselves.
  package static let statedLight = Finding(
    code: "stated-light", found: "the source states its light frame by frame, as Dolby Vision or HDR10+",
    consequence: "the curve of each frame follows it, up to the peak of the source where none is stated")
  /// The code of tags that an output has and its source does not.
  package static let taggedOnly = "tagged-only"
  /// The code of light levels that look typed, but are used.
  package static let placeholders = "light-levels-placeholder"

  /// Whether this reports something for which nothing had to be assumed: a tag was overruled by an option or cannot apply, a profile is not
  /// used beside tags, only the output is tagged, light levels look typed, or frames state their own light.
  public var isDecided: Bool {
    [Self.overruled, Self.matrixOfRGB, Self.unusedProfile, Self.taggedOnly, Self.placeholders, Self.statedLight.code]
      .contains(code)
  }
}

extension TagProperty {
  /// The end of the code of a finding about it: the light metadata by its name in x265.
  fileprivate var code: String {
    switch self {
    case .mastering: "master-display"
    case .contentLight: "max-cll"
    case .primaries, .transfer, .matrix, .range, .chromaLocation, .ambient: hyphenated
    }
  }
}
