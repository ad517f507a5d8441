internal import CLibAV

/// One track of a movie.
public struct MovieTrack: Hashable, Sendable {
  /// What a track carries.
  public enum Kind: String, Hashable, Sendable {
    /// Pictures.
    case video
    /// Sound.
    case audio
    /// Text or pictures of text.
    case subtitle
    /// Anything else that has times.
    case data
    /// A file without times, such as a font.
    case attachment
  }

  /// The position among the tracks of the movie, from 0.
  public let index: Int
  /// The number that the container gives it; 0 if it gives none.
  public let id: Int
  /// What it carries.
  public let kind: Kind
  /// The name of the codec as FFmpeg has it, or the four letters by which the file calls it; `nil` for neither.
  public let codec: String?
  /// The language, mostly as three letters; `nil` if the movie does not say.
  public let language: String?
  /// Whether it is one picture that stands for the whole, such as a cover.
  public let isCover: Bool
  /// Whether it holds nothing but the timecode of the pictures.
  var isTimecode: Bool { kind == .data && codec == "tmcd" }
  /// Whether it has pictures in HDR: PQ, HLG, or those of Dolby Vision.
  public let isHDR: Bool
  /// Whether it only holds the names or the pictures of chapters.
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
    codec =
      codecID == AV_CODEC_ID_NONE
      ? unsafe Self.letters(parameters.pointee.codec_tag) : unsafe String(cString: avcodec_get_name(codecID))
    language = unsafe Self.text("language", in: stream.pointee.metadata).flatMap { $0 == "und" ? nil : $0 }
    let isThumbnails = unsafe stream.pointee.disposition & AV_DISPOSITION_TIMED_THUMBNAILS != 0
    isCover = unsafe stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC != 0 && !isThumbnails
    let transfer = unsafe parameters.pointee.color_trc
    var size = 0
    let hasDolbyVision = unsafe libav_track_data(stream, AV_PKT_DATA_DOVI_CONF, &size) != nil
    isHDR =
      !isCover && kind == .video
      && (transfer == AVCOL_TRC_SMPTE2084 || transfer == AVCOL_TRC_ARIB_STD_B67 || hasDolbyVision)
    // The demuxer of MOV reads the tracks of chapters itself, and tells so.
    isOfChapters = unsafe isThumbnails || stream.pointee.discard == AVDISCARD_ALL
  }

  /// The four letters of a number, the first in its lowest bits.
  static func letters(_ tag: UInt32) -> String? {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: tag >> (8 * $0)) }
    return bytes.allSatisfy { (32..<127).contains($0) } ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// What a dictionary says to a key.
  static func text(_ key: String, in dictionary: OpaquePointer?) -> String? {
    guard let entry = unsafe av_dict_get(dictionary, key, nil, 0) else { return nil }
    return unsafe String(cString: entry.pointee.value)
  }
}

extension MovieTrack: CustomStringConvertible {
  public var description: String {
    let language = language.map { ", \($0)" } ?? ""
    return "track \(index), \(isCover ? "cover" : kind.rawValue) (\(codec ?? "unknown")\(language))"
  }
}
