internal import CLibAV
internal import Synchronization

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
    var stereo: [UInt8]?
    if let data = unsafe libav_track_data(stream, AV_PKT_DATA_STEREO3D, &size) {
      stereo = unsafe [UInt8](UnsafeBufferPointer(start: data, count: size))
    } else {
      // H.264 and H.265 state it in a message.
      stereo = state.withLock { state -> [UInt8]? in
        switch state.first {
        case .some(let first): first.bytes(of: AV_FRAME_DATA_STEREO3D)
        case nil: nil
        }
      }
    }
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
