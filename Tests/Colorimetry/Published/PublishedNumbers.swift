import Foundation
import TestSupport
import Testing

/// One published number: a function of colour-science, its arguments and its expected result.
struct PublishedRow: CustomStringConvertible, Sendable {
  var function: String
  var arguments: [String]
  var expected: [Double]

  var description: String { "\(function)(\(arguments.joined(separator: "; ")))" }

  /// The numbers of one argument.
  func numbers(_ index: Int = 0) -> [Double] { index < arguments.count ? Published.numbers(arguments[index]) : [] }

  /// Three numbers of one argument, or of the result if the index is negative.
  func vector(_ index: Int = 0, at offset: Int = 0) -> SIMD3<Double> {
    let all = index < 0 ? expected : numbers(index)
    return SIMD3(all[offset], all[offset + 1], all[offset + 2])
  }
}

/// The numbers of the corpus, taken from the tests of colour-science or computed by it.
enum Published {
  /// The numbers of a text such as `[[1.0 2.0] [3.0 4.0]]`, in order.
  static func numbers(_ text: String) -> [Double] {
    text.split { " []".contains($0) }.compactMap { Double($0) }
  }

  /// The lines of a file, split at commas, without comments.
  static func lines(_ file: String) throws -> [[String]] {
    let folder = try #require(Corpus.folder)
    let text = try String(contentsOf: folder.appending(path: "numbers/\(file)"), encoding: .utf8)
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.dropFirst()
    try #require(!lines.isEmpty, "\(file) has no lines")
    return lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
  }

  /// The lines of a file whose columns are function, arguments and result.
  static func rows(_ file: String) throws -> [PublishedRow] {
    try lines(file).map { fields in
      PublishedRow(
        function: fields[0], arguments: fields[1].components(separatedBy: "; "), expected: numbers(fields[2]))
    }
  }

  /// The lines of a file of numbers only.
  static func table(_ file: String) throws -> [[Double]] {
    try lines(file).map { $0.compactMap { Double($0) } }
  }
}
