internal import ArgumentParser

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
    help: ArgumentHelp("How many threads convert; as many as there are cores unless said.", valueName: "count"))
  var threads: Int?

  @Option(help: ArgumentHelp("How progress is told on standard error.", valueName: "style"))
  var progress: ProgressStyle = .auto

  func validate() throws {
    if let threads, !(1...1024).contains(threads) {
      throw ValidationError("--threads is \(threads), but 1 to 1024 were expected")
    }
  }
}
