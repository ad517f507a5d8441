internal import ArgumentParser
internal import HDRMetadata
internal import LightStatistics

/// What to write of the light of a whole clip.
struct LightOptions: ParsableArguments {
  @Option(
    name: .customLong("hdr10plus"),
    help: ArgumentHelp(
      "The file of HDR10+ to write, JSON of profile A, as hdr10plus_tool and x265 read it; - is standard output.",
      valueName: "file"))
  var hdr10Plus: Path?

  @Option(
    help: ArgumentHelp("The picture of light over time to write, a file .svg; - is standard output.", valueName: "file")
  )
  var plot: Path?

  func validate() throws {
    guard let plot, plot != "-", FileEnding.of(plot) != "svg" else { return }
    throw ValidationError("--plot writes SVG, but the name \(plot) does not end in .svg; name it so")
  }

  /// What is to be told of a source that HDR10+ does not describe; `nil` if it is not asked for, or describes the source.
  ///
  /// - Parameter transfer: The source's.
  func refusal(of transfer: TransferCharacteristics?) -> String? {
    guard hdr10Plus != nil, transfer != .pq else { return nil }
    return
      "--hdr10plus writes HDR10+ metadata, which describes PQ, but \(transfer?.h273Name ?? "an unknown transfer") was measured;"
      + " measure a clip of PQ, or leave --hdr10plus out"
  }

  /// Whether there is anything to write.
  var isEmpty: Bool { hdr10Plus == nil && plot == nil }
}

/// The files of ``LightOptions``, opened before the first frame.
struct LightFiles {
  private let hdr10Plus, plot: Destination?

  init(_ options: LightOptions, in outputs: Outputs) throws(CommandError) {
    hdr10Plus = try options.hdr10Plus.map { (path) throws(CommandError) in try outputs.open(path, as: "the HDR10+") }
    plot = try options.plot.map { (path) throws(CommandError) in try outputs.open(path, as: "the plot") }
  }

  /// Whether one of them is standard output, so that reports go elsewhere.
  var areOnStandardOutput: Bool { [hdr10Plus, plot].contains { $0?.isStandardOutput == true } }

  /// Writes what was measured.
  ///
  /// - Parameter title: What the plot is named.
  func write(_ clip: ClipStatistics, title: String) throws(CommandError) {
    if let hdr10Plus {
      let document = clip.hdr10Plus(by: .init(name: "tonemap", version: VersionReport.release))
      let json: [UInt8]
      do { json = try document.json() } catch {
        throw .fault("the HDR10+ cannot be written (\(error)); please report it")
      }
      try hdr10Plus.write(json)
    }
    try plot?.write(LightPlot(clip, title: title).svg.utf8)
  }
}
