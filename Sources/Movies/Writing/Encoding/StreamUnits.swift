internal import CLibAV

/// The units added to an H.265 encoder's stream: light and viewing environment before pictures at which decoding can start, and Dolby Vision RPUs
/// after their pictures.
struct StreamUnits: Sendable {
  /// The unit with light and viewing environment; `nil` if none is stated.
  let statement: [UInt8]?
  /// Whether another unit can replace it in the finished movie.
  let isReplaceable: Bool

  /// Returns `nil` for other codecs, and for encoders whose units have lengths instead of start codes.
  init?(_ encoding: VideoEncoding, of encoder: UnsafePointer<AVCodecContext>, canReplace: Bool) {
    guard unsafe encoder.pointee.codec_id == AV_CODEC_ID_HEVC,
      unsafe encoder.pointee.extradata_size == 0 || encoder.pointee.extradata[0] == 0
    else { return nil }
    isReplaceable = canReplace && encoding.isLightOpen
    var open = encoding.statedMetadata
    // A placeholder for levels that are measured until the end.
    open.contentLight = open.contentLight ?? ContentLightLevel(maxCLL: 1, maxFALL: 1)
    statement = isReplaceable ? open.replaceableUnit : encoding.streamMetadata.unit
  }

  /// Adds light and viewing environment to the container's parameters of the stream.
  func add(to parameters: UnsafeMutablePointer<AVCodecParameters>) -> Bool {
    guard let statement, unsafe parameters.pointee.extradata_size > 0 else { return true }
    let bytes =
      unsafe UnsafeBufferPointer(
        start: parameters.pointee.extradata, count: Int(parameters.pointee.extradata_size)) + Self.startCode + statement
    return unsafe libav_set_bytes(
      &parameters.pointee.extradata, &parameters.pointee.extradata_size, bytes, Int32(bytes.count))
  }

  /// Adds the units of a picture to its packet.
  ///
  /// - Source: Rec. ITU-T H.265, Table 7-1: types 16 to 23 are pictures at which decoding can start, 62 is unspecified.
  func add(to packet: Packet, rpu: [UInt8]?) -> Bool {
    if let statement, let (place, type) = unsafe Self.firstSlice(in: packet.bytes), 16...23 ~= type {
      guard insert(statement + Self.startCode, in: packet, at: place) else { return false }
    }
    guard let rpu else { return true }
    return insert(Self.startCode + [62 << 1, 1] + rpu, in: packet, at: packet.count)
  }

  private static let startCode: [UInt8] = [0, 0, 0, 1]

  /// The position of a picture's first unit, after its start code, and the unit's type.
  private static func firstSlice(in bytes: UnsafeRawBufferPointer) -> (place: Int, type: UInt8)? {
    var place = 0
    let count = bytes.count
    while place + 3 < count {
      let isStart = unsafe bytes[place] == 0 && bytes[place + 1] == 0 && bytes[place + 2] == 1
      let type = unsafe bytes[place + 3] >> 1 & 63
      if isStart, type < 32 { return (place + 3, type) }
      place += isStart ? 3 : 1
    }
    return nil
  }

  private func insert(_ bytes: [UInt8], in packet: Packet, at place: Int) -> Bool {
    let behind = packet.count - place
    guard unsafe av_grow_packet(packet.pointer, Int32(bytes.count)) >= 0 else { return false }
    let start = unsafe UnsafeMutableRawPointer(packet.pointer.pointee.data!) + place
    unsafe (start + bytes.count).copyMemory(from: start, byteCount: behind)
    unsafe bytes.withUnsafeBytes { unsafe start.copyMemory(from: $0.baseAddress!, byteCount: bytes.count) }
    return true
  }
}
