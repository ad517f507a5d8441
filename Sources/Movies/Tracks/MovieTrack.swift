internal import CLibAV

/// One track of a movie.
public struct MovieTrack: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case video
    case audio
    /// Text or pictures of text.
    case subtitle
    /// Other timed data.
    case data
    /// A file without times, such as a font.
    case attachment
  }

  /// The index among the tracks of the movie, from 0.
  public let index: Int
  /// The container's number of the track; 0 if absent.
  public let id: Int
  /// The number by which people know the track: the container's, or else its place, from 1.
  package var number: Int { id > 0 ? id : index + 1 }
  public let kind: Kind
  /// FFmpeg's name of the codec, or the file's four-character code; `nil` if both are unknown.
  public let codec: String?
  /// The language, usually three letters; `nil` if unknown.
  public let language: String?
  /// Whether it is a single picture for the whole movie, such as a cover.
  public let isCover: Bool
  /// Whether FFmpeg knows the codec.
  private let isKnown: Bool
  /// Whether it is data that no container can hold, because FFmpeg cannot describe it, such as Apple's metadata.
  package var isUndescribedData: Bool { kind == .data && !isKnown && !isTimecode }
  /// Whether it holds only the timecode of the pictures.
  var isTimecode: Bool { kind == .data && codec == "tmcd" }
  /// Whether its pictures are HDR: PQ, HLG or Dolby Vision.
  public let isHDR: Bool
  /// Whether it only holds the titles or pictures of chapters.
  let isOfChapters: Bool

  init(_ stream: UnsafePointer<AVStream>) {
    let parameters = unsafe stream.pointee.codecpar!
    let codecID = unsafe parameters.pointee.codec_id
    (index, id) = unsafe (Int(stream.pointee.index), Int(stream.pointee.id))
    kind =
      switch unsafe parameters.pointee.codec_type {
      case AVMEDIA_TYPE_VIDEO: .video
      case AVMEDIA_TYPE_AUDIO: .audio
      case AVMEDIA_TYPE_SUBTITLE: .subtitle
      case AVMEDIA_TYPE_ATTACHMENT: .attachment
      default: .data
      }
    isKnown = codecID != AV_CODEC_ID_NONE
    codec =
      isKnown
      ? unsafe String(cString: avcodec_get_name(codecID)) : unsafe Self.letters(parameters.pointee.codec_tag)
    language = unsafe Self.text("language", in: stream.pointee.metadata).flatMap { $0 == "und" ? nil : $0 }
    let isThumbnails = unsafe stream.pointee.disposition & AV_DISPOSITION_TIMED_THUMBNAILS != 0
    isCover = unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 && !isThumbnails
    let transfer = unsafe parameters.pointee.color_trc
    var size = 0
    let hasDolbyVision = unsafe libav_track_data(stream, AV_PKT_DATA_DOVI_CONF, &size) != nil
    isHDR =
      !isCover && kind == .video
      && (transfer == AVCOL_TRC_SMPTE2084 || transfer == AVCOL_TRC_ARIB_STD_B67 || hasDolbyVision)
    // MOV's demuxer reads chapter tracks itself, and marks them as discarded.
    isOfChapters = unsafe isThumbnails || stream.pointee.discard == AVDISCARD_ALL
  }

  /// The four-character code of a number, the first character in its lowest bits.
  static func letters(_ tag: UInt32) -> String? {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: tag >> (8 * $0)) }
    return bytes.allSatisfy { (32..<127).contains($0) } ? String(decoding: bytes, as: UTF8.self) : nil
  }

  static func text(_ key: String, in dictionary: OpaquePointer?) -> String? {
    guard let entry = unsafe av_dict_get(dictionary, key, nil, 0) else { return nil }
    return unsafe String(cString: entry.pointee.value)
  }
}

extension MovieTrack: CustomStringConvertible {
  public var description: String {
    let language = language.map { ", \($0)" } ?? ""
    return "track \(number), \(isCover ? "cover" : kind.rawValue) (\(codec ?? "unknown")\(language))"
  }
}
