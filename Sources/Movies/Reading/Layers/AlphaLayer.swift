internal import CLibAV
internal import MediaFiles
internal import Synchronization

/// The alpha layer of H.265: a second decoder, whose pictures become the alpha of the base layer's.
///
/// Pictures from one packet belong together. A picture without a matching alpha picture is opaque and counts as damaged.
final class AlphaLayer: Sendable {
  let decoder: Decoder
  let layers: HEVCAlphaLayer
  private let name: String
  /// The maximum number of pictures waiting for their alpha: more than the delays of the two decoders can differ.
  private let limit: Int
  private let state = Mutex(State())

  private struct State {
    /// Decoded pictures of the base layer still without alpha, in order.
    var waiting: [Held] = []
    /// Alpha pictures whose base picture has not been decoded yet, by packet number.
    var early: [Int64: Held] = [:]
    /// Whether the base layer has no further picture.
    var isOver = false
    var isNeutral: Bool?
    /// The packets of the base layer without an alpha picture.
    var absent: Set<Int64> = []
    /// The base layer's last packet, and whether its alpha picture was sent.
    var (last, isCovered) = (Int64?.none, true)

    /// Records whether the last packet lacks an alpha picture.
    mutating func settle() {
      guard let last, !isCovered else { return }
      // Only a crafted file has more before a picture.
      if absent.count > 4096 { absent = [] }
      absent.insert(last)
      isCovered = true
    }
  }

  private final class Held: Sendable {
    let frame: MovieFrame
    var number: Int64 { unsafe libav_number(frame.pointer) }
    var depth: Int? {
      unsafe av_pix_fmt_desc_get(AVPixelFormat(frame.pointer.pointee.format)).map {
        unsafe Int($0.pointee.comp.0.depth)
      }
    }

    init(for name: String) throws(MovieError) { frame = try MovieFrame(for: name) }
  }

  init(
    _ layers: HEVCAlphaLayer, of stream: UnsafePointer<AVStream>, threads: Int, sharesPictures: Bool, name: String
  ) throws(MovieError) {
    (self.layers, self.name, limit) = (layers, name, threads + 32)
    decoder = try unsafe Decoder(
      stream, threads: threads, sharesPictures: sharesPictures, searchesAll: false, layer: layers.setup.alpha,
      name: name)
  }

  /// Whether the chroma of the layer's first picture is neutral; `nil` before it is decoded.
  var isNeutral: Bool? { state.withLock { $0.isNeutral } }

  /// Sends a packet to both decoders.
  ///
  /// FFmpeg's parser of bare and transport streams, and mkvmerge, put the layer into separate packets after those of the base.
  ///
  /// - Parameter sendBase: Sends the base layer's part, if there is one.
  func send(_ packet: Packet, _ sendBase: (Packet) -> (number: Int64, status: Int32)) -> Int32 {
    guard let streams = unsafe try? layers.split(packet.bytes) else { return libav_invalid }
    return state.withLock { state in
      var status: Int32 = 0
      if streams.hasBasePicture || !streams.hasAlphaPicture {
        guard let base = filled(with: streams.base, like: packet) else { return libav_invalid }
        state.settle()
        let sent = sendBase(base)
        (state.last, state.isCovered, status) = (sent.number, false, sent.status)
      }
      guard let number = state.last, let alpha = filled(with: streams.alpha, like: packet) else { return status }
      var taken = decoder.send(alpha, as: number)
      while taken == libav_again, decode(&state) >= 0 { taken = decoder.send(alpha, as: number) }
      state.isCovered = state.isCovered || streams.hasAlphaPicture && taken >= 0
      return status
    }
  }

  private func filled(with bytes: [UInt8], like packet: Packet) -> Packet? {
    guard !bytes.isEmpty, let size = Int32(exactly: bytes.count), let made = try? Packet(for: name),
      unsafe libav_fill(made.pointer, bytes, size, packet.pointer) >= 0
    else { return nil }
    return made
  }

  func end() {
    state.withLock { $0.settle() }
    _ = decoder.send(nil)
  }

  func flush() {
    decoder.flush()
    state.withLock { $0 = State() }
  }

  func receive(into frame: borrowing MovieFrame, besides base: Decoder) -> Int32 {
    state.withLock { state in
      while true {
        if let first = state.waiting.first, let joined = join(first, &state) {
          state.waiting.removeFirst()
          unsafe av_frame_unref(frame.pointer)
          unsafe av_frame_move_ref(frame.pointer, first.frame.pointer)
          return joined
        }
        guard let next = try? Held(for: name) else { return libav_no_memory }
        let status = base.decodeLayer(into: next.frame)
        if status >= 0 {
          state.waiting.append(next)
        } else if status == libav_end, !state.waiting.isEmpty, !state.isOver {
          state.isOver = true
        } else {
          return status
        }
      }
    }
  }

  /// Adds the alpha to a picture; returns `nil` if its alpha may still come, and a negative number if out of memory.
  private func join(_ picture: Held, _ state: inout State) -> Int32? {
    let number = picture.number
    var alpha = state.early.removeValue(forKey: number)
    let isAbsent = state.absent.remove(number) != nil
    while alpha == nil, !isAbsent {
      let status = decode(&state)
      if status == libav_end || status == libav_again && (state.isOver || state.waiting.count >= limit) { break }
      if status == libav_again { return nil }
      alpha = state.early.removeValue(forKey: number)
    }
    guard let format = PixelFormat(name: picture.frame.formatName)?.planar(hasAlpha: true) else { return 0 }
    var damage: String? = "there is no picture"
    var fitting: UnsafeMutablePointer<AVFrame>?
    if let alpha, alpha.frame.width == picture.frame.width, alpha.frame.height == picture.frame.height,
      alpha.depth == format.bitDepth
    {
      damage = alpha.frame.isDamaged ? alpha.frame.damage : nil
      unsafe fitting = unsafe alpha.frame.pointer
    } else if let alpha {
      damage = "its pictures have \(alpha.frame.width)×\(alpha.frame.height) \(alpha.frame.formatName)"
    }
    guard unsafe libav_join(picture.frame.pointer, fitting, av_get_pix_fmt(format.name)) else {
      return libav_no_memory
    }
    if let damage { picture.frame.markDamaged("in the alpha layer, \(damage)") }
    return 0
  }

  private func decode(_ state: inout State) -> Int32 {
    guard let next = try? Held(for: name) else { return libav_end }
    let status = decoder.decodeLayer(into: next.frame)
    guard status >= 0 else { return status }
    if state.isNeutral == nil { state.isNeutral = unsafe libav_is_neutral(next.frame.pointer) }
    state.early[next.number] = next
    if state.early.count > limit, let oldest = state.early.keys.min() { state.early[oldest] = nil }
    return status
  }
}
