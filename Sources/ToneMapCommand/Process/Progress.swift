internal import ArgumentParser
internal import JSONText
internal import RawVideo
internal import ToneMapping

/// How progress is shown on standard error.
enum ProgressStyle: String, CaseIterable, ExpressibleByArgument {
  /// A bar on a terminal, plain lines elsewhere.
  case auto
  case none
  /// A line every few seconds, and one at the end.
  case plain
  /// A line of JSON every second, and one at the end.
  case json
}

/// Shows the progress of a conversion.
struct Progress {
  private enum Style { case none, bar, plain, json }

  private let style: Style
  private let range: FrameRange
  private let frameRate: FrameRate?
  /// What is written; the size of a file is reported.
  var destination: Destination?
  private let instructions: InstructionSet
  /// Whether the frames are only measured, to be converted afterward.
  private let isMeasuring: Bool
  private let start = ContinuousClock.now
  private var lastTold: ContinuousClock.Instant
  private(set) var frames = 0

  /// - Parameters:
  ///   - range: The frames to convert.
  ///   - clip: What they are of.
  ///   - isMeasuring: Whether they are only measured, to be converted afterward.
  init(
    _ style: ProgressStyle, _ range: FrameRange, of clip: Clip, instructions: InstructionSet, isMeasuring: Bool = false
  ) {
    self.isMeasuring = isMeasuring
    self.style =
      switch style {
      case .auto: System.isTerminal(System.standardError) ? .bar : .plain
      case .none: .none
      case .plain: .plain
      case .json: .json
      }
    (self.range, frameRate) = (range, clip.frameRate)
    self.instructions = instructions
    lastTold = start
  }

  /// The seconds since the start.
  var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

  /// The frames per second so far.
  var rate: Double { seconds > 0 ? Double(frames) / seconds : 0 }

  /// One more frame is done.
  mutating func advance() {
    frames += 1
    let interval: Duration? =
      switch style {
      case .none: nil
      case .bar: .milliseconds(100)
      case .plain: .seconds(5)
      case .json: .seconds(1)
      }
    guard let interval, ContinuousClock.now - lastTold >= interval else { return }
    lastTold = .now
    tell(isLast: false)
  }

  /// All frames are done.
  func finish() { tell(isLast: true) }

  /// The conversion ends early; clears the bar, so that the message gets a line of its own.
  func abandon() { if style == .bar { Console.sayRaw(Self.clearLine) } }

  /// Moves to the first column and clears the line.
  private static let clearLine = "\r\u{1B}[K"

  private func tell(isLast: Bool) {
    switch style {
    case .none: break
    case .bar:
      Console.sayRaw(Self.clearLine)
      guard !isLast else { return Console.say(summary) }
      Console.sayRaw(bar(columns: System.columns(of: System.standardError) ?? 80))
    case .plain: Console.say(isLast ? summary : "\(Console.speaker): \(counted), \(paceAndRest)")
    case .json: Console.say(json(isLast: isLast))
    }
  }
}

// MARK: Words

extension Progress {
  private var total: Int? { range.expected }

  private var counted: String {
    (total.map { "\(frames) of \(range.isEstimated ? "about " : "")\($0) frames" } ?? "\(frames) frames")
      + (shown.map { ", \(Self.clock($0))" } ?? "")
  }

  private var secondsLeft: Double? {
    guard let total, total >= frames, rate > 0 else { return nil }
    return Double(total - frames) / rate
  }

  /// How long the frames so far are shown.
  private var shown: Double? { frameRate.map { Double(frames) / $0.value } }

  /// The bytes of the output so far.
  private var bytes: Int? {
    guard let destination, destination.isFile else { return nil }
    return System.status(of: destination.descriptor)?.length
  }

  private var pace: Double { rate.rounded(to: rate < 10 ? 2 : 1) }

  private var paceAndRest: String {
    "\(pace) frames/s" + (secondsLeft.map { ", \(Self.clock($0)) left" } ?? "")
      + (bytes.map { ", \((Double($0) / 1e6).rounded(to: 1)) MB" } ?? "")
  }

  /// Whether each fused multiply-add is a call: on x86-64, but not on arm64, whose baseline has the instruction.
  private var isSlow: Bool {
    #if arch(x86_64)
      instructions == .baseline
    #else
      false
    #endif
  }

  private var summary: String {
    "\(Console.speaker): \(isMeasuring ? "measured " : "")\(frames) \(frames == 1 ? "frame" : "frames") in \(seconds.rounded(to: 2)) s, \(pace) frames/s"
      + ", on \(instructions.rawValue)" + (isSlow ? ", the slowest instruction set" : "")
  }

  /// `━━━━━━╸─────  48 of 240 frames, 0:02  12.3 frames/s, 0:16 left, 3.1 MB`, at most as wide as the terminal.
  func bar(columns: Int) -> String {
    let words = "\(isMeasuring ? "measuring " : "")\(counted)  \(paceAndRest)"
    let room = min(columns - 1 - words.count - 2, 40)
    guard let total, total > 0, room >= 8 else { return String(words.prefix(max(columns - 1, 0))) }
    let filled = min(room * frames / total, room)
    return String(repeating: "━", count: filled) + String(repeating: "─", count: room - filled) + "  " + words
  }

  private func json(isLast: Bool) -> String {
    var fields = ["\"frame\":\(frames)"]
    if let total { fields.append("\"frames\":\(total)") }
    if isMeasuring { fields.append("\"measuring\":true") }
    fields += ["\"seconds\":\(seconds.rounded(to: 3))", "\"fps\":\(rate.rounded(to: 3))"]
    if let shown { fields.append("\"time\":\(shown.rounded(to: 3))") }
    if let bytes { fields.append("\"bytes\":\(bytes)") }
    if let secondsLeft, !isLast { fields.append("\"eta\":\(secondsLeft.rounded(to: 1))") }
    if let subject = Console.subject {
      fields.append("\"input\":" + String(decoding: JSONValue.string(subject).line, as: UTF8.self))
    }
    return "{\(fields.joined(separator: ",")),\"done\":\(isLast)}"
  }

  /// Seconds as `1:02:03` or `2:03`.
  static func clock(_ seconds: Double) -> String {
    // --frames may promise more of a pipe than will ever come.
    let whole = Int(min(seconds.rounded(.up), 1e15))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return whole < 3600
      ? "\(whole / 60):\(two(whole % 60))" : "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
  }
}
