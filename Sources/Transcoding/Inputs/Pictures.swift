internal import CPNGFiles
internal import Movies

extension MediaInput {
  private static let longestPNG = 1 << 30

  /// Whether a PNG file ends before its last chunk.
  var isCutPNG: Bool { (try? contents(upTo: Self.longestPNG)).map(Self.isCutPNG) ?? false }

  private static func isCutPNG(_ bytes: [UInt8]) -> Bool { unsafe pngfile_is_cut_short(bytes, bytes.count) }

  /// Returns the picture of a PNG file: planar R′, G′, B′ of 8 or 16 bits, with any alpha.
  fileprivate func pngPicture() throws(TranscodingError) -> Frame {
    let bytes: [UInt8]
    do { bytes = try contents(upTo: Self.longestPNG) } catch {
      throw .input(.unreadablePicture("\(path)", reason: "\(error)"))
    }
    let header = try unsafe readPNG(bytes)
    let (width, height) = (Int(header.width), Int(header.height))
    guard max(width, height) <= Frame.longestSide else {
      throw TranscodingError(MovieError.picture("\(path)", .side(width: width, height: height)))
    }
    let format: PixelFormat =
      header.depth == 16
      ? header.hasAlpha ? .gbrap16 : .gbrp16
      : header.hasAlpha ? .gbrap : .gbrp
    let count = format.frameByteCount(width: width, height: height)
    try MemoryNeed(toReadPNG: count).check("reading \(path)", fix: "give a smaller picture")
    // The memory of samples is taken as they are decoded.
    let samples = try unsafe [UInt8](unsafeUninitializedCapacity: count) {
      samples, initialized throws(TranscodingError) in
      _ = try unsafe readPNG(bytes, into: samples.baseAddress)
      initialized = count
    }
    do throws(FrameError) {
      var picture = try Frame(format, width: width, height: height)
      picture.withOwnView { view in Self.write(samples, into: view) }
      return picture
    } catch {
      throw TranscodingError(.picture(error))
    }
  }

  /// Reads the header of a PNG file and, if `samples` is given, its samples.
  private func readPNG(
    _ bytes: [UInt8], into samples: UnsafeMutablePointer<UInt8>? = nil
  ) throws(TranscodingError) -> pngfile_header {
    var (header, reason) = (pngfile_header(), pngfile_reason())
    guard unsafe pngfile_read(bytes, bytes.count, UInt32(Frame.longestSide), true, &header, samples, nil, nil, &reason)
    else {
      throw TranscodingError(reason) { words in
        .input(Self.isCutPNG(bytes) ? .cutPNG("\(path)", reason: words) : .damagedPNG("\(path)", reason: words))
      }
    }
    return header
  }

  /// Writes interleaved samples as in a file into a planar frame.
  ///
  /// - Precondition: The frame has one of these formats, and there are samples for all its pixels.
  private static func write(_ samples: [UInt8], into frame: borrowing MutableFrameView) {
    let (format, planes, width, height) = (frame.format, frame.planes, frame.width, frame.height)
    let (components, size) = (format.componentCount, format.bytesPerSample)
    precondition(samples.count >= width * height * components * size)
    unsafe samples.withUnsafeBufferPointer { samples in
      for component in 0..<components {
        let plane = planes[format.location(ofComponent: component).plane]
        guard let start = unsafe plane.mutableStart else { continue }
        for y in 0..<height {
          let row = unsafe start + y * plane.stride
          var place = (y * width * components + component) * size
          for x in 0..<width {
            if size == 1 {
              unsafe row.storeBytes(of: samples[place], toByteOffset: x, as: UInt8.self)
            } else {
              let code = unsafe UInt16(samples[place]) << 8 | UInt16(samples[place + 1])
              unsafe row.storeBytes(of: code.littleEndian, toByteOffset: 2 * x, as: UInt16.self)
            }
            place += components * size
          }
        }
      }
    }
  }
}

