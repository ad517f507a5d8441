#if FFmpeg
  internal import MediaFiles
  internal import Movies
  internal import RawVideo
  internal import Synchronization
  internal import ToneMapping

  /// A movie that is written: the frames are encoded, and the other tracks of the source copied.
  final class MovieTarget: FrameTarget {
    private let writer: MovieWriter
    /// Whether the source states a rate at most, so that a frame's time is its number.
    private let statesRate: Bool
    /// Whether the first jump of the times ends the writing.
    private let isStrict: Bool
    private let source: String
    /// The number of the next frame.
    private var frames: Int64

    /// - Parameter source: The movie whose tracks are copied; `nil` copies none.
    init(
      _ kind: FileFormat, _ coding: PictureCoding, of plan: ConversionPlan, told: OutputTags, for clip: Clip,
      copying source: MovieSource?, threads: Int, to destination: Destination, _ asked: EncodingOptions, isStrict: Bool
    ) throws(CommandError) {
      (self.isStrict, self.source) = (isStrict, clip.name)
      let size = clip.openedSize
      try coding.check(size, plan.outputFormat)
      statesRate = source?.reader.video.start == nil
      let timeBase =
        if let source, !statesRate { source.reader.video.timeBase } else { try Self.timeBase(of: clip) }
      let begin = source?.span?.lowerBound.value ?? 0
      frames = begin.isFinite ? Int64((begin / timeBase.value).rounded()) : 0
      var video = VideoEncoding(
        encoder: coding.encoder, format: plan.outputFormat, width: size.width, height: size.height,
        timeBase: timeBase)
      (video.color, video.metadata) = (told.color, told.metadata)
      (video.pixelAspect, video.frameRate) = (clip.pixelAspect, clip.frameRate)
      // A matrix that no orientation is equal to is copied as it is.
      video.orientation =
        clip.geometry.isOrientationExact || clip.done != GeometryDone() ? clip.geometry.orientation : nil
      (video.threads, video.options) = (threads, coding.options)
      do throws(MovieError) {
        writer = try MovieWriter(
          descriptor: destination.descriptor, name: destination.name, container: kind.container, video: video,
          copying: source?.reader, TrackChoices(asked), only: source?.span)
      } catch {
        throw CommandError(error)
      }
      for (track, reason) in writer.leftOut { Console.complain("\(track) is left out, since \(reason)") }
      for made in writer.converted {
        let loss = made.isLossless.map { $0 ? ", without loss" : "" } ?? ""
        Console.complain("\(made.track) is converted to \(made.codec)\(loss), since \(made.reason)")
      }
      if !told.color.isHDR, let reader = source?.reader {
        let others = reader.tracks.filter { $0.isHDR && $0.index != reader.video.index }
        for track in others where !writer.leftOut.contains(where: { $0.track == track }) {
          Console.complain(
            "\(track) is HDR too, and is copied as it is; to convert it, first make a movie of it alone with ffmpeg -i \(clip.name)"
              + " -map 0:\(track.index) -c copy alone.mkv")
        }
      }
      for fact in writer.unstated { Console.complain("\(kind) does not state \(fact), so the output leaves it out") }
    }

    /// One frame's time.
    private static func timeBase(of clip: Clip) throws(CommandError) -> TimeBase {
      guard let rate = clip.frameRate, let base = TimeBase(rate.denominator, rate.numerator) else {
        throw .usage(
          "\(clip.name) states no frame rate, but a movie states when each frame is shown; give --fps, such as --fps 25"
        )
      }
      return base
    }

    var statesLightAtTheEnd: Bool { writer.statesLightAtTheEnd }

    func makePicture() throws -> MoviePicture {
      do {
        return MoviePicture(try writer.makeFrame())
      } catch {
        throw CommandError(error)
      }
    }

    func write(_ picture: MoviePicture) throws {
      defer { frames += 1 }
      Interruption.progressed()
      do {
        try picture.frame.withLock { frame in
          if statesRate { (frame.time, frame.duration) = (Ticks(frames), 1) }
          try writer.write(frame)
        }
        if isStrict, let jump = writer.jumps.first {
          throw CommandError.data("\(finding(jump).inOptions); cut the movie there, or leave --strict out")
        }
      } catch let error as MovieError {
        throw CommandError(error)
      }
    }

    func finish(_ color: OutputTags) throws {
      do {
        try writer.finish(stating: color.metadata)
      } catch {
        throw CommandError(error)
      }
      for (track, reason) in writer.lostTracks { Console.complain("\(track) is left out, since \(reason)") }
      for (track, count) in writer.faultyTracks {
        Console.complain(
          "\(track) has \(plural(count, "packet")) that could not be decoded; its new track is without them")
      }
      for (track, seconds) in writer.lateTracks {
        Console.complain(
          "\(track) starts \(seconds.value.rounded(to: 3)) s after the start of the part, with its first picture that needs none before it"
        )
      }
      Console.complain(writer.jumps.map(finding))
      if let lead = writer.lead {
        Console.complain(
          "a track beside the pictures begins \(lead.value.rounded(to: 3)) s before 0, where this container has no times, so all times are later by that"
        )
      }
      let changed = writer.changedTimes
      guard changed > 0 else { return }
      Console.complain(
        "times that were missing, or not after the one before, were moved: \(changed); check the result")
    }
  }

  extension MovieTarget {
    private func finding(_ jump: TimeJump) -> Finding {
      let what = jump.track.map { "\($0)" } ?? "the pictures"
      let place = "\(jump.at.value.rounded(to: 3)) s"
      let length = "\(jump.by.value.magnitude.rounded(to: 3)) s"
      return Finding(
        code: "time-jump",
        found:
          "the times of \(what) in \(source) jump \(jump.by.value < 0 ? "back" : "ahead") by \(length) at \(place)",
        consequence: jump.isClosed
          ? "what follows goes on without the jump, which the output cannot hold" : "the output has the same gap")
    }
  }

  extension TrackChoices {
    fileprivate init(_ asked: EncodingOptions) {
      self.init(
        subtitles: asked.subtitles.flatMap { Way(rawValue: $0.rawValue) } ?? .convert,
        audio: asked.audio.flatMap { Way(rawValue: $0.rawValue) } ?? .convert,
        soundEncoder: asked.audioCodec.flatMap { SoundEncoder(rawValue: $0.rawValue) })
    }
  }

  extension FileFormat {
    /// FFmpeg's name for the container.
    fileprivate var container: String {
      switch self {
      case .mkv: "matroska"
      default: rawValue
      }
    }
  }

  extension CommandError {
    /// - Parameter media: What the headers of the movie say.
    init(_ error: MovieError, of media: MediaDescription) {
      let name: String
      switch error {
      case .notAMovie(let movie, _) where media.isOfPictures: name = movie
      case .noPicture(let movie, _) where media.isOfPictures: name = movie
      case .nothingDecoded(let movie, _, _, _) where media.isOfPictures: name = movie
      default:
        self.init(error)
        return
      }
      let command = ShellWords(["heif-convert", name, "out.png"]).line
      self = .data(
        "\(name) is a picture of items (HEIF), which this FFmpeg does not read; decode it to a PNG first, as in \(command)"
      )
    }

    init(_ error: MovieError) {
      switch error {
      case .closedPipe: self = .readerLeft
      case .cannotRead, .cannotWrite: self = .inputOutput("\(error)")
      case .noMemory: self = .system("\(error)")
      case .otherFrame: self = .fault("\(error)")
      case .unknownContainer, .unknownEncoder, .unknownOption, .badOption, .optionNotTaken, .formatNotTaken, .encoder,
        .container:
        self = .usage("\(error)")
      case .notAMovie, .noPicture, .noDecoder, .nothingDecoded, .unknownFormat, .picture, .otherPicture, .otherColor,
        .cannotSeek,
        .size:
        self = .data("\(error)")
      }
    }
  }
#endif
