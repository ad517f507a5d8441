internal import MediaFiles
internal import RawVideo
internal import ToneMapping
internal import Movies

extension InputContext {
  /// Returns the clip of an input without reading a frame; without an input, the clip that the options describe.
  package func clip(of input: MediaInput?) throws(TranscodingError) -> Clip {
    if let input {
      if let sequence = try sequence(at: input.path) { return sequence.clip }
      return try open(input).clip
    }
    let sidecar = try source.sidecar()
    return try clip(
      name: "the options", header: nil, format: source.layout(sidecar).format ?? .yuv420p10,
      size: source.layout(sidecar).size, frameRate: source.frameRate, frameCount: nil, sidecar: sidecar)
  }

  /// Returns the frames of an input, cropped as the file states: of a movie, if FFmpeg's libraries can decode it, else of Y4M or raw frames.
  func frames(of input: MediaInput, threads: Int) throws(TranscodingError) -> any FrameSource {
    var color = try source(of: input, threads: threads)
    if let file = alpha.alphaFile {
      color = try layered(color, with: alphaSource(in: file, of: color.clip, threads: threads))
    }
    // Pixels outside a crop are neither shown, converted nor measured.
    return shaped(color, by: color.clip.geometry.cropOnly)
  }

  private func layered(
    _ color: some FrameSource, with layer: some FrameSource
  ) throws(TranscodingError) -> any FrameSource {
    try AlphaLayer(color, layer, alpha)
  }

  private func source(of input: MediaInput, threads: Int) throws(TranscodingError) -> any FrameSource {
    if let sequence = try sequence(at: input.path) { return sequence }
    if let picture = try picture(of: input) { return picture }
    if let movie = try movie(of: input, threads: threads) { return movie }
    return try open(input)
  }

  /// Opens Y4M or raw frames; `-` is standard input.
  ///
  /// - Parameter raw: The layout of raw frames, if that does not depend on the settings.
  func open(
    _ input: MediaInput, raw: (format: PixelFormat.Spelling?, size: PictureSize?)? = nil
  ) throws(TranscodingError) -> ClipReader {
    let path = input.path
    guard path == .standardStream || System.kind(of: path) != .directory else { throw .input(.directory("\(path)")) }
    let sidecar = try source.sidecar()
    let layout = source.layout(sidecar)
    do {
      var bytes = try input.bytes()
      let isY4M = try bytes.begins(with: ClipReader.y4mMark)
      // Input that can only be Y4M gets an error about its faults as Y4M.
      let saysNothing = raw == nil && layout.format == nil && layout.size == nil && bytes.length == nil
      let isUnknown = raw == nil && (layout.format == nil || layout.size == nil)
      let isNamed = raw == nil && FileFormat(ending: FileEnding.of(path)) != nil
      if isUnknown || isNamed, try !isY4M && FileFormat(start: bytes.next(16)) != nil {
        guard path != .standardStream else {
          throw TranscodingError.input(.movieAsFrames(bytes.name, from: .standardInput))
        }
        for (setting, isGiven) in [(SettingName.size, source.size != nil), (.pixelFormat, source.pixelFormat != nil)]
        where isGiven {
          throw TranscodingError.input(.layoutOfMovie(bytes.name, setting))
        }
        try MovieLibraries.require()
        let isFile = System.kind(of: path) == .regular
        throw TranscodingError.input(.movieAsFrames(bytes.name, from: isFile ? .file : .pipe))
      }
      if isY4M || saysNothing || FileEnding.of(path) == "y4m" {
        return try open(Y4MReader(bytes), of: bytes.name, sidecar)
      }
      var context = self
      if let raw { (context.source.pixelFormat, context.source.size) = raw }
      return try context.openRaw(bytes, sidecar)
    } catch let error as RawVideoError {
      throw TranscodingError(error, layoutIsGiven: source.size != nil || raw != nil)
    } catch {
      throw TranscodingError(reading: "\(path)", error)
    }
  }

  private func openRaw(_ bytes: consuming ByteSource, _ sidecar: ColorSidecar?) throws -> ClipReader {
    try source.refuseUnknownFormat(sidecar)
    let layout = source.layout(sidecar)
    let name = bytes.name
    guard let format = layout.format, let size = layout.size else {
      let missing = (layout.size == nil ? [SettingName.size] : []) + (layout.format == nil ? [.pixelFormat] : [])
      throw TranscodingError.input(.missingLayout(name, missing))
    }
    let reader = try RawFrameReader(
      bytes, format, width: size.width, height: size.height, frameRate: source.frameRate ?? sidecar?.rate)
    var clip = try clip(
      name: name, header: nil, format: format, size: size, frameRate: reader.frameRate,
      frameCount: reader.frameCount, sidecar: sidecar)
    clip.isRaw = true
    return ClipReader(reader, clip)
  }

  private func open(_ reader: Y4MReader, of file: String, _ sidecar: ColorSidecar?) throws(TranscodingError)
    -> ClipReader
  {
    let header = reader.header
    if let interlacing = header.interlacing, interlacing != .progressive {
      throw .input(.interlacedY4M(file, interlacing))
    }
    let size = PictureSize(width: header.width, height: header.height)
    if let given = source.size, given != size {
      throw .input(.statedByY4M(file, .size, given: "\(given)", stated: "\(size)"))
    }
    if let given = source.pixelFormat?.format, given != header.format {
      throw .input(.statedByY4M(file, .pixelFormat, given: given.name, stated: header.format.name))
    }
    // Frames that FFmpeg wrote at a constant rate have the header's rate; that of the movie may be the average of a varying rate.
    var clip = try clip(
      name: file, header: header, format: header.format, size: size,
      frameRate: source.frameRate ?? header.frameRate ?? sidecar?.rate, frameCount: reader.frameCount, sidecar: sidecar)
    if let given = sidecar.flatMap(\.size), given != size {
      guard given == PictureSize(width: size.height, height: size.width) else {
        throw .input(.sizeOfColorJSON(file, found: given, expected: size))
      }
      clip.assumptions.note(
        "rotated", "the color JSON says \(given), but the Y4M header of \(file) says \(size)",
        consequence: "assuming that decoding rotated the frames")
    }
    return ClipReader(reader, clip)
  }
}
