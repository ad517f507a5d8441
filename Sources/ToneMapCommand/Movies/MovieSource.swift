#if FFmpeg
  internal import HDRMetadata
  internal import MediaFiles
  internal import MediaRules
  internal import Movies
  internal import RawVideo
  internal import Synchronization
  internal import SystemCalls
  internal import ToneMapping

  /// An opened movie: what is known about it, and its decoded frames.
  final class MovieSource: FrameSource {
    /// What is known of the pictures from the first selected one on, as far as their color is that of that one.
    var clip: Clip { parts.withLock(\.clip) }
    let reader: MovieReader
    let colors: StatedColors
    let parts: Mutex<Parts>
    private let file: OpenedFile
    /// Whether the first damage ends the reading.
    let isStrict: Bool
    /// What is still to be read.
    private let rest = Mutex(Rest())

    private struct Rest {
      /// How many frames; `nil` for all of them.
      var frames: Int?
      /// The time at which they end, in units of the track.
      var end: Ticks?
      /// Whether the movie ended before the requested frames did.
      var hasEnded = false
      /// The time of the last frame, in units of the track, and how long frames are shown.
      var last: (time: Ticks, durations: ClosedRange<Ticks>?)?
      /// The part of the movie that is copied beside the frames; `nil` if it begins as the movie does.
      var span: Range<Seconds>?

      mutating func note(_ time: Ticks) {
        var durations = last?.durations
        if let step = last.map({ time - $0.time }) {
          durations = min(durations?.lowerBound ?? step, step)...max(durations?.upperBound ?? step, step)
        }
        last = (time, durations)
      }

      /// Whether frames are shown for different times, apart from what the unit rounds.
      var varies: Bool {
        guard let durations = last?.durations else { return false }
        // The times of damaged movies can be so far apart that their difference is no Int64.
        let (least, most) = (Double(durations.lowerBound.count), Double(durations.upperBound.count))
        return most - least > max(1, least / 8)
      }
    }

    init(_ reader: MovieReader, _ file: OpenedFile, _ clip: Clip, _ colors: StatedColors, isStrict: Bool) {
      (self.reader, self.file, self.colors, self.isStrict) = (reader, file, colors, isStrict)
      parts = Mutex(Parts(clip: clip, statement: reader.video.statement))
    }

    var decodes: Bool { true }

    var firstMessages: FrameMessages {
      FrameMessages(
        hdr10Plus: reader.nextHDR10Plus, dolbyVisionRPU: reader.nextDolbyVisionRPU,
        headroom: reader.nextHeadroomAdaptiveMetadata
      )
    }

    /// The part of the movie that is copied beside the frames; `nil` if it begins as the movie does.
    var span: Range<Seconds>? { rest.withLock { $0.span } }

    func select(_ frames: FrameRangeOptions, hasFrameBefore: Bool) throws(CommandError) -> FrameRange? {
      do {
        guard let begin = try move(to: frames) else { return nil }
        var new = Rest(frames: frames.frames)
        var end = Seconds(.infinity)
        if let duration = frames.duration {
          end = Seconds(duration + (frames.start.seconds ?? begin.seconds.value))
          if reader.video.start != nil {
            new.end = reader.time(atOrAfter: end)
          } else {
            new.frames = frames.frameCount(end.value * (try rate(for: "--duration"))) - begin.number
          }
        }
        if let count = frames.frames, reader.copiesMore, !end.value.isFinite {
          end = try self.end(of: begin, count)
          guard try move(to: frames) != nil else { return nil }
        }
        if !frames.start.isBegin {
          new.span = begin.seconds..<max(begin.seconds, end)
        } else if end.value.isFinite {
          new.span = Seconds(-.infinity)..<end
        }
        beginParts(
          at: begin.number, seconds: frames.start.seconds ?? begin.seconds.value,
          hasFrameBefore: hasFrameBefore && begin.number > 0)
        if hasFrameBefore, begin.number > 0 {
          _ = try reader.move(to: .number(begin.number - 1))
          new.frames = new.frames.map { $0.adding(1) }
        }
        if reader.isPictureFile { new.frames = min(new.frames ?? 1, 1) }
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

    /// Where a number of frames ends, as far as packets or the rate say.
    private func end(of begin: (number: Int, seconds: Seconds), _ count: Int) throws -> Seconds {
      let next = begin.number.adding(count)
      if let end = try reader.seconds(ofPicture: next) { return end }
      let isCounted = reader.video.start != nil && reader.isSeekable
      guard !isCounted, let rate = clip.frameRate?.value else { return Seconds(.infinity) }
      return Seconds(begin.seconds.value + Double(count) / rate)
    }

    /// Moves to the first frame. One of a bare stream has the time that its number has at the stated rate.
    private func move(to frames: FrameRangeOptions) throws -> (number: Int, seconds: Seconds)? {
      guard reader.video.start == nil else { return try reader.move(to: MovieReader.Position(frames.start)) }
      var position = MovieReader.Position(frames.start)
      if case .seconds(let seconds) = position {
        position = .number(frames.frameCount(seconds.value * (try rate(for: "--start \(frames.start)"))))
      }
      guard let number = try reader.move(to: position)?.number else { return nil }
      return (number, clip.frameRate.map { Seconds(Double(number) / $0.value) } ?? 0)
    }

    private func rate(for option: String) throws(CommandError) -> Double {
      guard let rate = clip.frameRate else { throw clip.missingRate(for: option) }
      return rate.value
    }

    func seconds(of picture: MoviePicture, index: Int) -> Double? {
      // A bare stream has no times.
      guard reader.video.start != nil else { return clip.frameRate.map { Double(index) / $0.value } }
      return picture.frame.withLock { $0.time }.map { reader.seconds(at: $0).value }
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
      if reader.interlacedFrames > 0, !reader.video.isInterlaced {
        faults.append(
          Finding(
            code: "interlaced-frames",
            found:
              "\(clip.name) begins with whole frames, but \(plural(reader.interlacedFrames, "frame")) of it consist of two fields",
            consequence: "those were converted as they are", mend: "use --deinterlace with convert or measure")
        )
      }
      faults += changes
      if let cut { faults.append(cut) }
      return faults
    }

    /// What is missing at the end, if the movie was read to its end: all of it, or more frames than it has.
    private var cut: Finding? {
      guard rest.withLock({ $0.hasEnded || $0.frames == nil && $0.end == nil }) else { return nil }
      let missing = reader.missingTime.map { $0.value.rounded(to: 1) }
      let isMuch = missing.map { $0 > max(1, (reader.video.duration?.value ?? 0) / 20) } ?? false
      guard reader.endsEarly || isMuch else { return nil }
      return Finding(
        code: "cut-short",
        found: missing.map { "\(clip.name) ends \($0) s before the time that it states, so it is cut short or damaged" }
          ?? "\(clip.name) ends within its data, so it is cut short or damaged",
        consequence: "the output ends there")
    }

    /// What a file loses that states one rate.
    var unkeptTimes: Finding? {
      guard rest.withLock(\.varies) else { return nil }
      return Finding(
        code: "varying-rate", found: "the frames of \(clip.name) come at a varying rate, but the output states one",
        consequence: "it has the frames, but not their times", mend: "write a movie, such as out.mkv")
    }

    func read(into picture: MoviePicture) throws -> Bool {
      try rest.withLock { rest in
        guard rest.frames != 0 else { return false }
        do {
          guard try picture.frame.withLock({ try reader.read(into: &$0) }) else {
            rest.hasEnded = true
            return false
          }
        } catch let error as MovieError {
          throw CommandError(error)
        }
        let time = picture.frame.withLock { $0.time }
        if let time, let end = rest.end, time >= end {
          rest.frames = 0
          return false
        }
        try refuseDamage(at: time)
        try place(picture)
        rest.frames = rest.frames.map { $0 - 1 }
        if let time { rest.note(time) }
        return true
      }
    }

    private func refuseDamage(at time: Ticks?) throws(CommandError) {
      guard isStrict, reader.damagedPackets + reader.damagedFrames > 0 else { return }
      let place = time.map { " near \(reader.seconds(at: $0).value.rounded(to: 3)) s" } ?? ""
      throw .data("\(clip.name) is damaged\(place); repair the file, or leave --strict out")
    }
  }

  extension MovieReader.Position {
    fileprivate init(_ position: FramePosition) {
      self =
        switch position {
        case .index(let index): .number(index)
        case .seconds(let seconds): .seconds(Seconds(seconds))
        }
    }
  }

  /// A file that is closed with its last reference.
  final class OpenedFile: Sendable {
    let descriptor: Int32

    init(_ path: Path) throws(CommandError) { descriptor = try MediaInput.open(path) }

    deinit { try? SystemCall.closeFile(descriptor) }
  }

  extension MediaDescription {
    /// The place of the track whose pictures are decoded; `nil` if none is certain to be it.
    func place(of reader: MovieReader) -> Int? {
      let (video, all) = (reader.video, reader.tracks)
      if tracks.count == 1 { return 0 }
      let number = all[video.index].id
      if number != 0, let place = tracks.firstIndex(where: { $0.id == number }) { return place }
      // Where the container's numbers are not known, the order is.
      let moving = all.filter { $0.kind == .video && !$0.isCover }
      guard moving.count == tracks.count, let place = moving.firstIndex(where: { $0.index == video.index }) else {
        return nil
      }
      return place
    }
  }

  extension Choices {
    /// Opens a movie; `nil` for Y4M, raw frames and everything else that is none.
    ///
    /// - Parameter opening: The picture to open it at, if there is a way to it; by default, the first.
    func movie(
      at path: Path, threads: Int, _ opening: MovieReader.Opening? = nil
    ) throws(CommandError) -> MovieSource? {
      guard let media = try media(at: path) else { return nil }
      try refuseColorJSON(of: path)
      // Some of these no decoder knows; a decoder that is found later would not help.
      if !media.tracks.isEmpty, media.tracks.allSatisfy({ $0.isDolbyVisionOnly || $0.isAuxiliary }) {
        throw CommandError(PlanError.dolbyVisionOnly)
      }
      var file = try OpenedFile(path)
      do {
        let reader: MovieReader
        if let opening, !media.tracks.contains(where: \.isPictureFile),
          let elsewhere = try MovieReader(
            descriptor: file.descriptor, name: "\(path)", threads: threads, at: opening,
            readsOtherColors: readsOtherColors)
        {
          reader = elsewhere
        } else {
          if opening != nil { file = try OpenedFile(path) }
          reader = try MovieReader(
            descriptor: file.descriptor, name: "\(path)", threads: threads, deinterlaces: fields == .joined,
            readsOtherColors: readsOtherColors)
        }
        var clip = try clip(of: reader, described: media, in: path)
        let colors = StatedColors(
          clip.source, reader.video, isFirst: reader.openedAt == nil,
          track: media.place(of: reader).map { media.tracks[$0] }, given: (source.color, metadata.messages.metadata))
        clip.source = colors.source(of: reader.video.statement)
        return MovieSource(reader, file, clip, colors, isStrict: strict)
      } catch let error as CommandError {
        throw error
      } catch let error as MovieError {
        throw CommandError(error, of: media)
      } catch {
        throw .fault("the movie \(path) could not be opened for an unexpected reason (\(error)); please report it")
      }
    }

    /// - Throws: `data` unless something is done with interlaced pictures.
    private func refuseFields(of path: Path, _ video: VideoTrack) throws(CommandError) {
      switch fields {
      case .kept: return
      case .joined:
        throw .data(
          "\(path) is interlaced, but FFmpeg's bwdif does not deinterlace \(video.format.name); convert it to a planar format such as"
            + " yuv420p10 first")
      case .refused:
        throw .data(
          "\(path) is interlaced, but progressive frames were expected; use --deinterlace with convert or measure")
      }
    }

    /// What is known about the frames of a movie: what its container and stream state, else what the decoder does.
    func clip(
      of reader: MovieReader, described media: MediaDescription, in path: Path
    ) throws(CommandError) -> Clip {
      let video = reader.video
      let isTimed = video.start != nil
      if let rate = source.fps, isTimed, !reader.isPictureFile {
        throw .usage(
          "--fps is \(rate), but \(path) is a movie, which states when each frame is shown; leave --fps out")
      }
      if video.isInterlaced { try refuseFields(of: path, video) }
      var clip: Clip
      var isDescribed = false
      var color: (color: ColorDescription, metadata: StaticMetadata)
      let place = media.place(of: reader)
      if let track = place.map({ media.tracks[$0] }) {
        clip = self.clip(of: track, of: media, in: path)
        isDescribed = true
        color = (clip.source.color, clip.source.metadata)
        // Where the file does not say what the samples are, only now is it known that this cannot be.
        if source.color.matrix == nil, color.color.matrix == .identity, video.format.model == .yCbCr,
          video.format.chroma != .c444
        {
          color.color.matrix = nil
          clip.assumptions.append(
            Finding(
              code: "impossible-matrix",
              found:
                "the matrix of \(path) is \(MatrixCoefficients.identity.ffmpegName) in \(video.format.name), whose chroma is subsampled",
              expected: "the matrix of a Y′CbCr signal", consequence: "it is left out",
              mend: "state it with \(.stated(.matrix))"))
        }
        if track.hasAlpha, !video.format.hasAlpha, target.alpha.alpha != .ignore, target.alpha.alphaFile == nil,
          !neverHasAlpha
        {
          clip.assumptions.append(
            Finding(
              code: "alpha-not-decoded", found: "\(path) has alpha, but this FFmpeg does not decode its alpha",
              consequence: "the output has none",
              mend: "say that it is not wanted with --alpha ignore, or build with an FFmpeg that decodes it"))
        }
      } else {
        clip = try self.clip(
          name: "\(path)", header: nil, format: video.format, size: nil, frameRate: nil, frameCount: nil, sidecar: nil)
        clip.assumptions = media.findings + clip.assumptions
        color = (source.color, metadata.messages.metadata)
      }
      // What the description says of the same is told by it.
      clip.assumptions += video.findings.filter { finding in
        switch finding.code {
        case "impossible-ambient": color.metadata.ambient == nil
        case "impossible-matrix":
          source.color.matrix == nil && !clip.assumptions.contains { $0.code == finding.code }
        default: color.metadata.contentLight == nil
        }
      }.filter { _ in !clip.assumptions.contains { $0.code == "unreadable-metadata" } }
      clip.source.height = video.height
      clip.source.carriesHDR10Plus = clip.source.carriesHDR10Plus || video.carriesHDR10Plus
      clip.source.carriesDolbyVision = clip.source.carriesDolbyVision || video.carriesDolbyVision
      clip.source.isDolbyVisionOnly = clip.source.isDolbyVisionOnly || video.isDolbyVisionOnly
      clip.source.carriesHeadroomAdaptiveMetadata =
        clip.source.carriesHeadroomAdaptiveMetadata || video.carriesHeadroomAdaptiveMetadata
      clip.source.color = ColorDescription(
        primaries: color.color.primaries ?? (clip.source.gamut == nil ? video.color.primaries : nil),
        transfer: color.color.transfer ?? (clip.source.log == nil ? video.color.transfer : nil),
        matrix: color.color.matrix ?? video.color.matrix, range: color.color.range ?? video.color.range,
        chromaLocation: color.color.chromaLocation ?? video.color.chromaLocation)
      clip.source.metadata.mastering = color.metadata.mastering ?? video.metadata.mastering
      clip.source.metadata.contentLight = color.metadata.contentLight ?? video.metadata.contentLight
      clip.source.metadata.ambient = color.metadata.ambient ?? video.metadata.ambient
      clip.format = video.format
      clip.source.alpha = target.alpha.coding(in: clip.format, stated: clip.source.alpha?.statedMode)
      clip.frameRate = source.fps ?? video.frameRate ?? clip.frameRate
      clip.mayHaveFields = !reader.isPictureFile
      if reader.isPictureFile {
        (clip.frameRate, clip.frameCount) = (source.fps, 1)
        if reader.hasFurtherPicture {
          clip.assumptions.append(
            Finding(
              code: "further-pictures", found: "\(path) has further pictures, such as a gain map",
              consequence: "taking its first picture alone", mend: "write the others as files of their own"))
        }
        return clip
      }
      if !isTimed, source.fps == nil, let rate = clip.frameRate {
        clip.assumptions.append(
          Finding(
            code: "missing-times", found: "\(path) does not state when frames are shown",
            consequence: "assuming \(rate.fraction) frames per second",
            mend: "state the rate with --fps"))
      }
      clip.takeGeometry(of: video, isDescribed: isDescribed)
      clip.frameCount = video.frameCount
      if let duration = video.duration?.value, let rate = clip.frameRate {
        clip.estimatedFrameCount = Int(exactly: (duration * rate.value).rounded())
      }
      return clip
    }
  }
#endif
