internal import ArgumentParser
internal import JSONText
internal import Transcoding

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the plan of a conversion, stage by stage; converts nothing.",
    discussion: """
      tonemap explain in.mov
      tonemap explain in.y4m --transfer pq --to sdr709
      tonemap explain --transfer pq --max-cll 1000,400
      tonemap explain in.mov out.mp4
      tonemap explain a.mov b.mov logo.png
      tonemap explain --transfer pq --color 0.58,0.58,0.58

      After one input, a name that does not exist yet is an output: alpha, sound, subtitles and metadata that it will lack are printed, as \
      far as that is known before the first frame.

      For several inputs, their plans for one output are printed, with the level of reference white; without --to, the output \
      suits all inputs: HDR if any is HDR, and HLG before PQ.

      --program also prints the compiled plan. --color also prints one color after each stage, exactly. \
      --help-hidden lists further options.
      """)

  @Argument(
    help:
      "A movie, an image, a bare stream, Y4M or raw frames that supply layout and tags; without it, the options state everything.",
    completion: .file()
  )
  var inputs: [Path] = []

  @Option("The codec of a movie output, as with convert.", as: "name") var videoCodec: String?

  @OptionGroup var conversion: ConversionOptions
  @OptionGroup(title: "More about the source", visibility: .further) var decoding: DecodingOptions
  @OptionGroup(title: "Common") var strictness: StrictOptions
  @Option("Explain the conversion to pictures of this kind instead of frames.", as: "kind") var format: PictureKind?
  @OptionGroup var report: ReportOptions
  @Option(
    "Also print a color of the source, R′, G′, B′ of 0 to 1, after each stage, and its codes, computed exactly (in double precision).",
    as: "r,g,b", transform: ColorTrace.color(option:))
  var color: Signal?
  @Flag(help: "Print the plan's operations and their compiled steps, each with its share of the time.")
  var program = false

  func validate() throws {
    let settings = try settings()
    try validating(settings.check)
    try Path.refuseSharedStandardInput(
      inputs + [settings.light.frameMetadata, settings.output.alpha.alphaFile].compactMap(\.self))
    let ofOne = [
      ("--program", program), ("--color", color != nil), ("--format", format != nil),
      ("--alpha-file", settings.output.alpha.alphaFile != nil),
    ]
    guard inputs.count > 1 else { return }
    if settings.output.keepsSource {
      throw ValidationError(
        "--to source gives each input its own output; explain each by itself, or give --to shared")
    }
    if let option = ofOne.first(where: \.1)?.0 {
      throw ValidationError("\(option) is for one input, but \(inputs.count) were given; explain each by itself")
    }
  }

  func run() throws {
    var context = try PlanningContext(settings(), .console)
    try context.requireCurve()
    if inputs.count == 2, System.kind(of: inputs[1]) == .nothing { return try explain(inputs[0], into: inputs[1]) }
    if videoCodec != nil {
      throw ProgramError(
        .settings, "--video-codec applies to an output, but no output was named; name one, such as out.mp4")
    }
    guard inputs.count < 2 else { return try explainTogether(context) }
    if conversion.display.isShared {
      let clips = inputs.isEmpty ? [try context.input.clip(of: nil)] : try context.input.clips(of: inputs)
      let reason = try context.share(among: clips)
      Console.warn("the output is \(context.target.preset.rawValue): \(reason)")
    }
    let input = inputs.first.map(MediaInput.init)
    if let input, let media = try context.input.media(of: input) {
      return try explain(context.input.withParts(media, of: input), of: input, context)
    }
    let clip = try context.input.withAlpha(context.input.clip(of: input))
    try show(decide(about: clip, context))
  }

  private func settings() throws -> ConversionSettings { try ConversionSettings(self, for: conversion.display) }

  /// - Parameters:
  ///   - isMedia: Whether the plan is for a movie or picture; in JSON, it is then one member among others.
  ///   - unread: The reason why the frames cannot be decoded.
  private func show(_ decision: Decision, isMedia: Bool = false, unread: Finding? = nil) throws {
    let listing = program ? try decision.plan.listing(on: .best) : nil
    let trace = color.map { ColorTrace($0, through: decision.plan) }
    guard !report.json else {
      let plan = decision.report(in: .words, compiling: false)
      let isPlain = !isMedia && listing == nil && trace == nil
      let all = JSONValue(["plan": plan, "program": listing?.report, "color": trace, "remark": unread.map { "\($0)" }])
      return try Console.print(jsonText(isPlain ? plan : all))
    }
    let plan = decision.outline(in: .words) + (unread.map { "\nnote            \($0)" } ?? "")
    try Console.print([plan, trace?.description, listing?.description].compactMap(\.self).joined(separator: "\n\n"))
  }

  private func explainTogether(_ context: PlanningContext) throws {
    var context = context
    let clips = try context.input.clips(of: inputs)
    var reason = "as --to says"
    if context.target.display == nil, context.lookup.file != nil {
      reason = "the default, since --to does not state the output of the lookup table"
    } else if context.target.display == nil {
      reason = try context.share(among: clips)
    }
    let decisions = try clips.map { (name: $0.name, decision: try context.decide(about: $0)) }
    context.reportUnusedSettings(about: zip(clips, decisions).map { ($0, $1.decision) })
    let plan = TimelinePlan(output: context.target.preset.rawValue, reason: reason, plans: decisions)
    try Console.print(report.json ? jsonText(plan) : plan.description)
  }

  /// Prints the plan of one conversion, and the losses of its output.
  private func explain(_ input: Path, into output: Path) throws {
    var settings = try settings()
    settings.encoding.codec = videoCodec
    let job = try MovieConversion(of: input, to: output, settings, for: .console)
    try job.rehearse()
    try show(job.decision, isMedia: true)
  }

  private func explain(_ media: MediaDescription, of input: MediaInput, _ context: PlanningContext) throws {
    var (context, path) = (context, input.path)
    try context.input.refuseColorJSON(of: path)
    let (stored, unread) = try context.input.clip(of: media, in: input)
    // convert applies this geometry to frames before the plan reads them.
    let isTurned = format != nil || OutputKind.container(like: path, hasAlpha: stored.format.hasAlpha) == "mkv"
    let clip =
      stored.size == nil || stored.geometry.isIdentity
      ? stored : stored.shaped(by: isTurned ? stored.geometry : stored.geometry.cropOnly).clip
    if let kind = OutputKind(rawValue: OutputKind.container(like: path, hasAlpha: clip.format.hasAlpha)),
      let note = AppliedGeometry.note(onStated: clip.geometry.orientation, in: kind)
    {
      context.notes.append(note)
    }
    try show(decide(about: context.input.withAlpha(clip), context), isMedia: true, unread: unread)
  }

  /// Makes the plan, and reports the consequences of the output's kind.
  private func decide(about clip: Clip, _ context: PlanningContext) throws -> Decision {
    var context = context
    if let format { try context.adapt(to: format, of: clip) }
    let given = try context.hdr10PlusCurves(for: clip)
    if let given, given.changes > 0 {
      context.notes.append(
        Finding(
          code: "curve-changes",
          found:
            "the HDR10+ JSON changes its curve \(plural(given.changes, "time")), and each frame is mapped with its own",
          consequence: "the plan is for frame \(context.frames.start)"))
    }
    context.curve = given.map { .hdr10Plus($0.first) }
    let decision = try context.decide(about: clip, for: format?.format)
    try format?.check(decision.plan)
    context.reportUnusedSettings(about: [(clip, decision)])
    let notes = context.notes + clip.appliedGeometry.notes(on: clip.name, in: format?.format)
    for finding in notes { Console.warn(finding) }
    return decision
  }
}

