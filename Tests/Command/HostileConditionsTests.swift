import Foundation
import Testing

/// What surrounds the program is not as it should be.
@Suite struct HostileConditionsTests {
  @Test func aClosedOutputDoesNotSpoilAnotherFile() throws {
    let folder = try Folder()
    let movie = try folder.file("phone.mov", Data(MediaInfoTests.phone.bytes))
    let outcome = try Tool.shell("$TONEMAP info \(movie) --color-json \(folder["o.json"]) >&-")
    #expect(outcome.code == 74 && outcome.errors.contains("standard output"), "\(outcome.code): \(outcome.errors)")
    #expect(try JSONSerialization.jsonObject(with: folder.bytes("o.json")) is [String: Any])
    let all = try Tool.shell("$TONEMAP info \(movie) --color-json \(folder["p.json"]) <&- >&- 2>&-")
    #expect(all.code == 74)
    #expect(try folder.bytes("p.json") == folder.bytes("o.json"))
  }

  @Test func aColorJSONOfAnyLength() throws {
    // Within 1 GiB of address space: what is read is bounded.
    let outcome = try Tool.shell(
      "ulimit -v 1048576; timeout -s KILL 60 $TONEMAP explain --transfer pq --color-json /dev/zero")
    #expect(outcome.code == 66, "\(outcome.code): \(outcome.errors)")
    #expect(outcome.complaints.count == 1 && outcome.errors.contains("File too large"), "\(outcome.errors)")
  }
}
