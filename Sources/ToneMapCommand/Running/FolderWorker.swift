internal import ArgumentParser
internal import CCommand
internal import JSONText
internal import Synchronization
internal import SystemCalls
internal import Transcoding

/// A process that works on the files of a folder, for a run that started it. It reports to the run in lines of JSON on standard output.
///
/// A process of its own for each job, so that a fault of a decoder ends neither the run nor the work on other files.
struct FolderWorker {
  /// The environment variable that makes a process a worker: the number of the run's process, the length of the manifest at its start, and its jobs.
  static let variable = "TONEMAP_WORKER"

  private let started: (process: Int32, start: Int)
  private let settings: FolderSettings

  /// - Returns: `nil` if this process is not a worker.
  init?(of settings: FolderSettings) throws {
    let numbers = System.environment(Self.variable)?.split(separator: " ").compactMap { Int($0) } ?? []
    guard numbers.count == 3 else { return nil }
    var settings = settings
    // Jobs share the processors unless a number of threads is given.
    if numbers[2] > 1, settings.conversion.running.threads == nil {
      settings.conversion.running.threads = max(1, activeProcessorCount / numbers[2])
    }
    (started, self.settings) = ((Int32(numbers[0]), numbers[1]), settings)
  }

  func run() throws {
    // The run passes signals on: Ctrl-C reaches all processes of a terminal at once, and a second signal would end this one immediately.
    for number in [SIGINT, SIGHUP] { System.ignore(signal: number) }
    process_end_with_parent(SIGTERM)
    Interruption.begin()
    try FolderJob(settings, start: started.start).run(reports)
  }

  private var reports: FolderReports {
    let shown = Mutex(ContinuousClock.now)
    return FolderReports(
      isCancelled: { [process = started.process] in Interruption.signal != nil || getppid() != process },
      begin: { send(["begin": $0.name]) },
      notice: { item, finding, isAssumed in
        send(["log": "\(item.name): \(finding.inWords(isAssumed: isAssumed))"])
      },
      progress: { progress in
        let isDue = shown.withLock { last in
          guard progress.isComplete || .now - last >= .milliseconds(200) else { return false }
          last = .now
          return true
        }
        if isDue { send(["frames": progress.frames, "of": progress.expectedFrames]) }
      },
      end: { entry in
        if let text = entry.summary { send(["log": "\(entry.input): \(text)"]) }
        send(["end": entry.frames ?? 0])
      },
      describe: { error in
        let error = error as? any JobError ?? ProgramError(.fault, "\(ValidationError(error))")
        return (error.message ?? "", Int(error.exitCode))
      }, nameOfSetting: { OptionStyle.words.name($0.setting) })
  }
}

extension ManifestEntry {
  /// The line of the log about a file; `nil` for files that are left alone because they are not movies.
  fileprivate var summary: String? {
    switch outcome {
    case .converted: "converted in \(seconds.rounded(to: 1)) s\(frames.map { ", \(plural($0, "frame"))" } ?? "")"
    case .linked: "linked, since it is SDR"
    case .copied: kind == .sdr ? "copied, since it is SDR" : "copied"
    case .skipped: kind == .sdr ? "skipped, since it is SDR" : nil
    case .failed: "failed: \(error ?? "")"
    }
  }
}

private let writing = Mutex(())

private func send(_ report: [String: (any JSONConvertible)?]) {
  // Without a reader, the process ends after the current frame.
  writing.withLock { _ in try? System.write(JSONValue(report).line + Array("\n".utf8), to: System.standardOutput) }
}
