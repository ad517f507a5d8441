internal import Movies

extension InputContext {
  /// Opens the pictures of a movie; `nil` for Y4M, raw frames and everything else that is not a movie.
  ///
  /// - Parameter opening: The picture at which the movie is opened, if it can be reached; by default, the first.
  func movie(
    of input: MediaInput, threads: Int, _ opening: MovieReader.Opening? = nil
  ) throws(TranscodingError) -> MovieSource? {
    guard let media = try media(of: input, threads: threads) else { return nil }
    let path = input.path
    try refuseColorJSON(of: path)
    // No decoder reads these tracks, so installing a decoder later would not help.
    if !media.tracks.isEmpty, media.tracks.allSatisfy({ $0.isDolbyVisionOnly || $0.isAuxiliary }) {
      throw TranscodingError(PlanError.dolbyVisionOnly)
    }
    if media.isCutShort, media.tracks.contains(where: { $0.isPictureFile || $0.isStill }),
      let problem = media.problems.last
    {
      throw .input(.media("\(path)", problem))
    }
    let file = try input.file()
    let others = Set(media.tracks.filter(\.isAuxiliary).map(\.id))
    do {
      var elsewhere: MovieReader?
      if let opening, media.container != .hevcStream, !media.tracks.contains(where: \.isPictureFile) {
        elsewhere = try MovieReader(
          file, name: "\(path)", threads: threads, at: opening, leavingOut: others,
          readsOtherColors: readsOtherColors, readsHeadroomAdaptiveMetadata: readsHeadroom)
      }
      let reader = try elsewhere ?? reader(of: input, file, threads: threads, leavingOut: others)
      var clip = try clip(of: reader, described: media, in: path)
      let colors = TagResolver(
        clip.source, reader.video, isFirst: reader.openedAt == nil,
        track: media.place(of: reader).map { media.tracks[$0] }, given: (source.color, source.metadata))
      clip.source = colors.source(of: reader.video.statement)
      return MovieSource(reader, clip, colors, media, keepsFields: fields == .singleField, isStrict: strict)
    } catch let error as MovieError {
      // For bare JPEG XL streams and text numbers, only the decoder finds the end.
      let isEndless =
        if case .nothingDecoded = error {
          media.tracks.first?.stillFormat.map { [.jpegXL, .pbm, .pgm, .ppm].contains($0) } ?? false
        } else { false }
      guard media.container == .png && input.isCutPNG || isEndless else {
        throw TranscodingError(error, of: media)
      }
      throw .input(.truncatedPicture("\(path)"))
    } catch {
      throw TranscodingError(reading: "\(path)", error)
    }
  }

  private func refuseFields(of path: Path, _ video: VideoTrack) throws(TranscodingError) {
    if let field = video.field {
      let size = PictureSize(width: video.width, height: video.height)
      throw .input(.singleFields("\(path)", size, first: "\(field)"))
    }
    switch fields {
    case .singleField: return
    case .frame: throw .input(.notDeinterlaced("\(path)", video.format))
    case .refused: throw .input(.interlaced("\(path)"))
    }
  }

