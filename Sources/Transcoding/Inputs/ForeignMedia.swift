internal import HDRMetadata
internal import MediaFiles
internal import Movies
internal import SystemCalls
internal import ToneMapping

extension Choices {
  /// What FFmpeg's libraries find in a file that begins like no container that is read here; `nil` if it is none that they know.
  func foreignMedia(of input: MediaInput, threads: Int) throws(TranscodingError) -> MediaDescription? {
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
    let media = MediaDescription(otherContainer: reader.containerName, TrackDescription(reader))
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
    // The library takes pictures of a second layer for a sign that it is none.
    let stream = (try? input.description(of: file))?.container == .hevcStream ? "hevc" : nil
    return try MovieReader(
      file, name: "\(input.path)", threads: threads, as: still?.demuxer ?? stream, leavingOut: others,
      deinterlaces: fields == .joined, readsOtherColors: readsOtherColors,
      readsHeadroomAdaptiveMetadata: readsHeadroom)
  }
}

extension TrackDescription {
  /// The shown track of a movie, as FFmpeg's libraries alone read it.
  init(_ reader: MovieReader) {
    let video = reader.video
    let number = reader.tracks[video.index].id
    self.init(id: number > 0 ? number : video.index + 1, codecTag: video.codec)
    facts.codec = Self.codecs[video.codec]
    (width, height) = (video.width, video.height)
    frameRate = video.frameRate
    takeFirstPicture(of: reader)
    if video.format.hasAlpha {
      state(.alpha(nil), in: Place(unknownByteOf: "\(reader.containerName), as FFmpeg reads it"), by: .decoder)
    }
  }

  /// Takes what the decoder says of the first picture, the first time. The headers of a picture's own file are read whole, and decoders guess.
  mutating func takeFirstPicture(of reader: MovieReader) {
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
