internal import ArgumentParser
internal import JSONText
internal import Transcoding

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

// The results of `compare`, as text and as JSON.

extension ComparedClips: JSONConvertible {
  var jsonValue: JSONValue {
    JSONValue([
      "first": first.report, "second": second.report, "compared_at": JSONValue(["width": width, "height": height]),
      "frames": frames.count, "equal": areEqual, "delta_e_itp": deltaEITP.report(maximumPlace),
      "ciede2000": ciede2000?.report(nil), "psnr": psnr.map { decibels($0) },
      "wpsnr_luma": weightedPSNR.flatMap(decibels), "hue_degrees": hueDrift?.rounded(to: 3),
      "chroma_ratio": chromaRatio?.rounded(to: 4),
      "luminance_ratios": octaves.map {
        JSONValue(["up_to": $0.upTo.nits, "ratio": $0.ratio.rounded(to: 4), "share": $0.share.rounded(to: 4)])
      },
      "geometry": geometry.map {
        JSONValue([
          "code": $0.code, "sentence": $0.sentence, "correlation": $0.correlation.rounded(to: 3),
          "part": $0.part.map {
            JSONValue([
              "x": $0.x.rounded(to: 1), "y": $0.y.rounded(to: 1), "width": $0.width.rounded(to: 1),
              "height": $0.height.rounded(to: 1),
            ])
          },
        ])
      },
      "tone_curve": toneCurve.map {
        JSONValue(["first": $0.first.nits, "second": $0.second.nits.rounded(to: 2)])
      },
      "diagnosis": diagnosis.map {
        JSONValue(["code": $0.code, "sentence": $0.sentence, "confidence": $0.confidence.rounded(to: 3)])
      },
      "findings": findings.map { $0.named(in: .words) },
      "per_frame": frames.map {
        JSONValue([
          "frame": $0.index, "second_frame": $0.secondIndex, "seconds": $0.seconds?.rounded(to: 6),
          "delta_e_itp": $0.deltaEITP.report(nil), "psnr": $0.psnr.map { decibels($0) },
          "luminance": [$0.luminance.first.nits.rounded(to: 4), $0.luminance.second.nits.rounded(to: 4)],
        ])
      },
    ])
  }

  var inWords: String {
    var facts: [(String, String?)] = [
      ("first", first.inWords), ("second", second.inWords),
      ("frames", "\(frames.count)" + (unmatched.map { ", \($0)" } ?? "") + ", at \(width)x\(height)"),
    ]
    facts += areEqual ? [("difference", "none: every pixel is equal")] : differences
    func both(_ places: Int, _ unit: String = "", _ number: (Side) -> Double) -> String {
      "\(number(first).rounded(to: places))\(unit) and \(number(second).rounded(to: places))\(unit)"
    }
    facts += [
      ("light", "MaxCLL \(both(1) { $0.maxCLL.nits }), MaxFALL \(both(1) { $0.maxFALL.nits }) cd/m²"),
      (
        "levels",
        first.banding == nil || second.banding == nil
          ? nil : "\(both(2) { $0.banding ?? 0 }) codes of 8 bits apart where the first is smooth"
      ), ("out of range", "\(both(2, " %") { 100 * $0.shareOutOfRange }) of luma"),
    ]
    for octave in octaves where octave.share > 0.005 && !areEqual {
      let share = (100 * octave.share).rounded(to: 1)
      facts.append(
        (
          "up to \(octave.upTo.nits.rounded(to: 2))",
          "\(octave.ratio.rounded(to: 3)) of the light, in \(share) % of the picture"
        ))
    }
    return ([table(facts), ""] + faults).joined(separator: "\n")
  }

  private var differences: [(String, String?)] {
    let psnr = psnr?.map { $0.isFinite ? "\($0.rounded(to: 2)) dB" : "equal" }.joined(separator: ", ")
    let color = hueDrift.flatMap { hue in
      chromaRatio.map { "hue \(hue.rounded(to: 2))°, chroma \($0.rounded(to: 3)) times" }
    }
    return [
      ("ΔE ITP", "\(deltaEITP.inWords) at \(maximumPlace.x),\(maximumPlace.y) of frame \(maximumPlace.frame)"),
      ("CIEDE2000", ciede2000?.inWords), ("PSNR", psnr),
      ("wPSNR of luma", weightedPSNR.flatMap { $0.isFinite ? "\($0.rounded(to: 2)) dB" : nil }), ("color", color),
    ]
  }

  private var faults: [String] {
    let tones = toneCurve.map { "\($0.first.nits.rounded(to: 0)) → \($0.second.nits.rounded(to: 1))" }
    var lines =
      tones.isEmpty ? [] : ["another tone curve, which is not a fault: \(tones.joined(separator: ", ")) cd/m²"]
    if let geometry { lines.append("\(geometry.code): \(geometry.sentence)") }
    lines += diagnosis.map { "\($0.code): \($0.sentence) (\(Int((100 * $0.confidence).rounded())) %)" }
    if geometry == nil, diagnosis.isEmpty { lines.append(areEqual ? "no fault" : "no fault that leaves a known trace") }
    return lines
  }

  private var unmatched: String? {
    let (one, other) = (first.unmatchedFrames, second.unmatchedFrames)
    return one + other == 0 ? nil : "without a partner \(one) of the first and \(other) of the second"
  }
}

/// Decibels for JSON, which has no infinity: `nil` for equal planes.
private func decibels(_ value: Double) -> Double? { value.isFinite ? value.rounded(to: 3) : nil }
private func decibels(_ values: [Double]) -> [JSONValue] { values.map { decibels($0)?.jsonValue ?? .null } }

extension DifferenceSummary {
  fileprivate func report(_ place: (frame: Int, x: Int, y: Int)?) -> JSONValue {
    JSONValue([
      "mean": mean.rounded(to: 4), "p95": p95.rounded(to: 4), "p99": p99.rounded(to: 4), "max": maximum.rounded(to: 4),
      "max_at": place.map { JSONValue(["frame": $0.frame, "x": $0.x, "y": $0.y]) },
    ])
  }

  fileprivate var inWords: String {
    "mean \(mean.rounded(to: 3)), 95 % \(p95.rounded(to: 3)), 99 % \(p99.rounded(to: 3)), max \(maximum.rounded(to: 2))"
  }
}

extension ComparedClips.Side {
  fileprivate var report: JSONValue {
    JSONValue([
      "input": "\(input)", "width": width, "height": height, "pixel_format": pixelFormat,
      "primaries": color.primaries?.ffmpegName, "transfer": color.transfer?.ffmpegName,
      "matrix": color.matrix?.ffmpegName, "range": color.range?.ffmpegName, "frame_rate": frameRate,
      "unmatched_frames": unmatchedFrames, "max_cll": maxCLL.nits.rounded(to: 2),
      "max_fall": maxFALL.nits.rounded(to: 2), "banding": banding?.rounded(to: 3),
      "out_of_range": shareOutOfRange.rounded(to: 5),
    ])
  }

  fileprivate var inWords: String {
    let tags = [
      color.primaries?.ffmpegName, color.transfer?.ffmpegName, color.matrix?.ffmpegName, color.range?.ffmpegName,
    ].compactMap(\.self)
    return "\(input), \(width)x\(height), \(pixelFormat), \(tags.joined(separator: "/"))"
  }
}
