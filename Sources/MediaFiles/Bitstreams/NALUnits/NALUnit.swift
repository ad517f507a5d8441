internal import HDRMetadata

/// A unit of H.264 or H.265: header and payload, as they lie in the file.
struct NALUnit {
  /// The bytes, with emulation prevention, without start code or length.
  let bytes: [UInt8]
  /// What holds the unit: the path of a box, or empty in a bare stream.
  let context: String
  /// The offset of its first byte in the file.
  let start: Int

  /// Where the unit, or what of it has this name, is.
  func place(_ name: String) -> Place { Place(path: context.isEmpty ? name : "\(context) \(name)", byte: start) }

  /// The payload after a header of this length, without emulation prevention.
  func payload(after headerLength: Int) -> [UInt8] {
    EmulationPrevention.removing(from: bytes.dropFirst(headerLength))
  }
}

/// What a unit is for somebody who does not decode.
enum NALUnitRole {
  /// A parameter set or a message: to be read. Most come before a picture, some after it.
  case statement(isBeforePicture: Bool)
  /// A part of a picture; of a new one, where it is the first.
  case picture(isFirst: Bool)
  /// Of no interest.
  case other
}

/// How H.264 or H.265 names its units.
protocol NALUnitSyntax {
  static var codec: CodecFacts.Codec { get }
  /// What a unit that begins with these bytes, three at most, is.
  static func role(_ start: [UInt8]) -> NALUnitRole
  /// Reads what a unit says into a track.
  static func read(_ unit: NALUnit, into track: inout TrackDescription) throws(MediaFileError)
  /// Takes note of a part of the first picture that begins with these bytes, and is not read.
  static func pass(_ start: [UInt8], of track: inout TrackDescription)
}

extension NALUnitSyntax {
  static func pass(_ start: [UInt8], of track: inout TrackDescription) {}
}

extension NALUnit {
  /// Reads the messages of an SEI unit into a track: those about color and light.
  func readMessages(of codec: SEIUnit.Codec, into track: inout TrackDescription) throws(MediaFileError) {
    let unit: SEIUnit
    do throws(MetadataError) {
      unit = try SEIUnit(parsing: bytes, of: codec)
    } catch {
      throw .unreadable(part: place("SEI").path, byte: start, error)
    }
    for message in unit.messages where message.isOfInterest {
      track.state(.sei(message.type), message.payload, in: place("SEI \(message.type)"), by: .message)
    }
  }
}

extension SEIMessage {
  fileprivate var isOfInterest: Bool {
    switch kind {
    case .registeredUserData: payload.isDynamicMetadata
    case nil: false
    default: true
    }
  }
}

extension [UInt8] {
  /// Whether an ITU-T T.35 message is of those who register color and light, and no caption or such: country 0xB5,
  /// provider 0x003C (ST 2094-40) or 0x0090 (ST 2094-50).
  var isDynamicMetadata: Bool { starts(with: [0xB5, 0x00, 0x3C]) || starts(with: [0xB5, 0x00, 0x90]) }
}
