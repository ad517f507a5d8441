extension StaticMetadata {
  /// The NAL unit of H.265 that states this, with its header and emulation prevention; `nil` if there is nothing to state.
  package var unit: [UInt8]? {
    let messages = messages
    return messages.isEmpty ? nil : SEIUnit(messages, of: .hevc).bytes
  }

  /// The same with a message of filler, which makes all such units equally long, so that one can take the place of another in a file.
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

  /// More than the three messages have with an empty one of filler, 47, even if emulation prevention adds a byte to each two.
  private static let replaceableLength = 72
}
