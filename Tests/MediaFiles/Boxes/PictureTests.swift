import Colorimetry
import HDRMetadata
import MediaFiles
import MediaRules
import Testing

@Suite struct PictureTests {
  @Test(arguments: [UInt8(0), 1]) func propertiesGoToTheirPictures(version: UInt8) throws {
    let file = try MediaDescription(bytes: TestPictures(version: version).bytes)
    #expect(file.problems == [])
    // Neither tiles nor the thumbnail are listed; the primary picture comes first.
    #expect(file.tracks.map(\.id) == [1, 4, 6])
    let primary = file.tracks[0]
    #expect(primary.codecTag == "grid")
    #expect([primary.width, primary.height] == [200, 100])
    #expect(primary.facts.profileName == "Main 10")
    #expect(primary.colors == [[9, 16, 9, 1], [9, 16, 9, 0]])
    #expect(primary.resolved.color.range == .full)
    #expect(primary.values(.contentLight) == [.contentLight(ContentLightLevel(maxCLL: 1000, maxFALL: 400))])
    #expect(primary.statements[0].carriedIn.path == "/meta/iprp/ipco/colr")
    #expect(file.tracks[2].colors == [[1, 13, 6, 1]])
  }

  @Test(arguments: [
    (false, false, AlphaMode.straight), (true, false, .premultiplied), (true, true, .premultiplied),
  ])
  func alphaIsToldOnThePictureItBelongsTo(isPremultiplied: Bool, isTurned: Bool, mode: AlphaMode) throws {
    let pictures = TestPictures(isPremultiplied: isPremultiplied, isPremultipliedTurnedAround: isTurned)
    let tracks = try MediaDescription(bytes: pictures.bytes).tracks
    #expect(tracks[0].values(.alpha) == [.alpha(mode)])
    #expect(tracks[0].hasAlpha)
    #expect(tracks[0].alphaMode == mode)
    #expect(tracks[0].statements(about: .alpha)[0].carriedIn.path == "/meta/iref/auxl")
    #expect(tracks[1].values(.alpha) == [.alpha(nil)])
    // pixi states 8 bits, but the coded picture has more: the configuration takes precedence.
    #expect(tracks[1].facts.bitDepth == 10)
    #expect(tracks[2].values(.alpha) == [])
  }

  @Test(arguments: [true, false]) func alphaIsNoPictureOfItsOwn(hasProperty: Bool) throws {
    var bytes = TestPictures().bytes
    // Without the property that states what it is, the reference alone states which picture it belongs to.
    if !hasProperty {
      let name = try #require(bytes.firstRange(of: Array("auxC".utf8)))
      bytes.replaceSubrange(name, with: Array("free".utf8))
    }
    let file = try MediaDescription(bytes: bytes)
    #expect(file.tracks.map(\.isAuxiliary) == [false, true, false])
    #expect(Set(file.ruleResults(for: .sdr709).map(\.track)) == [1, 6])
  }

  @Test func aSequenceHasBothPicturesAndATrack() throws {
    var movie = TestMovie(properties: [colr([9, 18, 9])])
    movie.before = TestPictures().bytes
    let tracks = try MediaDescription(bytes: movie.bytes).tracks
    #expect(tracks.count == 4)
    #expect(tracks.last?.colors == [[9, 18, 9]])
  }
}
