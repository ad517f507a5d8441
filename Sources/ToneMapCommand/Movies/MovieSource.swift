#if FFmpeg
  internal import HDRMetadata
  internal import MediaFiles
  internal import Movies
  internal import RawVideo
  internal import Synchronization
  internal import ToneMapping

  /// An opened movie: what is known about it, and its decoded frames.
  final class MovieSource: FrameSource {
    let clip: Clip
    let reader: MovieReader
    private let file: OpenedFile
    /// The frames still to skip, and still to return; `nil` for all of them.
    private let rest = Mutex((skipping: 0, remaining: Int?.none))
    /// When the last picture that was read is shown, in units of the track.
    private let last = Mutex(Int64?.none)

    init(_ reader: MovieReader, _ file: OpenedFile, _ clip: Clip) {
      (self.reader, self.file, self.clip) = (reader, file, clip)
    }

    func select(_ frames: FrameRangeOptions) {
      rest.withLock { $0 = (frames.start, frames.frames) }
    }

    func makePicture() throws -> MoviePicture {
      do { return MoviePicture(try reader.makeFrame()) } catch { throw CommandError(error) }
    }

    var faults: [Finding] {
      var faults: [Finding] = []
      if reader.damagedPackets > 0 || reader.damagedFrames > 0 {
        let packets = plural(reader.damagedPackets, "packet")
        faults.append(
          Finding(
            code: "damaged-packets",
            found:
              "\(clip.name) has \(packets) that the decoder could not use, and \(plural(reader.damagedFrames, "frame")) with parts"
              + " that it made up",
            consequence: "the output has what was left"))
      }
      if let seconds = missingSeconds {
        faults.append(
          Finding(
            code: "cut-short",
            found:
              "\(clip.name) ends \(seconds.rounded(to: 1)) s before the time that it states, so it is cut short or damaged",
            consequence: "the output ends there"))
      }
      return faults
    }

    /// By how much the pictures end earlier than the movie; `nil` if they were not read to the end, or if sound can be the reason.
    private var missingSeconds: Double? {
      guard rest.withLock({ $0.remaining == nil }), let duration = reader.video.duration,
        let end = last.withLock(\.self)
      else { return nil }
      let missing = duration - Double(end - (reader.video.start ?? 0)) * reader.video.timeBase.value
      return reader.endsEarly || missing > max(1, duration / 20) ? missing : nil
    }

    func read(into picture: MoviePicture) throws -> Bool {
      try rest.withLock { rest in
        guard rest.remaining != 0 else { return false }
        do {
          while rest.skipping > 0 {
            guard try picture.frame.withLock({ try reader.read(into: &$0) }) else { return false }
            rest.skipping -= 1
          }
          guard try picture.frame.withLock({ try reader.read(into: &$0) }) else { return false }
        } catch let error as MovieError {
          throw CommandError(error)
        }
        rest.remaining = rest.remaining.map { $0 - 1 }
        if let time = picture.frame.withLock({ $0.time }) { last.withLock { $0 = max($0 ?? time, time) } }
        return true
      }
    }
  }

  /// A file that is closed with its last reference.
  final class OpenedFile: Sendable {
    let descriptor: Int32

    init(_ path: Path) throws(CommandError) { descriptor = try MediaInput.open(path) }

    deinit { try? System.closeFile(descriptor) }
  }

  extension Choices {
    /// Opens a movie; `nil` for Y4M, raw frames and everything else that is none.
    func movie(at path: Path, threads: Int) throws(CommandError) -> MovieSource? {
      let isOnlyFFmpegs = path != "-" && FileEnding.unread.contains(FileEnding.of(path))
      let media = isOnlyFFmpegs ? nil : try media(at: path)
      guard isOnlyFFmpegs || media != nil else { return nil }
      try refuseColorJSON(of: path)
      let file = try OpenedFile(path)
      do {
        let reader = try MovieReader(descriptor: file.descriptor, name: "\(path)", threads: threads)
        return MovieSource(reader, file, try clip(of: reader.video, described: media, in: path))
      } catch let error as CommandError {
        throw error
      } catch let error as MovieError {
        throw CommandError(error)
      } catch {
        throw .fault("the movie \(path) could not be opened for an unexpected reason (\(error)); please report it")
      }
    }

    /// What is known about the frames of a movie: what its container and stream state, else what the decoder does.
    private func clip(
      of video: VideoTrack, described media: MediaDescription?, in path: Path
    ) throws(CommandError) -> Clip {
      guard !video.isInterlaced else {
        throw .data(
          "\(path) is interlaced, but progressive frames were expected; deinterlace first, for example with FFmpeg's bwdif"
        )
      }
      var clip: Clip
      let color: (color: ColorDescription, metadata: StaticMetadata)
      if let track = media?.tracks.first(where: { !$0.isAuxiliary }) {
        clip = self.clip(of: track, in: path)
        color = (clip.source.color, clip.source.metadata)
      } else {
        clip = try self.clip(
          name: "\(path)", header: nil, format: video.format, size: nil, frameRate: nil, frameCount: nil, sidecar: nil)
        color = (source.color, metadata.messages.metadata)
      }
      clip.source.color = ColorDescription(
        primaries: color.color.primaries ?? (clip.source.gamut == nil ? video.color.primaries : nil),
        transfer: color.color.transfer ?? (clip.source.log == nil ? video.color.transfer : nil),
        matrix: color.color.matrix ?? video.color.matrix, range: color.color.range ?? video.color.range,
        chromaLocation: color.color.chromaLocation ?? video.color.chromaLocation)
      clip.source.metadata.mastering = color.metadata.mastering ?? video.metadata.mastering
      clip.source.metadata.contentLight = color.metadata.contentLight ?? video.metadata.contentLight
      clip.source.metadata.ambient = color.metadata.ambient ?? video.metadata.ambient
      clip.format = video.format
      clip.size = PictureSize(width: video.width, height: video.height)
      clip.frameRate = source.fps ?? video.frameRate ?? clip.frameRate
      clip.pixelAspect = video.pixelAspect
      clip.frameCount = video.frameCount
      return clip
    }
  }
#endif
