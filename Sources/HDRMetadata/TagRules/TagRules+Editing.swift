extension TagRules {
  /// The purpose of edited pictures.
  public enum EditPurpose: CaseIterable, Sendable {
    /// For viewing now.
    case preview
    /// For writing to a file.
    case export
  }

  /// What happens to per-frame metadata.
  public enum DynamicMetadataFate: Hashable, Sendable {
    /// There is none, and there was none.
    case none
    /// It still describes the frames.
    case kept
    /// It is left out.
    case dropped
    /// It must be computed again from the new frames.
    case recomputed
  }

  /// The metadata that is left after editing.
  public struct EditedMetadata: Hashable, Sendable {
    /// The static metadata.
    public var metadata: StaticMetadata
    /// What happens to per-frame metadata.
    public var dynamicMetadata: DynamicMetadataFate
  }

  /// The metadata of a source that remains after editing.
  ///
  /// The rule: **if pixels were changed, per-frame metadata is dropped for a preview and computed again for an export; the
  /// ambient viewing environment and static metadata are kept.**
  public static func edited(
    _ source: TaggedSource, changesPixels: Bool, for purpose: EditPurpose
  ) -> EditedMetadata {
    let fate: DynamicMetadataFate =
      switch (source.hasDynamicMetadata, changesPixels, purpose) {
      case (false, _, _): .none
      case (true, false, _): .kept
      case (true, true, .preview): .dropped
      case (true, true, .export): .recomputed
      }
    return EditedMetadata(metadata: source.metadata, dynamicMetadata: fate)
  }
}
