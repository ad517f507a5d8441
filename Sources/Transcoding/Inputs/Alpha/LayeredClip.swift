internal import ToneMapping

struct LayeredClip {
  let clip: Clip
  /// The alpha code for each code of a layer that has more bits than the pictures; `nil` if its codes are used unchanged.
  let table: [UInt16]?

  init(_ base: Clip, _ layer: Clip, _ options: AlphaSettings) throws(TranscodingError) {
    var clip = base
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
    let ends = try Self.ends(of: layer, stated: base.alphaChannel, options)
    let isDeeper = other.bitDepth > merged.bitDepth
    table = isDeeper ? Self.table(from: ends, to: merged.maximumCode) : nil
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
    clip.assumptions += Self.differences(of: layer, from: base)
    self.clip = clip
  }

  /// Returns the codes of zero and of full coverage: from the option, else from what the pictures' stream states about its layer, if the bit
  /// depths are equal, else from the range that the layer states, else from full range.
  private static func ends(
    of layer: Clip, stated message: AlphaChannelInformation?, _ options: AlphaSettings
  ) throws(TranscodingError) -> AlphaCoding.EndCodes {
    let all = 0...CodeLevel(layer.format.maximumCode)
    var stated = AlphaRange.named(layer.source.color.range ?? .full)
    if let codes = message?.ends(bits: layer.format.bitDepth) { stated = .codes(codes) }
    guard let codes = (options.alphaRange ?? stated).codes(in: layer.format) else {
      return AlphaCoding.EndCodes(transparent: all.lowerBound, opaque: all.upperBound)
    }
    guard all.contains(codes.transparent), all.contains(codes.opaque), codes.transparent != codes.opaque else {
      throw TranscodingError(PlanError.alpha(.codes(codes, layer.format)))
    }
    return codes
  }

  /// Returns, for each 16-bit code, the code of the same coverage between 0 and another maximum code, rounded once.
  private static func table(from ends: AlphaCoding.EndCodes, to top: Int) -> [UInt16] {
    let (transparent, opaque) = (Int(ends.transparent.value), Int(ends.opaque.value))
    let (minimum, most) = (min(transparent, opaque), max(transparent, opaque))
    return (0...Int(UInt16.max)).map { code in
      let covered = abs(min(max(code, minimum), most) - transparent)
      return UInt16((2 * covered * top + (most - minimum)) / (2 * (most - minimum)))
    }
  }

  /// Returns differences that suggest that a layer belongs to other pictures.
  private static func differences(of layer: Clip, from clip: Clip) -> [Finding] {
    var findings = [layer.otherRate(.alpha, than: clip, "alpha-rate", fix: "give the alpha file of this clip")]
      .compactMap(\.self)
    if let frames = clip.frameCount, let covered = layer.frameCount, covered > frames {
      findings.note(
        "alpha-longer", "the alpha file \(layer.name) has \(covered) frames, but \(clip.name) has \(frames)",
        consequence: "assuming that the first frames match", fix: "give the alpha file of this clip")
    }
    return findings
  }
}

extension Clip {
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
    return try LayeredClip(clip, alphaSource(in: file, of: clip, threads: 1).clip, alpha).clip
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
