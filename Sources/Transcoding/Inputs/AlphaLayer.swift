internal import Synchronization

/// Frames whose alpha comes from another file: a gray layer, such as one extracted by FFmpeg.
final class AlphaLayer<Base: FrameSource, Layer: FrameSource>: FrameSource {
  private let base: Base
  private let layer: Layer
  /// The picture of the layer that was read last.
  private let alpha: Layer.Input
  private let layered: (clip: Clip, codes: [UInt16]?)
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
    layered = try base.clip.layered(with: layer.clip, options)
    do { alpha = try layer.makePicture() } catch { throw TranscodingError(reading: layer.clip.name, error) }
  }

  /// The clip with alpha, in the color of the selected frames.
  var clip: Clip {
    var (clip, source) = (layered.clip, base.clip.source)
    source.alpha = clip.source.alpha
    source.color.matrix = source.color.matrix ?? clip.source.color.matrix
    clip.source = source
    return clip
  }
  var faults: [Finding] {
    var faults = base.faults + layer.faults
    // If both counts are known, this is an assumption of the clip.
    let isKnown = clip.frameCount != nil && layer.clip.frameCount != nil
    if !isKnown, progress.withLock(\.isLonger) {
      faults.note(
        "alpha-longer", "the alpha file \(layer.clip.name) continues after the last frame of \(clip.name)",
        consequence: "the rest of it was left out")
    }
    return faults
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

  func seconds(of picture: MadePicture<Base.Input>, index: Int) -> Double? {
    base.seconds(of: picture.base, index: index)
  }

  func makePicture() throws -> MadePicture<Base.Input> {
    MadePicture(from: try base.makePicture(), .made(RawPicture(try clip.frame(clip.format))))
  }

  func read(into picture: MadePicture<Base.Input>) throws -> Bool {
    let progress = progress.withLock { progress in
      defer { progress.index += 1 }
      return progress
    }
    guard try base.read(into: picture.base) else {
      if progress.isOpen, try layer.read(into: alpha) { self.progress.withLock { $0.isLonger = true } }
      return false
    }
    guard try layer.read(into: alpha) else { throw missing(progress.index) }
    try picture.make { merged, base in
      try merged.withMutableView { merged in
        merged.copy(base)
        try alpha.withView { fillAlpha(of: merged, from: $0) }
      }
    }
    return true
  }

  private func fillAlpha(of merged: borrowing MutableFrameView, from layer: borrowing FrameView) {
    let (plane, alpha) = (layer.planes[0], merged.planes[3])
    let (isDeep, isWide) = (layer.format.bytesPerSample == 2, merged.format.bytesPerSample == 2)
    let codes = layered.codes
    for y in 0..<plane.height {
      guard let from = unsafe plane.start, let to = unsafe alpha.mutableStart else { continue }
      let (source, target) = unsafe (from + y * plane.stride, to + y * alpha.stride)
      for x in 0..<plane.width {
        var code =
          unsafe isDeep
          ? source.load(fromByteOffset: 2 * x, as: UInt16.self)
          : UInt16(source.load(fromByteOffset: x, as: UInt8.self))
        if let codes { code = codes[Int(code)] }
        if isWide {
          unsafe target.storeBytes(of: code, toByteOffset: 2 * x, as: UInt16.self)
        } else {
          unsafe target.storeBytes(of: UInt8(code), toByteOffset: x, as: UInt8.self)
        }
      }
    }
  }

  private func missing(_ index: Int) -> TranscodingError {
    .input(.shortLayer(.alpha, layer.clip.name, count: nil, before: index, of: clip.name))
  }
}

