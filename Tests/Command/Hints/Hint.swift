import Foundation
import TestSupport
import Testing

/// A command line on which the command gives advice, and command lines that follow it.
///
/// No shell runs them: words are parted by spaces, `a && b` runs one after the other, `a | b` hands output on, and `< FILE` is standard input.
/// `TAGS` stands for tags that leave nothing to assume. Each runs in a folder of its own, with those of the inputs that it names.
struct Hint: Sendable, CustomTestStringConvertible {
  let command: String
  /// What is advised, as it is printed.
  let advice: String
  /// Command lines as the advice makes them, which succeed and no longer print it; `→ 75` at the end is another exit code.
  let ways: [String]

  init(_ command: String, says advice: String, _ ways: String...) {
    (self.command, self.advice, self.ways) = (command, advice, ways)
  }

  var testDescription: String { "\(command): \(advice)" }
}

extension Hint {
  /// Runs the command and everything that follows its advice.
  func check() throws {
    let words = [command] + ways
    let said = try run(command, beside: words)
    #expect(said.text.contains(advice), "\(said.code): \(said.text)")
    for way in ways {
      let parts = way.components(separatedBy: " → ")
      let code = parts.count > 1 ? Int32(parts[1]) : 0
      let done = try run(parts[0], beside: words)
      #expect(done.code == code, "\(way): \(done.text)")
      #expect(!done.text.contains(advice), "\(way): \(done.text)")
    }
  }

  /// Whether some way gives or leaves out each option of the advice.
  var triesEveryOption: Bool {
    let advised = advice.components(separatedBy: " without ")[0]
    return options(advised).subtracting(["--help"]).allSatisfy { option in
      ways.contains { way in
        options(way).contains(option) != options(command).contains(option)
          || way != command && "\(way) ".contains("\(option) ")
      }
    }
  }

  /// The options that a line names, with those of `TAGS`.
  private func options(_ text: String) -> Set<String> {
    Set(
      text.replacing("TAGS", with: Clips.tags.joined(separator: " ")).matches(of: /(?:^|[^\w-])(--[a-z][a-z0-9-]*)/).map
      { String($0.output.1) })
  }

  /// Whether the other programs that it names are installed.
  var canRun: Bool {
    ([command] + ways).flatMap { $0.split(separator: " ").map(String.init) }.allSatisfy {
      !Self.others.contains($0) || OtherPrograms.has($0)
    }
  }

  /// What a line prints.
  private func run(_ line: String, beside lines: [String]) throws -> (code: Int32, text: String) {
    let folder = try Folder()
    for name in Set(lines.flatMap { $0.split(separator: " ").map(String.init) }) {
      guard let bytes = try HintInputs.bytes(name) else { continue }
      _ = try folder.file(name, bytes)
    }
    var text = ""
    for step in line.components(separatedBy: " && ") {
      let parts = step.components(separatedBy: " < ")
      var input = try parts.count > 1 ? folder.bytes(parts[1]) : Data()
      for program in parts[0].components(separatedBy: " | ") {
        let outcome = try run(program.split(separator: " ").map(String.init), input, in: folder)
        text += outcome.errors
        guard outcome.code == 0 else { return (outcome.code, text + outcome.text) }
        input = outcome.output
      }
      text += String(decoding: input, as: UTF8.self)
    }
    return (0, text)
  }

  /// Runs a program, ours if no other is named.
  private func run(_ words: [String], _ input: Data, in folder: Folder) throws -> Tool.Outcome {
    let words = words.flatMap { $0 == "TAGS" ? Clips.tags : [$0] }
    guard Self.others.contains(words[0]) else {
      return try Tool.run(words[0] == "tonemap" ? Array(words.dropFirst()) : words, input: input, in: folder)
    }
    let arguments = words.dropFirst().map { $0 == "tonemap" ? Tool.path : $0 }
    return try Tool.run(program: words[0], arguments, input: input, in: folder)
  }

  private static let others: Set = ["ffmpeg", "mkvpropedit", "heif-convert", "avifenc", "chmod", "cp", "env"]
}
