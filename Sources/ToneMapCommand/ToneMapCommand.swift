internal import Transcoding
internal import ArgumentParser
internal import CCommand
internal import Movies

@main struct ToneMapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tonemap",
    abstract: "Convert HDR video for SDR and other displays.",
    discussion: """
      tonemap convert in.mov out.mp4
      tonemap convert-all movies sdr
      tonemap explain in.mov
      tonemap thumbnail in.mov out.jpg
      tonemap lut hdr10-to-sdr.cube --transfer pq --max-cll 1000,400

      Reports go to standard output; progress, assumptions and errors go to standard error. If convert writes to -, only pixels go to \
      standard output, and reports go to standard error too.

      Exit codes: 0 success, also if the reader of the output closes its pipe early; 1 a check failed; 3 with --only-hdr, every input is SDR; 64 wrong usage; 65 bad or \
      contradictory data; 66 the input does not exist or may not be read; 70 an internal error of tonemap; 71 the system lacks memory or \
      another resource; 73 the output cannot be created; 74 reading or writing failed; 75 the input ends before its stated end, and the output with it.
      """,
    version: versionText,
    subcommands: [
      Convert.self, ConvertAll.self, PlanChunks.self, JoinChunks.self, Thumbnail.self, Sheet.self, Measure.self,
      Compare.self, LUT.self, Explain.self, Info.self, TagMovie.self, Conform.self,
    ])

  /// A first line for programs, and below it details for bug reports: the commit, with `-dirty` if files had changed since and `unknown` if the build
  /// does not set it; the compiled instruction sets, the widest last, and that of conversions on this CPU; the libraries of FFmpeg.
  private static var versionText: String {
    """
    tonemap \(Release.version)
    commit: \(unsafe String(cString: tonemap_commit()))
    instruction sets: \(InstructionSet.builtIn.map(\.rawValue).joined(separator: ", ")); this CPU runs \
    \((InstructionSet.available.last ?? .baseline).rawValue)
    FFmpeg: \(MovieLibraries.versions.joined(separator: ", "))
    """
  }

  static func main() {
    System.reserveStandardDescriptors()
    System.ignoreFailedWrites()
    Interruption.unblock()
    do {
      // Some systems have them only in /proc, which may be missing.
      if Arguments.all.isEmpty {
        throw ProgramError(
          .fault,
          "the arguments cannot be read without /proc, but at least the program's name was expected; mount /proc")
      }
      // The parser would read -c:v as short options.
      let short = Arguments.words.prefix { $0 != "--" }.filter { !$0.hasPrefix("--") }
      if let message = unknownOption(among: short) { throw ValidationError(message) }
      try Arguments.refuseNamesLikeOptions()
      var command = try parseAsRoot(Arguments.words)
      try command.run()
    } catch {
      end(with: error)
    }
  }

  /// Whether the words are `help` and the name of something else than a subcommand.
  private static var asksForUnknown: Bool {
    guard let name = Arguments.words.dropFirst().first, Arguments.words[0] == "help" else { return false }
    return name != "help" && !name.hasPrefix("-") && subcommands(selectedBy: [name]).isEmpty
  }

  private static func end(with error: any Error) -> Never {
    // Failures after a signal result from it.
    if let signal = Interruption.signal { exitProcess(bySignal: signal) }
    switch error {
    case let error as any JobError:
      if let message = error.message { Console.warn(message) }
      exitProcess(error.exitCode)
    case let code as ExitCode: exitProcess(code.rawValue)
    case _ where exitCode(for: error) == .success && !asksForUnknown:
      do {
        try Console.print(fullMessage(for: error))
        exitProcess(0)
      } catch {
        end(with: error)
      }
    default:
      let message = unknownOption(among: Arguments.words) ?? message(for: error)
      let sentence = usage(message, for: asksForUnknown ? Array(Arguments.words.dropFirst()) : Arguments.words)
      Console.warn(Arguments.fileLikeOption(in: sentence)?.description ?? "\(Path(word: sentence))")
      exitProcess(64)
    }
  }
}