extension InputContext {
  /// Opens the picture of a PNG file; `nil` for everything else.
  func picture(of input: MediaInput) throws(TranscodingError) -> ClipReader? {
    guard let media = try media(of: input, readsOthers: false), media.container == .png, let track = media.tracks.first
    else { return nil }
    let path = input.path
    try refuseColorJSON(of: path)
    let picture = try input.pngPicture()
    var clip = clip(of: track, of: media, in: path)
    clip.format = picture.format
    clip.size = PictureSize(width: picture.width, height: picture.height)
    clip.source.alpha = alpha.coding(in: clip.format, stated: .straight)
    (clip.frameCount, clip.frameRate) = (1, source.frameRate)
    return ClipReader(clip) { _, frame in frame = picture }
  }
}

extension Clip {
  /// Assumes sRGB for a picture that states no color, as all readers do: with 8 bits whatever the primaries, for AVIF and HEIC also if the property
  /// says *unspecified*, and with more bits if it states BT.709. Linear OpenEXR and PFM pictures get BT.709's primaries.
  ///
  /// - Source: OpenEXR, *Technical Introduction*: pixels are scene-linear, and the default chromaticities are those of BT.709.
  mutating func assumeColor(ofPicture track: TrackDescription) {
    defer { if track.isStill { assumeMatrix() } }
    let depth = track.facts.bitDepth ?? format.bitDepth
    let statesNone = source.color.primaries == nil && source.gamut == nil
    let isLight = statesNone && source.color.transfer == .linear && [.openEXR, .pfm].contains(track.stillFormat)
    let isCoded =
      source.color.primaries != .bt2020 && source.color.transfer == nil && source.log == nil
      && (depth <= 8 || track.isStill && source.color.primaries == .bt709)
    guard isLight || isCoded else { return }
    source.color.transfer = isLight ? .linear : .sRGB
    if statesNone { source.color.primaries = .bt709 }
    if track.isStill, source.color.matrix == nil { source.color.matrix = .smpte170M }
    let nothing = track.isStill || !statesNone ? "no transfer" : "no color"
    assumptions.note(
      "missing-color", "\(name) states \(track.unusedColor ?? nothing)",
      consequence: isLight
        ? "assuming linear light with the primaries of BT.709, with 1 as the reference white" : "assuming sRGB",
      fix: "state it with \(.primaries) and \(.transfer)")
  }

  /// Assumes BT.601's matrix where AVIF or HEIF leaves it unspecified, whatever the primaries, as libavif and libheif do.
  private mutating func assumeMatrix() {
    guard source.color.matrix == nil, let transfer = source.color.transfer, format.model == .yCbCr else { return }
    source.color.matrix = .smpte170M
    // That matrix would imply standard-definition primaries.
    if source.color.primaries == nil, !transfer.isHDR { source.color.primaries = .bt709 }
    assumptions.note(
      "missing-matrix", "\(name) does not state its matrix",
      consequence: "assuming that of BT.601, as readers of AVIF and HEIF do", fix: "state it with \(.matrix)")
  }
}

extension TrackDescription {
  /// The ignored color statements, in words; `nil` without such statements.
  var unusedColor: String? {
    let places = statements(about: .color).compactMap { statement -> String? in
      guard statement.value.color == nil, statement.value.chromaticities == nil else { return nil }
      switch statement.value {
      case .profile, .payload(.iccProfile, _): return "\(statement.value.profileName) (\(statement.carriedIn.path))"
      default: return statement.carriedIn.path
      }
    }
    return places.isEmpty ? nil : "its color in \(list(places)), which \(places.count == 1 ? "is" : "are") ignored"
  }
}

