public import HDRMetadata
internal import ToneMapping

/// Pictures of a movie under many mappings on an HTML page, where any two are compared with a slider, with numbers beside them. It needs FFmpeg's
/// libraries.
///
///     var settings = ChoiceSheetSettings()
///     settings.toneMappings = [.spline, .bt2390, .hable]
///     let sheet = try ChoiceSheet(of: "in.mov", settings)
///     try await sheet.write(to: "out.html")
///
/// A page is one file without references to others, of at most 5 MB. What one page cannot hold is on further ones, `out-2.html` and so on.
public struct ChoiceSheet: Sendable {
  public let input: MediaLocation
  public let settings: ChoiceSheetSettings
  /// What is asked for; what is left out of it is known when it is made.
  public let choices: [MappingChoice]
  /// What was assumed, and what a user should know.
  public let findings: [Finding]
  private let job: DecidedJob<ChoiceMaking>

  /// Opens a movie, and decides how pictures of it are made.
  ///
  /// - Throws: ``TranscodingError`` for an input that is no movie, cannot be read or is SDR, and for unknown color.
  public init(of input: MediaLocation, _ settings: ChoiceSheetSettings = .init()) throws(TranscodingError) {
    try self.init(of: input, settings, for: RunControl())
  }

  package init(
    of input: MediaLocation, _ settings: ChoiceSheetSettings, for asker: RunControl
  ) throws(TranscodingError) {
    let file = MediaInput(input)
    let (job, decided) = try DecidedJob.deciding(for: asker) { try ChoiceMaking(of: file, settings, $0) }
    self.job = job
    (self.input, self.settings, choices) = (input, settings, settings.choices)
    findings = decided.findings + job.findings
  }

  /// Writes the pages, which appear together when all are whole. Cancelling the task ends the work after the picture that is being made.
  ///
  /// - Parameter output: The first page; further ones have their number behind its name.
  /// - Throws: ``TranscodingError``, and `CancellationError`.
  @discardableResult
  public func write(to output: MediaLocation) async throws -> Written {
    try await job.run { try Written($0.write(to: output), $1, findings) }
  }

  /// Writes the pages on the calling thread.
  @discardableResult
  public func write(to output: MediaLocation) throws -> Written {
    try job.run { try Written($0.write(to: output), $1, findings) }
  }

  /// A page that was written.
  public struct Page: Sendable {
    public let output: MediaLocation
    public let byteCount: Int
    /// The choices on it, as indices of ``Written/choices``; the first choice is on each page.
    public let choices: [Int]
  }

  /// A choice with its numbers.
  public struct Shown: Sendable {
    /// What it is; `nil` is the movie as an SDR display shows it untouched.
    public let choice: MappingChoice?
    /// The command that converts the movie so; `nil` where the command has no name for it.
    public let command: String?
    /// What gray of 26 cd/m² and reference white of 203 cd/m² become.
    public let gray, white: Gray
    /// Numbers of each picture.
    public private(set) var pictures: [ColorNumbers]
    /// An earlier choice whose pictures have the same bytes, as an index of ``Written/choices``.
    public let equal: Int?

    init(choice: MappingChoice?, command: String?, gray: Gray, white: Gray, pictures: [ColorNumbers], equal: Int?) {
      (self.choice, self.command, self.gray, self.white) = (choice, command, gray, white)
      (self.pictures, self.equal) = (pictures, equal)
    }

    /// Takes the quality of each picture.
    mutating func take(_ qualities: [Double?]) {
      for (place, quality) in qualities.enumerated() { pictures[place].quality = quality }
    }
  }

  /// A gray on the display.
  public struct Gray: Hashable, Sendable {
    /// The 8-bit code of full range, not rounded, on a display with BT.1886.
    public let code: Double
    /// Its light.
    public let light: Luminance
  }

  /// A choice that no picture could be made for.
  public struct LeftOut: Sendable {
    public let choice: MappingChoice
    public let reason: Fix
  }

  /// Pages that were written.
  public struct Written: Sendable {
    public let pages: [Page]
    /// The size of the pictures.
    public let size: PictureSize
    /// When each picture is shown, in seconds from the start of the movie.
    public let seconds: [Double]
    /// The movie untouched, and each choice.
    public let choices: [Shown]
    public let leftOut: [LeftOut]
    /// What was found before and while they were made.
    public let findings: [Finding]
    package let decision: Decision
    package let isOnStandardOutput: Bool

    fileprivate init(_ made: ChoiceMaking.Made, _ run: JobRun, _ before: [Finding]) {
      (pages, size, seconds) = (made.pages, made.size, made.seconds)
      (choices, leftOut, decision) = (made.shown, made.leftOut, made.decision)
      isOnStandardOutput = made.isOnStandardOutput
      findings = run.findings(after: before)
    }
  }
}
