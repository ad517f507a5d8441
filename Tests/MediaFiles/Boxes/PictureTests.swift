import Colorimetry
import HDRMetadata
import MediaFiles
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

  /// ISO/IEC 23000-22:2019/Amd 2:2021, 7.3.6.4: a picture without a color property is sRGB, unless its coded data says something else.
  @Test func aPictureWithoutAColorPropertyIsSRGB() throws {
    func color(_ still: TestStill) throws -> [Int] {
      let file = try MediaDescription(bytes: still.bytes)
      #expect(file.problems == [] && file.tracks[0].isStill)
      let color = file.tracks[0].resolved.color
      return [color.primaries?.rawValue, color.transfer?.rawValue, color.matrix?.rawValue].map {
        $0.map { Int($0) } ?? 2
      }
        + [color.range == .full ? 1 : 0]
    }
    #expect(try color(TestStill()) == [1, 13, 6, 1])
    #expect(try color(TestStill(type: "grid")) == [1, 13, 6, 1])
    let decisions = try MediaDescription(bytes: TestStill().bytes).tracks[0].resolved.decisions
    #expect(decisions.first { $0.property == .transfer }?.isInferred == true)
    let pq = obu(1, TestAV1Sequence(codes: [9, 16, 9]).payload)
    #expect(try color(TestStill(units: pq)) == [9, 16, 9, 0])
    #expect(try color(TestStill(type: "grid", units: pq)) == [9, 16, 9, 0])
    // A property that leaves it open, and a profile, are properties.
    #expect(try color(TestStill(properties: [colr([2, 2, 2], isFull: true)])) == [2, 2, 2, 1])
    #expect(try color(TestStill(properties: [box("colr", Array("prof".utf8), [1, 2, 3])])) == [2, 2, 2, 1])
    #expect(try color(TestStill(properties: [colr([12, 13, 6], isFull: true)])) == [12, 13, 6, 1])
  }

  /// A profile that is not read is found; if tags state the color too, nothing is assumed.
  @Test func aProfileIsNotRead() throws {
    let profile = box("colr", Array("prof".utf8), [1, 2, 3])
    func finding(_ properties: [[UInt8]]) throws -> Finding? {
      try MediaDescription(bytes: TestStill(properties: properties).bytes).tracks[0].findings.first
    }
    #expect(try finding([profile])?.code == "icc-profile-instead-of-tags")
    #expect(try finding([profile, colr([1, 13, 6], isFull: true)])?.isDecided == true)
    #expect(try finding([profile, colr([1, 13, 6], isFull: true)])?.code == "icc-profile-not-used")
    #expect(try finding([colr([1, 13, 6], isFull: true)]) == nil)
  }

  /// ISO/IEC 23008-12 stores a gain map as an item of its own, from which an item `tmap` is made; Apple's is auxiliary.
  @Test(arguments: [
    (TestPictures(), "those of a burst"), (TestPictures(other: "tmap"), "a gain map"),
    (TestPictures(auxiliary: "urn:com:apple:photo:2020:aux:hdrgainmap"), "a gain map"),
  ])
  func furtherPicturesAreReported(pictures: TestPictures, kind: String) throws {
    let remarks = try MediaDescription(bytes: pictures.bytes).tracks.flatMap(\.remarks)
    #expect(remarks.map(\.found) == ["the file has further pictures, such as \(kind)"])
  }

  /// The samples of a tone-mapped picture are not coded, so that their depth says nothing.
  @Test func aToneMappedPictureIsNotAccusedOfItsDepth() throws {
    let pq = [colr([9, 16, 9], isFull: true)]
    func codes(_ type: String) throws -> [String] {
      try MediaDescription(bytes: TestStill(type: type, properties: pq).bytes).tracks[0].findings.map(\.code)
    }
    #expect(try codes("tmap") == ["further-pictures"])
    // Nor does what they are mapped from state their color.
    let sRGB = obu(1, TestAV1Sequence(codes: [1, 13, 6], depth: 8, isFull: true).payload)
    let mapped = try MediaDescription(bytes: TestStill(type: "tmap", properties: pq, units: sRGB).bytes).tracks[0]
    #expect(mapped.resolved.color.transfer == .pq && mapped.conflicts == [])
    #expect(try codes("grid") == ["hdr-in-8-bits"])
  }

  @Test func aSequenceHasBothPicturesAndATrack() throws {
    var movie = TestMovie(properties: [colr([9, 18, 9])])
    movie.before = TestPictures().bytes
    let tracks = try MediaDescription(bytes: movie.bytes).tracks
    #expect(tracks.count == 4)
    #expect(tracks.last?.colors == [[9, 18, 9]])
  }
}
