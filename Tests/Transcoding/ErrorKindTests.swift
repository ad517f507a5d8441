import Foundation
import Testing
import Transcoding

@Suite struct ErrorKindTests {
  /// A kind's number is the exit code of the command and the status of the C library, which programs know.
  @Test(
    arguments: [
      (JobErrorKind.checkFailed, 1, "CHECK_FAILED"), (.settings, 64, "USAGE"), (.data, 65, "DATA"),
      (.notFound, 66, "NOT_FOUND"), (.fault, 70, "FAULT"), (.system, 71, "SYSTEM"),
      (.cannotCreate, 73, "CANNOT_CREATE"), (.inputOutput, 74, "INPUT_OUTPUT"), (.truncated, 75, "TRUNCATED"),
      (.cancelled, 130, "CANCELLED"),
    ] as [(JobErrorKind, Int32, String)]) func numbers(_ kind: JobErrorKind, number: Int32, status: String) throws
  {
    #expect(kind.rawValue == number)
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let header = try String(contentsOf: root.appending(path: "Sources/CTonemap/include/tonemap.h"), encoding: .utf8)
    #expect(header.contains(try Regex("TONEMAP_\(status) = \(number)\\b")))
  }
}
