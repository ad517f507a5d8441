internal import ArgumentParser
internal import HDRMetadata
internal import LightStatistics
internal import ToneMapping

/// What to write of the light of a whole clip.
struct LightOptions: ParsableArguments {
  @Option(
    name: .customLong("hdr10plus"),
    help: ArgumentHelp(
      "The file of HDR10+ to write, JSON of profile A, as hdr10plus_tool and x265 read it; - is standard output.",
      valueName: "file"))
  var hdr10Plus: Path?

  @Option(
    name: .customLong("hdr10plus-target-peak"), parsing: .unconditional,
    help: ArgumentHelp(
      "Write HDR10+ of profile B: with a curve for each scene, fitted to bt2390 for a display of this peak, a whole number.",
      valueName: "cd/m²"))
  var hdr10PlusTargetPeak: UInt32?

  @Option(
    help: ArgumentHelp("The picture of light over time to write, a file .svg; - is standard output.", valueName: "file")
  )
  var plot: Path?

  func validate() throws {
    if let peak = hdr10PlusTargetPeak {
      guard hdr10Plus != nil else {
        throw ValidationError(
          "--hdr10plus-target-peak was given, but only --hdr10plus writes curves; add that, or leave --hdr10plus-target-peak out"
        )
      }
      guard (1...10_000).contains(peak) else {
        throw ValidationError("--hdr10plus-target-peak is \(peak), but 1 to 10000 cd/m² were expected")
      }
    }
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
  /// The display for which HDR10+ has curves; `nil` for none.
  private let targetPeak: UInt32?

  init(_ options: LightOptions, in outputs: Outputs) throws(CommandError) {
    hdr10Plus = try options.hdr10Plus.map { (path) throws(CommandError) in try outputs.open(path, as: "the HDR10+") }
    targetPeak = options.hdr10PlusTargetPeak
    plot = try options.plot.map { (path) throws(CommandError) in try outputs.open(path, as: "the plot") }
  }

  /// Whether one of them is standard output, so that reports go elsewhere.
  var areOnStandardOutput: Bool { [hdr10Plus, plot].contains { $0?.isStandardOutput == true } }

  /// Writes what was measured.
  ///
  /// - Parameter title: What the plot is named.
  func write(_ clip: ClipStatistics, title: String) throws(CommandError) {
    if let hdr10Plus {
      let tool = HDR10PlusDocument.Tool(name: "tonemap", version: VersionReport.release)
      let document = targetPeak.map { Self.document(of: clip, by: tool, for: $0) } ?? clip.hdr10Plus(by: tool)
      let json: [UInt8]
      do { json = try document.json() } catch {
        throw .fault("the HDR10+ cannot be written (\(error)); please report it")
      }
      try hdr10Plus.write(json)
    }
    try plot?.write(LightPlot(clip, title: title).svg.utf8)
  }

  /// HDR10+ with curves that are fitted to BT.2390's, and how close they are.
  private static func document(
    of clip: ClipStatistics, by tool: HDR10PlusDocument.Tool, for target: UInt32
  ) -> HDR10PlusDocument {
    let display = LuminanceRange.nits(0...Double(target))
    var fits: [Luminance: BezierFit] = [:]
    let document = clip.hdr10Plus(by: tool, forDisplayPeak: display.peak) { peak in
      let fit =
        peak > display.peak
        ? fits[peak] ?? BezierFit(BT2390(from: LuminanceRange(black: .nits(0), peak: peak), to: display)) : .line
      fits[peak] = fit
      return .init(fit)
    }
    let worst = (fits.values.map(\.error.value).max() ?? 0) * 1023
    Console.complain(
      "the curves of HDR10+ are at most \(worst.rounded(to: 2)) codes of 10-bit PQ from those of bt2390 for \(display.peak); mastering"
        + " tools derive others, in ways that are not published")
    return document
  }
}
