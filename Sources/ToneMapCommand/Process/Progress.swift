internal import ArgumentParser
internal import JSONText
internal import Synchronization
internal import Transcoding

enum ProgressStyle: String, CaseIterable, ExpressibleByArgument {
  /// A bar on a terminal, plain lines elsewhere.
  case auto
  case none
  /// A line every few seconds, and one at the end.
  case plain
  /// A line of JSON every second, and one at the end.
  case json

  var chosen: ProgressStyle { self == .auto && !System.isTerminal(System.standardError) ? .plain : self }

  var interval: Duration {
    switch self {
    case .auto: .milliseconds(100)
    case .plain, .none: .seconds(5)
    case .json: .seconds(1)
    }
  }

  static func bar(_ filled: Int, of columns: Int) -> String {
    String(repeating: "━", count: filled) + String(repeating: "─", count: columns - filled)
  }
}

final class Progress: Sendable {
  private let style: ProgressStyle
  private let instructions: InstructionSet
  /// The time of the last update, and whether a bar is shown.
  private let last = Mutex<(time: ContinuousClock.Instant, hasBar: Bool)>((.now, false))

  init(_ style: ProgressStyle, instructions: InstructionSet) {
    (self.style, self.instructions) = (style.chosen, instructions)
  }

  /// Shows the progress of a job periodically, and at the end of a phase.
  func show(_ progress: ConversionProgress) {
    guard style != .none else { return }
    let isDue = last.withLock { last in
      let now = ContinuousClock.now
      guard progress.isComplete || now - last.time >= style.interval else { return false }
      last = (now, style == .auto && !progress.isComplete)
      return true
    }
    guard isDue else { return }
    switch style {
    case .none: break
    case .auto:
      Console.sayRaw(Console.clearLine)
      guard !progress.isComplete else { return Console.say(summary(progress)) }
      Console.sayRaw(progress.bar(columns: System.columns(of: System.standardError) ?? 80))
    case .plain:
      Console.say(
        progress.isComplete ? summary(progress) : "\(Console.speaker): \(progress.counted), \(progress.paceAndRest)")
    case .json: Console.say(progress.json)
    }
  }

  /// Clears the bar when the job ends early, so that the message gets its own line.
  func abandon() { if last.withLock({ $0.hasBar }) { Console.sayRaw(Console.clearLine) } }

  /// Whether each fused multiply-add is a call: on x86-64, but not on arm64, whose baseline has the instruction.
  private var isSlow: Bool {
    #if arch(x86_64)
      instructions == .baseline
    #else
      false
    #endif
  }

  private func summary(_ progress: ConversionProgress) -> String {
    "\(Console.speaker): \(progress.phase == .measuring ? "measured " : "")\(plural(progress.frames, "frame"))"
      + " in \(progress.seconds.rounded(to: 2)) s, \(progress.pace) frames/s, on \(instructions.rawValue)"
      + (isSlow ? ", the slowest instruction set" : "")
  }

  /// Formats seconds as `1:02:03` or `2:03`.
  static func clock(_ seconds: Double) -> String {
    // --frames may be far larger than the number of frames in a pipe.
    let whole = Int(min(seconds.rounded(.up), 1e15))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return whole < 3600
      ? "\(whole / 60):\(two(whole % 60))" : "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
  }
}

// MARK: Words

extension ConversionProgress {
  fileprivate var counted: String {
    (expectedFrames.map { "\(frames) of \(isEstimated ? "about " : "")\($0) frames" } ?? "\(frames) frames")
      + (shown.map { ", at \(Progress.clock($0))" } ?? "")
  }

  private var secondsLeft: Double? {
    guard let total = expectedFrames, total >= frames, rate > 0 else { return nil }
    return Double(total - frames) / rate
  }

  fileprivate var pace: Double { rate.rounded(to: rate < 10 ? 2 : 1) }

  fileprivate var paceAndRest: String {
    "\(pace) frames/s" + (secondsLeft.map { ", \(Progress.clock($0)) left" } ?? "")
      + (bytes.map { ", \((Double($0) / 1e6).rounded(to: 1)) MB" } ?? "")
  }

  /// `━━━━━━╸─────  48 of 240 frames, at 0:02  12.3 frames/s, 0:16 left, 3.1 MB`, at most as wide as the terminal.
  fileprivate func bar(columns: Int) -> String {
    let words = "\(phase == .measuring ? "measuring " : "")\(counted)  \(paceAndRest)"
    let room = min(columns - 1 - words.count - 2, 40)
    guard let total = expectedFrames, total > 0, room >= 8 else { return String(words.prefix(max(columns - 1, 0))) }
    return ProgressStyle.bar(min(room * frames / total, room), of: room) + "  " + words
  }

  fileprivate var json: String {
    var fields = ["\"frame\":\(frames)"]
    if let total = expectedFrames { fields.append("\"frames\":\(total)") }
    if phase == .measuring { fields.append("\"measuring\":true") }
    fields += ["\"seconds\":\(seconds.rounded(to: 3))", "\"fps\":\(rate.rounded(to: 3))"]
    if let shown { fields.append("\"time\":\(shown.rounded(to: 3))") }
    if let bytes { fields.append("\"bytes\":\(bytes)") }
    if let secondsLeft, !isComplete { fields.append("\"eta\":\(secondsLeft.rounded(to: 1))") }
    if let subject = Console.subject {
      fields.append("\"input\":" + String(decoding: JSONValue.string(subject).line, as: UTF8.self))
    }
    return "{\(fields.joined(separator: ",")),\"done\":\(isComplete)}"
  }
}

/// Shows the progress of all jobs on a folder in one line, and a log with the time of day.
final class FolderProgress {
  private let style: ProgressStyle
  private let files: Int
  private let start = ContinuousClock.now
  private var last = ContinuousClock.now
  private var hasBar = false

  init(_ style: ProgressStyle, files: Int) { (self.style, self.files) = (style.chosen, files) }

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

  func end() {
    if hasBar { Console.sayRaw(Console.clearLine) }
    hasBar = false
  }
}
