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
    (started, self.settings) = ((Int32(numbers[0]), numbers[1]), settings.sharingThreads(among: numbers[2]))
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
      begin: { FolderEvent.begin($0.name).send() },
      notice: { item, notice in FolderEvent.log("\(item.name): \(notice.inWords)").send() },
      progress: { progress in
        let isDue = shown.withLock { last in
          guard progress.isComplete || .now - last >= .milliseconds(200) else { return false }
          last = .now
          return true
        }
        if isDue { FolderEvent.frames(progress.frames, of: progress.expectedFrames).send() }
      },
      end: { entry in
        if let text = entry.summary { FolderEvent.log("\(entry.input): \(text)").send() }
        FolderEvent.end(frames: entry.frames ?? 0).send()
      },
      describe: { error in
        let error = error as? any JobError ?? ProgramError(.fault, "\(ErrorInOptions(error))")
        return (error.message ?? "", Int(error.exitCode))
      }, nameOfSetting: { OptionStyle.words.name($0.setting) })
  }
}

extension FolderSettings {
  /// The settings of one of several jobs, which share the processors unless a number of threads is given.
  fileprivate func sharingThreads(among jobs: Int) -> FolderSettings {
    guard jobs > 1, conversion.running.threads == nil else { return self }
    var settings = self
    settings.conversion.running.threads = max(1, activeProcessorCount / jobs)
    return settings
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

/// A report of a worker.
enum FolderEvent {
  case begin(String)
  case frames(Int, of: Int?)
  case log(String)
  case end(frames: Int)

  private static let writing = Mutex(())

  func send() {
    let value: JSONValue =
      switch self {
      case .begin(let name): JSONValue(["begin": name])
      case .frames(let frames, let count): JSONValue(["frames": frames, "of": count])
      case .log(let text): JSONValue(["log": text])
      case .end(let frames): JSONValue(["end": frames])
      }
    // Without a reader, the process ends after the current frame.
    Self.writing.withLock { _ in try? System.write(value.line + Array("\n".utf8), to: System.standardOutput) }
  }

  init?(_ line: some Sequence<UInt8>) {
    guard let members = (try? JSONValue(text: line))?.members else { return nil }
    func count(_ key: String) -> Int? {
      if case .number(let number)? = members[key] { Int(exactly: number) } else { nil }
    }
    func text(_ key: String) -> String? { if case .string(let text)? = members[key] { text } else { nil } }
    let event: FolderEvent? =
      text("begin").map { .begin($0) } ?? count("frames").map { .frames($0, of: count("of")) }
      ?? text("log").map { .log($0) } ?? count("end").map { .end(frames: $0) }
    guard let event else { return nil }
    self = event
  }
}
