internal import ArgumentParser
internal import CCommand
internal import SystemCalls
internal import Transcoding

/// The words of the command line, as strings that preserve every byte.
///
/// `CommandLine.arguments` replaces invalid UTF-8, and a combining mark merges with a slash or equals sign before it. Here each byte
/// above 127 is a separate character at the end of a private use area; `Path(word:)` restores the bytes.
enum Arguments {
  static var words: [String] { Array(all.dropFirst()) }

  /// Makes sure that no file name is parsed as short options: the h in `-x.hevc` would ask for help.
  static func refuseNamesLikeOptions() throws(ProgramError) {
    for word in words.prefix(while: { $0 != "--" }) where word.utf8.count > 2 && word.first == "-" {
      let second = word.dropFirst().first ?? "-"
      guard second != "-", !second.isNumber && second != "." || isFile(word) else { continue }
      throw looksLikeOption(word)
    }
  }

  /// The error for a word in the parser's message that is a file name; `nil` otherwise.
  static func fileLikeOption(in message: String) -> ProgramError? {
    let names = words.prefix { $0 != "--" }.filter { $0.hasPrefix("-") && $0 != "-" && isFile($0) }
    // If an argument is missing, the parser does not name the unknown option.
    let named = names.first { message.contains($0) || message.hasPrefix("missing ") }
    return named.map(looksLikeOption)
  }

  private static func looksLikeOption(_ word: String) -> ProgramError {
    let word = Path(word: word)
    return ProgramError(
      .settings,
      "\(word) begins with a dash, like an option, but a file name was expected; if it is a file, give ./\(word)")
  }

  /// Removes the word that names a file; an equal word may be the value of an option.
  static func leavingOut(_ file: Path, of words: [String], _ parse: ([String]) throws -> Path?) -> [String] {
    var words = words
    let place = words.indices.first { place in
      guard words[place] == file.word else { return false }
      var others = words
      others[place] += "~"
      return (try? parse(others)) != file
    }
    if let place { words.remove(at: place) }
    return words
  }

  private static func isFile(_ word: String) -> Bool { System.kind(of: Path(word: word)) != .nothing }

  /// All words; none if they are not available.
  static let all: [String] = {
    // If the C library passes the arguments to libraries, Swift's way, which needs /proc on Linux, is not used.
    let isKnown = process_argument_count() > 0
    return (0..<Int(isKnown ? process_argument_count() : CommandLine.argc)).compactMap { index in
      let word = unsafe isKnown ? process_arguments()[index] : CommandLine.unsafeArgv[index]
      return unsafe word.map { word in
        Path(unsafe UnsafeBufferPointer(start: word, count: strlen(word)).map(UInt8.init(bitPattern:))).word
      }
    }
  }()
}

extension Path {
  static func refuseSharedStandardInput(_ inputs: [Path]) throws(ValidationError) {
    if inputs.count(where: { $0 == .standardStream }) > 1 {
      throw ValidationError("- was given twice, but standard input can be read only once; name files")
    }
  }
}
