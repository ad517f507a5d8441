import Foundation
import Testing

/// What `tonemap info` tells of a track, where readers of text and of JSON look for it.
@Suite struct TrackReportTests {
  /// The tracks that `info --json` tells of a file of these bytes, and what `info` prints of it.
  private func told(_ bytes: [UInt8], as name: String) throws -> (tracks: [[String: Any]], text: String) {
    let folder = try Folder()
    let file = try folder.file(name, Data(bytes))
    let json = try Tool.run(["info", file, "--json"])
    #expect(json.code == 0 && json.errors.isEmpty, "\(json.errors)")
    let root = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    return (try #require(root["tracks"] as? [[String: Any]]), try Tool.run(["info", file]).text)
  }

  @Test func alphaOfAnotherPictureIsNotReadAsLight() throws {
    let (tracks, text) = try told(TestPictures().bytes, as: "in.heic")
    #expect(tracks.map { $0["auxiliary"] as? Bool } == [false, true, false])
    #expect(tracks.map { $0["reading"] is String } == [true, false, true])
    #expect((tracks[1]["assumptions"] as? [Any])?.isEmpty == true)
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("would be read as") }.count == 2, "\(text)")
    #expect(text.contains("auxiliary        belongs to another"), "\(text)")
  }
}
