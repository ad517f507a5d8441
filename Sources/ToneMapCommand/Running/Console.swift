/// Where words go: results to standard output, everything else for people to standard error.
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

  /// Says a line to people.
  static func say(_ text: String) { sayRaw(text + "\n") }

  /// Says text to people as it stands.
  static func sayRaw(_ text: String) { try? System.write(text.utf8, to: System.standardError) }

  /// Says what went wrong.
  static func complain(_ sentence: String) {
    say("tonemap: \(sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence)")
  }
}
