internal import Synchronization
internal import ToneMapping

/// Frames whose alpha comes from another file: a gray layer, such as FFmpeg extracts.
final class AlphaLayer<Base: FrameSource, Layer: FrameSource>: FrameSource {
  let clip: Clip
  private let base: Base
  private let layer: Layer
  private let place = Mutex(0)

  /// - Throws: `usage` or `data` if the layer does not fit the pictures.
  init(_ base: Base, _ layer: Layer, _ options: AlphaOptions) throws(CommandError) {
    (self.base, self.layer) = (base, layer)
    var clip = base.clip
    let (name, format, other) = (layer.clip.name, clip.format, layer.clip.format)
    guard !format.hasAlpha else {
      throw .usage("\(clip.name) has alpha of its own (\(format)), but --alpha-file gives another; leave it out")
    }
    guard other.model != .rgb, other.layout == .planar, !other.isFloat else {
      throw .data("the alpha file \(name) has frames of \(other), but gray or planar Y′CbCr was expected")
    }
    guard layer.clip.openedSize == clip.openedSize else {
      throw .data(
        "the alpha file \(name) has frames of \(layer.clip.openedSize), but \(clip.name) has \(clip.openedSize); give its own alpha"
      )
    }
    if let frames = clip.frameCount, let covered = layer.clip.frameCount, frames > covered {
      throw .data("the alpha file \(name) has \(covered) frames, but \(clip.name) has \(frames); give its own alpha")
    }
    guard format.layout == .planar, let merged = format.planar(hasAlpha: true) else {
      throw .usage(
        "no pixel format has the samples of \(format) and alpha; convert the frames to \(format.planar(bitDepth: 16)?.name ?? "yuv444p16le") first"
      )
    }
    clip.format = merged
    if clip.source.color.matrix == nil, format.model == .rgb { clip.source.color.matrix = .identity }
    // Codes of the layer that fit are taken as they are.
    let depth = min(other.bitDepth, merged.bitDepth)
    let levels = AlphaCoding.Codes(transparent: 0, opaque: 1 << depth - 1)
    let mode: AlphaMode? =
      options.alpha == nil ? clip.source.alpha?.mode : options.alpha == .premultiplied ? .premultiplied : .straight
    let codes = options.alphaRange?.codes(in: other) ?? levels
    clip.source.alpha = mode.map { AlphaCoding($0, codes: codes) }
    if mode == nil {
      clip.assumptions.append(
        Finding(
          code: "missing-alpha-mode",
          found: "\(clip.name) does not state whether its color is straight or premultiplied",
          consequence: "assuming straight", mend: "say so with --alpha straight or --alpha premultiplied"))
      clip.source.alpha = AlphaCoding(.straight, codes: codes)
    }
    self.clip = clip
  }

  var decodes: Bool { base.decodes || layer.decodes }
  var firstMessages: FrameMessages { base.firstMessages }
  var unkeptTimes: Finding? { base.unkeptTimes }
  var faults: [Finding] { base.faults + layer.faults }
  /// The source of color, and of all other tracks of a movie.
  var origin: any FrameSource { base.origin }

  func select(_ frames: FrameRangeOptions, hasFrameBefore: Bool) throws(CommandError) -> FrameRange? {
    guard let range = try base.select(frames, hasFrameBefore: hasFrameBefore) else { return nil }
    let before = hasFrameBefore && range.first > 0 ? 1 : 0
    var same = frames
    (same.start, same.frames, same.duration) = (.index(range.first - before), nil, nil)
    guard try layer.select(same, hasFrameBefore: false) != nil else { throw missing(range.first) }
    place.withLock { $0 = range.first - before }
    return range
  }

  func seconds(of picture: LayeredPicture<Base.Input, Layer.Input>, index: Int) -> Double? {
    base.seconds(of: picture.base, index: index)
  }

  func makePicture() throws -> LayeredPicture<Base.Input, Layer.Input> {
    LayeredPicture(try base.makePicture(), try layer.makePicture(), RawPicture(try clip.frame(clip.format)))
  }

  func read(into picture: LayeredPicture<Base.Input, Layer.Input>) throws -> Bool {
    guard try base.read(into: picture.base) else { return false }
    let index = place.withLock { place in
      defer { place += 1 }
      return place
    }
    guard try layer.read(into: picture.layer) else { throw missing(index) }
    try picture.merge(shifting: max(0, layer.clip.format.bitDepth - clip.format.bitDepth))
    return true
  }

  private func missing(_ index: Int) -> CommandError {
    .data("the alpha file \(layer.clip.name) ends before frame \(index) of \(clip.name); give its own alpha")
  }
}

/// A picture, its alpha, and both as one.
final class LayeredPicture<Base: Picture, Layer: Picture>: Picture {
  let base: Base
  let layer: Layer
  private let merged: RawPicture

  init(_ base: Base, _ layer: Layer, _ merged: RawPicture) {
    (self.base, self.layer, self.merged) = (base, layer, merged)
  }

  var messages: FrameMessages { base.messages }
  var origin: any Picture { base.origin }

  func withView(_ body: (borrowing FrameView) throws -> Void) throws { try merged.withView(body) }
  func withMutableView(_ body: (inout MutableFrameView) throws -> Void) throws { try merged.withMutableView(body) }

  func exchange(with other: LayeredPicture) {
    base.exchange(with: other.base)
    layer.exchange(with: other.layer)
    merged.exchange(with: other.merged)
  }

  /// It is read, never written.
  func takeTimes(from other: some Picture) {}

  /// Copies the planes of color, and the layer's codes as alpha.
  ///
  /// - Parameter shift: The bits that the layer has beyond the picture's.
  fileprivate func merge(shifting shift: Int) throws {
    try merged.withMutableView { merged in
      let into = merged.planes
      try base.withView { base in
        for (index, plane) in base.planes.enumerated() {
          let count = plane.width * base.format.bytesPerSample * base.format.components(ofPlane: index)
          for y in 0..<plane.height {
            guard let from = unsafe plane.start, let to = unsafe into[index].start else { continue }
            unsafe (to + y * into[index].stride).copyMemory(from: from + y * plane.stride, byteCount: count)
          }
        }
      }
      let (alpha, depth) = (into[3], merged.format.bitDepth)
      let isWide = merged.format.bytesPerSample == 2
      try layer.withView { layer in
        let plane = layer.planes[0]
        let isDeep = layer.format.bytesPerSample == 2
        let (most, top) = (1 << layer.format.bitDepth - 1, 1 << depth - 1)
        for y in 0..<plane.height {
          guard let from = unsafe plane.start, let to = unsafe alpha.start else { continue }
          let (source, target) = unsafe (from + y * plane.stride, to + y * alpha.stride)
          for x in 0..<plane.width {
            var code =
              unsafe isDeep
              ? Int(source.load(fromByteOffset: 2 * x, as: UInt16.self))
              : Int(source.load(fromByteOffset: x, as: UInt8.self))
            // More bits than the picture has are rounded.
            if shift > 0 { code = (code * top + most / 2) / most }
            if isWide {
              unsafe target.storeBytes(of: UInt16(code), toByteOffset: 2 * x, as: UInt16.self)
            } else {
              unsafe target.storeBytes(of: UInt8(code), toByteOffset: x, as: UInt8.self)
            }
          }
        }
      }
    }
  }
}
