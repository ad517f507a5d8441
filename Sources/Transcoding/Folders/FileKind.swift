internal import HDRMetadata
internal import MediaFiles
internal import ToneMapping

extension ManifestEntry.Kind {
  /// The kind of a file, from its content if it is a movie.
  package init(of input: Path, _ settings: ConversionSettings, for control: RunControl) throws {
    guard Self.isMovie(input, settings) else {
      self = .other
      return
    }
    var plain = ConversionSettings()
    plain.input = settings.input
    plain.output.alpha.alpha = .ignore
    // A movie of fields may be SDR, which is not converted.
    plain.deinterlaces = true
    self = try MovieConversion(of: input, to: nil, plain, for: control, skipsSDR: true) == nil ? .sdr : .hdr
  }

  /// Whether a file is a movie: its name says so and its content does not contradict, or its content says so, and it has pictures.
  private static func isMovie(_ input: Path, _ settings: ConversionSettings) -> Bool {
    let kind = System.kind(of: input)
    guard kind == .regular else { return kind == .nothing && input.hasMovieName }
    let file = MediaInput(input)
    let start = (try? file.start(16)) ?? []
    let content = FileFormat(start: start)
    guard content?.isPicture != true, !start.starts(with: Self.appleDouble) else { return false }
    if input.hasMovieName { return true }
    guard content != nil, FileEnding.complete(input) == input, FileFormat(ending: FileEnding.of(input)) == nil
    else { return false }
    let context = PlanningContext(settings, RunControl())
    return (try? context.input.media(of: file))?.tracks.contains { !$0.isAuxiliary } == true
  }

  /// The start of the files in which macOS keeps attributes on other systems' disks, under the name of the file behind `._`.
  ///
  /// - Source: RFC 1740, appendix A.
  private static let appleDouble: [UInt8] = [0, 5, 0x16, 7]
}
