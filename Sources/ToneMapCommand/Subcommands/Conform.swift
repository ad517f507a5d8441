internal import ArgumentParser
internal import Exactness
internal import JSONText
internal import Synchronization
internal import Transcoding

struct Conform: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare converted colors with the exact result.",
    discussion: """
      tonemap conform --transfer pq
      tonemap conform --transfer pq --exhaustive
      tonemap conform --transfer hlg --tone-mapping bt2446a --sample 65536 --json

      Converts code triples of a 4:4:4 input twice: on vectors, as frames are converted, and color by color in double precision. \
      Reports the maximum difference before rounding, the color that has it, and how many colors exceed the bound of 0.05 of an 8-bit \
      code or 0.10 of a 10-bit code. The exit code is 1 if a color exceeds it. --help-hidden lists further options.
      """)

  @Argument(
    help: "Y4M or raw frames that supply layout and tags; without it, the options state everything.",
    completion: .file()
  )
  var input: Path?

  @OptionGroup(title: "Colors") var colors: ColorOptions
  @OptionGroup var conversion: ConversionOptions
  @OptionGroup(title: "Common") var strictness: StrictOptions
  @OptionGroup(title: "Running", visibility: .further) var running: RunningOptions
  @OptionGroup var report: ReportOptions

  func validate() throws {
    try validating(ConversionSettings(self, for: conversion.display).check)
    try conversion.display.refuseShared()
  }

  func run() throws {
    let context = try PlanningContext(ConversionSettings(self, for: conversion.display), .console)
    let threads = try RunningSettings(stated).threads
    try context.requireCurve()
    let instructions = try running.instructions()
    let clip = try clip(context)
    let decision = try context.decide(about: clip)
    context.reportUnusedSettings(about: [(clip, decision)])
    let kernels = try instructions.kernels()
    let check = try explained { () throws(SIMDCheckError) in
      try SIMDCheck(
        decision.plan, over: colors.exhaustive ? .all : .sample(colors.sample ?? 1 << 22, seed: colors.seed),
        limit: colors.limit, on: kernels)
    }
    for finding in decision.assumptions { Console.warn(finding, isAssumed: true) }
    let start = ContinuousClock.now
    let errors = try explained { () throws(SIMDCheckError) in try compare(by: check, threads) }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let made = ConformReport(
      errors: errors, seconds: seconds.rounded(to: 1), seed: colors.exhaustive ? nil : colors.seed,
      instructions: instructions, decision: decision)
    try Console.print(report.json ? jsonText(made) : made.description)
    if let failure = made.failure { throw failure }
  }

  /// Runs all batches, and shows progress every five seconds.
  private func compare(by check: SIMDCheck, _ threads: Int?) throws(SIMDCheckError) -> SIMDErrors {
    let (start, shows, batches) = (ContinuousClock.now, running.progress != .none, check.batches)
    let last = Mutex(start)
    return try check.run(threads: threads ?? activeProcessorCount) { done, errors in
      let now = ContinuousClock.now
      guard shows, done < batches, last.withLock({ now - $0 >= .seconds(5) }) else { return }
      last.withLock { $0 = now }
      let left = (now - start) / .seconds(1) / Double(done) * Double(batches - done)
      Console.say(
        "tonemap: \(done * 100 / batches) % of the colors, \(Progress.clock(left)) left, \(errors.beyond) beyond \(errors.limit),"
          + " the maximum error \(errors.maximum.rounded(to: 6))")
    }
  }

  /// The clip as its 4:4:4 counterpart, in which every triple is a color.
  private func clip(_ context: PlanningContext) throws(TranscodingError) -> Clip {
    var clip = try context.input.clip(of: input.map(MediaInput.init))
    if input == nil, context.source.pixelFormat == nil, clip.format.chroma != .c444 || clip.format.layout != .planar {
      clip.format = .yuv444p10
    } else if let format = clip.format.planar(chroma: .c444, hasAlpha: false) {
      clip.format = format
    }
    return clip
  }

  private func explained<Value>(_ body: () throws(SIMDCheckError) -> Value) throws(ProgramError) -> Value {
    do { return try body() } catch {
      if case .cannotRun = error { throw ProgramError(.system, "\(error)") }
      throw ProgramError(.settings, "\(error)")
    }
  }
}

