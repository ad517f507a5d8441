import Colorimetry
import HDRMetadata
import MediaFiles
import Testing

@Suite struct HEVCTests {
  static let sequences = [
    TestHEVCSequence(), TestHEVCSequence(sublayers: 2), TestHEVCSequence(hasScalingLists: true),
    TestHEVCSequence(referenceSets: 1), TestHEVCSequence(referenceSets: 9), TestHEVCSequence(sublayers: 6),
    TestHEVCSequence(sublayers: 1, hasScalingLists: true, referenceSets: 64),
  ]

  @Test(arguments: sequences) func colorIsFoundBehindAnythingElse(sequence: TestHEVCSequence) throws {
    let file = try MediaDescription(bytes: annexB(hevcUnit(32, [0x0C, 0x01]), sequence.unit))
    let track = try file.track
    #expect(file.problems == [])
    #expect(file.container == .hevcStream)
    #expect(track.colors == [[9, 16, 9, 0]])
    #expect([track.width, track.height] == [1920, 1080])
    #expect(track.frameRate == FrameRate(24000, 1001))
    #expect([track.facts.bitDepth, track.facts.chromaBitDepth, track.facts.level] == [10, 10, 153])
    #expect(track.facts.profileName == "Main 10")
    #expect(track.facts.isHighTier == true)
    #expect(track.facts.parameterSets.map(\.kind) == [.video, .sequence])
    #expect(track.facts.parameterSets.map(\.id) == [0, 1])
  }

  @Test(arguments: 0...5) func chromaLocations(location: Int) throws {
    let sequence = TestHEVCSequence(color: TestColor(codes: nil, isFull: true, chromaLocation: location))
    let color = try MediaDescription(bytes: annexB(sequence.unit)).track.resolved.color
    #expect(color.chromaLocation?.rawValue == location)
    #expect(color.range == .full)
    #expect(color.transfer == nil)
  }

  @Test func onlyWhatComesBeforeTheSecondPictureIsRead() throws {
    let picture = hevcUnit(19, [0x80, 1, 2, 3])
    let light = hevcUnit(39, messages((144, lightPayload)))
    let stream = annexB(
      TestHEVCSequence().unit, light, picture, hevcUnit(19, [0x40]), hevcUnit(40, messages((148, ambientPayload))),
      hevcUnit(62, [0x19]), light, picture, light)
    let track = try MediaDescription(bytes: stream).track
    #expect(track.statements.map(\.topic) == [.color, .contentLight, .ambient, .dolbyVision])
    // The offset is that of the unit, after its start code.
    #expect(track.statements[1].carriedIn.byte == 4 + TestHEVCSequence().unit.count + 4)
    #expect(track.statements[1].carriedIn.path == "SEI 144")
  }

  @Test(arguments: 16...21) func aStreamCutOutOfALongerOneIsKnownByItsFirstPicture(type: Int) throws {
    let picture = hevcUnit(type, [0x80, 1, 2, 3])
    let cut = try MediaDescription(bytes: annexB(picture))
    #expect(cut.container == .hevcStream)
    #expect(cut.problems.map { if case .missing(_, .hevcStream) = $0 { true } else { false } } == [true])
    // A parameter set that follows belongs to the next picture.
    #expect(try MediaDescription(bytes: annexB(picture, TestHEVCSequence().unit)).problems == cut.problems)
    #expect(try MediaDescription(bytes: annexB(TestHEVCSequence().unit, picture)).problems == [])
    // An H.264 picture with similar bytes.
    #expect(try MediaDescription(bytes: annexB([0x41, 1, 2], [0x67, 66, 0, 10])).container == .avcStream)
  }

  @Test func emulationPreventionIsRemoved() throws {
    // The minimum of 0.0001 cd/m² is 00 00 00 01, which no unit may contain.
    let unit = hevcUnit(39, messages((137, masteringPayload)))
    #expect(unit.firstRange(of: [0, 0, 3, 0, 1]) != nil)
    let track = try MediaDescription(bytes: annexB(TestHEVCSequence().unit, unit)).track
    #expect(track.resolved.metadata.mastering?.payload == masteringPayload)
  }

  @Test func publishedUnitsAreRead() throws {
    // `metadata_bytes.json`: hevc prefix SEI 147, alternative transfer 18.
    let stream = annexB(
      TestHEVCSequence(color: TestColor(codes: [9, 14, 9])).unit, hevcUnit(39, messages((147, [18]))))
    let resolved = try MediaDescription(bytes: stream).track.resolved
    #expect(resolved.color.transfer == .hlg)
    #expect(
      resolved.decisions.first { $0.property == .transfer }?.description
        == "transfer arib-std-b67 (SEI 147 at byte \(stream.count - 6)), not bt2020-10 (SPS VUI at byte 4)")
  }

  @Test func messagesOfOthersArePassedBy() throws {
    let captions: [UInt8] = [0xB5, 0x00, 0x31] + Array("GA94".utf8)
    let toneMap: [UInt8] = [0xB5, 0x00, 0x3C, 0x00, 0x01, 0x04]
    let alpha = try AlphaChannelInformation(use: .premultiplied, bitDepth: 8, transparent: 0, opaque: 255)
    let long = (5, zeros(700))
    let unit = hevcUnit(39, messages((4, captions), long, (4, toneMap), (1, [0x80]), (165, alpha.payload)))
    let track = try MediaDescription(bytes: annexB(TestHEVCSequence().unit, unit)).track
    #expect(track.statements.dropFirst().map(\.topic) == [.dynamicMetadata, .alpha])
    #expect(track.values(.alpha) == [.alphaChannel(alpha)])
    #expect(track.hasAlpha)
    #expect(track.alphaMode == .premultiplied)
  }

  @Test(
    arguments: [
      [144, 200, 1, 2, 3], [144], [144, 5, 0x03, 0xE8, 0x01, 0x90], [0xFF, 0xFF, 0xFF], [144, 0xFF, 0xFF, 0xFF],
    ] as [[UInt8]]) func messagesThatRunPastTheEndAreToldAndNotRead(payload: [UInt8]) throws
  {
    let file = try MediaDescription(bytes: annexB(TestHEVCSequence().unit, hevcUnit(39, payload + [0x80])))
    #expect(file.problems.count == 1)
    #expect(try file.track.statements.count == 1)
  }

  @Test func aDamagedSetStillSaysWhatComesBefore() throws {
    let file = try MediaDescription(bytes: annexB(Array(TestHEVCSequence().unit.prefix(32))))
    #expect(file.problems.count == 1)
    #expect(try file.track.facts.profileName == "Main 10")
    #expect(try file.track.width == 1920)
    #expect(try file.track.statements == [])
  }

  @Test func otherLayersDoNotSpeakForColor() throws {
    let alpha = TestHEVCSequence(color: TestColor(codes: [1, 1, 1], isFull: true), layer: 1)
    let track = try MediaDescription(bytes: annexB(TestHEVCSequence().unit, alpha.unit)).track
    #expect(track.resolved.color.transfer == .pq)
    #expect(track.statements.map(\.carrier) == [.parameterSet, .auxiliaryLayer])
    #expect(track.statements[1].carriedIn.path == "SPS VUI of layer 1")
    #expect(track.facts.parameterSets.map(\.layer) == [0, 1])
  }
}
