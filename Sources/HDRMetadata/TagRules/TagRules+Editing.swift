extension TagRules {
  /// What edited pictures are for.
  public enum EditPurpose: CaseIterable, Sendable {
    /// To be looked at now.
    case preview
    /// To be written.
    case export
  }

  /// What becomes of metadata that each frame has.
  public enum DynamicMetadataFate: Hashable, Sendable {
    /// There is none, and there was none.
    case none
    /// It still describes the frames.
    case kept
    /// It is left out.
    case dropped
    /// It has to be made anew from the new frames.
    case recomputed
  }

  /// What an editor leaves of a source's metadata.
  public struct EditedMetadata: Hashable, Sendable {
    /// What is said once.
    public var metadata: StaticMetadata
    /// What becomes of what is said of each frame.
    public var dynamicMetadata: DynamicMetadataFate
  }

  /// What remains of a source's metadata when an editor is done.
  ///
  /// The rule: **when pixels were changed, metadata of each frame is dropped for a preview and computed anew for an export; the
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
