import Colorimetry
import HDRMetadata
import MediaFiles
import Testing

@Suite struct MovieTests {
  @Test func everyPropertyIsStatedWithItsPlace() throws {
    let properties = [
      hvcC(TestHEVCSequence().unit), colr([9, 18, 9]), box("mdcv", masteringPayload), box("clli", lightPayload),
      box("amve", ambientPayload), box("dvvC", zeros(24)), box("cclv", zeros(13)), box("pasp", zeros(8)),
    ]
    let movie = TestMovie(properties: properties)
    let file = try MediaDescription(bytes: movie.bytes)
    let track = try file.track
    #expect(file.problems == [])
    #expect(
      track.statements.map(\.topic) == [
        .color, .color, .mastering, .contentLight, .ambient, .dolbyVision, .contentColorVolume,
      ])
    // Each position is the offset of the box's own header.
    for (statement, property) in zip(track.statements.dropFirst(), properties.dropFirst()) {
      #expect(Array(movie.bytes[statement.carriedIn.byte...].prefix(property.count)) == property)
      #expect(statement.carriedIn.path.hasPrefix("/moov/trak[0]/mdia/minf/stbl/stsd/hvc1/"))
    }
    #expect(track.id == 7)
    #expect([track.width, track.height] == [1920, 1080])
    #expect(track.frameRate == FrameRate(24000, 1001))
    #expect(track.resolved.metadata.ambient?.illuminance.lux == 314)
    #expect(track.resolved.metadata.mastering?.luminance.peak.nits == 1000)
  }

  @Test func theConfigurationSaysTheProfile() throws {
    let facts = try MediaDescription(bytes: TestMovie(properties: [hvcC()]).bytes).track.facts
    #expect(facts.codec == .hevc)
    #expect(facts.profileName == "Main 10")
    #expect([facts.bitDepth, facts.chromaBitDepth, facts.level] == [10, 10, 153])
    #expect(facts.compatibleProfiles == 0x2000_0000)
    #expect(facts.isHighTier == false)
  }

  @Test func depthsOfLumaAndChromaAreNotExchanged() throws {
    var bytes = TestMovie(properties: [hvcC()]).bytes
    // Chroma format, then luma, then chroma, each minus 8.
    let depths = try #require(bytes.firstRange(of: [0xFD, 0xFA, 0xFA]))
    bytes[depths.upperBound - 1] = 0xF9
    let facts = try MediaDescription(bytes: bytes).track.facts
    #expect([facts.bitDepth, facts.chromaBitDepth] == [10, 9])
  }

  @Test(arguments: [false, true]) func anEntryWithoutASizeLeavesTheHeaders(isLong: Bool) throws {
    var bytes = TestMovie(isLong: isLong).bytes
    // The header's width and height have 32 bits each, so this is the entry's size.
    let size = try #require(bytes.firstRange(of: big(1920, 2) + big(1080, 2)))
    bytes.replaceSubrange(size, with: zeros(4))
    let track = try MediaDescription(bytes: bytes).track
    #expect([track.width, track.height] == [1920, 1080])
  }

  @Test(
    arguments: [
      ([(10, 1001)], [24000, 1001]),
      // A last sample of different length does not count, …
      ([(9, 1001), (1, 1)], [24000, 1001]),
      // … one among others does: the average counts.
      ([(5, 1000), (5, 1002)], [24000, 1001]), ([(1, 500), (9, 1000)], [240_000, 9500]),
      ([(10, 0)], nil), ([], nil),
    ] as [([(UInt64, UInt64)], [Int]?)])
  func frameRate(times: [(UInt64, UInt64)], expected: [Int]?) throws {
    let track = try MediaDescription(bytes: TestMovie(times: times).bytes).track
    let rate = track.frameRate.map { Double($0.numerator) / Double($0.denominator) }
    #expect(rate == expected.map { Double($0[0]) / Double($0[1]) })
  }

  @Test func longFieldsAreReadAsShortOnes() throws {
    let sample = withLengths([hevcUnit(39, messages((144, lightPayload)))])
    for isLong in [false, true] {
      let track = try MediaDescription(bytes: TestMovie(properties: [hvcC()], sample: sample, isLong: isLong).bytes)
        .track
      #expect(track.id == 7)
      #expect(track.frameRate == FrameRate(24000, 1001))
      #expect(track.values(.contentLight) == [.contentLight(ContentLightLevel(maxCLL: 1000, maxFALL: 400))])
      #expect(track.statements[0].carriedIn.path == "/moov/trak[0] sample 0 SEI 144")
    }
  }

  @Test(arguments: [4, 8, 16] as [UInt64]) func lengthsMayBeShort(bits: UInt64) throws {
    let movie = TestMovie(properties: [hvcC()], sample: withLengths([hevcUnit(62, [0x19])]))
    var bytes = movie.bytes
    let length = UInt64(movie.sample.count)
    let table = try #require(bytes.firstRange(of: Array("stsz".utf8)))
    // The box keeps its length; the rest of the entry has no meaning.
    let entry = [4: [UInt8(length << 4)] + zeros(3), 8: [UInt8(length)] + zeros(3), 16: big(length, 2) + zeros(2)]
    bytes.replaceSubrange(
      table.lowerBound..<table.upperBound + 16,
      with: Array("stz2".utf8) + zeros(4) + zeros(3) + big(bits, 1) + big(10, 4) + (entry[Int(bits)] ?? []))
    let track = try MediaDescription(bytes: bytes).track
    #expect(track.dolbyVisionUnits == [hevcUnit(62, [0x19])])
  }

  @Test func aSampleIsSteppedThroughToItsEnd() throws {
    let units = [
      TestHEVCSequence().unit, hevcUnit(19, [0x80] + zeros(300)), hevcUnit(40, messages((148, ambientPayload))),
      hevcUnit(62, [0x19, 8]),
    ]
    let track = try MediaDescription(bytes: TestMovie(properties: [hvcC()], sample: withLengths(units)).bytes).track
    #expect(track.statements.map(\.topic) == [.color, .ambient, .dolbyVision])
    #expect(track.dolbyVisionUnits == [hevcUnit(62, [0x19, 8])])
  }

  @Test(arguments: ["soun", "text", "tmcd"]) func othersThanPicturesAreNoTracks(handler: String) throws {
    #expect(try MediaDescription(bytes: TestMovie(handler: handler).bytes).tracks == [])
  }

  @Test(arguments: [("vide", false), ("pict", false), ("auxv", true)])
  func aTrackOfAnotherIsNoneOfItsOwn(handler: String, isAuxiliary: Bool) throws {
    let movie = TestMovie(properties: [hvcC(), colr([1, 1, 1])], handler: handler)
    let file = try MediaDescription(bytes: movie.bytes)
    #expect(try file.track.isAuxiliary == isAuxiliary)
    let rules = file.ruleResults(for: .sdr709).map(\.rule)
    #expect(isAuxiliary ? rules == ["track"] : rules.contains("primaries"))
  }

  @Test func anEncryptedEntryIsCalledByItsOriginal() throws {
    let sample = withLengths([hevcUnit(39, messages((144, lightPayload)))])
    let scheme = box("sinf", box("frma", Array("hvc1".utf8)))
    let movie = TestMovie(entryType: "encv", properties: [hvcC(), colr([9, 16, 9]), scheme], sample: sample)
    let track = try MediaDescription(bytes: movie.bytes).track
    #expect(track.codecTag == "hvc1")
    #expect(track.facts.codec == .hevc)
    #expect(track.colors == [[9, 16, 9]])
    // Encrypted content is not read.
    #expect(track.values(.contentLight) == [])
  }

  @Test(arguments: [("ap4h", 32, true), ("ap4h", 24, false), ("hvc1", 32, false)])
  func alphaByDepth(type: String, depth: UInt64, hasAlpha: Bool) throws {
    let track = try MediaDescription(bytes: TestMovie(entryType: type, depth: depth).bytes).track
    #expect(track.values(.alpha) == (hasAlpha ? [.alpha(nil)] : []))
  }

  @Test func proResSaysItsColorInEachFrameToo() throws {
    let header: [UInt8] =
      big(148, 2) + big(0, 2) + Array("apl0".utf8) + big(1920, 2) + big(1080, 2) + [0xC0, 0, 9, 18, 9, 2]
    let movie = TestMovie(
      entryType: "ap4h", properties: [colr([1, 1, 1])], sample: big(1000, 4) + Array("icpf".utf8) + header + zeros(100))
    let track = try MediaDescription(bytes: movie.bytes).track
    #expect(track.colors == [[1, 1, 1], [9, 18, 9]])
    #expect(track.facts.chroma == .yuv444)
    #expect(track.values(.alpha) == [.alpha(nil)])
    #expect(track.resolved.color.transfer == .bt709)
    #expect(track.resolved.decisions.filter(\.isDisputed).map(\.property) == [.primaries, .transfer, .matrix])
  }

  @Test func aSecondEntryIsToldNotRead() throws {
    var movie = TestMovie(properties: [colr([9, 18, 9])]).bytes
    let count = try #require(movie.firstRange(of: fullBox("stsd", big(1, 4)).dropFirst(4))).upperBound - 1
    movie[count] = 2
    let file = try MediaDescription(bytes: movie)
    #expect(file.problems.count == 1)
    #expect(try file.track.colors == [[9, 18, 9]])
  }
}

extension [UInt8] {
  /// The first position of these bytes.
  func firstRange(of bytes: some Collection<UInt8>) -> Range<Int>? {
    indices.first { self[$0...].starts(with: bytes) }.map { $0..<$0 + bytes.count }
  }
}

extension TrackDescription {
  /// The units that should be RPUs of Dolby Vision, but are too short for it.
  fileprivate var dolbyVisionUnits: [[UInt8]] {
    statements.compactMap { if case .unreadable(.hevcUnit(62), let bytes, _) = $0.value { bytes } else { nil } }
  }
}
