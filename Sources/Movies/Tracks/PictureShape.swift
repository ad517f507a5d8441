internal import CLibAV

/// The shape of pictures that are not plain: two views in one, or a sphere around the viewer.
struct PictureShape {
  /// The library's kind of side data, and its bytes.
  let type: AVPacketSideDataType
  let bytes: [UInt8]
  /// The shape in words: `stereo (side by side)`, `a sphere (equirectangular)`.
  let name: String
  /// Whether the library's MP4 writer states it.
  let isPlain: Bool
}

extension MovieReader {
  /// The shapes of the pictures as stated by the container or the stream, before the first picture is read.
  var shapes: [PictureShape] {
    let stream = unsafe demuxer.stream(video.index)
    var shapes: [PictureShape] = []
    for type in [AV_PKT_DATA_STEREO3D, AV_PKT_DATA_SPHERICAL] {
      let isStereo = type == AV_PKT_DATA_STEREO3D
      var (size, isPlain) = (0, false)
      var bytes = unsafe libav_track_data(stream, type, &size)
        .map { unsafe [UInt8](UnsafeBufferPointer(start: $0, count: size)) }
      // H.264 and H.265 state it in a message.
      if isStereo { bytes = bytes ?? next { $0.bytes(of: AV_FRAME_DATA_STEREO3D) } }
      guard let bytes, let name = unsafe isStereo ? libav_stereo(bytes, &isPlain) : libav_projection(bytes, &isPlain)
      else { continue }
      let words = unsafe "\(isStereo ? "stereo" : "a sphere") (\(String(cString: name)))"
      shapes.append(PictureShape(type: type, bytes: bytes, name: words, isPlain: isPlain))
    }
    return shapes
  }
}
