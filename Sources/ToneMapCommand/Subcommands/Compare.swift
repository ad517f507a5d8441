internal import Transcoding
internal import ArgumentParser

struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare two clips, and name the faults of the second.",
    discussion: """
      tonemap compare reference.mov test.mp4
      tonemap compare a.png b.png --heatmap where.png
      tonemap compare a.y4m b.y4m --transfer pq --json
      tonemap compare a.mov b.mov --offset 1 --limit-mean 1

      Each is decoded with its own tags to displayed light, so they may differ in coding. Frames are paired by their times. \
      Pictures of different sizes are compared at the smaller one, rotated and mirrored as players do. docs/comparing.md explains every number and every fault that is named.

      The exit code is 1 if a limit is exceeded, or if --fail-on-fault finds a fault.
      """)

  @Argument(help: "The reference: a movie, a PNG, Y4M or raw frames.", completion: .file())
  var first: Path

  @Argument(help: "The clip to compare with it.", completion: .file())
  var second: Path

  @OptionGroup(title: "Comparison") var pairing: PairingOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "Part") var part: PartOptions
  @OptionGroup(title: "Part") var frames: FrameCountOptions
  @OptionGroup var source: SourceOptions
  @OptionGroup(title: "Writing") var overwriting: OverwritingOptions
  @OptionGroup(title: "Running", visibility: .further) var running: RunningOptions
  @OptionGroup(title: "Reports") var strictness: StrictOptions
  @OptionGroup(title: "Reports") var report: ReportOptions

  func validate() throws {
    try validating(FrameSelection(stated).check)
    try Path.refuseSharedStandardInput([first, second])
    for (option, name, path) in [("--heatmap", "heat map", pairing.heatmap), ("--csv", "table", pairing.csv)]
    where path == .standardStream && report.json {
      throw ValidationError("\(option) and --json both write to standard output; name a file for the \(name)")
    }
  }

  func run() throws {
    var settings = ComparisonSettings()
    settings.first = try InputSettings(stated)
    if let other = pairing.secondColorJSON { settings.second = try settings.first.describedBy(colorJSON: other) }
    (settings.frames, settings.offset) = (try FrameSelection(stated), pairing.offset)
    (settings.running, settings.isStrict) = (try running.settings(), strictness.strict)
    (settings.heatMap, settings.csv) = (pairing.heatmap, pairing.csv)
    settings.replacesProtectedFiles = overwriting.force
    let compared = try running.showing(settings.running) { control in
      let comparison = try ClipComparison(of: first, and: second, settings, for: control)
      if let limit = limits.limitPSNR, !comparison.comparesCodes {
        throw ProgramError(
          .settings,
          "--limit-psnr is \(limit), but the codes of the two clips cannot be compared, since size, chroma, matrix, range or transfer differ;"
            + " limit ΔE ITP with --limit-mean instead")
      }
      return try comparison.run()
    }
    try Console.print(
      report.json ? jsonText(compared) : compared.inWords,
      besides: pairing.heatmap == .standardStream || pairing.csv == .standardStream)
    try limits.check(compared)
  }
}

struct PairingOptions: ParsableArguments {
  @Option(
    "Pair frames by number: this frame of the second clip with frame 0 of the first, and so on; by default, frames are paired by"
      + " their times.", as: "frames")
  var offset: Int?

  @Option("A PNG of the differences in the most different frame.", as: "file") var heatmap: Path?

  @Option("A table of each frame's numbers, as comma-separated values.", as: "file") var csv: Path?

  @Option(
    "The color JSON of the second clip, if not that of the first.", as: "file", name: .customLong("second-color-json"))
  var secondColorJSON: Path?
}

struct LimitOptions: ParsableArguments {
  @Option("Fail if the mean ΔE ITP is above this.", as: "difference") var limitMean: Double?

  @Option("Fail if the 99th percentile of ΔE ITP is above this.", as: "difference") var limitP99: Double?

  @Option("Fail if the maximum ΔE ITP is above this.", as: "difference") var limitMax: Double?

  @Option(
    "Fail if the PSNR of luma, or of the worst of R, G and B, is below this, in dB.", as: "dB",
    name: .customLong("limit-psnr"))
  var limitPSNR: Double?

  @Option("Fail if more frames than this have no partner.", as: "frames") var limitUnmatched: Int?

  @Flag(help: "Fail if a fault or a different geometry is found.")
  var failOnFault = false

  func validate() throws {
    let limits = [
      ("--limit-mean", limitMean), ("--limit-p99", limitP99), ("--limit-max", limitMax), ("--limit-psnr", limitPSNR),
    ]
    for case (let name, let limit?) in limits where !(limit >= 0 && limit.isFinite) {
      throw ValidationError("\(name) is \(limit), but a number of 0 or more was expected")
    }
    if let limitUnmatched, limitUnmatched < 0 {
      throw ValidationError("--limit-unmatched is \(limitUnmatched), but a number of 0 or more was expected")
    }
  }

  /// - Throws: `checkFailed` for the first exceeded limit.
  func check(_ compared: ComparedClips) throws(ProgramError) {
    func fail(_ sentence: Fix) throws(ProgramError) { throw ProgramError(.checkFailed, sentence) }
    let difference = compared.deltaEITP
    let upper = [
      ("mean", difference.mean, limitMean), ("99th percentile of", difference.p99, limitP99),
      ("maximum", difference.maximum, limitMax),
    ]
    for case (let name, let value, let limit?) in upper where value > limit {
      try fail("the \(name) ΔE ITP is \(value.rounded(to: 3)), but at most \(limit) was expected")
    }
    let unmatched = compared.first.unmatchedFrames + compared.second.unmatchedFrames
    if let limit = limitUnmatched, unmatched > limit {
      try fail("the number of frames without a partner is \(unmatched), but at most \(limit) was expected")
    }
    let isRGB = compared.first.color.matrix == .identity
    if let limit = limitPSNR, let psnr = isRGB ? compared.psnr?.min() : compared.psnr?.first, psnr < limit {
      let planes = isRGB ? "the worst of R, G and B" : "luma"
      try fail("the PSNR of \(planes) is \(psnr.rounded(to: 2)) dB, but at least \(limit) dB was expected")
    }
    if failOnFault, let sentence = compared.geometry?.sentence ?? compared.diagnosis.first?.sentence {
      try fail("a fault was found: \(sentence)")
    }
  }
}
