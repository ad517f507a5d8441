internal import HDRMetadata
internal import MediaFiles
internal import Movies
internal import SystemCalls
internal import ToneMapping

extension Choices {
  /// What FFmpeg's libraries find in a file that begins like no container that is read here; `nil` if it is none that they know.
  func foreignMedia(of input: MediaInput, threads: Int) throws(TranscodingError) -> MediaDescription? {
    if let known = input.foreignMedia { return known }
    let (file, path) = (try input.file(), input.path)
    let reader: MovieReader
    do throws(MovieError) {
      reader = try self.reader(of: input, file, threads: threads)
    } catch {
      switch error {
      case .notAMovie: return nil
      // Bytes without a name that promises pictures can look like sound, or be raw frames.
      case .noPicture where !FileEnding.foreign.contains(FileEnding.of(path)): return nil
      case .noLibraries where !FileEnding.foreign.contains(FileEnding.of(path)): return nil
      default: throw TranscodingError(error)
      }
    }
    // Its headers are not read here.
    guard !reader.isPictureFile else {
      let format = reader.containerName.prefix { $0 != "_" }
      throw TranscodingError(UnreadPicture("a picture in FFmpeg's format \(format)", .ffmpeg), path)
    }
    let media = MediaDescription(reader)
    input.keep(media, reader, threads: threads)
    return media
  }

  /// A reader of the pictures of a file, from the first on.
  ///
  /// - Parameter others: Tracks that are no pictures to show.
  func reader(
    of input: MediaInput, _ file: Descriptor, threads: Int, leavingOut others: Set<Int> = []
  ) throws(MovieError) -> MovieReader {
    if let kept = input.takeReader(threads: threads) { return kept }
    let still = (try? input.start(12)).flatMap { StillFormat(start: $0) }
    let stream = (try? input.description(of: file))?.container.demuxer
    return try MovieReader(
      file, name: "\(input.path)", threads: threads, as: still?.demuxer ?? stream, leavingOut: others,
      deinterlaces: fields == .joined, readsOtherColors: readsOtherColors,
      readsHeadroomAdaptiveMetadata: readsHeadroom)
  }
}

extension MediaDescription {
  /// What FFmpeg's libraries say about a movie.
  fileprivate init(_ reader: MovieReader) {
    let video = reader.video
    let number = reader.tracks[video.index].id
    var track = TrackDescription(id: number > 0 ? number : video.index + 1, codecTag: video.codec)
    track.facts.codec = Self.codecs[video.codec]
    track.facts.complete(from: video.format)
    (track.width, track.height) = (video.width, video.height)
    track.frameRate = video.frameRate
    track.decodedFormat = video.format.name
    let place = Place(unknownByteOf: "\(reader.containerName), as FFmpeg reads it")
    if video.color != ColorDescription() { track.state(.color(video.color), in: place, by: .container) }
    if let display = video.metadata.mastering { track.state(.mastering(display), in: place, by: .container) }
    if let light = video.metadata.contentLight { track.state(.contentLight(light), in: place, by: .container) }
    if let room = video.metadata.ambient { track.state(.ambient(room), in: place, by: .container) }
    if video.format.hasAlpha { track.state(.alpha(nil), in: place, by: .container) }
    self.init(otherContainer: reader.containerName, track)
  }

  private static let codecs: [String: CodecFacts.Codec] = [
    "h264": .avc, "hevc": .hevc, "av1": .av1, "vp8": .vp8, "vp9": .vp9, "prores": .proRes,
  ]
}
