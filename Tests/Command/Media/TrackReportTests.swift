import Foundation
import HDRMetadata
import Testing

/// The lines and JSON keys in which `tonemap info` reports a track's properties.
@Suite struct TrackReportTests {
  /// The tracks in `info --json` for a file of these bytes, and the text that `info` prints for it.
  private func told(_ bytes: [UInt8], as name: String) throws -> (tracks: [[String: Any]], text: String) {
    let folder = try Folder()
    let file = try folder.file(name, Data(bytes))
    let json = try Tool.run(["info", file, "--json"])
    #expect(json.code == 0 && json.errors.isEmpty, "\(json.errors)")
    let root = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    return (try #require(root["tracks"] as? [[String: Any]]), try Tool.run(["info", file]).text)
  }

  @Test func whatIsToldOnceIsToldWithItsPlace() throws {
    // PQ from 0.01 to 1000 cd/m², 20 on average; P3 primaries.
    let volume: [UInt8] =
      [0x3C] + [13250, 34500, 7500, 3000, 34000, 16000].flatMap { big($0, 4) } + big(10, 4) + big(1_000_000, 4)
      + big(20_000, 4)
    // ST 2094-50 version 0, with only a reference white of 250 cd/m².
    let white = HeadroomAdaptiveMetadata(referenceWhiteUnits: 1250)
    let unit = hevcUnit(39, messages((4, try RegisteredUserData.headroomAdaptiveMetadata(white).payload())))
    let movie = TestMovie(
      entryType: "hvc1",
      properties: [hvcC(unit), colr([9, 16, 9]), box("cclv", volume), box("gama", big(0x2_3333, 4))])
    let (tracks, text) = try told(movie.bytes, as: "in.mov")
    let metadata = try #require(tracks[0]["metadata"] as? [String: Any])
    let colors = try #require(metadata["content_color_volume"] as? [String: Any])
    #expect(colors["min_cd_m2"] as? Double == 0.01 && colors["max_cd_m2"] as? Double == 1000)
    #expect(colors["average_cd_m2"] as? Double == 20)
    #expect(colors["primaries"] as? [[Double]] == [[0.265, 0.69], [0.15, 0.06], [0.68, 0.32]])
    #expect((colors["carried_in"] as? [String])?.first?.contains("/cclv at byte") == true)
    let map = try #require(metadata["adaptive_tone_map"] as? [String: Any])
    #expect(map["reference_white_cd_m2"] as? Double == 250 && map["baseline_headroom_stops"] is NSNull)
    #expect((map["carried_in"] as? [String])?.first?.contains("SEI 4 at byte") == true)
    #expect(tracks[0]["alpha"] is NSNull)
    for fact in [
      "gamma            displayed with a gamma of 2.2\n", "from 0.0001 %, to 10.0 %, average 0.2 %",
      "reference white at 250 cd/m²",
    ] {
      #expect(text.contains(fact), "\(fact) in \(text)")
    }
  }

  @Test(arguments: [true, false]) func alphaIsToldWithItsPlace(isPremultiplied: Bool) throws {
    let tracks = try told(TestPictures(isPremultiplied: isPremultiplied).bytes, as: "in.heic").tracks
    let alpha = try #require(tracks[0]["alpha"] as? [String: Any])
    #expect(alpha["mode"] as? String == (isPremultiplied ? "premultiplied" : "straight"))
    #expect((alpha["carried_in"] as? [String])?.first?.contains("/meta/iref/auxl at byte") == true)
    let item = try #require(tracks[1]["alpha"] as? [String: Any])
    #expect(item["mode"] is NSNull && (item["carried_in"] as? [String])?.first?.contains("/auxC at byte") == true)
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
