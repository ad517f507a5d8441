/// One message of supplemental enhancement information: its type and its bytes.
///
///     try SEIMessage(type: 144, payload: [0x03, 0xE8, 0x01, 0x90])
///
/// Messages of unknown kinds are also values; `content()` interprets the known ones.
///
/// - Source: Rec. ITU-T H.264, clause 7.3.2.3.1; the numbers of Annex D are the same in H.265 and H.266.
public struct SEIMessage: Hashable, Sendable {
  /// The message's number, *payloadType*, 0 or more.
  public let type: Int
  /// The message's bytes, without size and without emulation prevention.
  public var payload: [UInt8]

  /// The message of this kind and these bytes.
  ///
  /// - Domain: Types of `0...4_294_967_295`. The standard sets no maximum; a message of this type has 16 MB of type bytes.
  /// - Throws: `MetadataError.outOfRange` outside the domain.
  public init(type: Int, payload: [UInt8]) throws(MetadataError) {
    guard UInt32(exactly: type) != nil else {
      throw .outOfRange(
        field: "the type of an SEI message", found: Double(type), expected: 0...Double(UInt32.max), unit: "")
    }
    (self.type, self.payload) = (type, payload)
  }

  init(_ kind: Kind, _ payload: [UInt8]) {
    type = kind.rawValue
    self.payload = payload
  }

  /// A filler message, without meaning.
  ///
  /// - Source: Rec. ITU-T H.265, clause D.2.1: payloadType 3, bytes of 255.
  init(filler count: Int) { (type, payload) = (3, [UInt8](repeating: 0xFF, count: count)) }

  /// The kinds that this module interprets.
  public enum Kind: Int, CaseIterable, Sendable {
    /// User data registered by Rec. ITU-T T.35: HDR10+, ST 2094-50, captions.
    case registeredUserData = 4
    /// The mastering display, as in a box `mdcv`.
    case masteringDisplay = 137
    /// MaxCLL and MaxFALL, as in a box `clli`.
    case contentLight = 144
    /// The preferred transfer, instead of the stream's.
    case alternativeTransfer = 147
    /// The ambient viewing environment, as in a box `amve`.
    case ambient = 148
    /// The colors that occur, as in a box `cclv`.
    case contentColorVolume = 149
    /// The meaning of an alpha layer's samples.
    case alphaChannel = 165
  }

  /// The kind of this message, or `nil` if this module does not interpret it.
  public var kind: Kind? { Kind(rawValue: type) }
}

extension SEIMessage {
  /// The messages of a raw byte sequence payload: sizes, bytes, and the trailing bits at its end.
  ///
  /// - Throws: `MetadataError.truncated` if a size runs past the end; `.malformedBytes` if there are no trailing bits;
  ///   `.outOfRange` for a type above its domain.
  static func messages(rbsp: some Sequence<UInt8>) throws(MetadataError) -> [SEIMessage] {
    let bytes = Array(rbsp)
    guard let end = bytes.lastIndex(where: { $0 != 0 }), bytes[end] == 0x80 else {
      throw .malformedBytes(of: "an SEI unit", found: "no trailing bits at its end", expected: "the byte 128")
    }
    var messages: [SEIMessage] = []
    var position = 0
    while position < end {
      let type = try number(in: bytes[..<end], at: &position)
      let size = try number(in: bytes[..<end], at: &position)
      guard size <= end - position else { throw .truncated(of: "an SEI unit", afterBytes: bytes.count) }
      messages.append(try SEIMessage(type: type, payload: Array(bytes[position..<position + size])))
      position += size
    }
    return messages
  }

  static func rbsp(_ messages: [SEIMessage]) -> [UInt8] {
    messages.flatMap { bytes(of: $0.type) + bytes(of: $0.payload.count) + $0.payload } + [0x80]
  }

  /// A number in SEI's coding: bytes of 255, each adding 255, then one smaller byte.
  private static func number(in bytes: ArraySlice<UInt8>, at position: inout Int) throws(MetadataError) -> Int {
    var number = 0
    while position < bytes.endIndex {
      let byte = bytes[position]
      position += 1
      number += Int(byte)
      if byte < 0xFF { return number }
    }
    throw .truncated(of: "an SEI unit", afterBytes: bytes.count)
  }

  private static func bytes(of number: Int) -> [UInt8] {
    [UInt8](repeating: 0xFF, count: number / 0xFF) + [UInt8(number % 0xFF)]
  }
}

/// The meaning of an SEI message.
///
///     if case .ambient(let room) = try message.content() { print(room.illuminance) }
public enum SEIContent: Hashable, Sendable {
  case masteringDisplay(MasteringDisplayColorVolume)
  case contentLight(ContentLightLevel)
  case alternativeTransfer(AlternativeTransfer)
  case ambient(AmbientViewingEnvironment)
  /// The colors that occur; `nil` cancels the previous message.
  case contentColorVolume(ContentColorVolume?)
  /// The meaning of alpha's samples; `nil` cancels the previous message.
  case alphaChannel(AlphaChannelInformation?)
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
