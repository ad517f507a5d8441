/// The fields of a sequence parameter set's video usability information about color and time.
struct VideoUsability {
  var color: ColorDescription?
  /// A tick of the clock, in seconds: numerator and denominator.
  var tick: (numerator: UInt64, denominator: UInt64)?

  /// Reads the information at the current position in a parameter set.
  ///
  /// - Source: Rec. ITU-T H.264, clause E.1.1; Rec. ITU-T H.265, clause E.2.1.
  init(_ bits: inout BitReader, codec: CodecFacts.Codec) throws(MediaFileError) {
    let hasAspectRatio = try bits.flag()
    if hasAspectRatio, try bits.bits(8) == 255 { try bits.skip(32) }
    let hasOverscan = try bits.flag()
    if hasOverscan { try bits.skip(1) }
    var color = ColorDescription()
    let hasSignalType = try bits.flag()
    if hasSignalType {
      try bits.skip(3)
      let isFull = try bits.flag()
      if try bits.flag() { color = ColorDescription(h273: [try bits.bits(8), try bits.bits(8), try bits.bits(8)]) }
      color.range = isFull ? .full : .narrow
    }
    let hasChromaLocation = try bits.flag()
    if hasChromaLocation {
      color.chromaLocation = ChromaLocation(h273: try bits.golomb(upTo: 5))
      _ = try bits.golomb(upTo: 5)
    }
    if hasSignalType || hasChromaLocation { self.color = color }
    if codec == .hevc {
      try bits.skip(3)
      if try bits.flag() { for _ in 0..<4 { _ = try bits.golomb() } }
    }
    if try bits.flag() { tick = (UInt64(try bits.bits(32)), UInt64(try bits.bits(32))) }
  }
}

extension BitReader {
  /// Reads the numbers of units that are cropped at each edge, and returns the size in samples that is left.
  mutating func croppedSize(
    _ width: Int, _ height: Int, sampling: Int, rows: Int = 1
  ) throws(MediaFileError) -> (width: Int, height: Int) {
    var crop = [0, 0, 0, 0]
    if try flag() { for side in 0..<4 { crop[side] = try golomb(upTo: 1 << 20) } }
    let horizontal = sampling == 1 || sampling == 2 ? 2 : 1
    let vertical = (sampling == 1 ? 2 : 1) * rows
    return (width - horizontal * (crop[0] + crop[1]), height - vertical * (crop[2] + crop[3]))
  }
}

extension TrackDescription {
  mutating func take(_ usability: VideoUsability, ticksPerFrame: UInt64, in place: Place) {
    if let color = usability.color { state(.color(color), in: place, by: .parameterSet) }
    frameRate = frameRate ?? usability.tick.flatMap { FrameRate($0.denominator, per: ticksPerFrame * $0.numerator) }
  }

  /// Records the values that H.264 and H.265 infer if a complete sequence parameter set omits them: chroma location type 0,
  /// left, for *chroma_sample_loc_type_top_field*, which only applies to 4:2:0, and narrow range, 0, for
  /// *video_full_range_flag*.
  ///
  /// - Source: Rec. ITU-T H.264, clause E.2.1; Rec. ITU-T H.265, clause E.3.1: "inferred to be equal to 0".
  mutating func inferWhatIsAbsent(from stated: ColorDescription?, chroma: CodecFacts.ChromaFormat?, in unit: NALUnit) {
    func infer(_ color: ColorDescription, withoutElement name: String) {
      guard !inferences.contains(where: { $0.value == .color(color) }) else { return }
      self.infer(color, in: unit.place("SPS without \(name)"))
    }
    if stated?.range == nil { infer(ColorDescription(range: .narrow), withoutElement: "video_full_range_flag") }
    if chroma == .yuv420, stated?.chromaLocation == nil {
      infer(ColorDescription(chromaLocation: .left), withoutElement: "chroma_loc_info")
    }
  }

  /// Records a size, unless the container stated one.
  mutating func take(width: Int, height: Int) {
    guard self.width == nil || self.height == nil, width > 0, height > 0 else { return }
    (self.width, self.height) = (width, height)
  }
}
