internal import ArgumentParser
internal import JSONText
internal import LightStatistics
internal import ToneMapping

/// Everything that the user chose for a plan; the subcommands share it.
struct Choices {
  var source: SourceOptions
  var metadata: MetadataOptions
  var mapping: MappingOptions
  var lookup: LookupOptions
  var target: OutputOptions
  var strict: Bool
  /// The frames to convert: the first, and how many; `nil` means all that follow.
  var frames: (start: Int, count: Int?) = (0, nil)
  /// The layout of frames that the encoder of a movie takes; `nil` if there is none, or if it takes the plan's.
  var encodedFormat: PixelFormat?
  /// The light of the first frame, if the light of frames decides how they are mapped.
  var light: DynamicLight.Levels?
  /// What ST 2094-50 states of the first frame, if its operator is chosen.
  var headroomAdaptiveToneMap: HeadroomAdaptiveToneMap?
  /// What follows from the kind of output, and is reported.
  var notes: [String] = []
  /// What is done with interlaced pictures of a movie.
  var fields = FieldHandling.refused
  /// The codes of assumptions that the output does not need.
  var moot: Set<String> = []
  /// Whether the output never has alpha, so that no option could keep it.
  var neverHasAlpha = false
  /// Whether each part of a movie gets a plan of its own where the color changes; else such a change is refused.
  var readsOtherColors = true
  /// What the plans for these choices have in common, and for choices that differ in some options.
  let tables = DisplayTables()
}

extension Choices {
  /// The choices of a command that only reads the source: mapping and target are the defaults.
  init(source: SourceOptions, metadata: MetadataOptions, strict: Bool) throws {
    self.init(
      source: source, metadata: metadata, mapping: try MappingOptions.parse([]),
      lookup: try LookupOptions.parse([]), target: try OutputOptions.parse([]), strict: strict)
  }
}

/// A plan, and everything that was assumed to make it.
struct Decision {
  let plan: ConversionPlan
  let assumptions: [Finding]
  /// The curve of HDR10+ metadata, if it was given.
  let scene: HDR10PlusCurve?
  /// The operator that was chosen, with its parameters.
  let tone: ToneOperator

  /// What a user who asked for SDR should know if the source is SDR already; no assumption, so `--strict` allows it.
  var note: String? {
    guard plan.lookupTable == nil, plan.options.look == .neutral, !plan.targetTags.isHDR, !plan.sourceTags.isHDR,
      let transfer = plan.sourceTags.transfer
    else {
      return nil
    }
    return "nothing to map: the source is SDR (\(transfer.h273Name))"
  }

  /// What the document of the operator has another white for, and how to get that.
  var publishedSetting: String? {
    guard let published = tone.publishedWhite, !plan.targetTags.isHDR,
      plan.stages.has(.tone), plan.options.referenceWhite != published
    else { return nil }
    return "\(tone) is published for an SDR white of \(published) (\(tone.document)), and white is"
      + " \(plan.options.referenceWhite) here; --reference-white \(Int(published.nits)) gives the published setting"
  }
}

extension Choices {
  /// Makes the plan for a clip.
  ///
  /// - Parameter file: The kind of file to write; `nil` if none is written.
  func decide(about clip: Clip, for file: FileFormat? = nil) throws(CommandError) -> Decision {
    let table = try lookupTable()
    return try decide(about: clip, for: file, scene: hdr10PlusCurve(for: clip), table: table)
  }

  /// Makes the plan for a clip with the curve of its HDR10+ metadata or a lookup table, which have been read before.
  ///
  /// - Parameter findings: What has to be assumed besides.
  func decide(
    about clip: Clip, for file: FileFormat? = nil, scene: HDR10PlusCurve?, table: LookupTable?,
    besides findings: [Finding] = []
  ) throws(CommandError) -> Decision {
    var plan: ConversionPlan
    let options = try options()
    let curve = scene.map { FrameCurve.hdr10Plus($0) } ?? headroomAdaptiveToneMap.map { .headroom($0) }
    let tone = mapping.tone(following: curve)
    if table == nil { try mapping.checkParameters() }
    do {
      plan =
        if let table {
          try ConversionPlan(
            from: clip.source, to: display, applying: table, interpolation: lookup.lutInterpolation,
            tableRange: lookup.lutRange, options: options, reading: clip.format,
            writing: outputFormat(for: clip))
        } else {
          try ConversionPlan(
            from: clip.source, to: display, tone: tone, gamut: mapping.gamut, options: options,
            reading: clip.format, writing: outputFormat(for: clip), sharing: tables)
        }
    } catch {
      throw CommandError(error)
    }
    // Whoever typed levels knows where they are from.
    if metadata.messages.maxCLL != nil { plan.assumptions.removeAll { $0.code == Finding.placeholders } }
    var assumptions = clip.assumptions + plan.assumptions
    assumptions += findings.filter { !assumptions.contains($0) }
    if target.alpha.alpha == .ignore || neverHasAlpha { assumptions.removeAll { $0.code == "alpha-dropped" } }
    assumptions.removeAll { moot.contains($0.code) }
    if file?.isMovie == true, target.outPixelFormat == nil, let loss = Finding.lossOfDepth(in: plan) {
      assumptions.append(loss)
    }
    if let loss = file?.loss(of: plan) { assumptions.append(loss) }
    let unanswered = assumptions.filter { !$0.isDecided }
    if strict, !unanswered.isEmpty { throw CommandError(PlanError.assumptions(unanswered)) }
    return Decision(plan: plan, assumptions: assumptions, scene: scene, tone: tone)
  }

