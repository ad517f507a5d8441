internal import HDRMetadata
internal import MediaFiles
internal import Synchronization
internal import SystemCalls
internal import ToneMapping

struct FolderWork: Sendable {
  let item: FolderItem
  /// The input at the start; `nil` if it did not exist.
  let status: FileStatus?
  let settings: FolderSettings
  let claim: FolderClaim
  /// The entries of what earlier runs wrote to the names that the output may get.
  let earlier: [ManifestEntry]
  let reports: FolderReports
  private var input: Path { settings.input / item.path }

  func run(_ entry: inout ManifestEntry) throws {
    let kind = try kind()
    entry.kind = kind
    switch kind {
    case .hdr: try convert(&entry)
    case .sdr where settings.output != nil && settings.sdr == .link: try link(&entry)
    case .sdr where settings.output != nil && settings.sdr == .copy: try copy(&entry)
    case .other where settings.output != nil && settings.others == .copy && status?.kind == .regular: try copy(&entry)
    case .sdr, .other: entry.outcome = .skipped
    }
  }

  /// The cause of a failure: of a file that changed meanwhile, or ends early and is recent, that it is incomplete.
  func cause(of error: any Error) -> any Error {
    guard (error as? any JobError)?.kind == .data, hasChanged || endsEarly(error) && status?.isRecent == true else {
      return error
    }
    return TranscodingError.folder(.stillWritten("\(item.path)"))
  }

  private func endsEarly(_ error: any Error) -> Bool {
    guard case .input(.media(_, let reason))? = error as? TranscodingError else { return false }
    return switch reason {
    case .truncated, .missing: true
    default: false
    }
  }

  private var hasChanged: Bool {
    guard let status else { return false }
    return System.status(of: input)?.isUnchanged(since: status) != true
  }

  private func kind() throws -> ManifestEntry.Kind {
    // The target of a link has a name of its own, or is elsewhere.
    if settings.output == nil, item.isLink { return .other }
    let control = RunControl(isCancelled: reports.isCancelled, nameOfSetting: reports.nameOfSetting)
    return try ManifestEntry.Kind(of: input, settings.conversion, for: control)
  }

  // MARK: Outputs

  private func convert(_ entry: inout ManifestEntry) throws {
    let output = settings.output(of: item, as: .hdr)
    if settings.output == nil, OutputKind(ending: FileEnding.of(output))?.isMovie != true {
      throw TranscodingError.folder(.notReplaceable("\(item.path)"))
    }
    var conversion = settings.conversion
    conversion.output.replacesProtectedFiles = mayReplace(output)
    let result = try writing(output, as: .converted, &entry) { control in
      try MovieConversion(of: input, to: output, conversion, for: control, statesLight: false).write()
    }
    entry.frames = result.frames
    guard result.isCutShort else { return }
    let cut = reports.describe(TranscodingError.cutShort(result.findings.filter(\.isCutShort)))
    (entry.error, entry.exitCode) = (cut.sentence, cut.exitCode)
  }

  /// Gives an SDR movie a second name, or copies it if the file system has no such names or is another.
  private func link(_ entry: inout ManifestEntry) throws {
    let output = settings.output(of: item, as: .sdr)
    try makeFolder(of: output)
    let outputs = Outputs(force: mayReplace(output), RunControl())
    guard let place = try outputs.check(output, as: "the output", isGiven: true) else { return try copy(&entry) }
    do throws(SystemError) { try place.folder.link(input, as: place.name) } catch {
      return try copy(&entry, insteadOfLinking: error)
    }
    (entry.outcome, entry.output) = (.linked, recordedName(of: output))
    (entry.outputSize, entry.outputModified) = (status?.length, status?.modified)
  }

  private func copy(_ entry: inout ManifestEntry, insteadOfLinking reason: SystemError? = nil) throws {
    let output = settings.output(of: item, as: entry.kind)
    try writing(output, as: .copied, &entry) { control in
      if let reason { control.note("copied", "\(item.path) was copied, since it could not be linked (\(reason))") }
      try control.writing(reading: [("the input", input)], force: mayReplace(output)) { outputs in
        let destination = try outputs.open(output, as: "the output")
        do {
          try System.forEachPart(of: input) { part in
            try control.check()
            try destination.write(part)
            Signals.progressed()
          }
        } catch let error as SystemError {
          throw TranscodingError.input(.media("\(item.path)", .cannotOpen(path: "\(item.path)", reason: "\(error)")))
        }
      }
    }
  }

