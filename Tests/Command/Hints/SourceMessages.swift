import Foundation
import HDRMetadata
import Transcoding

import ToneMapCommand

/// The messages in the sources that name an option or a command: their advice, with `…` where something is put in.
enum SourceMessages {
  struct Message: Hashable {
    let file: String
    let advice: String
  }

  /// All messages that give advice.
  ///
  /// Advice is what follows a semicolon. Without one, all of a text is, unless it begins with an option or says what was expected: then it
  /// only names an option. Helps are none, nor are texts without a space.
  static func all() throws -> [Message] {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources").standardized
    guard let files = FileManager.default.enumerator(atPath: sources.path) else { return [] }
    var found: [Message] = []
    for case let file as String in files where file.hasSuffix(".swift") && !file.contains("/Recorded/") {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      for (literal, before) in Literals(text).joined where literal.contains(" ") {
        guard
          literal.firstMatch(of: /(^|[^\w-])--[a-z…]|ffmpeg -|mkvpropedit|avifenc|heif-|tonemap [a-z]+ |tonemap tag/)
            != nil
        else { continue }
        let start = /(help|abstract|discussion|valueName|usage|key|spelling):\s*$|(ArgumentHelp|@Option)\(\s*$/
        guard before.firstMatch(of: start) == nil else { continue }
        let words = literal.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if let semicolon = words.range(of: "; ") {
          found.append(Message(file: file, advice: String(words[semicolon.upperBound...])))
        } else if !words.hasPrefix("--"), !words.hasPrefix("…"), !words.contains(", but ") {
          found.append(Message(file: file, advice: words))
        }
      }
    }
    return found
  }
}

/// The texts of a source file; those that `+` joins are one.
private struct Literals {
  /// The texts, each with the end of what stands before it.
  private(set) var joined: [(text: String, before: String)] = []

  private let bytes: [UInt8]
  private var place = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    var end = 0
    while place < bytes.count {
      if bytes[place] == Self.slash, begins(Self.comment) {
        while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { place += 1 }
      } else if bytes[place] == Self.quote {
        let between = bytes[max(end, place - 60)..<place]
        let isMore = end > 0 && place - end < 60 && between.allSatisfy { $0 <= 32 || $0 == UInt8(ascii: "+") }
        let before = String(decoding: between, as: UTF8.self)
        let literal = read()
        end = place
        if isMore, let last = joined.popLast() {
          joined.append((last.text + literal, last.before))
        } else {
          joined.append((literal, before))
        }
      } else {
        place += 1
      }
    }
  }

  private static let (slash, quote, backslash) = (UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "\\"))
  private static let (comment, long, insertion) = (Array("//".utf8), Array("\"\"\"".utf8), Array("\\(".utf8))

  private func begins(_ mark: [UInt8]) -> Bool {
    place + mark.count <= bytes.count && mark.indices.allSatisfy { bytes[place + $0] == mark[$0] }
  }

  /// Reads a text, with the option that a setting is spelled as, or `…`, for what is put in.
  private mutating func read() -> String {
    let isLong = begins(Self.long)
    place += isLong ? 3 : 1
    var text: [UInt8] = []
    while place < bytes.count, !(isLong ? begins(Self.long) : bytes[place] == UInt8(ascii: "\"")) {
      if bytes[place] == Self.backslash, begins(Self.insertion) {
        let start = place + 2
        skip()
        let inserted = String(decoding: bytes[start..<place - 1], as: UTF8.self)
        text += (Self.option(inserted) ?? (inserted.hasPrefix(".") ? "--…" : "…")).utf8
      } else if bytes[place] == UInt8(ascii: "\\") {
        place += 1
        if bytes[place] != UInt8(ascii: "\n") { text.append(bytes[place]) }
        place += 1
      } else {
        text.append(bytes[place])
        place += 1
      }
    }
    place += isLong ? 3 : 1
    return String(decoding: text, as: UTF8.self)
  }

  /// Skips what is put into a text, from its backslash to behind its closing parenthesis.
  private mutating func skip() {
    place += 2
    var depth = 1
    while place < bytes.count, depth > 0 {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        _ = read()
        continue
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: break
      }
      place += 1
    }
  }

  /// The option of a setting, such as `.format, "y4m"`, with its value.
  private static func option(_ inserted: String) -> String? {
    guard let match = inserted.wholeMatch(of: /\.(\w+)(?:, (.*))?/),
      let setting = SettingName(named: String(match.output.1))
    else { return nil }
    let value = match.output.2.map { text in
      text.hasPrefix("\"") ? String(text.dropFirst().dropLast()) : Int(text) == nil ? "…" : String(text)
    }
    return setting == .latticeSize ? setting.rawValue : OptionStyle.words.name(setting, value)
  }
}
