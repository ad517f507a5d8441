internal import ArgumentParser
internal import JSONText
internal import SystemCalls
internal import Transcoding

/// A run over a folder: starts its workers, replaces those that end by a fault, shows the progress of all, and lists what failed.
final class FolderRun {
  private let job: FolderJob
  private var jobs: Int
  private let progress: FolderProgress
  private var workers: [FolderWorkerProcess] = []
  /// The names of the files that are not settled.
  private var open: Set<[UInt8]>
  private var failures = 0
  /// The frames of the files that workers have finished.
  private var frames = 0
  /// The number of times that processes were killed at a file, by the bytes of its name.
  private var kills: [[UInt8]: Int] = [:]
  /// The number of workers that ended in a row without beginning a file.
  private var idleEnds = 0
  /// The code of a worker that cannot work, for example because the manifest cannot be written.
  private var fault: Int32?
  private var isEnding = false

  init(_ settings: FolderSettings, jobs: Int, _ style: ProgressStyle) throws {
    job = try FolderJob(settings)
    self.jobs = jobs
    progress = FolderProgress(style, files: job.listing.items.count)
    open = Set(job.listing.items.filter { [job] in !job.isSettled($0) }.map { Array($0.name.utf8) })
    failures = job.listing.failures.count
  }

  /// Settles every file.
  ///
  /// - Throws: the exit code of the first file that failed, by its path.
  func run() throws {
    Interruption.begin()
    reportListing()
    let before = open.count
    System.setEnvironment(
      FolderWorker.variable, "\(getpid()) \(job.manifest.startLength) \(min(jobs, max(before, 1)))")
    for _ in 0..<min(jobs, before) { try start() }
    while !workers.isEmpty {
      wait()
      Interruption.noteProgress()
      if Interruption.signal != nil, !isEnding {
        isEnding = true
        for worker in workers { kill(worker.process.number, SIGTERM) }
      }
      try update()
    }
    progress.end()
    if Interruption.signal != nil { throw TranscodingError.cancelled }
    job.removeLeftovers()
    try update(isComplete: true)
    try finish(doneBefore: job.listing.items.count - before)
  }

  private func reportListing() {
    if let link = job.listing.links.first {
      Console.warn(
        "\(plural(job.listing.links.count, "symbolic link")) to folders, such as \(link), are not followed; name those folders to convert"
          + " their files")
    }
    guard jobs > 1, !job.manifest.canBeLocked else { return }
    Console.warn("the file system has no locks, so only one job runs; start no other run on this folder")
    jobs = 1
  }

  // MARK: Workers

  private func start() throws {
    do throws(SystemError) { workers.append(try FolderWorkerProcess()) } catch {
      // Others may go on without this one.
      guard workers.isEmpty else { return }
      throw ProgramError(
        .system,
        "no process for the work could be started (\(error)), but at least one was expected; raise the limit on processes (ulimit -u)"
      )
    }
  }

  /// Waits for reports, at most a fifth of a second.
  private func wait() {
    var requests = workers.map { pollfd(fd: $0.file.number, events: Int16(POLLIN), revents: 0) }
    guard unsafe poll(&requests, nfds_t(requests.count), 200) > 0 else { return }
    for (worker, request) in zip(workers, requests) where request.revents != 0 {
      if let reports = worker.read() {
        for report in reports { take(report, of: worker) }
      } else {
        end(worker)
      }
    }
  }

  private func take(_ report: [String: JSONValue], of worker: FolderWorkerProcess) {
    func count(_ key: String) -> Int? {
      if case .number(let number)? = report[key] { Int(exactly: number) } else { nil }
    }
    if case .string(let name)? = report["begin"] {
      worker.current = (name, 0, nil)
      idleEnds = 0
    } else if let frames = count("frames") {
      worker.current?.frames = frames
      worker.current?.expected = count("of")
    } else if case .string(let text)? = report["log"] {
      progress.log(text)
    } else if let frames = count("end") {
      self.frames += frames
      worker.current = nil
    }
  }

