internal import Transcoding
internal import ArgumentParser
internal import JSONText

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
    for finding in notes { Console.warn(.finding(finding)) }
    return decision
  }
}
