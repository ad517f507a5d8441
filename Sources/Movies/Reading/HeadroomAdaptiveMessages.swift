internal import CLibAV
internal import HDRMetadata

/// The messages of ST 2094-50 in coded pictures, which FFmpeg's decoders leave out.
///
/// A message holds for the pictures that are decoded after it, until the next message or the next key picture. So pictures have the
/// same wherever reading begins.
///
/// - Source: SMPTE ST 2094-50:2026 (clauses as in its public draft), 7.3. Messages that a container holds beside its pictures are not read.
struct HeadroomAdaptiveMessages: Sendable {
  private let carrier: PictureMessages?
  /// Whether all pictures are searched; else those up to the first that is decoded, and key pictures.
  private let searchesAll: Bool
  private var isFirstDecoded = false
  /// The number of the last coded picture.
  private(set) var count: Int64 = 0
  private var last: [UInt8]?
  private var messages: [Int64: [UInt8]] = [:]
  /// More pictures than any decoder holds.
  private static let kept: Int64 = 4096

  /// - Parameters:
  ///   - codec: The codec of the track.
  ///   - setup: What the container says for its decoder.
  init(_ codec: AVCodecID, setup: [UInt8], searchesAll: Bool) {
    (carrier, self.searchesAll) = (PictureMessages(codec, setup: setup), searchesAll)
  }

  /// Takes the next coded picture.
  ///
  /// After a damaged unit, which may have had a message, no message is known to hold: an empty one, which nobody can read, stands for it.
  ///
  /// - Returns: Its number.
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

  /// The message of a picture that has been decoded, from the country code on.
  mutating func message(of number: Int64) -> [UInt8]? {
    isFirstDecoded = true
    return messages[number]
  }

  /// Forgets what was read, to begin elsewhere. Numbers go on.
  mutating func restart() { (last, messages) = (nil, [:]) }
}

extension PictureMessages {
  /// Those of a codec, where the library's decoders leave them out.
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
