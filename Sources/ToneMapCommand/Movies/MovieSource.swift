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
    /// Whether the first damage ends the reading.
    private let isStrict: Bool
    /// What is still to be read.
    private let rest = Mutex(Rest())
    /// When the last picture that was read is shown, in units of the track.
    private let last = Mutex(Int64?.none)

    private struct Rest {
      /// How many frames; `nil` for all of them.
      var frames: Int?
      /// The time at which they end, in units of the track.
      var end: Int64?
      /// The part of the movie that is copied beside the frames, in seconds; `nil` if it begins as the movie does.
      var span: Range<Double>?
    }

    init(_ reader: MovieReader, _ file: OpenedFile, _ clip: Clip, isStrict: Bool) {
      (self.reader, self.file, self.clip, self.isStrict) = (reader, file, clip, isStrict)
    }

    var decodes: Bool { true }

    /// The part of the movie that is copied beside the frames, in seconds; `nil` if it begins as the movie does.
    var span: Range<Double>? { rest.withLock { $0.span } }

    func select(_ frames: FrameRangeOptions) throws(CommandError) -> FrameRange? {
      do {
        guard let begin = try reader.move(to: MovieReader.Place(frames.start)) else { return nil }
        var new = Rest(frames: frames.frames)
        var end = Double.infinity
        if let duration = frames.duration {
          end = duration + (frames.start.seconds ?? begin.seconds)
          if reader.video.start != nil {
            new.end = reader.time(atOrAfter: end)
          } else if let rate = reader.video.frameRate {
            new.frames = frames.frameCount(end * rate.value) - begin.number
          } else {
            throw CommandError.usage(
              "\(clip.name) states neither times nor a frame rate, but --duration is a time; use --frames")
          }
        }
        if !frames.start.isBegin { new.span = begin.seconds..<max(begin.seconds, end) }
        rest.withLock { $0 = new }
        return frames.range(begin.number, count: frames.frames, of: clip)
      } catch let error as MovieError {
        throw CommandError(error)
      } catch let error as CommandError {
        throw error
      } catch {
        throw .fault("the place of --start could not be found for an unexpected reason (\(error)); please report it")
      }
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
      guard rest.withLock({ $0.frames == nil && $0.end == nil }), let duration = reader.video.duration,
        let end = last.withLock(\.self)
      else { return nil }
      let missing = duration - Double(end - (reader.video.start ?? 0)) * reader.video.timeBase.value
      return reader.endsEarly || missing > max(1, duration / 20) ? missing : nil
    }

    func read(into picture: MoviePicture) throws -> Bool {
      try rest.withLock { rest in
        guard rest.frames != 0 else { return false }
        do {
          guard try picture.frame.withLock({ try reader.read(into: &$0) }) else { return false }
        } catch let error as MovieError {
          throw CommandError(error)
        }
        let time = picture.frame.withLock { $0.time }
        if let time, let end = rest.end, time >= end {
          rest.frames = 0
          return false
        }
        try refuseDamage(at: time)
        rest.frames = rest.frames.map { $0 - 1 }
        if let time { last.withLock { $0 = max($0 ?? time, time) } }
        return true
      }
    }

    private func refuseDamage(at time: Int64?) throws(CommandError) {
      guard isStrict, reader.damagedPackets + reader.damagedFrames > 0 else { return }
      let place = time.map { " near \(reader.seconds(at: $0).rounded(to: 3)) s" } ?? ""
      throw .data("\(clip.name) is damaged\(place); repair the file, or leave --strict out")
    }
  }

  extension MovieReader.Place {
    fileprivate init(_ position: FramePosition) {
      self =
        switch position {
        case .index(let index): .number(index)
        case .seconds(let seconds): .seconds(seconds)
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
        return MovieSource(
          reader, file, try clip(of: reader.video, described: media, in: path), isStrict: strict)
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
      if let duration = video.duration, let rate = clip.frameRate {
        clip.estimatedFrameCount = Int(exactly: (duration * rate.value).rounded())
      }
      return clip
    }
  }
#endif