  /// The properties of a movie's frames: those that its container and stream state, else the decoder's.
  func clip(of reader: MovieReader, described media: MediaDescription, in path: Path) throws(TranscodingError) -> Clip {
    if media.tracks.contains(where: { $0.isPictureFile || $0.isStill }), let (_, reason) = reader.firstDamage {
      throw .input(.decoderError("\(path)", reason: reason))
    }
    let video = reader.video
    let isTimed = video.start != nil
    if let rate = source.frameRate, isTimed, !reader.isPictureFile, !replacesTimes {
      throw .input(.rateOfMovie("\(path)", rate))
    }
    if video.isInterlaced { try refuseFields(of: path, video) }
    let described = media.place(of: reader).map { media.tracks[$0] }
    var track = described ?? TrackDescription(reader)
    track.readFirstPicture(of: reader)
    var clip = self.clip(of: track, of: media, in: path)
    if track.hasAlpha, !video.format.hasAlpha, alpha.alpha != .ignore, alpha.alphaFile == nil, !neverHasAlpha {
      // Of what takes one field of a picture, only thumbnails have alpha, and no options for it.
      let fix: Fix =
        fields == .singleField
        ? "write a .jpg, which has none either" : "ignore it with \(.alpha, "ignore"), or give it with \(.alphaFile)"
      clip.assumptions.note(
        "alpha-not-decoded", "\(path) states alpha, which cannot be decoded here", consequence: "the output has none",
        fix: fix)
    }
    // The description takes precedence over the findings of the decoder.
    clip.assumptions += video.findings.filter { finding in
      finding.code == "impossible-ambient"
        ? clip.source.metadata.ambient == nil : clip.source.metadata.contentLight == nil
    }.filter { _ in !clip.assumptions.contains { $0.code == "unreadable-metadata" } }
    clip.source.height = video.height
    if video.carriesHDR10Plus { clip.source.carriesHDR10Plus = true }
    if video.carriesDolbyVision { clip.source.carriesDolbyVision = true }
    if video.isDolbyVisionOnly { clip.source.isDolbyVisionOnly = true }
    if video.carriesHeadroomAdaptiveMetadata { clip.source.carriesHeadroomAdaptiveMetadata = true }
    clip.format = video.format
    // WebP alpha is always straight, and a lossless picture can have alpha although it states none.
    let mode = track.stillFormat == .webP ? .straight : clip.source.alpha?.statedMode
    clip.source.alpha = alpha.coding(
      in: clip.format, stated: mode, codes: clip.alphaChannel?.ends(bits: clip.format.bitDepth))
    if track.isWhiteZero { clip.invertAlpha() }
    let stated = clip.frameRate
    clip.frameRate =
      (isTimed ? nil : source.frameRate) ?? (isTimed ? video.frameRate ?? stated : stated ?? video.frameRate)
    clip.mayHaveFields = !reader.isPictureFile
    if reader.isPictureFile, described != nil {
      let decoded = PictureSize(width: video.width, height: video.height)
      guard clip.size == decoded else { throw .input(.decodedSize("\(path)", stated: clip.size, decoded: decoded)) }
      if track.stillFormat == .pfm, clip.format.model == .rgb, MovieLibraries.givesPFMBottomUp {
        clip.geometry.orientation = PictureOrientation(quarterTurns: 2, isMirrored: true)
      }
    }
    if reader.isPictureFile {
      (clip.frameRate, clip.frameCount) = (source.frameRate, 1)
      if clip.isSceneLinear, !isPeakGiven {
        clip.source.maximumSample = reader.nextMaximumSample(
          isPremultiplied: clip.source.alpha?.statedMode == .premultiplied,
          isXYZ: clip.source.color.primaries == .smpte428
        ).map(Double.init)
      }
      let isReported = clip.assumptions.contains { $0.code == TrackDescription.furtherPictures }
      if !isReported, reader.hasFurtherPicture {
        clip.assumptions.note(
          TrackDescription.furtherPictures, "\(path) has further pictures, such as a gain map",
          consequence: "only its first picture is used", fix: "write the others as separate files")
      }
      return clip
    }
    if !isTimed, source.frameRate == nil, stated == nil, let rate = clip.frameRate {
      clip.assumptions.note(
        "missing-times", "\(path) does not state when frames are shown",
        consequence: "assuming \(rate.fraction) frames per second", fix: "state the rate with \(.fps)")
    }
    clip.readGeometry(of: video, isDescribed: described != nil)
    clip.frameCount = video.frameCount
    if let duration = video.duration?.value, let rate = clip.frameRate {
      clip.estimatedFrameCount = Int(exactly: (duration * rate.value).rounded())
    }
    return clip
  }
}

extension Clip {
  /// Exchanges the codes of the two ends of alpha: where 0 is white in a TIFF, FFmpeg's decoder inverts alpha too.
  ///
  /// - Source: TIFF 6.0, section 18: alpha of 0 is transparent, whatever the PhotometricInterpretation.
  fileprivate mutating func invertAlpha() {
    guard format.hasAlpha else { return }
    let most = Double(format.maximumCode)
    let (transparent, opaque) = (source.alpha?.codes?.transparent.value ?? 0, source.alpha?.codes?.opaque.value ?? most)
    let codes = AlphaCoding.EndCodes(transparent: CodeLevel(most - transparent), opaque: CodeLevel(most - opaque))
    let isModeStated = source.alpha?.isModeStated ?? false
    source.alpha = AlphaCoding(source.alpha?.mode ?? .straight, codes: codes)
    source.alpha?.isModeStated = isModeStated
  }

  /// Takes the movie's geometry from the library, unless a header that was read states it.
  fileprivate mutating func readGeometry(of video: VideoTrack, isDescribed: Bool) {
    let stored = PictureSize(width: video.width, height: video.height)
    pixelAspect = pixelAspect ?? video.pixelAspect
    // Newer libraries may apply the container's crop themselves; it is not applied twice.
    if let crop = geometry.crop {
      let isCropped = size.map { $0 != stored } ?? false && (crop.width, crop.height) == (stored.width, stored.height)
      if isCropped || crop.left + crop.width > stored.width || crop.top + crop.height > stored.height {
        geometry.crop = nil
      }
    }
    size = stored
    guard !isDescribed || geometry.orientation.isUpright && geometry.isOrientationExact else { return }
    guard let matrix = video.displayMatrix else { return }
    (geometry.orientation, geometry.isOrientationExact) = (matrix.orientation, matrix.isOrientation)
    guard !matrix.isOrientation else { return }
    assumptions.note(
      "odd-rotation", "the pictures of \(name) are rotated by \(video.rotation)°",
      consequence: "assuming that they are \(matrix.orientation), the nearest quarter turn")
  }
}
