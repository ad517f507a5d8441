internal import MediaFiles
internal import Movies
internal import SystemCalls
internal import ToneMapping

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
