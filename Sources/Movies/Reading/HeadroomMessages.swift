#if FFmpeg
  internal import CLibAV
  internal import HDRMetadata

  /// The messages of ST 2094-50 in coded pictures, which FFmpeg's decoders leave out.
  ///
  /// A message holds for the pictures that are decoded after it, until the next message or the next key picture. So pictures have the
  /// same wherever reading begins.
  ///
  /// - Source: SMPTE ST 2094-50, public draft of 2026-02-23, 7.3. Messages that a container holds beside its pictures are not read.
  struct HeadroomMessages: Sendable {
    private let carrier: MessageCarrier?
    private var count: Int64 = 0
    private var last: [UInt8]?
    private var messages: [Int64: [UInt8]] = [:]
    /// More pictures than any decoder holds.
    private static let kept: Int64 = 4096

    /// - Parameters:
    ///   - codec: The codec of the track.
    ///   - setup: What the container says for its decoder.
    init(_ codec: AVCodecID, setup: [UInt8]) { carrier = MessageCarrier(codec, setup: setup) }

    /// Takes the next coded picture.
    ///
    /// - Returns: Its number.
    mutating func take(_ bytes: UnsafeRawBufferPointer, isKey: Bool) -> Int64 {
      count += 1
      if isKey { last = nil }
      last = unsafe carrier?.message(in: bytes) ?? last
      messages[count] = last
      messages[count - Self.kept] = nil
      return count
    }

    /// The message of a coded picture, from the country code on.
    subscript(number: Int64) -> [UInt8]? { messages[number] }

    /// Forgets what was read, to begin elsewhere. Numbers go on.
    mutating func restart() { (last, messages) = (nil, [:]) }
  }

  /// Where coded pictures have messages: in units before the first part of the picture.
  private enum MessageCarrier: Sendable {
    /// In NAL units, with start codes or with lengths of so many bytes.
    case units(SEIUnit.Codec, lengthBytes: Int?)
    case av1

    init?(_ codec: AVCodecID, setup: [UInt8]) {
      func lengthBytes(at place: Int) -> Int? {
        setup.first == 1 && setup.count > place ? Int(setup[place] & 3) + 1 : nil
      }
      switch codec {
      case AV_CODEC_ID_HEVC: self = .units(.hevc, lengthBytes: lengthBytes(at: 21))
      case AV_CODEC_ID_H264: self = .units(.avc, lengthBytes: lengthBytes(at: 4))
      case AV_CODEC_ID_AV1: self = .av1
      default: return nil
      }
    }

    /// The message of ST 2094-50 of a coded picture, from the country code on.
    func message(in bytes: UnsafeRawBufferPointer) -> [UInt8]? {
      var place = 0
      while let unit = unsafe unit(in: bytes, at: &place), !unit.isEmpty {
        switch self {
        case .units(let codec, _):
          let type = unsafe codec == .avc ? bytes[unit.lowerBound] & 31 : bytes[unit.lowerBound] >> 1 & 63
          if codec == .avc ? 1...5 ~= type : type < 32 { return nil }
          guard codec == .avc ? type == 6 : type == 39 else { continue }
          guard let found = unsafe try? SEIUnit(parsing: bytes[unit], of: codec) else { continue }
          let kind = SEIMessage.Kind.registeredUserData
          if let message = found.messages.first(where: { $0.kind == kind && Self.isSought($0.payload) }) {
            return message.payload
          }
        case .av1:
          let type = unsafe bytes[unit.lowerBound] >> 3 & 15
          // A frame header, a group of tiles or a frame.
          if [3, 4, 6].contains(type) { return nil }
          guard type == 5, let message = unsafe Self.messageOfAV1(bytes[unit]), Self.isSought(message) else { continue }
          return message
        }
      }
      return nil
    }

    private static func isSought(_ message: [UInt8]) -> Bool { message.starts(with: AdaptiveToneMapMetadata.header) }

    /// The next unit; `nil` at the end, and if it is longer than what is left.
    private func unit(in bytes: UnsafeRawBufferPointer, at place: inout Int) -> Range<Int>? {
      let start: Int
      let length: Int
      switch self {
      case .units(_, let lengthBytes?):
        guard bytes.count - place > lengthBytes else { return nil }
        length = unsafe bytes[place..<place + lengthBytes].reduce(0) { $0 << 8 | Int($1) }
        start = place + lengthBytes
      case .units(_, nil):
        guard let code = unsafe Self.startCode(in: bytes, from: place) else { return nil }
        start = code + 3
        // A picture ends the search, so where it ends does not matter.
        length = unsafe (Self.startCode(in: bytes, from: start) ?? bytes.count) - start
      case .av1:
        guard place < bytes.count else { return nil }
        let header = unsafe bytes[place]
        var next = place + (header & 4 != 0 ? 2 : 1)
        guard header & 2 != 0, let size = unsafe Self.number(in: bytes, at: &next) else { return nil }
        (start, length) = (place, next - place + size)
      }
      guard length <= bytes.count - start else { return nil }
      place = start + length
      return start..<place
    }

    /// Where a start code begins.
    private static func startCode(in bytes: UnsafeRawBufferPointer, from place: Int) -> Int? {
      var place = place
      while place + 2 < bytes.count {
        if unsafe bytes[place + 2] > 1 {
          place += 3
        } else if unsafe bytes[place] == 0 && bytes[place + 1] == 0 && bytes[place + 2] == 1 {
          return place
        } else {
          place += 1
        }
      }
      return nil
    }

    /// A number of AV1, *leb128()*, of less than 2^32.
    private static func number(in bytes: UnsafeRawBufferPointer, at place: inout Int) -> Int? {
      var number = 0
      for shift in stride(from: 0, to: 35, by: 7) {
        guard place < bytes.count else { return nil }
        let byte = unsafe bytes[place]
        place += 1
        number |= Int(byte & 127) << shift
        if byte < 128 { return number }
      }
      return nil
    }

    /// The message of a metadata OBU of type 4; `nil` for one of another type.
    private static func messageOfAV1(_ obu: Slice<UnsafeRawBufferPointer>) -> [UInt8]? {
      let bytes = unsafe Array(obu)
      return unsafe bytes.withUnsafeBytes { bytes in
        var place = unsafe bytes[0] & 4 != 0 ? 2 : 1
        guard unsafe number(in: bytes, at: &place) != nil, unsafe number(in: bytes, at: &place) == 4 else { return nil }
        // The trailing bits are a 1 and zeros.
        guard let end = unsafe bytes.lastIndex(where: { $0 != 0 }), end >= place else { return nil }
        return unsafe Array(bytes[place..<end])
      }
    }
  }
#endif