extension Clip {
  /// Returns this clip with the alpha of a layer, and the alpha code for each code of a layer that has more bits than the pictures; `nil` if its
  /// codes are used unchanged.
  fileprivate func layered(
    with layer: Clip, _ options: AlphaSettings
  ) throws(TranscodingError) -> (clip: Clip, codes: [UInt16]?) {
    var clip = self
    let (name, format, other) = (layer.name, clip.format, layer.format)
    guard !format.hasAlpha else { throw .input(.alphaTwice(clip.name, format)) }
    guard other.model != .rgb, other.layout == .planar, !other.isFloat else { throw .input(.alphaLayout(name, other)) }
    if let size = clip.size, let covered = layer.size, size != covered {
      throw .input(.sizeOfLayer(.alpha, name, found: covered, of: clip.name, expected: size))
    }
    if let frames = clip.frameCount, let covered = layer.frameCount, frames > covered {
      throw .input(.shortLayer(.alpha, name, count: covered, before: covered, of: clip.name))
    }
    guard !format.isFloat, format.layout == .planar, let merged = format.planar(hasAlpha: true) else {
      throw .input(.noLayoutWithAlpha(clip.name, format))
    }
    clip.format = merged
    if clip.source.color.matrix == nil, format.model == .rgb { clip.source.color.matrix = .identity }
    let ends = try layer.alphaEnds(stated: alphaChannel, options)
    let isStated = options.alphaRange != nil || alphaChannel?.ends(bits: other.bitDepth) != nil
    if !isStated, layer.source.color.range == .narrow {
      clip.assumptions.note(
        "alpha-range", "the alpha file \(name) states narrow range",
        consequence: "assuming that its codes have that range",
        fix: "if it is by FFmpeg's alphaextract, which keeps the tag of the color, give \(.alphaRange, "full")")
    }
    let isDeeper = other.bitDepth > merged.bitDepth
    let codes = isDeeper ? AlphaCoding.EndCodes(transparent: 0, opaque: CodeLevel(merged.maximumCode)) : ends
    let mode: AlphaMode? =
      options.alpha == nil
      ? clip.source.alpha?.statedMode : options.alpha == .premultiplied ? .premultiplied : .straight
    clip.source.alpha = AlphaCoding(mode ?? .straight, codes: codes)
    if mode == nil {
      clip.assumptions.note(
        "missing-alpha-mode", "\(clip.name) does not state whether its color is straight or premultiplied",
        consequence: "assuming straight", fix: "say so with \(.alpha, "straight") or \(.alpha, "premultiplied")")
    }
    clip.assumptions += [layer.otherRate(.alpha, than: self, "alpha-rate", fix: "give the alpha file of this clip")]
      .compactMap(\.self)
    if let frames = frameCount, let covered = layer.frameCount, covered > frames {
      clip.assumptions.note(
        "alpha-longer", "the alpha file \(name) has \(covered) frames, but \(clip.name) has \(frames)",
        consequence: "assuming that the first frames match", fix: "give the alpha file of this clip")
    }
    return (clip, isDeeper ? Self.codes(from: ends, to: merged.maximumCode) : nil)
  }

  /// Returns this layer's codes of zero and of full coverage: from the option, else from what the pictures' stream states about it, if the bit
  /// depths are equal, else from the range that the layer states, else from full range.
  private func alphaEnds(
    stated message: AlphaChannelInformation?, _ options: AlphaSettings
  ) throws(TranscodingError) -> AlphaCoding.EndCodes {
    let all = 0...CodeLevel(format.maximumCode)
    var stated = AlphaRange.named(source.color.range ?? .full)
    if let codes = message?.ends(bits: format.bitDepth) { stated = .codes(codes) }
    guard let codes = (options.alphaRange ?? stated).codes(in: format) else {
      return AlphaCoding.EndCodes(transparent: all.lowerBound, opaque: all.upperBound)
    }
    guard all.contains(codes.transparent), all.contains(codes.opaque), codes.transparent != codes.opaque else {
      throw TranscodingError(PlanError.alphaCodes(codes, format))
    }
    return codes
  }

  /// Returns, for each 16-bit code, the code of the same coverage between 0 and another maximum code, rounded once.
  private static func codes(from ends: AlphaCoding.EndCodes, to top: Int) -> [UInt16] {
    let (transparent, opaque) = (Int(ends.transparent.value), Int(ends.opaque.value))
    let (minimum, most) = (min(transparent, opaque), max(transparent, opaque))
    return (0...Int(UInt16.max)).map { code in
      let covered = abs(min(max(code, minimum), most) - transparent)
      return UInt16((2 * covered * top + (most - minimum)) / (2 * (most - minimum)))
    }
  }

  /// Returns the finding that the rate of a layer differs from that of the clip beside it.
  func otherRate(_ layer: InputError.Layer, than clip: Clip, _ code: String, fix: Fix) -> Finding? {
    // 24 and 24000/1001 differ by 0.1 %; average rates of movies deviate less from the nominal rate.
    guard let own = frameRate, let rate = clip.frameRate, abs(own.value / rate.value - 1) > 0.0005 else { return nil }
    return Finding(
      code: code,
      found: "\(layer.rawValue) \(name) has \(own.fraction) frames per second, but \(clip.name) has \(rate.fraction)",
      consequence: "assuming that its frames match those of the pictures, one by one", fix: fix)
  }
}

extension InputContext {
  /// Returns a clip with the alpha of another file, if one is given, without reading a frame.
  package func withAlpha(_ clip: Clip) throws(TranscodingError) -> Clip {
    guard let file = alpha.alphaFile else { return clip }
    return try clip.layered(with: alphaSource(in: file, of: clip, threads: 1).clip, alpha).clip
  }

  func alphaSource(in path: Path, of clip: Clip, threads: Int) throws(TranscodingError) -> any FrameSource {
    // The settings for the pictures do not apply to their alpha.
    let own = InputContext(control: control, strict: strict, readsOtherColors: false)
    let input = MediaInput(path)
    if let movie = try own.movie(of: input, threads: threads) {
      try refuseAlphaFormat(beside: "a movie", path)
      return movie
    }
    let gray = alpha.alphaPixelFormat ?? PixelFormat.Spelling("gray")
    let reader = try own.open(input, raw: (gray, clip.size))
    if !reader.clip.isRaw { try refuseAlphaFormat(beside: "Y4M", path) }
    return reader
  }

  private func refuseAlphaFormat(beside kind: String, _ path: Path) throws(TranscodingError) {
    guard let format = alpha.alphaPixelFormat?.format else { return }
    throw .input(.formatOfAlphaFile("\(path)", given: format, kind: kind))
  }
}