  /// Tells what was assumed for a decision, and what follows from it.
  func tell(of decision: Decision, about clip: Clip) {
    tellIdleOptions(about: clip, decision)
    Console.complain(assumed: decision.assumptions)
    Console.complain(decision.plan.findings)
    for note in notes + [decision.note].compactMap(\.self) { Console.complain(note) }
    if let lattice = decision.plan.approximation { Console.complain("\(lattice)") }
  }

  /// Tells what was assumed to read a clip; with `--strict`, an undecided assumption is an error.
  func tell(_ assumptions: [Finding]) throws(CommandError) {
    // Whoever typed levels knows where they are from.
    let isTyped = metadata.messages.maxCLL != nil
    let assumptions = assumptions.filter { !isTyped || $0.code != Finding.placeholders }
    let unanswered = assumptions.filter { !$0.isDecided }
    if strict, !unanswered.isEmpty { throw CommandError(PlanError.assumptions(unanswered)) }
    Console.complain(assumed: assumptions)
  }

  /// Tells what was wrong with an input, although it could be used; with `--strict`, it is an error.
  func judge(_ faults: [Finding]) throws(CommandError) {
    if strict, let fault = faults.first {
      let sentence = "\(fault.inOptions); repair the file, or leave --strict out"
      throw fault.isCutShort ? .truncated(sentence) : .data(sentence)
    }
    Console.complain(faults)
  }

  /// Tells which options of this process change nothing.
  ///
  /// - Parameter others: Options that the plan does not show, but something else depends on.
  func tellIdleOptions(about clip: Clip, _ decision: Decision, besides others: Set<String> = []) {
    tellIdleOptions(about: [(clip, decision)], besides: others)
  }

  /// Tells which options change nothing for any of several clips.
  func tellIdleOptions(about decisions: [(clip: Clip, decision: Decision)], besides others: Set<String> = []) {
    var words = Arguments.words.filter { !others.contains(String($0.prefix { $0 != "=" })) }
    var idle: IdleOptions?
    // What is idle for one is looked at for the next.
    for (clip, decision) in decisions {
      let found = IdleOptions(in: words, of: self, about: clip, decision)
      (idle, words) = (found, found.names)
    }
    if let sentence = idle?.sentence { Console.complain(sentence) }
  }

  /// The display: a preset, with the changes from the options.
  var display: Display {
    let preset = target.preset.display
    return Display(
      target.outPrimaries?.value ?? preset.primaries, transfer: target.outTransfer?.value ?? preset.transfer,
      matrix: target.outMatrix?.value,
      range: target.outRange?.value ?? target.outPixelFormat?.impliedRange,
      chromaLocation: target.outChromaLocation?.value ?? preset.chromaLocation, bitDepth: preset.bitDepth,
      luminance: mapping.targetPeak.map { LuminanceRange(black: .nits(0), peak: .nits($0)) },
      surround: mapping.surround)
  }

  /// The choices of the plan; `strict` is applied here, since some assumptions are not the plan's.
  func options() throws(CommandError) -> PlanOptions {
    let options = try PlanOptions(
      sourcePeak: mapping.sourcePeak.map { .nits($0) },
      referenceWhite: .nits(mapping.referenceWhite), sdrTransfer: mapping.sdrTransfer, trust: metadata.trustMetadata,
      look: mapping.look, expandsHighlights: mapping.expandHighlights,
      alpha: target.alpha.output(for: display, white: .nits(mapping.referenceWhite)), dither: target.dither,
      latticeSize: mapping.lattice)
    let curve = headroomAdaptiveToneMap.map { FrameCurve.headroom($0) } ?? light.map { .light($0) }
    return curve?.applied(to: options) ?? options
  }

  /// The format to write: the requested one; one without alpha, if alpha is to be ignored; `nil` to let the plan choose.
  func outputFormat(for clip: Clip) -> PixelFormat? {
    if let asked = target.outPixelFormat { return asked.format }
    if let encodedFormat { return encodedFormat }
    let (input, isIgnored) = (clip.layout ?? clip.format, target.alpha.alpha == .ignore && clip.format.hasAlpha)
    guard isIgnored || clip.layout != nil else { return nil }
    return input.planar(
      bitDepth: target.preset.display.bitDepth,
      hasAlpha: input.hasAlpha && !isIgnored && target.alpha.isKept)
  }
}

extension Finding {
  /// Whether an input ends before it says.
  var isCutShort: Bool { code == "cut-short" }

  /// What to tell of HDR that the encoder takes with 8 bits only.
  fileprivate static func lossOfDepth(in plan: ConversionPlan) -> Finding? {
    guard plan.targetTags.isHDR, plan.outputFormat.bitDepth == 8, plan.outputFormat.hasAlpha else { return nil }
    return Finding(
      code: "hdr-in-8-bits",
      found: "the output is HDR in \(plan.outputFormat.name), since the encoder takes alpha with 8 bits only",
      consequence: "smooth areas show bands",
      fix: "write .mov or .mkv, which keep alpha with 10 bits, or drop it with --alpha ignore")
  }
}

extension Decision: CustomStringConvertible {
  var report: JSONValue { plan.report(assuming: assumptions) }

  /// The stages and the assumptions, one line each.
  var description: String {
    let ours = assumptions.filter { !plan.assumptions.contains($0) }.map { "assumed         \($0.inOptions)".onOneLine }
    let notes = [note, publishedSetting].compactMap(\.self).map { "note            \($0)" }
    return ([plan.outline(telling: \.inOptions)] + ours + notes).joined(separator: "\n")
  }
}
