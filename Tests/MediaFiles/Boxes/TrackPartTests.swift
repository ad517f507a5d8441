import HDRMetadata
import TestSupport
import Testing

import MediaFiles

/// HDR anywhere in a track counts.
@Suite struct TrackPartTests {
  private static func hdr(_ movie: TestMovie) throws -> [String] {
    try #require(try MediaDescription(bytes: movie.bytes).tracks.first).places(of: .hdr)
  }

  @Test func anySampleDescriptionCounts() throws {
    var movie = TestMovie(entryType: "apch", properties: [colr([1, 1, 1])])
    #expect(try Self.hdr(movie) == [])
    movie.furtherEntries = [[colr([1, 1, 1])], [colr([9, 16, 9])], [colr([9, 16, 9])], [colr([9, 18, 9])]]
    #expect(try Self.hdr(movie) == ["sample description 3", "sample description 5"])
    let track = try #require(try MediaDescription(bytes: movie.bytes).tracks.first)
    #expect(track.places(of: .wideGamut) == ["sample description 3", "sample description 5"])
    #expect(track.findings.filter { $0.code == "color-changes" }.count == 2)
    // Those that no sample has are no parts.
    movie.descriptions = [1, 5, 1]
    #expect(try Self.hdr(movie) == ["sample description 5"])
    movie.properties = [colr([9, 16, 9])]
    movie.furtherEntries = [[colr([1, 1, 1])]]
    movie.descriptions = []
    #expect(try Self.hdr(movie) == ["container"])
  }

  /// A description without tags says nothing that the start does not.
  @Test func aDescriptionWithoutTagsIsNoPart() throws {
    var movie = TestMovie(entryType: "apch", properties: [colr([9, 16, 9])])
    movie.furtherEntries = [[]]
    #expect(try MediaDescription(bytes: movie.bytes).tracks.first?.parts == [])
  }

  @Test func parametersInSamplesCount() throws {
    func sample(_ codes: [Int]) -> [UInt8] {
      withLengths([TestHEVCSequence(color: TestColor(codes: codes)).unit, hevcUnit(19, [0x80, 1, 2, 3])])
    }
    // The container says otherwise than the stream from the start on, which is no change.
    let movie = TestMovie(
      entryType: "hev1",
      properties: [hvcC(TestHEVCSequence(color: TestColor(codes: [1, 1, 1])).unit), colr([9, 1, 1])])
    let track = try #require(try MediaDescription(bytes: movie.bytes).tracks.first)
    func hdr(_ samples: [[UInt8]]) -> [String] {
      var track = track
      track.addParts(of: samples.enumerated().map { (Double($0) / 4, $1) })
      return track.places(of: .hdr)
    }
    #expect(hdr([sample([1, 1, 1]), sample([1, 1, 1])]) == [])
    #expect(hdr([sample([1, 1, 1]), sample([9, 16, 9]), sample([9, 16, 9])]) == ["the stream at 0.25 s"])
    #expect(hdr([[], [], sample([9, 18, 9])]) == ["the stream at 0.5 s"])
    #expect(hdr([[0, 0, 0, 200], [255, 255, 255, 255, 1]]) == [])
  }

  @Test func characteristicsNameTheirPlaces() throws {
    let record = box("dvvC", try DolbyVisionConfiguration(profile: 8, level: 5, compatibility: 4).payload)
    let movie = TestMovie(
      properties: [hvcC(TestHEVCSequence(color: TestColor(codes: [9, 18, 9])).unit), colr([9, 18, 9]), record])
    let track = try #require(try MediaDescription(bytes: movie.bytes).tracks.first)
    #expect(track.places(of: .hdr) == ["container", "stream"] && track.places(of: .dolbyVision) == ["container"])
    #expect(track.places(of: .alpha) == [])
    let alpha = TestMovie(entryType: "ap4h", depth: 32, properties: [colr([12, 1, 1])])
    let other = try #require(try MediaDescription(bytes: alpha.bytes).tracks.first)
    #expect(other.places(of: .alpha) == ["container"] && other.places(of: .wideGamut) == ["container"])
    #expect(other.places(of: .hdr) == [])
  }
}
