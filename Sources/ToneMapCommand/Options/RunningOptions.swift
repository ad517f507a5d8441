internal import ArgumentParser
internal import ToneMapping

/// What is told, and what is refused.
struct ReportOptions: ParsableArguments {
  @Flag(help: "Tell it as JSON.")
  var json = false

  @Flag(help: "Refuse to assume anything that the input does not say.")
  var strict = false
}

/// How a conversion runs.
struct RunningOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many threads convert; one for each core it may use unless said.", valueName: "count"))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "The vector instructions to use; all give the same bits. TONEMAP_SIMD chooses where this does not.",
      valueName: "set"))
  var simd: InstructionChoice?

  @Option(help: ArgumentHelp("How progress is told on standard error.", valueName: "style"))
  var progress: ProgressStyle = .auto

  func validate() throws {
    if let threads, !(1...1024).contains(threads) {
      throw ValidationError("--threads is \(threads), but 1 to 1024 were expected")
    }
  }
}

/// Which instructions a person wants to run on.
enum InstructionChoice: String, CaseIterable, ExpressibleByArgument {
  /// The widest that can run.
  case auto
  case baseline, v3, v4
}

extension RunningOptions {
  /// The instructions to run on: the option's; without it, those of the environment variable `TONEMAP_SIMD`; else the
  /// widest that can run.
  ///
  /// - Throws: `usage` for a name that is none, and for instructions that this machine cannot run.
  func instructions() throws(CommandError) -> InstructionSet {
    let choice = if let simd { simd } else { try Self.environmentsChoice() }
    guard let choice, let set = InstructionSet(rawValue: choice.rawValue) else {
      return InstructionSet.available.last ?? .baseline
    }
    guard InstructionSet.available.contains(set) else {
      let error = InstructionSetError.unavailable(set, available: InstructionSet.available)
      throw .usage("\(simd == nil ? "TONEMAP_SIMD" : "--simd") is \(set.rawValue), but \(error)")
    }
    return set
  }

  /// What `TONEMAP_SIMD` says, or `nil` where it is not set or empty.
  private static func environmentsChoice() throws(CommandError) -> InstructionChoice? {
    guard let name = System.environment("TONEMAP_SIMD"), !name.isEmpty else { return nil }
    if let choice = InstructionChoice(rawValue: name) { return choice }
    let names = InstructionChoice.allCases.map(\.rawValue).joined(separator: ", ")
    throw .usage("TONEMAP_SIMD is \(name), but one of \(names) was expected; unset it, or say --simd")
  }
}
