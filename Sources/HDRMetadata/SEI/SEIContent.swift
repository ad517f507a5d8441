/// The meaning of an SEI message.
///
///     if case .ambient(let room) = try message.content() { print(room.illuminance) }
public enum SEIContent: Hashable, Sendable {
  /// The mastering display.
  case masteringDisplay(MasteringDisplayColorVolume)
  /// MaxCLL and MaxFALL.
  case contentLight(ContentLightLevel)
  /// The preferred transfer.
  case alternativeTransfer(AlternativeTransfer)
  /// The ambient viewing environment.
  case ambient(AmbientViewingEnvironment)
  /// The colors that occur; `nil` cancels the previous message.
  case contentColorVolume(ContentColorVolume?)
  /// The meaning of alpha's samples; `nil` cancels the previous message.
  case alphaChannel(AlphaChannelInformation?)
  /// HDR10+, ST 2094-50, or other registered user data.
  case registeredUserData(RegisteredUserData)
  /// A message of a kind that this module does not interpret.
  case other(SEIMessage)
}

extension SEIMessage {
  /// Returns the meaning of this message.
  ///
  /// - Throws: The errors of the parser for its kind.
  public func content() throws(MetadataError) -> SEIContent {
    switch kind {
    case .masteringDisplay: .masteringDisplay(try MasteringDisplayColorVolume(parsing: payload))
    case .contentLight: .contentLight(try ContentLightLevel(parsing: payload))
    case .alternativeTransfer: .alternativeTransfer(try AlternativeTransfer(parsing: payload))
    case .ambient: .ambient(try AmbientViewingEnvironment(parsing: payload))
    case .contentColorVolume: .contentColorVolume(try ContentColorVolume.message(payload))
    case .alphaChannel: .alphaChannel(try AlphaChannelInformation.message(payload))
    case .registeredUserData: .registeredUserData(try RegisteredUserData(parsing: payload))
    case nil: .other(self)
    }
  }

  /// The message with this meaning.
  ///
  /// - Throws: `MetadataError.outOfRange` when a number of dynamic metadata does not fit its field.
  public init(_ content: SEIContent) throws(MetadataError) {
    switch content {
    case .masteringDisplay(let display): self.init(.masteringDisplay, display.payload)
    case .contentLight(let light): self.init(.contentLight, light.payload)
    case .alternativeTransfer(let transfer): self.init(.alternativeTransfer, transfer.payload)
    case .ambient(let room): self.init(.ambient, room.payload)
    case .contentColorVolume(let volume): self.init(.contentColorVolume, volume?.payload ?? Self.cancellation)
    case .alphaChannel(let alpha): self.init(.alphaChannel, alpha?.payload ?? Self.cancellation)
    case .registeredUserData(let data): self.init(.registeredUserData, try data.payload())
    case .other(let message): self = message
    }
  }

  /// The payload that cancels the previous message: its flag, then the bits that fill the byte.
  private static let cancellation: [UInt8] = [0xC0]
}
