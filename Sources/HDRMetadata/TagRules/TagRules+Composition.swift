extension TagRules {
  /// The colors that a composition passes to its compositor and gets back.
  public struct ComposedColor: Hashable, Sendable {
    /// The color of the frames that the compositor gets.
    public var frames: ColorDescription
    /// The tags of the composed frames.
    public var output: ColorDescription
    /// The static metadata of the composed frames.
    public var metadata: StaticMetadata
    /// What was done and should be reported.
    public var reports: [TagReport]
  }

  /// The default color of a composition of these sources; `nil` without sources.
  ///
  /// The rule: **HDR compositions default to HLG, whichever HDR they contain; others default to the color of the dominant source.**
  public static func defaultComposition(of sources: [TaggedSource]) -> ColorDescription? {
    guard let mixed = mixed(sources) else { return nil }
    return mixed.color.isHDR ? .hlg2100 : mixed.color
  }

  /// The colors of a source in a composition with these properties.
  ///
  ///     TagRules.composed(source, as: ColorDescription(), takingHDR: true).output == source.color
  ///
  /// The rule: **a property that is not set takes the value of the source; per-frame metadata does not survive a compositor; a
  /// compositor that does not support HDR gets SDR frames** and returns SDR. Static metadata is passed on if the output is HDR with the
  /// transfer of the source; otherwise it would be wrong.
  ///
  /// - Parameters:
  ///   - source: The source, or the dominant one of several.
  ///   - explicit: The properties that are set.
  ///   - takingHDR: Whether the compositor supports HDR.
  public static func composed(
    _ source: TaggedSource, as explicit: ColorDescription, takingHDR: Bool
  ) -> ComposedColor {
    var (frames, reports) = (explicit.completed(by: source.color), [TagReport]())
    if !takingHDR, frames.isHDR, let transfer = frames.transfer {
      reports.append(.hdrConverted(transfer))
      frames = .sdr709(like: frames)
    }
    if source.hasDynamicMetadata { reports.append(.dynamicMetadataDropped) }
    let keepsMetadata = frames.isHDR && frames.transfer == source.color.transfer
    return ComposedColor(
      frames: frames, output: frames, metadata: keepsMetadata ? source.metadata : StaticMetadata(), reports: reports)
  }
}
