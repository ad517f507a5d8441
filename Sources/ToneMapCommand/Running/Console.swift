/// Text output: results go to standard output, all other text to standard error.
enum Console {
  /// Prints a result.
  static func print(_ text: String) throws(CommandError) {
    do {
      try System.write((text + "\n").utf8, to: System.standardOutput)
    } catch {
      guard error != .brokenPipe else { throw .readerLeft }
      throw .inputOutput("standard output cannot be written (\(error)); write to another place")
    }
  }

  /// Prints a line on standard error.
  static func say(_ text: String) { sayRaw(text + "\n") }

  /// Prints text on standard error without a line break.
  static func sayRaw(_ text: String) { try? System.write(text.utf8, to: System.standardError) }

  /// Prints a message on standard error, after the name of the command.
  static func complain(_ sentence: String) {
    say("tonemap: \(sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence)")
  }
}
