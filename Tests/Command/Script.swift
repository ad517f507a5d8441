/// A script for bash whose values are never parsed as shell text.
///
/// What is interpolated is a word, or a list of words, whatever characters it has. The shell gets it in variables of the environment, which
/// also reach the shells and programs that the script starts. So an interpolation must not be written between quotes, except inside the whole
/// script of an inner shell, such as `sh -c '…'`.
struct Script: ExpressibleByStringInterpolation, CustomStringConvertible, Sendable {
  private enum Part { case text(String), word(String) }
  private var parts: [Part]

  init(stringLiteral text: String) { parts = [.text(text)] }
  /// A command line that our command printed for a shell.
  init(printed line: some StringProtocol) { parts = [.text(String(line))] }
  init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.script.parts }

  static func + (first: Script, second: Script) -> Script {
    var both = first
    both.parts += second.parts
    return both
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var script: Script = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ text: String) { script.parts.append(.text(text)) }
    /// One word.
    mutating func appendInterpolation(_ word: String) { script.parts.append(.word(word)) }
    mutating func appendInterpolation(_ number: some BinaryInteger) { script.parts.append(.text(String(number))) }
    /// A list of words.
    mutating func appendInterpolation(_ words: [String]) {
      for (index, word) in words.enumerated() { script.parts += (index > 0 ? [.text(" ")] : []) + [.word(word)] }
    }
    /// A part of the script.
    mutating func appendInterpolation(_ part: Script) { script.parts += part.parts }
  }

  /// The script's text, and the variables that it refers to.
  var rendered: (text: String, variables: [String: String]) {
    var (text, variables) = ("", [String: String]())
    for part in parts {
      switch part {
      case .text(let literal): text += literal
      case .word(let word):
        let name = "WORD_\(variables.count)"
        variables[name] = word
        text += "\"$\(name)\""
      }
    }
    return (text, variables)
  }

  var description: String {
    parts.map {
      switch $0 {
      case .text(let text), .word(let text): text
      }
    }.joined()
  }
}

/// The words of a text that has a space between them.
func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
