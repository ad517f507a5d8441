internal import Movies

extension InputContext {
  /// Returns the description of a movie, an image or a bare stream; `nil` for Y4M, raw frames and everything that cannot be inspected.
  ///
  /// A layout option, or a name with an ending of raw frames, means raw frames, whatever the content.
  ///
  /// - Parameter readsOthers: Whether FFmpeg's libraries are tried for other files.
  package func media(
    of input: MediaInput, readsOthers: Bool = true, threads: Int = 1
  ) throws(TranscodingError) -> MediaDescription? {
    let (path, ending) = (input.path, FileEnding.of(input.path))
    guard path != .standardStream, source.size == nil, source.pixelFormat == nil, ending != "y4m",
      !FileEnding.raw.contains(ending), input.isFile
    else { return nil }
    let file = try input.file()
    guard (try? input.start(ClipReader.y4mMark.count)) != ClipReader.y4mMark else { return nil }
    do throws(MediaFileError) {
      let media = try input.description(of: file)
      // Of a picture without a size, not even the bit depth is known.
      if media.tracks.allSatisfy({ $0.isPictureFile && $0.width == nil }), let problem = media.problems.first {
        throw problem
      }
      return media
    } catch {
      switch error {
      case .unknownContainer(let start):
        let isForeign = FileFormat(ending: ending) != nil
        // A color JSON with a layout is for raw frames.
        let isRaw = !isForeign && source.colorJSON != nil && (try? source.sidecar())?.spelling != nil
        if readsOthers, !start.isEmpty, !isRaw, let media = try mediaDescribedByFFmpeg(of: input, threads: threads) {
          return media
        }
        if let picture = UnreadPicture(ending: ending) {
          throw .input(.unreadPicture("\(path)", picture, word: path.word))
        }
        guard readsOthers, start.isEmpty || isForeign else { return nil }
        throw .input(.media("\(path)", error))
      case .notAFile: return nil
      case .unreadPicture(let picture): throw .input(.unreadPicture("\(path)", picture, word: path.word))
      default: throw .input(.media("\(path)", error))
      }
    }
  }

  package func refuseColorJSON(of movie: Path) throws(TranscodingError) {
    guard let json = source.colorJSON else { return }
    throw .input(.colorJSONOfMovie("\(movie)", colorJSON: "\(json)"))
  }

  /// Returns the clip of a movie's track, with the findings about parts of the movie that could not be read.
  package func clip(of track: TrackDescription, of media: MediaDescription, in file: Path) -> Clip {
    var clip = clip(of: track, in: file)
    clip.assumptions = media.findings + clip.assumptions
    return clip
  }

  /// Returns the clip of a movie's track. The movie counts like the header of a file: the options override it.
  package func clip(of track: TrackDescription, in file: Path) -> Clip {
    let sidecar = track.sidecar
    let resolved = track.resolved
    let statement: TagStatement = (
      TagSource { resolved.decision(of: $0)?.believed.carriedIn.description ?? "\(file)" }, resolved.color,
      resolved.metadata
    )
    var format = sidecar.spelling?.format ?? track.likelyPixelFormat
    // For H.265, a message alone does not imply an alpha layer.
    if track.hasAlpha, track.facts.codec != .hevc || track.facts.hasAlphaLayer {
      format = format.planar(hasAlpha: true) ?? format
    }
    let (clipSource, findings) = self.resolved(
      Source(
        color: ColorDescription(), height: track.height, carriesHDR10Plus: sidecar.carriesHDR10Plus,
        carriesDolbyVision: sidecar.carriesDolbyVision, isDolbyVisionOnly: track.isDolbyVisionOnly,
        carriesHeadroomAdaptiveMetadata: track.carriesHeadroomAdaptiveToneMap,
        alpha: alpha.coding(in: format, stated: track.alphaMode)), by: [statement])
    if track.facts.codec == .png {
      let isDeep = track.facts.bitDepth == 16
      format = (isDeep ? PixelFormat.gbrp16 : .gbrp).planar(hasAlpha: track.hasAlpha) ?? format
    }
    let (geometry, isPicture) = (track.geometry, track.stillFormat != nil || track.isStill)
    var clip = Clip(
      name: "\(file)", mayHaveFields: !isPicture, format: format, size: sidecar.size,
      frameRate: source.frameRate ?? sidecar.rate, pixelAspect: geometry.pixelAspect,
      geometry: FrameGeometry(
        crop: geometry.crop, orientation: geometry.orientation, isOrientationExact: geometry.isOrientationExact),
      source: clipSource, alphaChannel: track.alphaChannel,
      assumptions: findings + doubts(about: track) + geometry.doubts)
    clip.source.isStill = isPicture
    for name in track.statements.compactMap(\.value.otherMetadata) where !clip.source.otherMetadata.contains(name) {
      clip.source.otherMetadata.append(name)
    }
    if clip.source.color.primaries == nil, clip.source.log == nil {
      clip.source.gamut = clip.source.gamut ?? track.gamut
    }
    if isPicture {
      clip.unreadColor = track.unusedColor
      clip.assumeColor(ofPicture: track)
      // Without an assumption about its color, nothing else states that its profile is not read.
      if clip.source.color.transfer == nil, let profile = track.unusedProfile, !profile.isDecided {
        clip.assumptions.append(profile)
      }
    }
    clip.laterSources = sources(ofPartsOf: track, in: file, from: clip.source)
    if !clip.laterSources.isEmpty { clip.assumptions += track.otherParts }
    clip.assumptions += [track.otherLayer].compactMap(\.self)
    clip.assumptions += track.remarks.filter { $0.code != TrackDescription.cameraLog || source.transfer == nil }
    return clip
  }

