internal import ArgumentParser

/// The `tonemap` command: arguments in, exit code out.
@main struct ToneMapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tonemap",
    abstract: "Converts HDR video to what a display can show.",
    discussion: """
      Pixels go to the output file or, with -, to standard output; everything for people goes to standard error.

      Exit codes: 0 good, also when a reader closes our output early; 1 a check failed; 64 wrong usage; 65 bad or contradictory data; \
      66 no input; 70 a fault of tonemap; 73 cannot create the output; 74 cannot read or write.
      """,
    version: VersionReport().description,
    subcommands: [Convert.self, Explain.self, Info.self, TagMovie.self, Conform.self])

  static func main() {
    System.ignoreFailedWrites()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      end(with: error)
    }
  }

  /// Tells the user what went wrong, in one sentence, and ends the process.
  private static func end(with error: any Error) -> Never {
    switch error {
    case let error as CommandError:
      if let sentence = error.sentence { Console.complain(sentence) }
      if case .interrupted(let signal) = error { exitProcess(bySignal: signal) }
      exitProcess(error.exitCode)
    case _ where exitCode(for: error) == .success:
      do {
        try Console.print(fullMessage(for: error))
        exitProcess(0)
      } catch {
        end(with: error)
      }
    default:
      Console.complain(
        UsageMessage(
          message(for: error), subcommands: configuration.subcommands.map { $0._commandName },
          asked: CommandLine.arguments.dropFirst().first
        ).sentence)
      exitProcess(64)
    }
  }
}