/// The plans of several sources for one output, and the resulting levels of their reference white.
struct TimelinePlan {
  let output, reason: String
  let plans: [(name: String, decision: Decision)]

  private var white: String {
    // Codes of narrow range with the bits of the deepest output compare formats.
    let bits = min(plans.map { $0.decision.plan.outputFormat.bitDepth }.max() ?? 8, 16)
    let narrow = Quantization(bitDepth: bits, range: .narrow)
    func code(_ signal: SignalLevel?) -> Double? { signal.map { narrow.code(luma: $0).value } }
    let codes = plans.map { code($0.decision.plan.targetSignalOfReferenceWhite) }
    let known = codes.compactMap(\.self)
    guard let minimum = known.min(), let maximum = known.max() else { return "unknown in all sources" }
    let depth = "of \(bits) bits"
    let isSame = maximum - minimum < 0.5
    if isSame, known.count == plans.count { return "code \(minimum.rounded(to: 1)) \(depth) in all sources" }
    let each = zip(plans, codes).map { "\($0.name) \($1.map { "\($0.rounded(to: 1))" } ?? "unknown")" }
    let levels = "codes \(depth): \(each.joined(separator: ", "))"
    guard !isSame else { return levels }
    var (lowered, raised): ([String], [String]) = ([], [])
    for ((name, decision), level) in zip(plans, codes) {
      guard decision.plan.stages.contains(where: { $0.kind == .tone }), let level,
        let unmoved = code(decision.plan.unmovedWhiteSignal)
      else { continue }
      if level - unmoved < -0.5 { lowered.append("\(name) is compressed, so its white lies lower") }
      if level - unmoved > 0.5 { raised.append("\(name) is expanded, so its white lies higher") }
    }
    return ([levels] + lowered + raised).joined(separator: "; ")
  }
}

