#if FFmpeg
  internal import JSONText
  internal import Movies
  internal import RawVideo
  internal import ToneMapping

  /// One run of `thumbnail`: opens the movie, finds pictures, converts and scales them, and writes them.
  struct Thumbnailing {
    let input, output: Path
    let kind: PictureKind
    let picture: ThumbnailOptions
    let choices: Choices
    let running: RunningOptions
    let tellsJSON: Bool
    let overwriting: OverwritingOptions

    var threads: Int { running.threads ?? activeProcessorCount }

    /// Writes one picture.
    func makePicture() throws {
      let instructions = try running.instructions()
      let source = try open(picture.at?.opening ?? FrameChoice.opening)
      let clip = source.clip
      let size = try picture.size(of: clip.shownSize)
      try kind.check(size, fix: "give a smaller --width or --fit")
      let decision = try choices.decide(about: clip)
      try MemoryNeed(ofThumbnail: decision.plan, for: clip, at: size, threads: threads).check()
      let file = PictureFile(kind: kind, size: size, threads: threads, instructions: instructions)
      try withOutputs { outputs in
        let destination = try outputs.open(output, as: "the output")
        try file.check(destination)
        choices.tell(of: decision, about: clip)
        tellField(of: source)
        if let crop = clip.geometry.crop {
          Console.complain(GeometryDone(crop: "\(crop)").notes(on: clip.name, in: nil)[0])
        }
        let found = try find(in: source, by: decision.plan, on: instructions)
        try choices.judge(source.faults)
        try Interruption.check()
        let shown = try choices.decision(for: found.picture, of: source, or: decision)
        var maker = try PictureMaker(
          of: clip, by: shown.plan, size: size, takingField: source.reader.video.isInterlaced, threads: threads,
          on: instructions)
        try file.write(maker.make(found.picture), to: destination)
        try Interruption.check()
        try outputs.commit()
        try report(found, size, shown, besides: destination)
      }
    }

    /// Opens the movie.
    func open(_ opening: MovieReader.Opening) throws(CommandError) -> MovieSource {
      if let source = try choices.movie(at: input, threads: threads, opening) { return source }
      // What is missing is no movie either.
      if input != "-" { _ = try OpenedFile(input) }
      throw .data(
        "\(input) is Y4M, raw frames or a pipe, but a movie in a file was expected; use convert --preview for frames")
    }

    func tellField(of source: MovieSource) {
      guard source.reader.video.isInterlaced else { return }
      Console.complain("\(source.clip.name) is interlaced, so the picture is made of the first of its two fields")
    }

    /// Writes files, all of them or none.
    func withOutputs(_ body: (Outputs) throws -> Void) throws {
      let outputs = Outputs(
        reading: ["the input": input, "the HDR10+ JSON": choices.mapping.hdr10PlusJSON], force: overwriting.force)
      Interruption.begin()
      do {
        try body(outputs)
      } catch let error as ScalingError {
        outputs.discard()
        throw CommandError(error)
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
        let found = try FrameChoice(
          source: source, choices: choices, plan: plan, threads: threads, instructions: instructions
        ).best()
        if running.progress != .none {
          Console.complain("the picture at \(found.seconds.value.rounded(to: 3)) s was chosen; --at takes another")
        }
        return found
      }
      if let found = try FrameChoice.opened(source) { return found }
      let seconds = try seconds(of: moment, in: source)
      guard let found = try FrameChoice.picture(at: Seconds(seconds), of: source) else {
        throw CommandError.data(
          "\(source.clip.name) has no picture at \(seconds.rounded(to: 3)) s; give an earlier --at")
      }
      return found
    }

    private func seconds(of moment: MovieMoment, in source: MovieSource) throws(CommandError) -> Double {
      let duration = source.reader.video.duration?.value
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

    private func report(
      _ found: FoundPicture, _ size: PictureSize, _ decision: Decision, besides destination: Destination
    ) throws {
      guard tellsJSON else { return }
      let text = jsonText(
        JSONValue([
          "input": "\(input)", "output": "\(output)", "seconds": found.seconds.value.rounded(to: 6),
          "width": size.width, "height": size.height, "plan": decision.report,
        ]))
      if destination.isStandardOutput { Console.say(text) } else { try Console.print(text) }
    }
  }

  extension CommandError {
    init(_ error: ScalingError) {
      switch error {
      case .noMemory, .noLibraries: self = .system("\(error)")
      case .unknownFormat, .picture, .library: self = .data("\(error)")
      }
    }
  }

  extension MovieMoment {
    /// Where to open a movie.
    fileprivate var opening: MovieReader.Opening {
      switch self {
      case .seconds(let seconds): .time(Seconds(seconds))
      case .share(let share): .share(share)
      }
    }
  }
#endif