  /// Returns findings about conflicting and unreadable statements of a track, except those that options replace.
  private func doubts(about track: TrackDescription) -> [Finding] {
    var stated = Set(ResolvedTags([statedByOptions]).decisions.map(\.property))
    // A log and its gamut are not tags, but replace them.
    if source.transfer != nil { stated.insert(.transfer) }
    if source.primaries != nil { stated.insert(.primaries) }
    var answers = Dictionary(uniqueKeysWithValues: TagProperty.allCases.map { ("conflict-\($0.hyphenated)", $0) })
    answers["impossible-matrix"] = .matrix
    let conflicts = track.conflicts.filter { answers[$0.code].map { !stated.contains($0) } ?? true }.map { conflict in
      Finding(
        code: conflict.code, found: conflict.found, consequence: conflict.consequence,
        fix: answers[conflict.code].map { "state it with \($0.setting)" } ?? conflict.fix)
    }
    let properties: [Topic: TagProperty] = [.mastering: .mastering, .contentLight: .contentLight, .ambient: .ambient]
    let unreadable = track.unreadable.compactMap { topic, finding -> Finding? in
      let property = properties[topic]
      guard property.map(stated.contains) != true else { return nil }
      return Finding(
        code: finding.code, found: finding.found, consequence: "it is left out",
        fix: property.map { "state it with \($0.setting)" } ?? finding.fix)
    }
    // For a picture without tags, the finding about its color states that the profile is not read.
    let isPicture = track.isStill || track.stillFormat != nil
    let profile = track.unusedProfile.flatMap { isPicture && !$0.isDecided ? nil : $0 }
    let isNamed = stated.isSuperset(of: [.primaries, .transfer])
    return conflicts + unreadable + (isNamed ? [] : [profile].compactMap(\.self))
  }

  /// Returns a description with the parts of the stream whose color changes: some key pictures of the movie that FFmpeg's libraries read are
  /// searched for parameter sets.
  package func withParts(_ media: MediaDescription, of input: MediaInput) -> MediaDescription {
    let others = Set(media.tracks.filter(\.isAuxiliary).map(\.id))
    guard !media.isOfPictures, media.tracks.contains(where: { !$0.isAuxiliary && !$0.isPictureFile }),
      let file = try? input.file(),
      let found = try? KeySamples(
        file, name: "\(input.path)", as: media.container == .hevcStream ? "hevc" : nil, leavingOut: others)
    else { return media }
    var media = media
    let place = media.tracks.count == 1 ? 0 : media.tracks.firstIndex { $0.id == found.track }
    if let place { media.tracks[place].addParts(of: found.samples) }
    return media
  }

  /// Returns the sources of later parts of a track whose color, as a plan reads it, differs from that of the start.
  func sources(ofPartsOf track: TrackDescription, in file: Path, from start: Source) -> [Source] {
    track.parts.map { part in
      var source = clip(of: part.track, in: file).source
      let isSame = source.color.transfer ?? start.color.transfer == start.color.transfer
      source.complete(by: start.color, isSame ? start.metadata : StaticMetadata())
      source.alpha = start.alpha
      return source
    }.filter { $0.color != start.color }
  }
}

extension TrackDescription {
  /// The primaries that are stated only by chromaticities.
  fileprivate var gamut: Gamut? {
    guard resolved.color.primaries == nil, let points = statements.lazy.compactMap(\.value.chromaticities).first else {
      return nil
    }
    return Gamut(name: "chromaticities of the file", chromaticities: points)
  }

  /// The format to plan for if `pixelFormat` is unknown or unsupported: the same chroma with 10 bits; a 16-bit PNG keeps its depth.
  fileprivate var likelyPixelFormat: PixelFormat {
    let isRGB = resolved.color.matrix == .identity
    return switch facts.chroma {
    case .monochrome: facts.bitDepth == 16 ? .gray16 : .gray10
    case .yuv422: .yuv422p10
    case .yuv444 where isRGB: facts.bitDepth == 16 ? .gbrp16 : .gbrp10
    case .yuv444: .yuv444p10
    case .yuv420, nil: .yuv420p10
    }
  }
}
