internal import Movies
internal import Synchronization

typealias FoundPicture = (picture: MoviePicture, seconds: Seconds)

extension MovieStills {
  /// The searched positions, which exclude titles and credits.
  private static let shares = (0...8).map { 0.1 + 0.075 * Double($0) }
  static let opening = MovieReader.Opening.fullest(nearShares: shares)
  private static let longest = 240

  /// Finds a meaningful picture: among some key pictures, the one with the most coded data that is not black, white or flat; else the most
  /// detailed one.
  func best() throws -> FoundPicture {
    let reader = source.reader
    // Later pictures in a picture file are of another kind, such as gain maps. Floating-point pictures cannot be scaled.
    if reader.isPictureFile || source.clip.format.isFloat { return try first() }
    var tried: [(found: FoundPicture, detail: PictureDetail)] = []
    func showsSomething(_ found: FoundPicture) throws -> Bool {
      tried.append((found, try detail(of: found)))
      return tried.last!.detail.showsSomething
    }
    if let found = try opened(), try showsSomething(found) { return found }
    guard let duration = reader.video.duration?.value, let keys = try keys(of: reader, duration) else {
      context.control.note(
        "first-picture",
        "the first picture of \(source.clip.name) is used, since the file cannot be searched for another",
        fix: "give a file that states its duration")
      return try first()
    }
    for key in keys where key.seconds != reader.openedAt {
      try context.control.check()
      guard let frame = try reader.decode(key, threads: threads) else { continue }
      let found = (MoviePicture(frame), key.seconds)
      if try showsSomething(found) { return found }
    }
    // Short movies have few key pictures, which may all be dark.
    for share in Self.shares {
      try context.control.check()
      if let found = try picture(at: Seconds(share * duration)), try showsSomething(found) {
        return found
      }
    }
    return try tried.max { $0.detail < $1.detail }?.found ?? first()
  }

  /// The picture at which a movie was opened; `nil` if it was opened at the start.
  func opened() throws -> FoundPicture? {
    guard let seconds = source.reader.openedAt else { return nil }
    let picture = try source.makePicture()
    return try picture.frame.withLock { frame throws(MovieError) in try source.reader.read(into: &frame) }
      ? (picture, seconds) : nil
  }

  /// The key pictures, the one with the most coded data first; `nil` if the movie is not seekable.
  private func keys(of reader: MovieReader, _ duration: Double) throws -> [KeyPicture]? {
    var keys: [KeyPicture] = []
    for share in Self.shares {
      do throws(MovieError) {
        guard let key = try reader.keyPicture(at: Seconds(share * duration)) else { continue }
        if !keys.contains(where: { $0.seconds == key.seconds }) { keys.append(key) }
      } catch {
        if case .cannotSeek = error { return nil }
        throw error
      }
    }
    return keys.sorted { KeyPicture.isLess($1, $0) }
  }

  private func detail(of found: FoundPicture) throws -> PictureDetail {
    let instructions = settings.running.chosenInstructions
    let clip = try source.part(of: found.picture).map { $0.applied(to: source.clip) } ?? source.clip
    let size = clip.openedSize
    let scale = min(1, Double(Self.longest) / Double(max(size.width, size.height)))
    func small(_ side: Int) -> Int { max(1, Int(Double(side) * scale)) }
    let scaled = clip.shaped(
      by: FrameGeometry(
        scaled: .init(
          size: PictureSize(width: small(size.width), height: small(size.height)), threads: threads,
          instructions: instructions)))
    var frame = try scaled.clip.frame(scaled.shape.format)
    try found.picture.withView { try scaled.shape.make(&frame, of: $0) }
    let plan = try context.decide(about: scaled.clip).plan
    var converter = try plan.converter(width: frame.width, height: frame.height, threads: 1, on: instructions)
    var shown = try plan.makeFrame(width: frame.width, height: frame.height)
    try converter.convert(frame, into: &shown)
    return try PictureDetail(of: shown)
  }

  private func first() throws -> FoundPicture {
    if !source.reader.isPictureFile, let found = try picture(at: 0) { return found }
    let picture = try source.makePicture()
    // The search may have moved the position.
    _ = try source.reader.move(to: .number(0))
    guard try source.read(into: picture) else { throw TranscodingError.picture(.noPicture(source.clip.name, at: nil)) }
    return (picture, 0)
  }

  /// The picture shown at a time; `nil` if there is no such picture.
  func picture(at seconds: Seconds) throws -> FoundPicture? {
    let reader = source.reader
    let picture = try source.makePicture()
    let time = try picture.frame.withLock { frame throws(MovieError) -> Ticks?? in
      try reader.read(into: &frame, shownAt: seconds) ? .some(frame.time) : nil
    }
    guard let time else { return nil }
    return (picture, time.map(reader.seconds(at:)) ?? seconds)
  }
}