struct ColorOptions: ParsableArguments {
  @Flag(help: "Compare every code triple: 2^30 of them for 10 bits.")
  var exhaustive = false

  @Option("Compare this many code triples, spread evenly; by default, 4194304.", as: "count")
  var sample: Int?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The start of the sample, 0 or more.", valueName: "number"),
    transform: UInt64.read)
  var seed: UInt64 = 1

  @Option("The allowed difference, instead of the bound above.", as: "codes")
  var limit: Double?

  func validate() throws {
    if exhaustive, sample != nil {
      throw ValidationError(
        "--exhaustive and --sample both choose the colors, but only one was expected; leave one out")
    }
    // The limit equals that of --exhaustive, which takes 5 to 45 minutes of processor time; 2^40 would take days to weeks.
    if let sample, !(1...1 << 30).contains(sample) {
      throw ValidationError("--sample is \(sample), but 1 to \(1 << 30) colors, 2^30, were expected")
    }
    if seed > 1 << 53 {
      throw ValidationError(
        "--seed is \(seed), but at most \(1 << 53), 2^53, was expected, which every JSON reader accepts")
    }
    if let limit, !(limit >= 0 && limit.isFinite) {
      throw ValidationError("--limit is \(limit), but 0 or more codes were expected")
    }
  }
}

struct ConformReport {
  let errors: SIMDErrors
  let seconds: Double
  /// The start of a sample; `nil` if all colors were compared.
  let seed: UInt64?
  let instructions: InstructionSet
  let decision: Decision

  private var input: String { decision.plan.inputFormat.name }
  private var output: String { decision.plan.outputFormat.name }

  /// The numbers of colors with an error up to an edge and above the previous one, in codes; the last has no edge.
  private var histogram: [(upTo: Double?, colors: Int)] {
    Array(zip(SIMDErrors.edges.map(Optional.some) + [nil], errors.bins))
  }

  var failure: ProgramError? {
    guard errors.beyond > 0, let first = errors.worst.first else { return nil }
    return ProgramError(
      .checkFailed,
      "\(errors.beyond) of \(errors.colors) colors \(errors.beyond == 1 ? "differs" : "differ") from the exact result by more than \(errors.limit) of a code, the allowed error; the"
        + " color \(list(first.codes)) has the largest error, \(first.error.rounded(to: 4))")
  }
}

extension ConformReport: JSONConvertible {
  var jsonValue: JSONValue {
    JSONValue([
      "input": input, "output": output, "exhaustive": seed == nil, "seed": seed, "colors": errors.colors,
      "limit": errors.limit, "beyond": errors.beyond, "maximum_error": errors.maximum,
      "worst": errors.worst.map {
        JSONValue([
          "codes": $0.codes, "reference": $0.reference.rounded(to: 6), "lanes": $0.lanes.rounded(to: 6),
          "error": $0.error,
        ])
      },
      "histogram": histogram.map { JSONValue(["up_to": $0.upTo, "colors": $0.colors]) }, "seconds": seconds,
      "instructions": instructions.rawValue, "plan": decision.report(in: .words),
    ])
  }
}

extension ConformReport: CustomStringConvertible {
  var description: String {
    let which = seed.map { "an even sample of \(input), seed \($0)" } ?? "all of \(input)"
    let first = errors.worst.first
    let facts: [(String, String?)] = [
      ("colors", "\(errors.colors), \(which), to \(output)"), ("on", "\(instructions.rawValue), \(seconds) s"),
      ("maximum error", "\(errors.maximum.rounded(to: 6)) of a code, before rounding"),
      (
        "at",
        first.map {
          "\(list($0.codes)): \(list($0.lanes.rounded(to: 6))) instead of \(list($0.reference.rounded(to: 6)))"
        }
      ),
      ("beyond \(errors.limit)", "\(errors.beyond)"),
    ]
    return table(
      facts
        + histogram.filter { $0.colors > 0 }.map { edge, colors in
          (edge.map { "up to \($0)" } ?? "above", "\(colors)")
        })
  }
}
