public import HDRMetadata
public import ToneMapping

/// A picture of a movie as displays of 8 bits show it: turned, with square pixels, and scaled after its light is mapped. It needs FFmpeg's libraries.
///
///     let thumbnail = try MovieThumbnail(of: "in.mov")
///     try await thumbnail.write(to: "out.jpg")
///     let picture = try await thumbnail.picture()  // pixels in memory
public struct MovieThumbnail: Sendable {
  public let input: MediaLocation
  public let settings: ThumbnailSettings
  /// The size of the picture.
  public let size: PictureSize
  /// The plan of the movie's pictures; a picture of a part of another color has its own.
  public let plan: ConversionPlan
  /// What was assumed, and what a user should know.
  public let findings: [Finding]
  private let job: DecidedJob<Thumbnailing>

  /// Opens a movie, and decides how a picture of it is made.
  ///
  /// - Throws: ``TranscodingError`` for an input that is no movie or cannot be read, for unknown color, and for a size that no picture has. Whether
  ///   there is a picture at the time is known when it is made.
  public init(of input: MediaLocation, _ settings: ThumbnailSettings = .init()) throws(TranscodingError) {
    try self.init(of: input, settings, for: RunControl())
  }

  package init(
    of input: MediaLocation, _ settings: ThumbnailSettings, for asker: RunControl
  ) throws(TranscodingError) {
    let file = MediaInput(input)
    let (job, decided) = try DecidedJob.deciding(for: asker) {
      try Thumbnailing(of: file, settings, $0, keepingAlpha: settings.format == .png)
    }
    self.job = job
    (self.input, self.settings, size) = (input, settings, decided.size)
    plan = decided.decision.plan
    findings = decided.findings + job.findings
  }

  /// Makes the picture. Cancelling the task ends the work after the picture that is being decoded.
  ///
  /// - Throws: ``TranscodingError``, and `CancellationError`.
  public func picture() async throws -> Picture { try await job.run { try Picture($0.pixels(), of: self, $1) } }

  /// Makes the picture on the calling thread.
  public func picture() throws -> Picture { try job.run { try Picture($0.pixels(), of: self, $1) } }

  /// Writes a JPEG, PNG or AVIF, which appears when it is whole. Cancelling the task ends the work after the picture that is being decoded.
  ///
  /// - Throws: ``TranscodingError``, and `CancellationError`.
  @discardableResult
  public func write(to output: MediaLocation) async throws -> Written {
    try await job.run { try Written($0.write(to: output), of: self, $1) }
  }

  /// Writes a file on the calling thread.
  @discardableResult
  public func write(to output: MediaLocation) throws -> Written {
    try job.run { try Written($0.write(to: output), of: self, $1) }
  }

  /// A picture in memory.
  public struct Picture: Sendable {
    /// The time at which it is shown, in seconds from the start of the movie.
    public let seconds: Double
    public let size: PictureSize
    public let colorSpace: ThumbnailSettings.ColorSpace
    /// R′, G′, B′ and alpha of each pixel, row after row from the top. Alpha is 255, unless `settings.format` is `png`, which keeps that of the movie.
    public let rgba: [UInt8]
    /// What was found before and while it was made.
    public let findings: [Finding]

    fileprivate init(_ made: Thumbnailing.Pixels, of job: MovieThumbnail, _ run: JobRun) {
      (seconds, size, rgba) = (made.seconds.value, job.size, made.rgba)
      (colorSpace, findings) = (job.settings.colorSpace, run.findings(after: job.findings))
    }
  }

  /// A file that was written.
  public struct Written: Sendable {
    /// The time at which the picture is shown, in seconds from the start of the movie.
    public let seconds: Double
    public let size: PictureSize
    /// What was found before and while it was made.
    public let findings: [Finding]
    package let decision: Decision
    package let isOnStandardOutput: Bool