  /// Whether an earlier run wrote this output, which has not changed since, or is still a second name of the input.
  private func isOurs(_ output: Path) -> Bool {
    guard let found = System.status(of: output) else { return false }
    let isInput = found.identity == status?.identity
    return earlier.contains {
      $0.output == recordedName(of: output) && ($0.made(found) || $0.outcome == .linked && isInput)
    }
  }

  /// Whether a write-protected output is replaced.
  private func mayReplace(_ output: Path) -> Bool {
    settings.conversion.output.replacesProtectedFiles || isOurs(output)
  }

  /// The name of an output in the manifest: its path in the output folder.
  private func recordedName(of output: Path) -> String {
    Path(output.bytes.dropFirst((settings.output ?? settings.input).bytes.count + 1)).recordedName
  }

  private func makeFolder(of output: Path) throws(TranscodingError) {
    guard let top = settings.output, item.path.bytes.contains(UInt8(ascii: "/")) else { return }
    do throws(SystemError) { try System.makeFolders(item.path.split.folder, in: top) } catch {
      throw .folder(.cannotCreateFolder("\(output.split.folder)", reason: "\(error)"))
    }
  }

  /// Writes an output, which has the attributes and the dates of the input before it appears.
  private func writing<Result>(
    _ output: Path, as outcome: ManifestEntry.Outcome, _ entry: inout ManifestEntry,
    _ write: (RunControl) throws -> Result
  ) throws -> Result {
    try makeFolder(of: output)
    (entry.outcome, entry.output) = (outcome, recordedName(of: output))
    // A second name of the input may be replaced; the input keeps its own.
    let isSecondName = isOurs(output) && System.resolved(output) != System.resolved(input)
    let made = Mutex(entry)
    let control = RunControl(
      isCancelled: reports.isCancelled, inform: { [reports, item] in reports.notice(item, $0, $1) },
      show: reports.progress,
      complete: { [self] control, file throws(TranscodingError) in
        try made.withLock { entry throws(TranscodingError) in try complete(file, &entry, control) }
      }, replacing: settings.output == nil || isSecondName ? status?.identity : nil,
      nameOfSetting: reports.nameOfSetting)
    defer {
      entry = made.withLock(\.self)
      entry.findings = control.findings.map { "\($0.named(in: .words))" }
    }
    return try write(control)
  }

  /// Completes an open output: checks that the input was whole, copies its attributes and dates, and notes in the claim what is to be recorded.
  private func complete(_ file: Int32, _ entry: inout ManifestEntry, _ control: RunControl) throws(TranscodingError) {
    let isCutShort = control.findings.contains(where: \.isCutShort)
    guard let status, !hasChanged, !isCutShort || !status.isRecent else { throw .folder(.stillWritten("\(item.path)")) }
    if isCutShort, settings.output == nil { throw .folder(.notWhole("\(item.path)")) }
    do throws(SystemError) {
      let source = Descriptor(try System.openForReading(input), isOurs: true)
      for (what, error) in try status.copyAttributes(of: source, to: file, keepsAll: true, keepsOwner: false) {
        control.note("attribute-lost", "\(what) of \(item.path) was lost (\(error))", fix: "set it again")
      }
      try status.copyTimes(to: file)
      let made = System.status(of: file)
      (entry.outputSize, entry.outputModified) = (made?.length, made?.modified)
      try claim.write(entry)
    } catch {
      throw .output(.cannotComplete("the output of \(item.path)", reason: "\(error)"))
    }
  }
}

extension FileStatus {
  /// Whether the file changed less than a minute ago. The clock of a file server may be ahead by seconds; a date further in the future is wrong.
  fileprivate var isRecent: Bool { abs(time(nil) - modified / 1_000_000_000) < 60 }
}
