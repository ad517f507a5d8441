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

  public init(
    mastering: MasteringDisplayColorVolume? = nil, contentLight: ContentLightLevel? = nil,
    ambient: AmbientViewingEnvironment? = nil
  ) {
    (self.mastering, self.contentLight, self.ambient) = (mastering, contentLight, ambient)
  }
}

extension StaticMetadata {
  /// The NAL unit of H.265 with this metadata, including its header and emulation prevention; `nil` without metadata.
  package var unit: [UInt8]? {
    let messages = messages
    return messages.isEmpty ? nil : SEIUnit(messages, of: .hevc).bytes
  }

  /// The unit with a filler message that makes all such units equally long, so that one can replace another in a file.
  package var replaceableUnit: [UInt8] {
    func filled(_ count: Int) -> [UInt8] { SEIUnit(messages + [SEIMessage(filler: count)], of: .hevc).bytes }
    return filled(Self.replaceableLength - filled(0).count)
  }

  private var messages: [SEIMessage] {
    [
      mastering.map { SEIMessage(.masteringDisplay, $0.payload) },
      contentLight.map { SEIMessage(.contentLight, $0.payload) }, ambient.map { SEIMessage(.ambient, $0.payload) },
    ].compactMap(\.self)
  }

  /// A length above that of the three messages with an empty filler, 47, even if emulation prevention adds a byte to each two.
  private static let replaceableLength = 72
}
