internal import ArgumentParser
internal import Transcoding
internal import Synchronization
internal import SystemCalls

/// Text output: results go to standard output, all other text to standard error.
///
/// External text, such as a name or a tag, may contain anything. These functions escape every character that would move a terminal's cursor
/// or reorder its text, and print a message on one line. In a report of several lines, `onOneLine` keeps each value on its own line.
enum Console {
  /// The subject of messages, in place of the command's name: one of several inputs.
  static var subject: String? {
    get { subjectOfAll.withLock { $0 } }
    set { subjectOfAll.withLock { $0 = newValue } }
  }
  private static let subjectOfAll = Mutex<String?>(nil)

  static var speaker: String { (subject ?? "tonemap").onOneLine }

  /// Prints a result on standard output, or on standard error if an output file goes to standard output.
  static func print(_ text: String, besides holdsOutput: Bool = false) throws {
    if holdsOutput { return say(text) }
    do {
      try System.write((text.printable + "\n").utf8, to: System.standardOutput)
    } catch {
      guard error != .brokenPipe else { throw TranscodingError.closedPipe }
      throw ProgramError(.inputOutput, "standard output cannot be written (\(error)); write to another place")
    }
  }

  /// Makes sure that standard output is not a terminal, for data that it would not show.
  static func refuseTerminal(needs: String) throws(ValidationError) {
    guard System.isTerminal(System.standardOutput) else { return }
    throw ValidationError("standard output is a terminal, but \(needs) a pipe or a file; name an output file")
  }

  static func say(_ text: String) { sayRaw(text.printable + "\n") }

  /// Prints the program's own text on standard error, unescaped.
  static func sayRaw(_ text: String) { try? System.write(text.utf8, to: System.standardError) }

  /// Prints a message on standard error, after the name of the command or of one of several inputs.
  static func warn(_ sentence: String) {
    say("\(speaker): \(sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence)".onOneLine)
  }

  static func warn(_ finding: Finding, isAssumed: Bool = false) { warn(finding.inWords(isAssumed: isAssumed)) }

  /// Moves to the first column of a terminal and clears the line.
  static let clearLine = "\r\u{1B}[K"
}

extension Finding {
  /// The finding with the options that fix or state it.
  func inWords(isAssumed: Bool) -> String {
    (isAssumed ? isDecided ? "note: " : "assumed: " : "") + "\(named(in: .words))"
  }
}
