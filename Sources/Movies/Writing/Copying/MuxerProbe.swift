internal import CLibAV

/// Tests whether containers support a track by writing their header.
@safe struct MuxerProbe {
  private let source: UnsafePointer<AVStream>
  private let encoder: VideoEncoder
  private let encoding: VideoEncoding

  init(_ source: UnsafeMutablePointer<AVStream>, beside encoder: VideoEncoder, _ encoding: VideoEncoding) {
    unsafe self.source = UnsafePointer(source)
    (self.encoder, self.encoding) = (encoder, encoding)
  }

  /// The reason why a container does not support the track alongside the pictures, and a container that does; `nil` if it is supported.
  func reason(against container: String) throws(MovieError) -> String? {
    // MOV would accept the packets, but lose their description.
    if unsafe source.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_NONE,
      unsafe source.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_DATA
    {
      return "this FFmpeg does not know its codec, so it cannot describe it in a new file"
    }
    guard let refusal = try refusal(of: container, besidePictures: true) else { return nil }
    let codec = unsafe MovieTrack(source).codec ?? "this codec"
    for other in ["matroska", "mov", "mp4"] where other != container {
      if try self.refusal(of: other, besidePictures: false) == nil {
        return "\(container) does not take \(codec) (\(refusal)); \(other) does"
      }
    }
    return
      "\(container) does not take \(codec) (\(refusal)), and neither does any other container that this FFmpeg writes"
  }

  /// Whether a container supports the converted track alongside the pictures.
  func takes(_ way: TrackPlan.Way, in container: String) throws(MovieError) -> Bool {
    try refusal(of: container, besidePictures: true, converting: way) == nil
  }

  private func refusal(
    of container: String, besidePictures: Bool, converting way: TrackPlan.Way? = nil
  ) throws(MovieError) -> String? {
    do throws(MovieError) {
      let muxer = try Muxer(nil, name: "a trial", container: container)
      // FFmpeg's own program crashes on a second track in AVIF.
      if muxer.holdsPicturesOnly { return "it holds one track of pictures" }
      // The library would leave it out silently.
      if container == "webm", unsafe MovieTrack(source).kind == .attachment { return "it has no attachments" }
      // The library would write the codec's number in AVI, under which readers do not find it.
      if container == "mov", way == nil, unsafe muxer.lacksName(of: source.pointee.codecpar) {
        return "it has no name for this codec"
      }
      if besidePictures { _ = try unsafe muxer.addPicture(encoder, encoding) }
      if let way { try unsafe muxer.addConversion(way, of: source) } else { try unsafe muxer.addCopy(of: source) }
      try muxer.begin()
      return nil
    } catch {
      switch error {
      case .container(_, _, let reason): return reason
      case .unknownContainer: return "it cannot be written"
      default: throw error
      }
    }
  }
}
