#if FFmpeg
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
      do throws(MovieError) {
        let reader = try reader(of: input, file, threads: threads)
        let media = MediaDescription(reader, file.number)
        input.keep(media, reader, threads: threads)
        return media
      } catch {
        switch error {
        case .nothingDecoded: throw Self.cutShort(file.number, path) ?? TranscodingError(error)
        case .notAMovie where Self.stillFormat(of: input) == nil: return nil
        // Bytes without a name that promises pictures can look like sound, or be raw frames.
        case .noPicture where !FileEnding.foreign.contains(FileEnding.of(path)): return nil
        case .noLibraries where !FileEnding.foreign.contains(FileEnding.of(path)): return nil
        default: throw TranscodingError(error)
        }
      }
    }

    /// A reader of the pictures of a file, from the first on.
    ///
    /// - Parameter others: Tracks that are no pictures to show.
    func reader(
      of input: MediaInput, _ file: Descriptor, threads: Int, leavingOut others: Set<Int> = []
    ) throws(MovieError) -> MovieReader {
      if let kept = input.takeReader(threads: threads) { return kept }
      let still = Self.stillFormat(of: input)
      let reader = try MovieReader(
        file, name: "\(input.path)", threads: threads, as: still?.demuxer, leavingOut: others,
        deinterlaces: fields == .joined, readsOtherColors: readsOtherColors,
        readsHeadroomAdaptiveMetadata: readsHeadroom)
      guard still != nil || !reader.isPictureFile else {
        throw .notAMovie(reader.name, reason: "it is a picture that FFmpeg reads by \(reader.containerName)")
      }
      return reader
    }

    /// The format of a picture by its first bytes; `nil` for movies.
    private static func stillFormat(of input: MediaInput) -> StillFormat? {
      (try? input.start(12)).flatMap { StillFormat(start: $0) }
    }

    /// The error of a file of one picture that ends within it; `nil` if it does not.
    private static func cutShort(_ file: Int32, _ path: Path) -> TranscodingError? {
      guard let bytes = try? FileReader(descriptor: file) else { return nil }
      var track = TrackDescription(id: 1, codecTag: "")
      bytes.readPictureFile(into: &track)
      return bytes.isCutShort ? bytes.problems.last.map { .truncated("\(path): \($0)") } : nil
    }
  }

  extension MediaDescription {
    /// What FFmpeg's libraries say about a movie; of a file of one picture also what they do not.
    fileprivate init(_ reader: MovieReader, _ file: Int32) {
      let video = reader.video
      let number = reader.tracks[video.index].id
      var track = TrackDescription(id: number > 0 ? number : video.index + 1, codecTag: video.codec)
      track.facts.codec = Self.codecs[video.codec]
      track.facts.complete(from: video.format)
      (track.width, track.height) = (video.width, video.height)
      if !reader.isPictureFile { track.frameRate = video.frameRate }
      track.decodedFormat = video.format.name
      track.isPictureFile = reader.isPictureFile
      let place = Place(unknownByteOf: "\(reader.containerName), as FFmpeg reads it")
      if video.color != ColorDescription() { track.state(.color(video.color), in: place, by: .container) }
      if let display = video.metadata.mastering { track.state(.mastering(display), in: place, by: .container) }
      if let light = video.metadata.contentLight { track.state(.contentLight(light), in: place, by: .container) }
      if let room = video.metadata.ambient { track.state(.ambient(room), in: place, by: .container) }
      if video.format.hasAlpha { track.state(.alpha(nil), in: place, by: .container) }
      let bytes = reader.isPictureFile ? try? FileReader(descriptor: file) : nil
      bytes?.readPictureFile(into: &track)
      self.init(otherContainer: reader.containerName, track, bytes)
    }

    private static let codecs: [String: CodecFacts.Codec] = [
      "h264": .avc, "hevc": .hevc, "av1": .av1, "vp8": .vp8, "vp9": .vp9, "prores": .proRes,
    ]
  }
#endif