  /// Replaces a worker that ended by a signal or without memory.
  private func end(_ worker: FolderWorkerProcess) {
    workers.removeAll { $0 === worker }
    let code = worker.process.wait()
    guard code != 0, !isEnding else { return }
    let subject = worker.current.map { "\($0.name): its process" } ?? "a process of this run"
    progress.log(subject + (code < 0 ? " ended by signal \(-code)" : " ended with exit code \(code)"))
    if worker.current == nil { idleEnds += 1 }
    let isFault = code < 0 || code == JobErrorKind.system.rawValue
    do {
      if let file = worker.current { try count(code, at: file.name) }
      guard isFault, idleEnds < 3 else {
        fault = code < 0 ? JobErrorKind.fault.rawValue : code
        return
      }
      try start()
    } catch {
      progress.log((error as? any JobError)?.message ?? "\(error)")
      fault = JobErrorKind.fault.rawValue
    }
  }

  /// Counts the end of a process at a file, unless it was ended from outside. Since the system also kills a process that takes too much memory, the
  /// tenth such end at a file in one run counts, and those after it.
  private func count(_ code: Int32, at name: String) throws {
    if [SIGKILL, SIGTERM, SIGINT, SIGHUP].contains(-code) {
      kills[Array(name.utf8), default: 0] += 1
      guard kills[Array(name.utf8), default: 0] >= 10 else { return }
    }
    try job.countFault(at: name)
  }

  // MARK: Reports

  private func update(isComplete: Bool = false) throws {
    guard isComplete || progress.isDue && !workers.isEmpty else { return }
    for entry in try job.manifest.refresh() where open.remove(Array(entry.input.utf8)) != nil {
      if entry.outcome == .failed { failures += 1 }
    }
    let running = workers.compactMap(\.current)
    progress.show(
      done: job.listing.items.count - open.count, failures: failures,
      frames: frames + running.reduce(0) { $0 + $1.frames },
      running: running, isComplete: isComplete)
  }

  private func finish(doneBefore: Int) throws {
    var counts: [String: Int] = [:]
    var failed = job.listing.failures.map { (path: $0.path, sentence: $0.error.message ?? "", code: $0.error.exitCode) }
    for item in job.listing.items {
      guard let entry = job.manifest.entry(of: item)?.entry, job.isSettled(item) else {
        counts["left", default: 0] += 1
        continue
      }
      let isCutShort = entry.outcome != .failed && entry.exitCode != 0
      counts[isCutShort ? "cut short" : entry.outcome.rawValue, default: 0] += 1
      if entry.exitCode != 0 { failed.append((item.path, entry.error ?? "", Int32(entry.exitCode))) }
    }
    let words = ["converted", "cut short", "linked", "copied", "skipped", "failed", "left"].compactMap { name in
      counts[name].map { "\($0) \(name)" }
    }
    let earlier = doneBefore > 0 ? " (\(doneBefore) of them done before)" : ""
    Console.warn(([plural(job.listing.items.count, "file")] + words).joined(separator: ", ") + earlier)
    failed.sort { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
    for (path, sentence, code) in failed { Console.warn("\(path.recordedName): \(sentence) (exit code \(code))") }
    if let code = fault ?? failed.first?.code { throw ExitCode(code) }
  }
}

private final class FolderWorkerProcess {
  let process: ChildProcess
  /// The reading end of its standard output.
  let file: Descriptor
  var current: (name: String, frames: Int, expected: Int?)?
  private var rest: [UInt8] = []

  init() throws(SystemError) {
    var ends: [Int32] = [0, 0]
    try SystemCall.calling { unsafe pipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (read, write) = (Descriptor(ends[0], isOurs: true), Descriptor(ends[1], isOurs: true))
    process = try ChildProcess(Arguments.all.map { Path(word: $0) }, isThisProgram: true, output: write.number)
    file = read
  }

  /// Reads the reports that are there; `nil` after the last.
  func read() -> [[String: JSONValue]]? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count =
      (try? unsafe bytes.withUnsafeMutableBytes { try unsafe SystemCall.readBytes(of: file.number, into: $0) }) ?? 0
    guard count > 0 else { return nil }
    rest += bytes.prefix(count)
    var reports: [[String: JSONValue]] = []
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      reports.append((try? JSONValue(text: rest[..<end]))?.members ?? [:])
      rest.removeSubrange(...end)
    }
    return reports
  }
}
