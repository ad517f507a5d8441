internal import HDRMetadata
internal import Movies
internal import ToneMapping

extension ConversionSettings {
  /// Returns the kind of output: the requested one, or the one that the names select.
  func kind(of output: Path?, for clip: Clip) throws(TranscodingError) -> OutputKind {
    if let format = self.output.format { return format }
    guard let output else { return .raw }
    return try OutputKind(output: output, inputIsRaw: clip.isRaw)
  }

  /// Returns the scaling of pictures to the requested size; `nil` if none is needed or it has been applied.
  func scaling(
    _ source: some FrameSource, for kind: OutputKind
  ) throws(TranscodingError) -> FrameGeometry? {
    let clip = source.clip
    guard let asked = output.size, clip.appliedGeometry.scaled == nil else { return nil }
    guard !clip.format.isFloat else {
      throw .encoding(.scaledNumbers(asked.setting, of: clip.name, clip.format))
    }
    guard !clip.format.hasAlpha || output.alpha.alpha == .ignore else {
      throw .encoding(.scaledAlpha(asked.setting, of: clip.name))
    }
    let size = try asked.size(of: clip.shownSize, evenSides: kind.isMovie, enlarging: output.enlarges)
    let isSideways = clip.geometry.orientation.isSideways
    let stored = isSideways ? PictureSize(width: size.height, height: size.width) : size
    guard stored != clip.openedSize else { return nil }
    let threads = ThreadShares(asked: running.threads, decodes: source.decodes, encodes: kind.isEncoded)
    return FrameGeometry(
      scaled: .init(size: stored, threads: threads.converting, instructions: running.chosenInstructions))
  }

  /// Returns the geometry that makes odd sides even, if the encoder requires that and the settings choose a method.
  func evened(_ clip: Clip, _ coding: PictureCoding?) -> FrameGeometry? {
    let format = output.pixelFormat?.format ?? coding?.format ?? clip.layout ?? clip.format
    guard let coding, let way = encoding.oddSize, coding.refuses(clip.openedSize, format) else { return nil }
    func even(_ side: Int, _ isSubsampled: Bool) -> Int {
      side % 2 == 0 || !isSubsampled ? side : max(2, way == .crop ? side - 1 : side + 1)
    }
    let size = PictureSize(
      width: even(clip.openedSize.width, true), height: even(clip.openedSize.height, format.chroma == .c420))
    return FrameGeometry(evening: size)
  }
}

extension PlanningContext {
  func hasHDRLater(in input: MediaInput) throws(TranscodingError) -> Bool {
    guard let media = try self.input.media(of: input) else { return false }
    return self.input.withParts(media, of: input).tracks.contains { track in
      !track.isAuxiliary && self.input.clip(of: track, in: input.path).laterSources.contains(where: \.color.isHDR)
    }
  }

  /// Whether Dolby Vision 8.4 pictures are unchanged apart from H.265 coding, so that their RPUs stay valid.
  func keepsDolbyVision(
    _ source: some FrameSource, _ coding: PictureCoding?, encoded: PixelFormat?, for kind: OutputKind
  ) -> Bool {
    guard coding?.encoder == "libx265", let movie = source as? MovieSource, movie.dolbyVision?.isProfile84 == true,
      !source.clip.source.carriesHDR10Plus
    else { return false }
    var context = self
    (context.strict, context.encodedFormat) = (false, encoded)
    return (try? context.decide(about: source.clip, for: kind))?.plan.keepsHLG ?? false
  }

  /// Returns the coding of a movie's frames; `nil` for other outputs.
  func coding(
    _ settings: EncodingSettings, _ kind: OutputKind, of output: Path?, for clip: Clip
  ) throws(TranscodingError) -> PictureCoding? {
    guard kind.isMovie else {
      let given = settings.given
      guard given.isEmpty else {
        throw .encoding(.notAMovie(given, output: output?.description, isPicture: kind.picture != nil))
      }
      return nil
    }
    try MovieLibraries.require()
    let keepsAlpha = clip.format.hasAlpha && target.alpha.isKept
    let display = try ends(of: clip).display
    let coding = try PictureCoding(
      settings, in: kind, bitDepth: display.bitDepth, isHDR: display.transfer.isHDR, hasAlpha: keepsAlpha,
      isAvailable: MovieLibraries.haveEncoder(named:))
    let asked = target.pixelFormat?.format
    let writesLayer = keepsAlpha && coding.writesAlphaLayer(of: asked)
    if keepsAlpha, coding.isHEVC, !writesLayer, asked?.hasAlpha != false {
      throw .encoding(.hevcAlpha(of: clip.name))
    }
    if settings.alphaQuality != nil, !writesLayer { throw .encoding(.noAlphaLayer) }
    if coding.losesAlpha, let asked = target.pixelFormat?.format, asked.hasAlpha {
      throw .encoding(.lostAlpha(asked, container: "\(kind)", encoder: coding.encoder))
    }
    return coding
  }
}
