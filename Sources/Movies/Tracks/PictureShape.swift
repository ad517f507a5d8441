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
    var (size, isPlain, shapes) = (0, false, [PictureShape]())
    // H.264 and H.265 state it in a message.
    let stereo =
      unsafe libav_track_data(stream, AV_PKT_DATA_STEREO3D, &size)
      .map { unsafe [UInt8](UnsafeBufferPointer(start: $0, count: size)) }
      ?? next { $0.bytes(of: AV_FRAME_DATA_STEREO3D) }
    if let stereo, let name = unsafe libav_stereo(stereo, &isPlain) {
      let words = unsafe "stereo (\(String(cString: name)))"
      shapes.append(PictureShape(type: AV_PKT_DATA_STEREO3D, bytes: stereo, name: words, isPlain: isPlain))
    }
    if let data = unsafe libav_track_data(stream, AV_PKT_DATA_SPHERICAL, &size),
      let name = unsafe libav_projection(data, &isPlain)
    {
      let words = unsafe "a sphere (\(String(cString: name)))"
      let bytes = unsafe [UInt8](UnsafeBufferPointer(start: data, count: size))
      shapes.append(PictureShape(type: AV_PKT_DATA_SPHERICAL, bytes: bytes, name: words, isPlain: isPlain))
    }
    return shapes
  }
}
