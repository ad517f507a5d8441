/// A unit of H.264 or H.265: header and payload, as in the file.
struct NALUnit {
  /// The bytes, with emulation prevention, without start code or length.
  let bytes: [UInt8]
  /// The path of the box that contains the unit; empty in a bare stream.
  let context: String
  /// The offset of its first byte in the file.
  let start: Int

  func place(_ name: String) -> Place { Place(name, in: context, byte: start) }

  /// The bits after a header of this many bytes, without emulation prevention, in the part with this name.
  func bits(after header: Int, of name: String) -> BitReader {
    BitReader(EmulationPrevention.removing(from: bytes.dropFirst(header)), in: place(name))
  }
}

enum NALUnitRole {
  /// A parameter set or a message, which is read. Most come before a picture, some after it.
  case statement(isBeforePicture: Bool)
  /// A part of a picture; `isFirst` for the first part of a new one.
  case picture(isFirst: Bool)
  case other

  /// Whether a new picture begins here, if the previous one has parts.
  var beginsPicture: Bool {
    switch self {
    case .picture(isFirst: true), .statement(isBeforePicture: true): true
    default: false
    }
  }
}

protocol NALUnitSyntax {
  static var codec: CodecFacts.Codec { get }
  /// The role of a unit that begins with these bytes, at most three.
  static func role(_ start: [UInt8]) -> NALUnitRole
  static func read(_ unit: NALUnit, into track: inout TrackDescription) throws(MediaFileError)
  /// Notes a part of the first picture, which begins with these bytes and is not read.
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
    for message in unit.messages where message.type == 47 && track.streamPose == nil {
      track.streamPose = .pose(ofDisplayOrientation: message.payload)
    }
    for message in unit.messages where message.isOfInterest {
      track.state(.sei(message.type), message.payload, in: place("SEI \(message.type)"), by: .message)
    }
  }
}

extension SEIMessage {
  fileprivate var isOfInterest: Bool {
    switch kind {
    case .registeredUserData: RegisteredUserData.isForPictures(payload)
    case nil: false
    default: true
    }
  }
}
