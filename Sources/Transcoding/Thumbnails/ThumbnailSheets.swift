internal import Movies
internal import Synchronization

/// Sheets of a movie's pictures, with a WebVTT file by which players show them above the seek bar. It needs FFmpeg's libraries.
///
///     let sheets = try ThumbnailSheets(of: "in.mov", every: .seconds(10))
///     try await sheets.write(to: "sheet.jpg")  // sheet-1.jpg, sheet-2.jpg, … and sheet.vtt
public struct ThumbnailSheets: Sendable {
  public let input: MediaLocation
  public let settings: ThumbnailSettings
  public let layout: SheetLayout
  /// The plan of the movie's pictures; pictures in parts of another color have their own.
  public let plan: ConversionPlan
  /// The assumptions and warnings.
  public let findings: [Finding]
  private let movie: MovieStills
  private let control: RunControl

  /// Opens a movie and plans its sheets.
  ///
  /// - Parameters:
  ///   - input: The movie.
  ///   - every: The time between two pictures, at least a millisecond.
  ///   - grid: The number of pictures in a row, and of rows on a sheet.
  ///   - settings: The size of a picture, and the mapping of its light.
  /// - Throws: ``TranscodingError`` for an input that is not a movie, cannot be read or states no duration, for an unknown color, and for sheets
  ///   that are too large or too many.
  public init(
    of input: MediaLocation, every: MovieMoment, grid: PictureSize = .init(width: 5, height: 5),
    _ settings: ThumbnailSettings = .init()
  ) throws(TranscodingError) {
    try self.init(of: input, every: every, grid: grid, settings, for: RunControl())
  }

  package init(
    of input: MediaLocation, every: MovieMoment, grid: PictureSize, _ settings: ThumbnailSettings,
    for control: RunControl
  ) throws(TranscodingError) {
    try every.check(.every)
    guard !every.isNothing else { throw .picture(.everyNothing) }
    guard grid.width > 0, grid.height > 0 else { throw .picture(.emptyGrid(grid)) }
    var found: SheetLayout?
    movie = try MovieStills(of: input, settings, at: .time(0), control) { source throws(TranscodingError) in
      let clip = source.clip
      guard let duration = source.reader.video.duration?.value else { throw .picture(.unknownDuration(clip.name)) }
      let layout = try SheetLayout(
        cell: settings.size(of: clip.shownSize, isOnSheet: true), grid: grid, every: every, duration: duration)
      let largest = layout.size(of: layout.sheets[0].count)
      try settings.format?.check(largest, chosenBy: Self.sizes)
      found = layout
      return largest
    }
    (self.input, self.settings, self.control) = (input, settings, control)
    (layout, plan) = (found!, movie.decision.plan)
    findings = movie.findings + control.findings
  }

  /// Writes the sheets and the WebVTT file, which appear when all are complete. Cancelling the task stops after the picture that is being decoded,
  /// and leaves no file.
  ///
  /// - Parameter output: The name of the sheet. Several sheets have their number at its end; the WebVTT file has the extension `.vtt`.
  /// - Throws: ``TranscodingError``, and `CancellationError`.
  @discardableResult
  public func write(to output: MediaLocation) async throws -> Written {
    try await control.run { try written(to: output) }
  }

  /// Writes the sheets and the WebVTT file on the calling thread.
  @discardableResult
  public func write(to output: MediaLocation) throws -> Written { try control.run { try written(to: output) } }

  /// The written files.
  public struct Written: Sendable {
    /// The sheets, in the order of ``SheetLayout/sheets``.
    public let sheets: [MediaLocation]
    public let webVTT: MediaLocation
    /// The findings made before and during the work.
    public let findings: [Finding]
    package let decision: Decision
  }
}

extension ThumbnailSheets {
  private static let sizes: [SettingName] = [.grid, .width, .fit]

  private func written(to output: Path) throws -> Written {
    let kind = try settings.format ?? PictureKind(output: output)
    try kind.check(movie.size, chosenBy: Self.sizes)
    _ = try movie.file(kind, movie.size)
    let names = layout.names(output)
    try movie.writing { outputs in
      // The file opened first appears last: players that have the WebVTT file look for the sheets.
      let vtt = try outputs.open(names.vtt, as: "the WebVTT", isGiven: false)
      let destinations = try names.sheets.map { name in
        let destination = try outputs.open(name, as: "the output", isGiven: name == output)
        guard destination.isFile else { throw TranscodingError.picture(.sheetsNeedFiles(destination.name)) }
        return destination
      }
      movie.report()
      try vtt.write(Array(layout.webVTT(naming: names.sheets).utf8))
      try write(kind, to: destinations)
      try movie.context.input.report(faults: movie.source.faults)
      try control.check()
    }
    return Written(
      sheets: names.sheets, webVTT: names.vtt, findings: control.findings(after: findings), decision: movie.decision)
  }

  private func write(_ kind: PictureKind, to destinations: [Destination]) throws {
    let (source, decision) = (movie.source, movie.decision)
    let series = PictureSeries(at: layout.seconds.map { Seconds($0) }, of: source.reader, threads: movie.threads)
    let decoded = try source.makePicture()
    var last: ColorSegment?
    var maker = try movie.maker(by: decision.plan, layout.cell)
    for (pictures, destination) in zip(layout.sheets, destinations) {
      let size = layout.size(of: pictures.count)
      var sheet = try Frame(decision.plan.outputFormat, width: size.width, height: size.height)
      for number in pictures {
        try control.check()
        guard try decoded.frame.withLock({ frame throws(MovieError) in try series.next(into: &frame) }) else {
          throw TranscodingError.picture(.noPicture(source.clip.name, at: layout.seconds[number]))
        }
        try source.place(decoded)
        if decoded.part !== last {
          last = decoded.part
          let shown = try movie.context.decision(for: decoded, of: source, or: decision)
          maker = try movie.maker(by: shown.plan, layout.cell)
        }
        let (x, y) = layout.place(number - pictures.lowerBound)
        let picture = try maker.make(decoded)
        try sheet.withMutableView { sheet in
          try sheet.withTile(columns: x..<x + picture.width, rows: y..<y + picture.height) { tile in
            picture.withView { tile.copy($0) }
          }
        }
      }
      try movie.file(kind, size).write(sheet, to: destination)
    }
  }
}
