extension TagRules {
  /// What a composition hands to its compositor, and what comes out.
  public struct ComposedColor: Hashable, Sendable {
    /// The color of the frames that the compositor gets.
    public var frames: ColorDescription
    /// The tags of the composed frames.
    public var output: ColorDescription
    /// What is said once of the composed frames.
    public var metadata: StaticMetadata
    /// What was done and should be told.
    public var reports: [TagReport]
  }

  /// The color that a composition is given when it is made from its sources and nobody sets one; `nil` without sources.
  ///
  /// The rule: **HDR compositions default to HLG, whatever HDR is in them; others to the dominant source's color.**
  public static func defaultComposition(of sources: [TaggedSource]) -> ColorDescription? {
    guard let mixed = mixed(sources) else { return nil }
    return mixed.color.isHDR ? .hlg2100 : mixed.color
  }

  /// How a source passes through a composition with these properties.
  ///
  ///     TagRules.composed(source, as: ColorDescription(), takingHDR: true).output == source.color
  ///
  /// The rule: **a property that is left out takes the source's value and passes it on; metadata of each frame does not
  /// survive a compositor; a compositor that cannot take HDR gets SDR frames,** and SDR comes out of it. Static metadata is passed on while the output
  /// is HDR of the source's own transfer: of other light it would be false.
  ///
  /// - Parameters:
  ///   - source: The source, or the dominant one of many.
  ///   - explicit: The properties that are set.
  ///   - takingHDR: Whether the compositor takes HDR.
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
