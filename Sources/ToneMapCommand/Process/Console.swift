internal import Transcoding
internal import HDRMetadata
internal import Synchronization
internal import SystemCalls

/// Text output: results go to standard output, all other text to standard error.
///
/// What comes from outside, such as a name or a tag, may hold anything. No text gets past these functions with a character that would
/// move the cursor of a terminal or reorder its text, and a message is always one line. In a report of several lines, `onOneLine` keeps
/// each value in its own.
enum Console {
  /// What messages are about, in place of the command's name: an input among several.
  static var subject: String? {
    get { subjectOfAll.withLock { $0 } }
    set { subjectOfAll.withLock { $0 = newValue } }
  }
  private static let subjectOfAll = Mutex<String?>(nil)

  /// What messages begin with.
  static var speaker: String { (subject ?? "tonemap").onOneLine }

  /// Prints a result.
  static func print(_ text: String) throws(TranscodingError) {
    do {
      try System.write((text.printable + "\n").utf8, to: System.standardOutput)
    } catch {
      guard error != .brokenPipe else { throw .closedPipe }
      throw .inputOutput("standard output cannot be written (\(error)); write to another place")
    }
  }

  /// Prints lines on standard error.
  static func say(_ text: String) { sayRaw(text.printable + "\n") }

  /// Prints text of our own on standard error, as it is.
  static func sayRaw(_ text: String) { try? System.write(text.utf8, to: System.standardError) }

  /// Prints a message on standard error, after the name of the command, or of the input among several.
  static func complain(_ sentence: String) {
    say("\(speaker): \(sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence)".onOneLine)
  }

  /// Prints what a job reports.
  static func complain(_ notice: RunControl.Notice) {
    switch notice {
    case .finding(let finding): complain([finding])
    case .assumption(let finding): complain(assumed: [finding])
    }
  }

  /// Prints findings on standard error, with the options that fix them.
  static func complain(_ findings: [Finding]) {
    for finding in findings { complain("\(finding.inOptions)") }
  }

  /// Prints what was assumed on standard error, with the options that state it; a note if nothing was.
  static func complain(assumed findings: [Finding]) {
    for finding in findings { complain("\(finding.isDecided ? "note" : "assumed"): \(finding.inOptions)") }
  }
}
