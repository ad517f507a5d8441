import Colorimetry
import HDRMetadata
import MediaFiles
import Testing

@Suite struct PropertyTests {
  private func track(_ properties: [UInt8]..., type: String = "hvc1") throws -> TrackDescription {
    try MediaDescription(bytes: TestMovie(entryType: type, properties: properties).bytes).track
  }

  @Test func formsOfColor() throws {
    #expect(try track(colr([9, 16, 9])).colors == [[9, 16, 9]])
    #expect(try track(colr([9, 16, 9], isFull: false)).colors == [[9, 16, 9, 0]])
    #expect(try track(colr([9, 16, 9], isFull: true)).colors == [[9, 16, 9, 1]])
    #expect(try track(colr([2, 2, 2])).colors == [[2, 2, 2]])
    // The bytes after the fields are padding.
    #expect(try track(box("colr", colr([9, 16, 9]).dropFirst(8) + [0, 0, 0, 0])).colors == [[9, 16, 9]])
    #expect(
      try track(box("colr", Array("prof".utf8), [1, 2, 3])).values(.color) == [.payload(.iccProfile, [1, 2, 3])])
    let little = Array("clcn".utf8) + [9, 0, 16, 0, 9, 0]
    #expect(try track(box("colr", little, [0, 0])).colors == [[9, 16, 9]])
    let unknown = Array("abcd".utf8) + [0, 9]
    guard case .unreadable(.box("colr"), unknown, _) = try track(box("colr", unknown)).values(.color)[0] else {
      return #expect(Bool(false), "a form that nobody knows was read")
    }
  }

  @Test(
    arguments: [
      (colr([200, 300, 77]), "the reserved primaries 200, transfer 300, matrix 77"),
      (colr([9, 3, 9], isFull: false), "the reserved transfer 3"), (colr([0, 16, 9]), "the reserved primaries 0"),
      (box("colr", Array("clcn".utf8), [9, 0, 44, 1, 9, 0]), "the reserved transfer 300"),
      (box("colr", Array("zzzz".utf8), [0, 9]), "the form zzzz"),
      (colr([2, 2, 2]), nil), (colr([9, 16, 0]), nil), (colr([1, 13, 6], isFull: true), nil),
    ] as [([UInt8], String?)]) func whatAColorBoxCannotSayIsAFinding(box: [UInt8], found: String?) throws
  {
    let findings = try track(box).findings
    #expect(findings.map(\.code) == (found == nil ? [] : ["unreadable-metadata"]))
    if let found { #expect(findings.first?.sentence.contains("colr has \(found), but") == true, "\(findings)") }
  }

  @Test func aPayloadOfAnotherLengthIsKeptWithTheReason() throws {
    let value = try #require(try track(box("mdcv", zeros(23))).statements.first?.value)
    #expect(
      value == .unreadable(.box("mdcv"), zeros(23), .wrongLength(of: "a payload of mdcv", found: 23, expected: 24)))
    // Short forms of colr end before their codes.
    guard case .unreadable(.box("colr"), _, _) = try track(box("colr", Array("nclx".utf8), [0, 9])).statements[0].value
    else { return #expect(Bool(false), "a colr of 6 bytes was read") }
  }

  @Test(arguments: [
    ("dvcC", Topic.dolbyVision), ("dvvC", .dolbyVision), ("dvwC", .dolbyVision), ("cclv", .contentColorVolume),
    ("SmDm", .mastering), ("CoLL", .contentLight), ("ndwt", .diffuseWhite), ("amve", .ambient), ("auxi", .alpha),
    ("gama", .color),
  ]) func whatCannotBeReadKeepsItsTopicAndItsBytes(type: String, topic: Topic) throws {
    let statement = try #require(try track(box(type, [0x38, 2, 3])).statements.first)
    #expect(statement.topic == topic)
    switch statement.value {
    case .unreadable(let kind, [0x38, 2, 3], _), .payload(let kind, [0x38, 2, 3]):
      #expect(kind.description == "box \(type)")
    default: #expect(Bool(false), "\(statement.value)")
    }
  }

  @Test func boxesOfOtherCodecsAndTimesHaveTheirMeaning() throws {
    let fixed = try FixedPointMasteringDisplay(nearest: MasteringDisplayColorVolume(parsing: masteringPayload))
    let volume = ContentColorVolume(minimum: 1, maximum: 1_000_000)
    let track = try track(
      fixed.box, ContentLightLevel(maxCLL: 1000, maxFALL: 400).boxCoLL, volume.box,
      NominalDiffuseWhite(units: 2_030_000).box,
      try DolbyVisionConfiguration(profile: 8, level: 2, compatibility: 4).box)
    #expect(track.resolved.metadata.mastering?.payload == masteringPayload)
    #expect(track.resolved.metadata.contentLight?.payload == lightPayload)
    #expect(track.values(.contentColorVolume) == [.contentColorVolume(volume)])
    #expect(track.values(.diffuseWhite) == [.diffuseWhite(NominalDiffuseWhite(units: 2_030_000))])
    guard case .dolbyVision(let record) = track.values(.dolbyVision).first else {
      return #expect(Bool(false), "no Dolby Vision")
    }
    #expect(record.isProfile84)
  }

  @Test func auxiliaryTracksOfAlpha() throws {
    func auxiliary(_ name: String) -> [UInt8] { fullBox("auxi", Array(name.utf8) + [0]) }
    #expect(try track(auxiliary("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha")).values(.alpha) == [.alpha(nil)])
    let depth = try track(auxiliary(AuxiliaryType.depth.urn))
    #expect(depth.statements.map(\.value) == [.auxiliary(.depth)])
    #expect(!depth.hasAlpha)
  }

  @Test func layersHaveAConfigurationOfTheirOwn() throws {
    let alpha = TestHEVCSequence(color: TestColor(codes: nil, isFull: true), isExtended: true, layer: 1)
    let configuration = box("lhvC", hevcConfiguration([1, 0xF0, 0, 0xFC, 0xCF], [alpha.unit]))
    let track = try track(hvcC(hevcUnit(32, [0x0C, 0x11]), TestHEVCSequence().unit), configuration)
    #expect(track.facts.layers == 2)
    #expect(track.facts.parameterSets.map(\.layer) == [0, 0, 1])
    #expect(track.statements.map(\.carrier) == [.parameterSet, .auxiliaryLayer])
    // The alpha layer's full range does not apply to color.
    #expect(track.resolved.color.range == .narrow)
  }

  @Test func configurationsOfOtherCodecs() throws {
    let avc = TestAVCSequence().unit
    let avcC = box("avcC", [1, 110, 0, 41, 0xFF, 0xE1] + big(UInt64(avc.count), 2) + avc + [0])
    let h264 = try track(avcC, type: "avc1")
    #expect(h264.facts.profileName == "High 10")
    #expect([h264.facts.bitDepth, h264.facts.level] == [10, 41])
    #expect(h264.colors == [[9, 16, 9, 0]])

    let av1C = box("av1C", [0x81, 0x09, 0x4C, 0] + obu(1, TestAV1Sequence().payload))
    let av1 = try track(av1C, type: "av01")
    #expect(av1.facts.profileName == "Main")
    #expect(av1.facts.bitDepth == 10)
    #expect(av1.colors == [[9, 16, 9, 0]])
    #expect(av1.resolved.color.chromaLocation == .topLeft)

    let vpcC = fullBox("vpcC", version: 1, [2, 31, 0xA3, 9, 16, 9, 0, 0])
    let vp9 = try track(vpcC, type: "vp09")
    #expect(vp9.facts.profileName == "Profile 2")
    #expect([vp9.facts.bitDepth, vp9.facts.level] == [10, 31])
    #expect(vp9.colors == [[9, 16, 9, 1]])
    #expect(vp9.resolved.color.chromaLocation == .topLeft)
  }

  @Test(arguments: [
    (UInt8(0x00), 8, CodecFacts.ChromaFormat.yuv444), (0x0C, 8, .yuv420), (0x48, 10, .yuv422), (0x6C, 12, .yuv420),
    (0x5C, 10, .monochrome),
  ]) func formatsOfAV1(flags: UInt8, depth: Int, chroma: CodecFacts.ChromaFormat) throws {
    let facts = try track(box("av1C", [0x81, 0x29, flags, 0]), type: "av01").facts
    #expect(facts.bitDepth == depth)
    #expect(facts.chroma == chroma)
    #expect(facts.profile == 1)
    #expect(facts.level == 9)
  }
}
