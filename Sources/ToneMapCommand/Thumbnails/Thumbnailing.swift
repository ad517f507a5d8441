#if FFmpeg
  internal import Movies
  internal import RawVideo
  internal import ToneMapping

  /// One run of `thumbnail`: opens the movie, finds a picture, converts and scales it, and writes it.
  struct Thumbnailing {
    let input, output: Path
    let kind: PictureKind
    let picture: ThumbnailOptions
    let choices: Choices
    let running: RunningOptions
    let tellsJSON: Bool
    let overwriting: OverwritingOptions

    private var threads: Int { running.threads ?? activeProcessorCount }

    func run() throws {
      let instructions = try running.instructions()
      let opening = picture.at?.opening ?? FrameChoice.opening
      guard let source = try choices.movie(at: input, threads: threads, opening) else {
        // What is missing is no movie either.
        if input != "-" { _ = try OpenedFile(input) }
        throw CommandError.data(
          "\(input) is Y4M, raw frames or a pipe, but a movie in a file was expected; use convert --preview for frames")
      }
      let clip = source.clip
      let turn = Turn(of: source.reader.video)
      let size = try picture.size(of: turn.shown)
      let decision = try choices.decide(about: clip)
      try MemoryNeed(ofThumbnail: decision.plan, for: clip, at: size, threads: threads).check()
      let file = PictureFile(kind: kind, size: size, threads: threads, instructions: instructions)
      let outputs = Outputs(
        reading: ["the input": input, "the HDR10+ JSON": choices.mapping.hdr10PlusJSON], force: overwriting.force)
      Interruption.begin()
      do {
        let destination = try outputs.open(output, as: "the output")
        try file.check(destination)
        choices.tell(of: decision, about: clip)
        if let finding = turn.finding { try choices.judge([finding]) }
        let found = try find(in: source, by: decision.plan, on: instructions)
        try choices.judge(source.faults)
        try Interruption.check()
        let shown = try convert(found, of: clip, by: decision.plan, on: instructions)
        let upright = turn.isSideways ? PictureSize(width: size.height, height: size.width) : size
        let scaled = try shown.scaled(width: upright.width, height: upright.height, of: clip.name, threads: threads)
        try file.write(scaled.turned(by: turn.degrees), to: destination)
        try Interruption.check()
        try outputs.commit()
        try report(found, size, decision, besides: destination)
      } catch {
        outputs.discard()
        throw (error as? MovieError).map { CommandError($0) }
          ?? (error as? ConversionError).map { CommandError($0) }
          ?? (error as? FrameError).map { CommandError(.picture($0)) } ?? error
      }
    }

    /// The picture at the asked time, or one that tells something.
    private func find(
      in source: MovieSource, by plan: ConversionPlan, on instructions: InstructionSet
    ) throws -> FoundPicture {
      guard let moment = picture.at else {
        let found = try FrameChoice(source: source, plan: plan, threads: threads, instructions: instructions).best()
        if running.progress != .none {
          Console.complain("the picture at \(found.seconds.rounded(to: 3)) s was chosen; --at takes another")
        }
        return found
      }
      if let found = try FrameChoice.opened(source) { return found }
      let seconds = try seconds(of: moment, in: source)
      guard let found = try FrameChoice.picture(at: seconds, of: source) else {
        throw CommandError.data(
          "\(source.clip.name) has no picture at \(seconds.rounded(to: 3)) s; give an earlier --at")
      }
      return found
    }

    private func seconds(of moment: MovieMoment, in source: MovieSource) throws(CommandError) -> Double {
      let duration = source.reader.video.duration
      switch moment {
      case .seconds(let seconds):
        if let duration, seconds > duration {
          throw .usage(
            "--at is \(seconds.rounded(to: 3)) s, but \(source.clip.name) ends at \(duration.rounded(to: 3)) s; give an earlier time"
          )
        }
        return seconds
      case .share(let share):
        guard let duration else {
          throw .usage("\(source.clip.name) states no duration, so --at has to be a time, such as 12.5; give one")
        }
        return share * duration
      }
    }

    /// The picture in sRGB with 16 bits.
    private func convert(
      _ found: FoundPicture, of clip: Clip, by plan: ConversionPlan, on instructions: InstructionSet
    ) throws -> Frame {
      var shown = try clip.frame(plan.outputFormat)
      var converter = try plan.converter(
        width: clip.openedSize.width, height: clip.openedSize.height, threads: threads, on: instructions)
      try shown.withMutableView { shown in
        try found.picture.withView { try converter.convert($0, into: &shown) }
      }
      return shown
    }

    private struct Report: Encodable {
      let input, output: String
      let seconds: Double
      let width, height: Int
      let plan: PlanReport
    }

    private func report(
      _ found: FoundPicture, _ size: PictureSize, _ decision: Decision, besides destination: Destination
    ) throws {
      guard tellsJSON else { return }
      let text = try jsonText(
        Report(
          input: "\(input)", output: "\(output)", seconds: found.seconds.rounded(to: 6), width: size.width,
          height: size.height, plan: decision.report))
      if destination.isStandardOutput { Console.say(text) } else { try Console.print(text) }
    }
  }

  extension MovieMoment {
    /// Where to open a movie.
    fileprivate var opening: MovieReader.Opening {
      switch self {
      case .seconds(let seconds): .time(seconds)
      case .share(let share): .share(share)
      }
    }
  }

  /// How the pictures of a movie are shown: with square pixels, and turned.
  struct Turn {
    /// The clockwise turn: 0, 90, 180 or 270.
    let degrees: Int
    /// The size after it.
    let shown: PictureSize
    /// What cannot be done as the movie says.
    let finding: Finding?

    init(of video: VideoTrack) {
      degrees = Frame.turn(nearest: video.rotation)
      let aspect = video.pixelAspect?.value ?? 1
      let width = max(1, Int((Double(video.width) * aspect).rounded()))
      let isSideways = degrees % 180 == 90
      shown = PictureSize(
        width: isSideways ? video.height : width, height: isSideways ? width : video.height)
      finding =
        video.rotation == degrees
        ? nil
        : Finding(
          code: "odd-rotation", found: "the movie is turned by \(video.rotation) degrees",
          consequence: "assuming \(degrees)")
    }

    var isSideways: Bool { degrees % 180 == 90 }
  }
#endif
