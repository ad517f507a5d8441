import Foundation
import Testing

/// What the library products link.
@Suite struct LibraryImportsTests {
  /// Foundation would add megabytes to every program that converts a frame or reads metadata; only the command uses it.
  @Test func noLibraryImportsFoundation() throws {
    let sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardized
    let files = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
    var count = 0
    for file in files where file.hasSuffix(".swift") && !file.hasPrefix("ToneMapCommand/") && !file.contains(".docc/") {
      count += 1
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      #expect(!text.contains("import Foundation"), "\(file)")
    }
    #expect(count > 200)
  }

  /// What several modules need of the system's files stands once, in `SystemCalls`.
  @Test func onlyOneModuleCallsTheSystemForBytes() throws {
    let sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardized
    let files = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
    let calls = /EINTR|EAGAIN|strerror\(|\bpread\(|\bfstat\(|unsafe (open|read|write)\(|\bclose\(\w/
    for file in files where file.hasSuffix(".swift") && !file.hasPrefix("SystemCalls/") {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      guard text.contains("import SystemCalls") else { continue }
      for line in text.split(separator: "\n") where !line.contains("//") && !line.contains("/dev/null") {
        #expect(line.firstMatch(of: calls) == nil, "\(file): \(line)")
      }
    }
  }
}
