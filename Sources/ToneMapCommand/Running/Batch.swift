internal import Transcoding
internal import ArgumentParser
internal import JSONText

/// Several inputs in one run, and the rule for skipping some; only `convert` has these options.
struct BatchOptions: ParsableArguments {
  @Option(
    "Convert all named files into this folder, under their own names; --format selects the extension.", as: "folder",
    completion: .directory)
  var outputFolder: Path?

  @Flag(help: "Skip SDR inputs; exits with 3 if all inputs are SDR.")
  var onlyHDR = false

  @Flag(help: "Skip inputs whose output exists and is not older than they are.")
  var keepExisting = false
}

/// Several inputs that are converted in turn into a folder, each as if it were alone.
struct Batch {
  /// An input and its output: the name for the command line, and the actual file name.
  private struct Item {
    let input, output, file: Path
  }

  private let folder: Path
  private let items: [Item]
  private let printsJSON: Bool

  /// Chooses the name of each output before anything is read.
  ///
  /// - Throws: `settings` if two inputs have the same output, or if an output is an input.
  init(_ inputs: [Path], to folder: Path, as format: OutputKind?, printsJSON: Bool) throws(ProgramError) {
    (self.folder, self.printsJSON) = (folder, printsJSON)
    items = try inputs.map { input throws(ProgramError) in try Self.item(input, in: folder, as: format) }
    var inputOfOutput: [Path: Path] = [:]
    let files = Dictionary(
      inputs.compactMap { input in System.status(of: input)?.regularIdentity.map { ($0, input) } },
      uniquingKeysWith: { first, _ in first })
    for item in items {
      if let other = inputOfOutput.updateValue(item.input, forKey: item.file) {
        throw ProgramError(
          .settings,
          "\(other) and \(item.input) would both be written to \(item.file), but each output needs a name of its own; convert one of them in"
            + " another run, or rename it")
      }
      if let input = (System.status(of: item.file)?.regularIdentity).flatMap({ files[$0] }) {
        throw ProgramError(
          .settings,
          "\(item.input) would overwrite the input \(input), but a new file was expected; choose another --output-folder, or another"
            + " --format")
      }
    }
  }

  /// Converts all inputs. A failure does not stop the others.
  ///
  /// - Throws: the exit code of the first input that failed or was cut short; with 3 if all were skipped as SDR.
  func run(_ convert: (_ input: Path, _ output: Path, _ file: Path) throws -> Outcome) throws {
    do { try System.makeFolder(folder) } catch {
      throw ProgramError(
        .cannotCreate,
        "the output folder \(folder) cannot be created (\(error)); name an existing folder, or one inside an existing folder"
      )
    }
    var firstCode: ExitCode?
    var counts: [Outcome: Int] = [:]
    var failures = 0
    defer { Console.subject = nil }
    for item in items {
      if Interruption.signal != nil { throw TranscodingError.cancelled }
      Console.subject = "\(item.input)"
      do {
        let outcome = try convert(item.input, item.output, item.file)
        counts[outcome, default: 0] += 1
        if outcome == .cutShort { firstCode = firstCode ?? Outcome.cutShort.exitCode }
      } catch {
        // Failures after a signal result from it, and without a reader of the report there is nothing more to do.
        let job = error as? any JobError
        guard Interruption.signal == nil, job?.kind != .closedPipe else { throw error }
        let error: any JobError = job ?? ProgramError(.fault, "\(ValidationError(error))")
        if let message = error.message { Console.warn(message) }
        if printsJSON {
          let report = JSONValue([
            "input": "\(item.input)", "output": "\(item.file)", "error": error.message ?? "",
            "exit_code": Int(error.exitCode),
          ])
          try Console.print(jsonText(report))
        }
        firstCode = firstCode ?? ExitCode(error.exitCode)
        failures += 1
      }
    }
    Console.subject = nil
    report(counts, failures)
    if let firstCode { throw firstCode }
    if counts[.notHDR] == items.count, let code = Outcome.notHDR.exitCode { throw code }
  }

  private func report(_ counts: [Outcome: Int], _ failures: Int) {
    let written = (counts[.converted] ?? 0) + (counts[.cutShort] ?? 0)
    let rest = [
      ("cut short", counts[.cutShort] ?? 0), ("skipped as SDR", counts[.notHDR] ?? 0),
      ("kept as they were", counts[.kept] ?? 0), ("failed", failures),
    ].filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    Console.warn(([plural(written, "file") + " written to \(folder)"] + rest).joined(separator: ", "))
  }

  // MARK: Names

  private static func item(_ input: Path, in folder: Path, as format: OutputKind?) throws(ProgramError) -> Item {
    if input == .standardStream {
      throw ProgramError(
        .settings,
        "standard input has no name, but --output-folder names outputs after inputs; convert it by itself, and name the output"
      )
    }
    let name = FileEnding.complete(input).split.name
    if name.bytes.isEmpty || name == "." || name == ".." {
      throw ProgramError(.settings, "the input \(input) is not a file name; name files for --output-folder")
    }
    let output = input.outputName(as: format)
    let kind = (try? format ?? OutputKind(output: output, inputIsRaw: false)) ?? .mp4
    let isOne = kind.picture != nil && !PictureNames.areOfSequence(input)
    // In a picture name, a percent sign starts the frame number.
    let escaped = Path(output.bytes.flatMap { $0 == UInt8(ascii: "%") ? [$0, $0] : [$0] })
    return Item(input: input, output: folder / (isOne ? escaped : output), file: folder / output)
  }

  enum Outcome {
    case converted
    /// It was converted, but ends before its stated end.
    case cutShort
    /// It was skipped because its output exists.
    case kept
    /// It was skipped because it is SDR.
    case notHDR

    var exitCode: ExitCode? {
      switch self {
      case .converted, .kept: nil
      case .cutShort: .cutShort
      case .notHDR: ExitCode(3)
      }
    }
  }
}
