internal import Movies

/// The context in which an input is opened and described: the user's statements about it, and the needs of the job that reads it.
package struct InputContext {
  package let control: RunControl
  package var source = InputSettings()
  var alpha = AlphaSettings()
  var strict = false
  var fields = Deinterlacing.refused
  /// Whether the output never has alpha, so that no option could keep it.
  var neverHasAlpha = false
  /// Whether each part of a movie whose color changes gets its own plan; otherwise such a change is refused.
  var readsOtherColors = true
  /// Whether the ST 2094-50 gains of each frame are read.
  var readsHeadroom = false
  /// Whether HDR10+ JSON beside the input describes its frames.
  var hasHDR10PlusJSON = false
  /// Whether the peak of the source is given, so that pictures of scene-linear light need not be searched for theirs.
  var isPeakGiven = false
  /// Whether a stated frame rate replaces the times of a movie's frames.
  var replacesTimes = false

  func check() throws(TranscodingError) {
    try alpha.check()
    for place in [source.colorJSON, alpha.alphaFile].compactMap(\.self) { try place.check() }
  }

  /// Returns the files from which an input is read: itself, the pictures of a sequence, and the files that settings name.
  func files(with input: Path?, _ clip: Clip? = nil) -> [ReadFile] {
    [("the input", input), ("the color JSON", source.colorJSON), ("the alpha file", alpha.alphaFile)]
      + (clip?.files ?? []).map { ("the input", $0) }
  }

  // MARK: Reports

  /// Returns the assumptions made to read a clip, except those that settings answer; if strict, an undecided assumption is an error.
  func accepted(_ assumptions: [Finding]) throws(TranscodingError) -> [Finding] {
    // Light levels that settings state are not placeholders.
    let isTyped = source.metadata.contentLight != nil
    let assumptions = assumptions.filter { !isTyped || $0.code != Finding.placeholders }
    let unanswered = assumptions.filter { !$0.isDecided }
    if strict, !unanswered.isEmpty { throw TranscodingError(PlanError.assumptions(unanswered)) }
    return assumptions
  }

  /// Reports the faults of an input that can still be used; with `--strict`, a fault is an error.
  package func report(faults: [Finding]) throws(TranscodingError) {
    if strict, let fault = faults.first { throw .strict(fault, fix: "repair the file") }
    control.report(faults)
  }
}

extension Finding {
  package var isCutShort: Bool { code == "cut-short" }
}

/// The handling of pictures that consist of two fields.
package enum Deinterlacing: Hashable, Sendable {
  case refused
  /// The fields are joined to whole pictures.
  case frame
  /// The caller takes one field.
  case singleField
}

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
      let isY4M = try bytes.next(ClipReader.y4mMark.count) == ClipReader.y4mMark
      // Input that can only be Y4M gets an error about its faults as Y4M.
      let saysNothing = raw == nil && layout.format == nil && layout.size == nil && bytes.length == nil
      let isUnknown = raw == nil && (layout.format == nil || layout.size == nil)
      let isNamed = raw == nil && FileFormat(ending: FileEnding.of(path)) != nil
      if isUnknown || isNamed, try !isY4M && FileFormat(start: bytes.next(16)) != nil {
        guard path != .standardStream else {
          throw TranscodingError.input(.movieAsFrames(bytes.name, from: .standardInput))
        }
        if source.size != nil { throw TranscodingError.input(.layoutOfMovie(bytes.name, .size)) }
        if source.pixelFormat != nil { throw TranscodingError.input(.layoutOfMovie(bytes.name, .pixelFormat)) }
        try MovieLibraries.require()
        let isFile = System.kind(of: path) == .regular
        throw TranscodingError.input(.movieAsFrames(bytes.name, from: isFile ? .file : .pipe))
      }
      if isY4M || saysNothing || FileEnding.of(path) == "y4m" {
        let reader = try FrameReader(y4m: bytes)
        return try open(reader, reader.header!, of: bytes.name, sidecar)
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
    let reader = try FrameReader(
      bytes, format, width: size.width, height: size.height, frameRate: source.frameRate ?? sidecar?.rate)
    var clip = try clip(
      name: name, header: nil, format: format, size: size, frameRate: reader.frameRate,
      frameCount: reader.frameCount, sidecar: sidecar)
    clip.isRaw = true
    return ClipReader(reader, clip)
  }

  private func open(
    _ reader: FrameReader, _ header: Y4MHeader, of file: String, _ sidecar: ColorSidecar?
  ) throws(TranscodingError) -> ClipReader {
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
