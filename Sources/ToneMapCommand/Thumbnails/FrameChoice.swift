#if FFmpeg
  internal import Movies
  internal import Synchronization
  internal import Threading
  internal import ToneMapping

  /// A picture that was found, and when it is shown in seconds.
  struct FoundPicture: Sendable {
    let picture: MoviePicture
    let seconds: Double
  }

  /// Looks for a picture that tells something.
  struct FrameChoice {
    let source: MovieSource
    let plan: ConversionPlan
    let threads: Int
    let instructions: InstructionSet

    /// Where it looks: neither at titles nor at credits.
    private static let shares = [0.1, 0.25, 0.4, 0.55, 0.7]
    /// The longest side of the pictures that are compared.
    private static let longest = 240

    private struct Candidate: Sendable {
      let found: FoundPicture
      let small: Frame
    }

    /// The most detailed of some pictures.
    func best() throws -> FoundPicture {
      let reader = source.reader
      guard let duration = reader.video.duration, let keys = try keys(of: reader, duration) else {
        Console.complain(
          "the first picture of \(source.clip.name) is taken, since there is no way to another; give a file that states its duration"
        )
        return try first()
      }
      var judged = try judge(candidates(of: keys))
      if judged.max(by: { $0.detail < $1.detail })?.detail.tells != true {
        // Key pictures are few in short movies, and may all be in the dark.
        for share in Self.shares where judged.last?.detail.tells != true {
          guard let found = try Self.picture(at: share * duration, of: source) else { continue }
          judged += try judge([Candidate(found: found, small: glance(at: found))])
        }
      }
      guard let best = judged.max(by: { $0.detail < $1.detail }) else { return try first() }
      return best.found
    }

    /// The key pictures; `nil` if the movie has no way to them.
    private func keys(of reader: MovieReader, _ duration: Double) throws -> [KeyPicture]? {
      var keys: [KeyPicture] = []
      for share in Self.shares {
        do throws(MovieError) {
          guard let key = try reader.keyPicture(atSeconds: share * duration) else { continue }
          if !keys.contains(where: { $0.seconds == key.seconds }) { keys.append(key) }
        } catch {
          if case .cannotSeek = error { return nil }
          throw CommandError(error)
        }
      }
      return keys
    }

    /// The pictures, decoded at once.
    private func candidates(of keys: [KeyPicture]) throws -> [Candidate] {
      let all = Mutex([Result<Candidate, any Error>?](repeating: nil, count: keys.count))
      Crew(threads: min(threads, keys.count)).perform(iterations: keys.count) { index in
        let result = Result { () throws -> Candidate? in
          guard let frame = try keys[index].decode() else { return nil }
          let found = FoundPicture(picture: MoviePicture(frame), seconds: keys[index].seconds)
          return Candidate(found: found, small: try glance(at: found))
        }
        all.withLock { all in
          switch result {
          case .success(let candidate): all[index] = candidate.map { .success($0) }
          case .failure(let error): all[index] = .failure(error)
          }
        }
      }
      return try all.withLock { all in
        try all.compactMap { result in
          do {
            return try result?.get()
          } catch let error as MovieError {
            throw CommandError(error)
          }
        }
      }
    }

    /// A small copy.
    private func glance(at found: FoundPicture) throws -> Frame {
      let size = source.clip.openedSize
      let scale = min(1, Double(Self.longest) / Double(max(size.width, size.height)))
      return try found.picture.frame.withLock { frame in
        try frame.withView { view in
          try view.glance(
            width: max(1, Int(Double(size.width) * scale)), height: max(1, Int(Double(size.height) * scale)),
            of: source.clip.name)
        }
      }
    }

    private func judge(_ candidates: [Candidate]) throws -> [(found: FoundPicture, detail: PictureDetail)] {
      guard let first = candidates.first else { return [] }
      var converter = try plan.converter(
        width: first.small.width, height: first.small.height, threads: threads, on: instructions)
      var shown = try plan.makeFrame(width: first.small.width, height: first.small.height)
      return try candidates.map { candidate in
        try converter.convert(candidate.small, into: &shown)
        return (candidate.found, try PictureDetail(of: shown))
      }
    }

    private func first() throws -> FoundPicture {
      let picture = try source.makePicture()
      guard try source.read(into: picture) else {
        throw CommandError.data("\(source.clip.name) has no picture; check that the file is whole")
      }
      return FoundPicture(picture: picture, seconds: 0)
    }

    /// The picture that is shown at a time; `nil` if there is none.
    static func picture(at seconds: Double, of source: MovieSource) throws -> FoundPicture? {
      let picture = try source.makePicture()
      do {
        let time = try picture.frame.withLock { frame throws(MovieError) -> Int64?? in
          try source.reader.read(into: &frame, shownAtSeconds: seconds) ? .some(frame.time) : nil
        }
        guard let time else { return nil }
        return FoundPicture(picture: picture, seconds: time.map(source.reader.seconds(at:)) ?? seconds)
      } catch {
        throw CommandError(error)
      }
    }
  }
#endif
