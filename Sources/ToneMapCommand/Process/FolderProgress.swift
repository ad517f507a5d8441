internal import JSONText
internal import Transcoding

/// Shows the progress of all jobs on a folder in one line, and a log with the time of day.
final class FolderProgress {
  private let style: ProgressStyle
  private let files: Int
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now
  private var hasBar = false

  init(_ style: ProgressStyle, files: Int) { (self.style, self.files) = (style.chosen, files) }

  /// Whether the last line is old enough for another.
  var isDue: Bool { .now - last >= style.interval }

  /// Shows the progress; at the end, only as JSON, since a list of the outcomes follows.
  func show(
    done: Int, failures: Int, frames: Int, running: [(name: String, frames: Int, expected: Int?)], isComplete: Bool
  ) {
    guard !isComplete || style == .json else { return }
    last = .now
    let seconds = (last - start) / .seconds(1)
    let rate = seconds > 0 ? (Double(frames) / seconds).rounded(to: 1) : 0
    let now = running.map { name, frames, count in
      "\(name.onOneLine) \(count.map { "\(100 * frames / max($0, 1))%" } ?? "\(frames)")"
    }
    let words =
      "\(done) of \(files) files" + (failures > 0 ? ", \(failures) failed" : "") + ", \(rate) frames/s"
      + (now.isEmpty ? "" : ": " + now.joined(separator: ", "))
    switch style {
    case .none: break
    case .plain: log(words)
    case .auto:
      let columns = System.columns(of: System.standardError) ?? 80
      let line = ProgressStyle.bar(20 * done / max(files, 1), of: 20) + "  " + words
      Console.sayRaw(Console.clearLine + String(line.printable.prefix(max(columns - 1, 0))))
      hasBar = true
    case .json:
      let report = JSONValue([
        "files": files, "files_done": done, "failed": failures, "frames": frames, "fps": rate,
        "seconds": seconds.rounded(to: 3), "running": running.map(\.name),
        "done": isComplete,
      ])
      Console.sayRaw(String(decoding: report.line, as: UTF8.self) + "\n")
    }
  }

  func log(_ text: String) {
    end()
    Console.say("\(WallClock.timeOfDay) \(text)".onOneLine)
  }

  /// Clears the bar, so that the next message gets its own line.
  func end() {
    if hasBar { Console.sayRaw(Console.clearLine) }
    hasBar = false
  }
}
