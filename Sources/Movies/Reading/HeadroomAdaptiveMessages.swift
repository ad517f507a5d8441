internal import CLibAV

/// The ST 2094-50 messages in coded pictures, which FFmpeg's decoders drop.
///
/// A message applies to the pictures decoded after it, until the next message or the next key picture. So pictures have the same message wherever
/// reading starts.
///
/// - Source: SMPTE ST 2094-50:2026 (clauses as in its public draft), 7.3. Messages stored in the container are not read.
struct HeadroomAdaptiveMessages: Sendable {
  private let carrier: PictureMessages?
  /// Whether all pictures are searched; otherwise key pictures and those up to the first that is decoded.
  private let searchesAll: Bool
  private var isFirstDecoded = false
  /// The number of the last coded picture.
  private(set) var count: Int64 = 0
  private var last: [UInt8]?
  private var messages: [Int64: [UInt8]] = [:]
  /// More pictures than any decoder holds.
  private static let kept: Int64 = 4096

  /// - Parameter setup: The container's configuration of the decoder.
  init(_ codec: AVCodecID, setup: [UInt8], searchesAll: Bool) {
    (carrier, self.searchesAll) = (PictureMessages(codec, setup: setup), searchesAll)
  }

  /// Reads the next coded picture; returns its number. After a damaged unit, which may have had a message, an empty, unreadable one takes its place.
  mutating func take(_ bytes: UnsafeRawBufferPointer, isKey: Bool) -> Int64 {
    count += 1
    let before = last
    if isKey { last = nil }
    if searchesAll || isKey || !isFirstDecoded, let carrier {
      do {
        last = unsafe try carrier.message(beginningWith: HeadroomAdaptiveMetadata.header, in: bytes) ?? last
      } catch {
        last = before.map { _ in [] }
      }
    }
    messages[count] = last
    messages[count - Self.kept] = nil
    return count
  }

  mutating func message(of number: Int64) -> [UInt8]? {
    isFirstDecoded = true
    return messages[number]
  }

  /// Forgets all messages, for a seek. Numbers continue.
  mutating func restart() { (last, messages) = (nil, [:]) }
}

extension PictureMessages {
  /// The messages of a codec that the library's decoders drop; `nil` for other codecs.
  fileprivate init?(_ codec: AVCodecID, setup: [UInt8]) {
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
}
