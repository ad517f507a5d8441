internal import Transcoding
internal import ArgumentParser

struct ReportOptions: ParsableArguments {
  @Flag(help: "Print the report as JSON.")
  var json = false
}

struct StrictOptions: ParsableArguments {
  @Flag(ConversionSettings[.strict]) var strict = false
}

struct RunningOptions: ParsableArguments {
  @Option(RunningSettings[.threads]) var threads

  @Option(
    "The vector instructions to use (v3: AVX2, v4: AVX-512); all give identical results. By default, the value of the environment"
      + " variable TONEMAP_SIMD, otherwise auto.", as: "set")
  var simd: InstructionChoice?

  @Option("The display of progress on standard error.", as: "style") var progress: ProgressStyle = .auto

  func validate() throws { try validating(RunningSettings(stated).check) }
}

enum InstructionChoice: String, CaseIterable, ExpressibleByArgument {
  /// The widest set that this machine supports.
  case auto
  case baseline, v3, v4
}

extension RunningOptions {
  func settings() throws -> RunningSettings {
    var settings = try RunningSettings(stated)
    settings.instructions = try instructions()
    return settings
  }

  /// Runs a job that shows its progress. A bar is cleared when the job ends early, so that the message gets its own line.
  func showing<Output>(_ settings: RunningSettings, _ job: (RunControl) throws -> Output) throws -> Output {
    let shown = Progress(progress, instructions: settings.chosenInstructions)
    defer { shown.abandon() }
    return try job(.console(showing: shown))
  }

  /// The instruction set: from the option, else from the environment variable `TONEMAP_SIMD`, else the widest that this machine
  /// supports.
  func instructions() throws(ProgramError) -> InstructionSet {
    var choice = simd
    if choice == nil, let name = System.environment("TONEMAP_SIMD"), !name.isEmpty {
      choice = InstructionChoice(rawValue: name)
      guard choice != nil else {
        throw ProgramError(
          .settings,
          "TONEMAP_SIMD is \(name), but one of \(InstructionChoice.allCases.map(\.rawValue).joined(separator: ", ")) was expected;"
            + " unset it, or give --simd")
      }
    }
    guard let choice, let set = InstructionSet(rawValue: choice.rawValue) else {
      return InstructionSet.available.last ?? .baseline
    }
    let available = InstructionSet.available
    guard available.contains(set) else {
      let setting = simd == nil ? "TONEMAP_SIMD" : "--simd"
      let error = InstructionSetError.unavailable(set, available: available)
      throw ProgramError(.settings, "\(setting) is \(set.rawValue), but \(error)")
    }
    return set
  }
}
