/// A picture of a movie for 8-bit displays: rotated, with square pixels, and scaled after tone mapping. It needs FFmpeg's libraries.
///
///     try await Thumbnail(of: "in.mov").write(to: "out.jpg")
///     let picture = try await Thumbnail(of: "in.mov").picture()  // pixels in memory
public struct Thumbnail: Sendable {
  public let input: MediaLocation
  public let settings: ThumbnailSettings
  public let size: PictureSize
  /// The plan of the movie's pictures; pictures in parts of another color have their own.
  public let plan: ConversionPlan
  /// The assumptions and warnings.
  public let findings: [Finding]
  private let movie: MovieStills
  private let control: RunControl

  /// Opens a movie and plans its picture.
  ///
  /// - Throws: ``TranscodingError`` for an input that is not a movie or cannot be read, for an unknown color, and for an impossible size. Whether
  ///   there is a picture at the time is known only when it is made.
  public init(of input: MediaLocation, _ settings: ThumbnailSettings = .init()) throws(TranscodingError) {
    try self.init(of: input, settings, for: RunControl())
  }

  package init(
    of input: MediaLocation, _ settings: ThumbnailSettings, for control: RunControl
  ) throws(TranscodingError) {
    let opening = settings.at?.opening ?? MovieStills.opening
    movie = try MovieStills(
      of: input, settings, at: opening, control, keepingAlpha: settings.format?.row.holdsAlpha == true
    ) {
      source throws(TranscodingError) in
      let size = try settings.size(of: source.clip.shownSize, isOnSheet: false)
      try settings.format?.check(size, chosenBy: Self.sizes)
      return size
    }
    (self.input, self.settings, self.control) = (input, settings, control)
    (size, plan) = (movie.size, movie.decision.plan)
    findings = movie.findings + control.findings
  }

  /// Makes the picture. Cancelling the task stops after the picture that is being decoded.
  ///
  /// - Throws: ``TranscodingError``, and `CancellationError`.
  public func picture() async throws -> Picture { try await control.run { try made() } }

  /// Makes the picture on the calling thread.
  public func picture() throws -> Picture { try control.run { try made() } }

  /// Writes a JPEG, PNG or AVIF, which appears when complete. Cancelling the task stops after the picture that is being decoded.
  ///
  /// - Throws: ``TranscodingError``, and `CancellationError`.
  @discardableResult
  public func write(to output: MediaLocation) async throws -> Written {
    try await control.run { try written(to: output) }
  }

  /// Writes a file on the calling thread.
  @discardableResult
  public func write(to output: MediaLocation) throws -> Written { try control.run { try written(to: output) } }

  /// A picture in memory.
  public struct Picture: Sendable {
    /// The time of the picture, in seconds from the start of the movie.
    public let seconds: Double
    public let size: PictureSize
    public let colorSpace: ThumbnailSettings.ColorSpace
    /// R′, G′, B′ and alpha of each pixel, in rows from the top. Alpha is 255, unless `settings.format` is `png`, which keeps the movie's.
    public let rgba: [UInt8]
    /// The findings made before and during the work.
    public let findings: [Finding]
  }

  /// A written file.
  public struct Written: Sendable {
    /// The time of the picture, in seconds from the start of the movie.
    public let seconds: Double
    public let size: PictureSize
    /// The findings made before and during the work.
    public let findings: [Finding]
    package let decision: Decision
    package let isOnStandardOutput: Bool
  }
}

extension Thumbnail {
  private static let sizes: [SettingName] = [.width, .fit]

  private func make() throws -> (frame: Frame, seconds: Seconds, decision: Decision) {
    let found = try movie.find(settings.at)
    try movie.context.input.report(faults: movie.source.faults)
    try control.check()
    let shown = try movie.context.decision(for: found.picture, of: movie.source, or: movie.decision)
    var maker = try movie.maker(by: shown.plan, size)
    return (try maker.make(found.picture), found.seconds, shown)
  }

  private func made() throws -> Picture {
    movie.report()
    let (frame, seconds, _) = try make()
    let rgba = try movie.file(.png, size).rgba(of: frame)
    try control.check()
    return Picture(
      seconds: seconds.value, size: size, colorSpace: settings.colorSpace, rgba: rgba,
      findings: control.findings(after: findings))
  }

  private func written(to output: Path) throws -> Written {
    let kind = try settings.format ?? PictureKind(output: output)
    try kind.check(size, chosenBy: Self.sizes)
    let file = try movie.file(kind, size)
    let (seconds, decision, isOnStandardOutput) = try movie.writing { outputs in
      let destination = try outputs.open(output, as: "the output")
      try file.check(destination)
      movie.report()
      let (frame, seconds, decision) = try make()
      try file.write(frame, to: destination)
      try control.check()
      return (seconds, decision, destination.isStandardOutput)
    }
    return Written(
      seconds: seconds.value, size: size, findings: control.findings(after: findings), decision: decision,
      isOnStandardOutput: isOnStandardOutput)
  }
}