extension TimelinePlan: JSONConvertible {
  var jsonValue: JSONValue {
    let plans = plans.map { name, decision in
      // The output's code for reference white, unless its level in the source is unknown.
      let white = decision.plan.targetSignalOfReferenceWhite.map { decision.plan.targetLumaCode(ofSignal: $0).value }
      return JSONValue([
        "name": name, "white_code": white?.rounded(to: 2), "plan": decision.report(in: .words, compiling: false),
      ])
    }
    return JSONValue(["output": output, "reason": reason, "plans": plans])
  }
}

extension TimelinePlan: CustomStringConvertible {
  var description: String {
    let head = table([("output", "\(output): \(reason)"), ("reference white", white)])
    return ([head] + plans.map { "\($0.name)\n\($0.decision.outline(in: .words))" }).joined(separator: "\n\n")
  }
}

/// The exact results of a conversion for one color, stage by stage.
struct ColorTrace {
  private let signal: SIMD3<Double>
  private let steps: [(stage: PlanStage, components: SIMD3<Double>)]
  /// The codes of the output, rounded without dither and limited to its bits; unchanged if they are floating-point numbers.
  private let codes: SIMD3<Double>
  private let format: PixelFormat

  init(_ color: Signal, through plan: ConversionPlan) {
    (signal, steps, format) = (color.components, plan.trace(color), plan.outputFormat)
    let color = steps.last?.components ?? .zero
    codes =
      format.isFloat
      ? color
      : color.rounded(.toNearestOrEven).clamped(
        lowerBound: .zero, upperBound: SIMD3(repeating: Double(format.maximumCode)))
  }

  /// Parses a color on the command line: the source's R′, G′, B′, each 0 to 1.
  static func color(option: String) throws -> Signal {
    let numbers = option.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
    guard numbers.count == 3, numbers.allSatisfy((0...1).contains) else {
      throw ValidationError("expected the source's R′, G′ and B′, each 0 to 1, such as 0.58,0.58,0.58")
    }
    return Signal(SIMD3(numbers[0], numbers[1], numbers[2]))
  }
}

extension ColorTrace: JSONConvertible {
  var jsonValue: JSONValue {
    let steps = steps.map {
      JSONValue(["name": $0.stage.name, "detail": $0.stage.detail, "unit": $0.stage.gives, "components": $0.components])
    }
    return JSONValue(["signal": signal, "steps": steps, "codes": codes])
  }
}

extension ColorTrace: CustomStringConvertible {
  var description: String {
    let order = format.model == .yCbCr ? "Y′ C′B C′R" : "R′ G′ B′"
    func row(_ name: String, _ color: SIMD3<Double>, _ decimals: Int, _ meaning: String) -> (
      name: String, numbers: [String], meaning: String
    ) {
      (name, (0..<3).map { Self.text(color[$0], decimals) }, meaning)
    }
    let rows =
      [row("color", signal, 6, "signal of the source, R′ G′ B′")]
      + steps.map { stage, components in
        let (meaning, decimals) = Self.meaning(of: stage.gives, order)
        return row(stage.name, components, decimals, meaning)
      }
      + [row("rounded", codes, 0, "codes of \(format.name) without dither, \(order)")]
    let width = rows.map(\.name.count).max() ?? 0
    return zip(rows, aligned(rows.map(\.numbers))).map { row, numbers in
      "\(row.name.padded(to: width + 2))\(numbers)  \(row.meaning)"
    }.joined(separator: "\n")
  }

  /// The meaning of numbers with a unit, and their number of decimals.
  private static func meaning(of unit: String, _ order: String) -> (words: String, decimals: Int) {
    switch unit {
    case "light": ("light, cd/m²", 4)
    case "light of the scene": ("light of the scene × peak, cd/m²", 4)
    case "codes": ("codes before rounding, \(order)", 4)
    default: (unit, 6)
    }
  }

  private static func text(_ number: Double, _ decimals: Int) -> String {
    guard decimals > 0 else { return "\(number)".hasSuffix(".0") ? String("\(number)".dropLast(2)) : "\(number)" }
    let text = "\(number.rounded(to: decimals) + 0)"
    guard !text.contains("e"), let dot = text.firstIndex(of: ".") else { return text }
    return text + String(repeating: "0", count: max(0, decimals - text.distance(from: dot, to: text.endIndex) + 1))
  }
}
