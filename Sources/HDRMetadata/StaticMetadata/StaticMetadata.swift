/// The metadata that a stream states once, for all of its frames.
///
///     let metadata = StaticMetadata(contentLight: ContentLightLevel(maxCLL: 1100, maxFALL: 180))
///     metadata.findings(transfer: .pq)
public struct StaticMetadata: Hashable, Sendable {
  /// The mastering display, or `nil` if the stream has no such message.
  public var mastering: MasteringDisplayColorVolume?
  /// The content light level, or `nil` if the stream has no such message.
  public var contentLight: ContentLightLevel?
  /// The ambient viewing environment, or `nil` if the stream has no such message.
  public var ambient: AmbientViewingEnvironment?

  /// The metadata of these messages.
  public init(
    mastering: MasteringDisplayColorVolume? = nil, contentLight: ContentLightLevel? = nil,
    ambient: AmbientViewingEnvironment? = nil
  ) {
    (self.mastering, self.contentLight, self.ambient) = (mastering, contentLight, ambient)
  }
}
