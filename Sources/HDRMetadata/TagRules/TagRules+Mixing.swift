extension TagRules {
  /// The one of two sources that decides the color of both together.
  ///
  /// The rule: **any HDR makes the result HDR; HLG comes before PQ; among equals, a source with metadata comes before one
  /// without; if that is equal too, the first source decides.**
  ///
  /// - Returns: The first or the second.
  public static func dominant(_ first: TaggedSource, _ second: TaggedSource) -> TaggedSource {
    rank(second) > rank(first) ? second : first
  }

  /// The one of any number of sources that decides the color of all together, by the pairwise rule in order.
  ///
  /// - Returns: Its index, or `nil` without sources.
  public static func dominant(_ sources: [TaggedSource]) -> Int? {
    sources.indices.reduce(nil as Int?) { best, index in
      guard let best else { return index }
      return rank(sources[index]) > rank(sources[best]) ? index : best
    }
  }

  /// The color of sources that are shown together, and which of them must be converted to it.
  public struct MixedColor: Hashable, Sendable {
    /// The color of the result.
    public var color: ColorDescription
    /// The indices of SDR sources that are converted up to HDR.
    public var convertedUp: [Int]
    /// The indices of other sources whose primaries, transfer or matrix differ from the result's.
    public var converted: [Int]
  }

  /// The color of any number of sources that are shown together; `nil` without sources.
  ///
  /// The rule: **the dominant source decides it; SDR beside HDR is converted up.** Untagged sources are assumed to have the
  /// color of the result.
  public static func mixed(_ sources: [TaggedSource]) -> MixedColor? {
    guard let dominant = dominant(sources) else { return nil }
    var result = MixedColor(color: sources[dominant].color, convertedUp: [], converted: [])
    for (index, source) in sources.enumerated() where index != dominant {
      let changed = written(source.color, as: result.color).converted
      guard !changed.isDisjoint(with: [.primaries, .transfer, .matrix]) else { continue }
      if result.color.isHDR, !source.isHDR { result.convertedUp.append(index) } else { result.converted.append(index) }
    }
    return result
  }

  private static func rank(_ source: TaggedSource) -> Int {
    (source.color.transfer?.precedence ?? 0) * 2 + (source.hasMetadata ? 1 : 0)
  }
}
