internal import CLibAV
internal import MediaFiles
internal import Synchronization

/// The encoder of H.265's alpha layer: a second x265 with the same structure, whose packets are merged into those of the color.
final class AlphaEncoder: Sendable {
  private let encoder: VideoEncoder
  private let merging: HEVCAlphaMerging
  /// Whether the container stores the parameter sets, and uses lengths before units.
  private let needsHeader: Bool
  private let pool: FramePool
  private let state = Mutex(State())

  /// The error for temporal layers and other counts of parameter sets, which are not expected.
  private static let refusal = "its streams of color and of alpha cannot be joined"

  private struct State {
    /// Packets of each layer whose counterpart has not arrived.
    var base: [Packet] = []
    var alpha: [Packet] = []
    var isOver = false
  }

  init(_ whole: VideoEncoding, needsHeader: Bool) throws(MovieError) {
    encoder = try VideoEncoder(whole.layer(ofAlpha: true), needsHeader: needsHeader)
    do throws(MetadataError) {
      let information = try AlphaChannelInformation(
        use: whole.alphaMode == .premultiplied ? .premultiplied : .straight, bitDepth: 8, transparent: 0, opaque: 255)
      merging = HEVCAlphaMerging(information, width: whole.width, height: whole.height)
    } catch { throw .encoder(whole.encoder, reason: "\(error)") }
    pool = try FramePool(encoder.format, width: whole.width, height: whole.height, name: whole.encoder)
    self.needsHeader = needsHeader
  }

  /// Sets the configuration of both layers on the encoder of the base.
  func configure(_ base: VideoEncoder) throws(MovieError) {
    guard needsHeader else { return }
    let record: [UInt8]
    do throws(MediaFileError) {
      record = try HEVCAlphaMerging.configuration(try merging.merge(base.parameters, encoder.parameters))
    } catch { throw .encoder(encoder.name, reason: Self.refusal) }
    let context = unsafe base.context
    guard
      unsafe libav_set_bytes(
        &context.pointee.extradata, &context.pointee.extradata_size, record, Int32(clamping: record.count))
    else { throw .noMemory(encoder.name) }
  }

  func send(alphaOf frame: UnsafePointer<AVFrame>?) throws(MovieError) {
    guard let frame = unsafe frame else {
      state.withLock { $0.isOver = true }
      return try unsafe encoder.send(nil)
    }
    let picture = try pool.makeFrame(.yuv420p, for: encoder.name)
    let (width, height) = (picture.width, picture.height)
    unsafe picture.pointer.pointee.pts = unsafe frame.pointee.pts
    for plane in 0..<3 {
      let (columns, rows) = plane == 0 ? (width, height) : ((width + 1) / 2, (height + 1) / 2)
      let stride = unsafe Int(libav_stride(picture.pointer, Int32(plane)))
      for y in 0..<rows {
        let row = unsafe libav_plane(picture.pointer, Int32(plane))! + y * stride
        if plane == 0 {
          unsafe row.update(from: libav_plane(frame, 3)! + y * Int(libav_stride(frame, 3)), count: columns)
        } else {
          unsafe row.update(repeating: 128, count: columns)
        }
      }
    }
    unsafe picture.prepare(for: encoder.context)
    try unsafe encoder.send(picture.pointer)
  }

  /// Returns the next packet of both layers, if one is ready.
  func receive(into packet: Packet, beside base: VideoEncoder) throws(MovieError) -> Bool {
    try state.withLock { state throws(MovieError) in
      try Self.take(from: base, into: &state.base)
      try Self.take(from: encoder, into: &state.alpha)
      guard let color = state.base.first, let alpha = state.alpha.first else {
        guard !state.isOver || state.base.isEmpty && state.alpha.isEmpty else {
          throw .encoder(base.name, reason: "it made other numbers of pictures of color and of alpha")
        }
        return false
      }
      state.base.removeFirst()
      state.alpha.removeFirst()
      guard color.shownTime == alpha.shownTime else {
        throw .encoder(base.name, reason: "it ordered the pictures of color and of alpha otherwise")
      }
      let bytes: [UInt8]
      do throws(MediaFileError) {
        let units = try unsafe merging.merge(Array(color.bytes), Array(alpha.bytes))
        bytes = HEVCAlphaMerging.joined(units, hasLengths: needsHeader)
      } catch { throw .encoder(base.name, reason: Self.refusal) }
      guard let size = Int32(exactly: bytes.count), unsafe libav_fill(packet.pointer, bytes, size, color.pointer) >= 0
      else { throw .noMemory(base.name) }
      return true
    }
  }

  private static func take(from encoder: VideoEncoder, into packets: inout [Packet]) throws(MovieError) {
    while true {
      let packet = try Packet(for: encoder.name)
      guard try encoder.receiveLayer(into: packet) else { return }
      packets.append(packet)
    }
  }
}

extension VideoEncoding {
  var hasAlphaLayer: Bool { encoder == "libx265" && format.hasAlpha }

  /// The encoding of one of the layers. Both have the same picture types, since no content-dependent decision affects them.
  func layer(ofAlpha isAlpha: Bool) -> VideoEncoding {
    var layer = self
    layer.format = format.planar(hasAlpha: false) ?? .yuv420p
    if isAlpha {
      layer.color.range = .full
      // The quality maps to the encoder's range, from the lowest to the highest.
      let quality =
        alphaQuality.map { ("crf", "\(51 * (1 - $0))") } ?? options.first { $0.name == "crf" } ?? ("crf", "18")
      layer.options = options.filter { !["b", "crf"].contains($0.name) } + [quality]
    }
    layer.options.append(("x265-params", "scenecut=0:b-adapt=0:open-gop=0"))
    return layer
  }
}
