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

  /// The payload after a header of this length, without emulation prevention: each 3 after two zeros is left out.
  ///
  /// - Source: Rec. ITU-T H.264, clause 7.3.1; Rec. ITU-T H.265, clause 7.3.1.1.
  func payload(after headerLength: Int) -> [UInt8] {
    var payload: [UInt8] = []
    payload.reserveCapacity(bytes.count)
    var zeros = 0
    for byte in bytes.dropFirst(headerLength) {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      payload.append(byte)
    }
    return payload
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
}

extension NALUnit {
  /// Reads the messages of an SEI unit into a track: those about color and light.
  ///
  /// - Source: Rec. ITU-T H.264 and H.265, clause 7.3.2.3.1 and 7.3.5, *sei_message()*.
  func readMessages(after headerLength: Int, into track: inout TrackDescription) throws(MediaFileError) {
    let payload = payload(after: headerLength)
    // The last byte that is not 0 holds the bit that ends the payload; nothing else is in it when messages are whole bytes.
    let end = payload.lastIndex { $0 != 0 } ?? 0
    var index = 0
    func number() throws(MediaFileError) -> Int {
      var number = 0
      while index < end {
        number += Int(payload[index])
        index += 1
        if payload[index - 1] != 0xFF { return number }
      }
      throw .truncated(part: place("SEI").path, byte: start, needed: index + 1, found: end)
    }
    while index < end {
      let type = try number()
      let length = try number()
      guard length <= end - index else {
        throw .truncated(part: place("SEI \(type)").path, byte: start, needed: length, found: end - index)
      }
      let message = Array(payload[index..<index + length])
      index += length
      if Self.isOfInterest(type, message) {
        track.state(.sei(type), message, in: place("SEI \(type)"), by: .message)
      }
    }
  }

  private static func isOfInterest(_ type: Int, _ message: [UInt8]) -> Bool {
    type == 4 ? message.isDynamicMetadata : [137, 144, 147, 148, 149, 165].contains(type)
  }
}

extension [UInt8] {
  /// Whether an ITU-T T.35 message is of those who register color and light, and no caption or such: country 0xB5,
  /// provider 0x003C (ST 2094-40) or 0x0090 (ST 2094-50).
  var isDynamicMetadata: Bool { starts(with: [0xB5, 0x00, 0x3C]) || starts(with: [0xB5, 0x00, 0x90]) }
}