    fileprivate init(_ made: Thumbnailing.File, of job: MovieThumbnail, _ run: JobRun) {
      (seconds, size, decision) = (made.seconds.value, job.size, made.decision)
      (isOnStandardOutput, findings) = (made.isOnStandardOutput, run.findings(after: job.findings))
    }
  }
}

/// Pictures of a movie on sheets, beside a WebVTT file by which players show them above their bar. It needs FFmpeg's libraries.
///
///     let sheets = try ThumbnailSheets(of: "in.mov", every: .seconds(10))
///     try await sheets.write(to: "sheet.jpg")  // sheet-1.jpg, sheet-2.jpg, … and sheet.vtt
public struct ThumbnailSheets: Sendable {
  public let input: MediaLocation
  public let settings: ThumbnailSettings
  /// Where each picture lies.
  public let layout: SheetLayout
  /// The plan of the movie's pictures; pictures of a part of another color have their own.
  public let plan: ConversionPlan
  /// What was assumed, and what a user should know.
  public let findings: [Finding]
  private let job: DecidedJob<SheetMaking>

  /// Opens a movie, and decides how sheets of its pictures are made.
  ///
  /// - Parameters:
  ///   - input: The movie.
  ///   - every: The time between two pictures, a millisecond or more.
  ///   - grid: The pictures in a row, and the rows of a sheet.
  ///   - settings: The size of a picture, and how its light is mapped.
  /// - Throws: ``TranscodingError`` for an input that is no movie, cannot be read or states no duration, for unknown color, and for sheets that are too
  ///   large or too many.
  public init(
    of input: MediaLocation, every: MovieMoment, grid: PictureSize = .init(width: 5, height: 5),
    _ settings: ThumbnailSettings = .init()
  ) throws(TranscodingError) {
    try self.init(of: input, every: every, grid: grid, settings, for: RunControl())
  }

  package init(
    of input: MediaLocation, every: MovieMoment, grid: PictureSize, _ settings: ThumbnailSettings,
    for asker: RunControl
  ) throws(TranscodingError) {
    try every.check("\(.every)")
    guard !every.isNothing else {
      throw .settings(
        "\(.every) is 0, but a time of 0.001 s or more, or a share above 0 was expected")
    }
    guard grid.width > 0, grid.height > 0 else {
      throw .settings("\(.grid) is \(grid), but 1 picture or more was expected in a row and in a column")
    }
    let file = MediaInput(input)
    let (job, decided) = try DecidedJob.deciding(for: asker) {
      try SheetMaking(of: file, every: every, grid: grid, settings, $0)
    }
    self.job = job
    (self.input, self.settings, layout) = (input, settings, decided.layout)
    plan = decided.movie.decision.plan
    findings = decided.movie.findings + job.findings
  }

  /// Writes the sheets and the WebVTT file, which appear when all of them are whole. Cancelling the task ends the work after the picture that is being
  /// decoded, and leaves no file.
  ///
  /// - Parameter output: The name of the sheet. If there are several, each has its number behind the name; the WebVTT file has the ending `.vtt`.
  /// - Throws: ``TranscodingError``, and `CancellationError`.
  @discardableResult
  public func write(to output: MediaLocation) async throws -> Written {
    try await job.run { try Written($0.write(to: output), $1, findings) }
  }

  /// Writes the sheets and the WebVTT file on the calling thread.
  @discardableResult
  public func write(to output: MediaLocation) throws -> Written {
    try job.run { try Written($0.write(to: output), $1, findings) }
  }

  /// Files that were written.
  public struct Written: Sendable {
    /// The sheets, in the order of ``SheetLayout/sheets``.
    public let sheets: [MediaLocation]
    public let webVTT: MediaLocation
    /// What was found before and while they were made.
    public let findings: [Finding]
    package let decision: Decision

    fileprivate init(
      _ made: (sheets: [MediaLocation], webVTT: MediaLocation, decision: Decision), _ run: JobRun, _ before: [Finding]
    ) {
      (sheets, webVTT, decision) = made
      findings = run.findings(after: before)
    }
  }
}
