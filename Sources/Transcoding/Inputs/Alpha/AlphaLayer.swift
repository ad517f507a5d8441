internal import Synchronization
internal import ToneMapping

/// Frames whose alpha comes from another file: a gray layer, such as one extracted by FFmpeg.
final class AlphaLayer<Base: FrameSource, Layer: FrameSource>: FrameSource {
  private let base: Base
  private let layer: Layer
  private let layered: LayeredClip
  private let progress = Mutex(Progress())

  private struct Progress {
    var index = 0
    /// Whether the selection extends to the end of the pictures.
    var isOpen = true
    /// Whether the layer has frames after the last picture.
    var isLonger = false
  }

  init(_ base: Base, _ layer: Layer, _ options: AlphaSettings) throws(TranscodingError) {
    (self.base, self.layer) = (base, layer)
    layered = try LayeredClip(base.clip, layer.clip, options)
  }

  /// The clip with alpha, in the color of the selected frames.
  var clip: Clip {
    var (clip, source) = (layered.clip, base.clip.source)
    source.alpha = clip.source.alpha
    source.color.matrix = source.color.matrix ?? clip.source.color.matrix
    clip.source = source
    return clip
  }
  var decodes: Bool { base.decodes || layer.decodes }
  var faults: [Finding] {
    // If both counts are known, `LayeredClip` has reported this.
    let isKnown = clip.frameCount != nil && layer.clip.frameCount != nil
    guard !isKnown, progress.withLock(\.isLonger) else { return base.faults + layer.faults }
    return base.faults + layer.faults + [
      Finding(
        code: "alpha-longer", found: "the alpha file \(layer.clip.name) continues after the last frame of \(clip.name)",
        consequence: "the rest of it was left out")
    ]
  }
  var movie: MovieSource? { base.movie }

  func select(_ frames: FrameSelection, hasFrameBefore: Bool) throws(TranscodingError) -> FrameRange? {
    guard let range = try base.select(frames, hasFrameBefore: hasFrameBefore) else { return nil }
    let before = hasFrameBefore && range.first > 0 ? 1 : 0
    guard try layer.select(FrameSelection(start: .index(range.first - before))) != nil else {
      throw missing(range.first)
    }
    progress.withLock {
      $0 = Progress(index: range.first - before, isOpen: frames.frames == nil && frames.duration == nil)
    }
    return range
  }

  func seconds(of picture: LayeredPicture<Base.Input, Layer.Input>, index: Int) -> Double? {
    base.seconds(of: picture.base, index: index)
  }

  func makePicture() throws -> LayeredPicture<Base.Input, Layer.Input> {
    LayeredPicture(try base.makePicture(), try layer.makePicture(), RawPicture(try clip.frame(clip.format)))
  }

  func read(into picture: LayeredPicture<Base.Input, Layer.Input>) throws -> Bool {
    let progress = progress.withLock { progress in
      defer { progress.index += 1 }
      return progress
    }
    guard try base.read(into: picture.base) else {
      if progress.isOpen, try layer.read(into: picture.layer) { self.progress.withLock { $0.isLonger = true } }
      return false
    }
    guard try layer.read(into: picture.layer) else { throw missing(progress.index) }
    try picture.merge(by: layered.table)
    return true
  }

  private func missing(_ index: Int) -> TranscodingError {
    .input(.shortLayer(.alpha, layer.clip.name, count: nil, before: index, of: clip.name))
  }
}

/// A picture, its alpha layer, and both merged.
final class LayeredPicture<Base: Picture, Layer: Picture>: Picture {
  let base: Base
  let layer: Layer
  private let merged: RawPicture

  init(_ base: Base, _ layer: Layer, _ merged: RawPicture) {
    (self.base, self.layer, self.merged) = (base, layer, merged)
  }

  var movie: MoviePicture? { base.movie }

  func withView(_ body: (borrowing FrameView) throws -> Void) throws { try merged.withView(body) }

  /// Copies the color planes, and the layer's codes as the alpha plane.
  ///
  /// - Parameter table: The alpha code for each code of the layer; `nil` if they are equal.
  fileprivate func merge(by table: [UInt16]?) throws {
    try merged.withMutableView { merged in
      let into = merged.planes
      try base.withView { base in merged.copy(base) }
      let alpha = into[3]
      let isWide = merged.format.bytesPerSample == 2
      try layer.withView { layer in
        let plane = layer.planes[0]
        let isDeep = layer.format.bytesPerSample == 2
        for y in 0..<plane.height {
          guard let from = unsafe plane.start, let to = unsafe alpha.mutableStart else { continue }
          let (source, target) = unsafe (from + y * plane.stride, to + y * alpha.stride)
          for x in 0..<plane.width {
            var code =
              unsafe isDeep
              ? source.load(fromByteOffset: 2 * x, as: UInt16.self)
              : UInt16(source.load(fromByteOffset: x, as: UInt8.self))
            if let table { code = table[Int(code)] }
            if isWide {
              unsafe target.storeBytes(of: code, toByteOffset: 2 * x, as: UInt16.self)
            } else {
              unsafe target.storeBytes(of: UInt8(code), toByteOffset: x, as: UInt8.self)
            }
          }
        }
      }
    }
  }
}
