internal import SystemCalls
package import HDRMetadata

/// What a job on a folder reports, and asks for.
package struct FolderReports: Sendable {
  package var isCancelled: @Sendable () -> Bool
  package var begin: @Sendable (FolderItem) -> Void
  package var notice: @Sendable (FolderItem, Finding, _ isAssumed: Bool) -> Void
  package var progress: @Sendable (ConversionProgress) -> Void
  package var end: @Sendable (ManifestEntry) -> Void
  /// The sentence and the exit code of an error, as the user's program words them.
  package var describe: @Sendable (any Error) -> (sentence: String, exitCode: Int)
  /// The user's name of the setting that states a tag.
  package var nameOfSetting: @Sendable (TagProperty) -> String

  package init(
    isCancelled: @escaping @Sendable () -> Bool, begin: @escaping @Sendable (FolderItem) -> Void,
    notice: @escaping @Sendable (FolderItem, Finding, Bool) -> Void,
    progress: @escaping @Sendable (ConversionProgress) -> Void, end: @escaping @Sendable (ManifestEntry) -> Void,
    describe: @escaping @Sendable (any Error) -> (sentence: String, exitCode: Int),
    nameOfSetting: @escaping @Sendable (TagProperty) -> String
  ) {
    (self.isCancelled, self.begin, self.notice, self.progress) = (isCancelled, begin, notice, progress)
    (self.end, self.describe, self.nameOfSetting) = (end, describe, nameOfSetting)
  }
}

/// The files of a folder, of which any number of processes each take the next that no other has taken.
package final class FolderJob {
  package let settings: FolderSettings
  package let listing: FolderListing
  package let manifest: FolderManifest

  /// Lists the folder, and opens its manifest.
  ///
  /// - Parameter start: The length of the manifest at the start of the run, of which this process is a part; `nil` if the run begins now.
  package init(_ settings: FolderSettings, start: Int? = nil) throws(TranscodingError) {
    self.settings = settings
    for folder in [settings.output, settings.records, settings.records / "claims"].compactMap(\.self) {
      do throws(SystemError) { try System.makeFolder(folder) } catch {
        throw .folder(.cannotCreateFolder("\(folder)", reason: "\(error)"))
      }
    }
    manifest = try FolderManifest(in: settings.records, start: start)
    listing = FolderListing(settings)
  }

  /// Whether nothing is left to do for a file in this run. A failure is left to later runs.
  package func isSettled(_ item: FolderItem) -> Bool {
    guard let (entry, isNew) = manifest.entry(of: item) else { return false }
    if entry.outcome == .failed { return isNew }
    let status = System.status(of: settings.input / item.path)
    // The options of a file that was replaced cannot be changed any more.
    if settings.output == nil, entry.outcome == .converted { return entry.made(status) }
    guard entry.options == settings.options, entry.isOf(status) else { return false }
    return entry.outcome == .skipped || entry.made(System.status(of: settings.output(of: item, as: entry.kind)))
  }

  static let maximumAttempts = 3

  /// Works until every file is settled. Files that other processes have claimed are tried again, since those may end.
  package func run(_ reports: FolderReports) throws {
    var left = listing.items
    while true {
      left = try left.filter { item in
        if reports.isCancelled() { throw TranscodingError.cancelled }
        try manifest.refresh()
        return try !isSettled(item) && !claimed(item, reports)
      }
      if left.isEmpty { return }
      for _ in 1...5 where !reports.isCancelled() { usleep(100_000) }
    }
  }

  /// Does the work on a file.
  ///
  /// - Returns: Whether it is done; otherwise another process has claimed the file.
  private func claimed(_ item: FolderItem, _ reports: FolderReports) throws -> Bool {
    let status = System.status(of: settings.input / item.path)
    var entry = ManifestEntry(item, status, options: settings.options)
    guard let claim = try FolderClaim(entry, of: item, in: settings.records) else { return false }
    // The process that had the claim may have done the work since the manifest was read.
    try manifest.refresh()
    guard !isSettled(item) else {
      claim.finish()
      return true
    }
    if let made = claim.unrecorded, made.made(System.status(of: settings.output(of: item, as: made.kind))),
      settings.output == nil || made.options == settings.options && made.isOf(status)
    {
      try record(made, reports)
      claim.finish()
      return true
    }
    reports.begin(item)
    if claim.faults >= Self.maximumAttempts {
      entry.attempts = claim.faults
      let error = FolderError.endedProcess("\(item.path)", attempts: entry.attempts)
      fail(&entry, TranscodingError.folder(error), reports)
    } else {
      entry.attempts = claim.faults + 1
      let earlier = [item.converted, item.path].map { manifest.entry(ofOutput: $0) } + [claim.unrecorded]
      let work = FolderWork(
        item: item, status: status, settings: settings, claim: claim, earlier: earlier.compactMap(\.self),
        reports: reports)
      let start = ContinuousClock.now
      do { try work.run(&entry) } catch {
        if reports.isCancelled() {
          claim.giveUp()
          throw TranscodingError.cancelled
        }
        fail(&entry, work.cause(of: error), reports)
      }
      entry.seconds = (ContinuousClock.now - start) / .seconds(1)
    }
    try record(entry, reports)
    claim.finish()
    return true
  }

  /// Counts the end of a process at a file by a fault.
  package func countFault(at name: String) throws(TranscodingError) {
    guard let item = listing.items.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return }
    let entry = ManifestEntry(item, System.status(of: settings.input / item.path), options: settings.options)
    // If another process works on the file already, this end does not count.
    try FolderClaim(entry, of: item, in: settings.records)?.countFault()
  }

  /// Removes what processes that were killed left beside outputs. Others may write there meanwhile.
  package func removeLeftovers() {
    let places = listing.items.map { settings.output(of: $0, as: .hdr).split.folder }
    for place in Set(places) { try? Folder(place).removeLeftovers() }
  }

  private func fail(_ entry: inout ManifestEntry, _ error: any Error, _ reports: FolderReports) {
    (entry.outcome, entry.output, entry.outputSize, entry.outputModified) = (.failed, nil, nil, nil)
    let (sentence, code) = reports.describe(error)
    (entry.error, entry.exitCode) = (sentence, code)
  }

  private func record(_ entry: ManifestEntry, _ reports: FolderReports) throws(TranscodingError) {
    var entry = entry
    entry.finished = WallClock.timestamp
    try manifest.append(entry)
    reports.end(entry)
  }
}