extension InputContext {
  /// Opens pictures with numbered names, such as `in-%05d.exr`, as a clip of one frame each, in numeric order; `nil` for everything else.
  ///
  /// By default, the peak of scene-linear pictures is the maximum over all of them, so that parts of a series are mapped alike.
  ///
  /// - Throws: `notFound` if no file has such a name; `data` if the headers of the files differ.
  func sequence(at path: Path) throws(TranscodingError) -> ClipReader? {
    guard PictureNames.areOfSequence(path) else { return nil }
    let names = try PictureNames(path)
    let numbers: [Int]
    do { numbers = try Folder(names.folder).names(beginningWith: "").compactMap(names.frame(named:)).sorted() } catch {
      throw .input(.unreadableFolder("\(names.folder)", ofPictures: "\(path)", reason: "\(error)"))
    }
    guard let first = numbers.first, let last = numbers.last else {
      throw .input(.noPictures("\(path)", such: "\(names.name(of: 1))"))
    }
    let files = numbers.map { names.name(of: $0) }
    let opened = MediaInput(files[0])
    let (header, picture) = (try stillHeader(of: opened), try still(in: opened))
    var clip = picture.clip
    for file in files.dropFirst() {
      let input = MediaInput(file)
      try stillHeader(of: input).check(follows: header)
      guard let maximum = clip.source.maximumSample else { continue }
      clip.source.maximumSample = max(maximum, try still(in: input).clip.source.maximumSample ?? 0)
    }
    (clip.name, clip.files, clip.frameCount) = ("\(path)", files, files.count)
    if let missing = Self.missing(numbers) {
      clip.assumptions.note(
        "missing-pictures",
        "\(names.name(of: missing.first)) \(missing.count > 1 ? "and \(missing.count - 1) more are" : "is") missing between"
          + " \(names.name(of: first)) and \(names.name(of: last))",
        consequence: "the others are converted without a gap")
    }
    let stated = picture.clip
    return ClipReader(clip) { index, frame throws(TranscodingError) in
      let next = index == 0 ? picture : try still(in: MediaInput(files[index]))
      try next.clip.check(follows: stated)
      try next.readPicture(into: &frame)
    }
  }

  private func still(in input: MediaInput) throws(TranscodingError) -> any FrameSource {
    if let picture = try picture(of: input) { return picture }
    if let source = try movie(of: input, threads: 1), source.isStill { return source }
    throw .input(.notAPicture("\(input.path)"))
  }

  private func stillHeader(of input: MediaInput) throws(TranscodingError) -> Clip {
    guard let media = try media(of: input), let track = media.tracks.first else {
      throw .input(.notAPicture("\(input.path)"))
    }
    return clip(of: track, of: media, in: input.path)
  }

  /// The first number missing from sorted ones, and the count of missing ones.
  private static func missing(_ numbers: [Int]) -> (first: Int, count: Int)? {
    let count = numbers[numbers.count - 1] - numbers[0] + 1 - numbers.count
    guard count > 0, let gap = zip(numbers, numbers.dropFirst()).first(where: { $1 > $0 + 1 }) else { return nil }
    return (gap.0 + 1, count)
  }
}

extension Clip {
  /// Makes sure that a picture can follow the first of a series.
  fileprivate func check(follows first: Clip) throws(TranscodingError) {
    func differs(_ property: String, _ found: String? = nil, _ expected: String? = nil) -> TranscodingError {
      .input(.otherPicture(name, property: property, found: found, first: first.name, expected: expected))
    }
    guard size == first.size else { throw differs("size", size?.description, first.size?.description) }
    guard format == first.format else { throw differs("bit depth or color type", format.name, first.format.name) }
    var own = source
    own.maximumSample = first.source.maximumSample
    guard own == first.source, assumptions.map(\.code) == first.assumptions.map(\.code) else { throw differs("color") }
    let (orientation, expected) = (geometry.orientation, first.geometry.orientation)
    guard orientation == expected else { throw differs("orientation", "\(orientation)", "\(expected)") }
    guard geometry == first.geometry, pixelAspect == first.pixelAspect else { throw differs("crop or pixel aspect") }
  }
}

extension FrameSource {
  fileprivate func readPicture(into frame: inout Frame) throws(TranscodingError) {
    do {
      let picture = try makePicture()
      guard try read(into: picture) else { return }
      try picture.withView { view in try frame.withMutableView { $0.copy(view) } }
    } catch {
      throw TranscodingError(reading: clip.name, error)
    }
  }
}
