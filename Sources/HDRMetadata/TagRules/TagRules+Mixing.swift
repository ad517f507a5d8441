extension TagRules {
  /// Which of two sources tells the color of both together.
  ///
  /// The rule: **any HDR makes the result HDR; HLG goes before PQ; among equals, the one with metadata goes before the one
  /// without; and where that is equal too, the first.**
  ///
  /// - Returns: The first or the second.
  public static func dominant(_ first: TaggedSource, _ second: TaggedSource) -> TaggedSource {
    rank(second) > rank(first) ? second : first
  }

  /// Which of any number of sources tells the color of all together: the pairwise rule, in order.
  ///
  /// - Returns: Its index, or `nil` where there is none.
  public static func dominant(_ sources: [TaggedSource]) -> Int? {
    sources.indices.reduce(nil as Int?) { best, index in
      guard let best else { return index }
      return rank(sources[index]) > rank(sources[best]) ? index : best
    }
  }

  /// The color of sources that are shown as one, and which of them have to be converted to it.
  public struct MixedColor: Hashable, Sendable {
    /// The color of the result.
    public var color: ColorDescription
    /// The indices of sources that are SDR and are converted up to HDR.
    public var convertedUp: [Int]
    /// The indices of other sources whose primaries, transfer or matrix differ from the result's.
    public var converted: [Int]
  }

  /// The color of any number of sources that are shown as one; `nil` where there is none.
  ///
  /// The rule: **the dominant source tells it; SDR beside HDR is converted up.** Untagged sources are taken to be the result's
  /// color already.
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
