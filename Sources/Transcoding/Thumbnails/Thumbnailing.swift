#if FFmpeg
  package import HDRMetadata
  internal import Movies
  internal import RawVideo
  internal import ToneMapping

  /// One run of `thumbnail`: opens the movie, finds pictures, converts and scales them, and writes them.
  package struct Thumbnailing {
    let input, output: Path
    let kind: PictureKind
    let picture: ThumbnailSettings
    let choices: Choices
    let running: RunningSettings

    /// A picture that was written.
    package struct Picture: Sendable {
      package let seconds: Seconds
      /// Whether it was looked for.
      package let isChosen: Bool
      package let size: PictureSize
      package let decision: Decision
      package let isOnStandardOutput: Bool
    }

    package init(
      input: Path, output: Path, kind: PictureKind, picture: ThumbnailSettings, choices: Choices,
      running: RunningSettings
    ) {
      (self.input, self.output, self.kind, self.picture) = (input, output, kind, picture)
      var own = choices
      // It is rounded once, at the end.
      (own.target.display, own.target.dither) = (.srgb, .none)
      own.target.pixelFormat = PixelFormat.Spelling(PixelFormat.gbrp16.name)
      // Few readers of thumbnails know alpha: what nothing covers is black.
      own.target.alpha.background = .color(Signal(0, 0, 0))
      (own.neverHasAlpha, own.fields) = (true, .kept)
      (self.choices, self.running) = (own, running)
    }

    var threads: Int { running.threads ?? activeProcessorCount }

    /// Writes one picture.
    package func makePicture() throws -> Picture {
      var result: Picture?
      let instructions = running.chosenInstructions
      let source = try open(picture.at?.opening ?? FrameChoice.opening)
      let clip = source.clip
      let size = try picture.size(of: clip.shownSize)
      try kind.check(size, fix: "give a smaller \(.width) or \(.fit)")
      let decision = try choices.decide(about: clip)
      try MemoryNeed(ofThumbnail: decision.plan, for: clip, at: size, threads: threads).check()
      let file = PictureFile(kind: kind, size: size, threads: threads, instructions: instructions)
      try withOutputs { outputs in
        let destination = try outputs.open(output, as: "the output")
        try file.check(destination)
        choices.tell(of: decision, about: clip)
        tellField(of: source)
        if let crop = clip.geometry.crop {
          choices.control.report(GeometryDone(crop: "\(crop)").notes(on: clip.name, in: nil))
        }
        let found = try find(in: source, by: decision.plan, on: instructions)
        try choices.judge(source.faults)
        try choices.control.check()
        let shown = try choices.decision(for: found.picture, of: source, or: decision)
        var maker = try PictureMaker(
          of: clip, by: shown.plan, size: size, takingField: source.reader.video.isInterlaced, threads: threads,
          on: instructions)
        try file.write(maker.make(found.picture), to: destination)
        try choices.control.check()
        try outputs.commit()
        result = Picture(
          seconds: found.seconds, isChosen: picture.at == nil, size: size, decision: shown,
          isOnStandardOutput: destination.isStandardOutput)
      }
      guard let result else { preconditionFailure("a thumbnail is made or an error is thrown") }
      return result
    }

    /// Opens the movie.
    func open(_ opening: MovieReader.Opening) throws(TranscodingError) -> MovieSource {
      if let source = try choices.movie(at: input, threads: threads, opening) { return source }
      // What is missing is no movie either.
      if input != "-" { _ = try OpenedFile(input) }
      throw .data(
        "\(input) is Y4M, raw frames or a pipe, but a movie in a file was expected; use convert \(.preview) for frames")
    }

    func tellField(of source: MovieSource) {
      guard source.reader.video.isInterlaced else { return }
      choices.control.note(
        "first-field", "\(source.clip.name) is interlaced, so the picture is made of the first of its two fields")
    }

    /// Writes files, all of them or none.
    func withOutputs(_ body: (Outputs) throws -> Void) throws {
      let outputs = Outputs(
        reading: ["the input": input, "the HDR10+ JSON": choices.mapping.hdr10PlusJSON],
        force: choices.target.replacesProtectedFiles, choices.control)
      choices.control.start()
      do {
        try body(outputs)
      } catch let error as ScalingError {
        outputs.discard()
        throw TranscodingError(error)
      } catch {
        outputs.discard()
        throw (error as? MovieError).map { TranscodingError($0) }
          ?? (error as? ConversionError).map { TranscodingError($0) }
          ?? (error as? FrameError).map { TranscodingError(.picture($0)) } ?? error
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
        return found
      }
      if let found = try FrameChoice.opened(source) { return found }
      let seconds = try seconds(of: moment, in: source)
      guard let found = try FrameChoice.picture(at: Seconds(seconds), of: source) else {
        throw TranscodingError.data(
          "\(source.clip.name) has no picture at \(seconds.rounded(to: 3)) s; give an earlier \(.at)")
      }
      return found
    }

    private func seconds(of moment: MovieMoment, in source: MovieSource) throws(TranscodingError) -> Double {
      let duration = source.reader.video.duration?.value
      switch moment {
      case .seconds(let seconds):
        if let duration, seconds > duration {
          throw .settings(
            "\(.at) is \(seconds.rounded(to: 3)) s, but \(source.clip.name) ends at \(duration.rounded(to: 3)) s; give an earlier time"
          )
        }
        return seconds
      case .share(let share):
        guard let duration else {
          throw .settings("\(source.clip.name) states no duration, so \(.at) has to be a time, such as 12.5; give one")
        }
        return share * duration
      }
    }
  }

  extension TranscodingError {
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
