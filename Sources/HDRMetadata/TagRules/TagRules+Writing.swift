extension ColorDescription {
  /// One of the properties of a description.
  public enum Property: String, CaseIterable, Sendable {
    case primaries, transfer, matrix, range, chromaLocation
  }
}

extension TagRules {
  /// The output of a writer: its tags, and what must be converted for the tags to be true.
  public struct WrittenColor: Hashable, Sendable {
    /// The tags of the output.
    public var tags: ColorDescription
    /// The properties for which pixels are converted.
    public var converted: Set<ColorDescription.Property>
  }

  /// How a source is written with these explicit color properties.
  ///
  ///     TagRules.written(ColorDescription(), as: .init(transfer: .hlg)).converted  // none: an untagged source is only tagged
  ///
  /// The rule: **a property that is set becomes the tag of the output. A source with another tag is converted; an untagged source is
  /// assumed to match. A property that is not set is copied from the source; if the source does not state it,
  /// the output does not either.**
  ///
  /// - Parameters:
  ///   - source: The tags of the source.
  ///   - explicit: The properties that are set; `nil` for none at all.
  public static func written(_ source: ColorDescription, as explicit: ColorDescription?) -> WrittenColor {
    let explicit = explicit ?? ColorDescription()
    var converted: Set<ColorDescription.Property> = []
    func compare<Value: Equatable>(_ property: ColorDescription.Property, _ from: Value?, _ to: Value?) {
      if let from, let to, from != to { converted.insert(property) }
    }
    compare(.primaries, source.primaries, explicit.primaries)
    compare(.transfer, source.transfer, explicit.transfer)
    compare(.matrix, source.matrix, explicit.matrix)
    compare(.range, source.range, explicit.range)
    compare(.chromaLocation, source.chromaLocation, explicit.chromaLocation)
    return WrittenColor(tags: explicit.completed(by: source), converted: converted)
  }
}
