public import Transcoding
internal import HDRMetadata
public import ArgumentParser
internal import CCommand

/// The words of the command line, in a form in which strings keep every byte.
///
/// `CommandLine.arguments` repairs what is no UTF-8, and a combining mark joins the slash or the equals sign before it. Here each byte
/// above 127 is a character of its own, from the end of a private use area; `Path(word:)` is the way back.
enum Arguments {
  /// The words after the command's own name.
  static var words: [String] { Array(all.dropFirst()) }

  /// Makes sure that the words are known.
  ///
  /// - Throws: `fault` where they can only be read from `/proc`, and that is missing.
  static func check() throws(TranscodingError) {
    guard all.isEmpty else { return }
    throw .fault(
      "without /proc this system does not tell a program its arguments, but at least the program's name was expected; mount /proc"
    )
  }

  /// Makes sure that no name of a file is taken for options of one letter: the h in `-x.hevc` would ask for help.
  ///
  /// - Throws: `usage`.
  static func refuseNamesLikeOptions() throws(TranscodingError) {
    for word in words.prefix(while: { $0 != "--" }) where word.utf8.count > 2 && word.first == "-" {
      let second = word.dropFirst().first ?? "-"
      guard second != "-", !second.isNumber && second != "." || isFile(word) else { continue }
      throw .settings("\(Self.dash(before: word))")
    }
  }

  /// What to say of a word that the parser's message is about, if it is the name of a file; `nil` otherwise.
  static func fileLikeOption(in message: String) -> String? {
    let names = words.prefix { $0 != "--" }.filter { $0.hasPrefix("-") && $0 != "-" && isFile($0) }
    // Where an argument is missing, the parser says nothing of the option that it does not know.
    return names.first { message.contains($0) || message.hasPrefix("missing ") }.map(dash(before:))
  }

  /// Some words without that which names a file; another may be equal and be the value of an option.
  ///
  /// - Parameter parse: What the words name as that file.
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

  private static func dash(before word: String) -> String {
    let path = Path(word: word)
    return
      "\(path) begins with a dash, as options do, but the name of a file was expected to begin otherwise; if it is a file, give ./\(path)"
  }

  private static let all: [String] = {
    // Where the C library hands them to libraries, Swift's way to them, which leads through /proc on Linux, is not needed.
    let isKnown = process_argument_count() > 0
    return (0..<Int(isKnown ? process_argument_count() : CommandLine.argc)).compactMap { index in
      let word = unsafe isKnown ? process_arguments()[index] : CommandLine.unsafeArgv[index]
      return unsafe word.map { word in
        Path(unsafe UnsafeBufferPointer(start: word, count: length(of: word)).map(UInt8.init(bitPattern:))).word
      }
    }
  }()

  private static func length(of word: UnsafePointer<CChar>) -> Int {
    var count = 0
    while unsafe word[count] != 0 { count += 1 }
    return count
  }
}

extension MediaLocation: ExpressibleByArgument {
  public init(argument: String) { self.init(word: argument) }
}

extension Path {
  /// Makes sure that standard input is only one of the files to read.
  static func refuseSharedStandardInput(_ inputs: [Path]) throws {
    guard inputs.filter({ $0 == .standardStream }).count > 1 else { return }
    throw ValidationError("- was given twice, but standard input can be read only once; name files")
  }
}
