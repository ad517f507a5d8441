internal import Movies
internal import SystemCalls

/// The pictures of a file as the decoder reports them to `convert`: headers can be wrong, or incomplete.
package enum DecodedTrack {
  /// The clip of a track as `convert` reads it, and the index of the track in the description.
  case clip(Clip, place: Int)
  /// The error with which `convert` refuses such pictures.
  case refused(TranscodingError)
  /// The finding that no pictures can be decoded, whatever the headers state.
  case unread(Finding)
}

extension InputContext {
  /// Returns the decoder's report on the first picture of a file; `nil` if no decoder here reads it.
  package func decoded(_ media: MediaDescription, of input: MediaInput) -> DecodedTrack? {
    let path = input.path
    func unread(_ sentence: String, fix: Fix = "give a file whose pictures can be decoded") -> DecodedTrack {
      .unread(
        Finding(
          code: "unreadable-picture", found: String(sentence.prefix { $0 != ";" }),
          consequence: "the plan is made from its header, but convert cannot read it", fix: fix))
    }
    do {
      if media.container == .png { return try picture(of: input).map { .clip($0.clip, place: 0) } }
      let reader = try reader(of: input, input.file(), threads: 1)
      return .clip(try clip(of: reader, described: media, in: path), place: media.place(of: reader) ?? 0)
    } catch let error as MovieError {
      let refusal = TranscodingError(error, of: media)
      switch error {
      case .unknownFormat: return .refused(TranscodingError(error))
      case .noLibraries: return unread("\(error)", fix: "install FFmpeg")
      case _ where media.isOfPictures: return .refused(refusal)
      default: return unread(refusal.sentence.description)
      }
    } catch {
      let error = TranscodingError(reading: "\(path)", error)
      return media.container == .png ? unread(error.sentence.description) : .refused(error)
    }
  }

  /// Returns a description with the bit depth and the chroma of decoded pictures where headers do not state them.
  package func completed(_ media: MediaDescription, of input: MediaInput) -> MediaDescription {
    var media = media
    // Only the pictures of an alpha layer show whether its chroma is neutral.
    if let place = media.tracks.firstIndex(where: { !$0.isAuxiliary }), media.tracks[place].facts.hasAlphaLayer,
      let file = try? input.file()
    {
      let reader = try? reader(of: input, file, threads: 1)
      media.tracks[place].facts.isAlphaChromaNeutral = reader?.isAlphaChromaNeutral
    }
    let isComplete = media.tracks.allSatisfy { $0.isAuxiliary || ($0.facts.bitDepth != nil && $0.facts.chroma != nil) }
    guard !isComplete, case .clip(let clip, let place) = decoded(media, of: input) else { return media }
    media.tracks[place].facts.complete(from: clip.format)
    return media
  }
}

extension CodecFacts {
  /// Takes missing facts from the format of decoded pictures. R′G′B′ has no chroma.
  mutating func complete(from format: PixelFormat) {
    if !format.isFloat { bitDepth = bitDepth ?? format.bitDepth }
    guard format.model != .rgb, chroma == nil else { return }
    chroma =
      switch (format.model, format.chroma) {
      case (.gray, _): .monochrome
      case (_, .c444): .yuv444
      case (_, .c422): .yuv422
      default: .yuv420
      }
  }
}

extension InputContext {
  /// Returns the description by FFmpeg's libraries of a file whose container is not read here; `nil` if they do not know it either.
  func mediaDescribedByFFmpeg(of input: MediaInput, threads: Int) throws(TranscodingError) -> MediaDescription? {
    let (file, path) = (try input.file(), input.path)
    let reader: MovieReader
    do throws(MovieError) {
      reader = try self.reader(of: input, file, threads: threads)
    } catch {
      switch error {
      case .notAMovie: return nil
      // If the name does not indicate pictures, the bytes can resemble audio, or be raw frames.
      case .noPicture where FileFormat(ending: FileEnding.of(path)) == nil: return nil
      case .noLibraries where FileFormat(ending: FileEnding.of(path)) == nil: return nil
      default: throw TranscodingError(error)
      }
    }
    // Its headers are not read here.
    guard !reader.isPictureFile else {
      let format = reader.containerName.prefix { $0 != "_" }
      let picture = UnreadPicture("a picture in FFmpeg's format \(format)", .ffmpeg)
      throw .input(.unreadPicture("\(path)", picture, word: path.word))
    }
    let media = MediaDescription(otherContainer: reader.containerName, TrackDescription(reader))
    input.keep(media, reader, threads: threads)
    return media
  }

  /// Returns a reader of the pictures of a file, from the first on.
  func reader(
    of input: MediaInput, _ file: Descriptor, threads: Int, leavingOut others: Set<Int> = []
  ) throws(MovieError) -> MovieReader {
    if let kept = input.consumeReader(threads: threads) { return kept }
    let still = (try? input.start(12)).flatMap { FileFormat(start: $0)?.demuxer }
    let described = try? input.description(of: file)
    // The library takes pictures of a second layer as a sign that the file is not an H.265 stream.
    let stream = described?.container == .hevcStream ? "hevc" : nil
    // The library decodes alpha from every lossless WebP, also from one that states none. The statement is only a hint: RFC 9649, clause 3.4.
    let statesNoAlpha = described?.tracks.first.map { $0.stillFormat == .webP && !$0.hasAlpha } ?? false
    return try MovieReader(
      file, name: "\(input.path)", threads: threads, as: still ?? stream, leavingOut: others,
      leavesOutOpaqueAlpha: statesNoAlpha, deinterlaces: fields == .frame, readsOtherColors: readsOtherColors,
      readsHeadroomAdaptiveMetadata: readsHeadroom)
  }
}

extension TrackDescription {
  /// Creates the description of the shown track of a movie that only FFmpeg's libraries read.
  init(_ reader: MovieReader) {
    let video = reader.video
    self.init(id: reader.tracks[video.index].number, codecTag: video.codec)
    facts.codec = Self.codecs[video.codec]
    facts.profile = facts.codec == nil ? nil : video.profile
    (width, height) = (video.width, video.height)
    frameRate = video.frameRate
    readFirstPicture(of: reader)
    if video.format.hasAlpha {
      state(.alpha(nil), in: Place(path: "\(reader.containerName), as FFmpeg reads it"), by: .decoder)
    }
  }

  /// Takes the decoder's report on the first picture, once. It takes no color of picture files: their headers are fully read, and decoders guess.
  mutating func readFirstPicture(of reader: MovieReader) {
    let video = reader.video
    guard decodedFormat == nil else { return }
    decodedFormat = video.format.name
    facts.complete(from: video.format)
    guard !isPictureFile else { return }
    take(video.color, video.metadata, decodedBy: "\(reader.containerName), as FFmpeg reads it")
  }

  private static let codecs: [String: CodecFacts.Codec] = [
    "h264": .avc, "hevc": .hevc, "av1": .av1, "vp8": .vp8, "vp9": .vp9, "prores": .proRes,
  ]
}
