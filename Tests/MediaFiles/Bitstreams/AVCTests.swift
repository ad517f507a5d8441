import Colorimetry
import HDRMetadata
import MediaFiles
import Testing

@Suite struct AVCTests {
  static let sequences = [
    TestAVCSequence(), TestAVCSequence(hasScalingLists: true), TestAVCSequence(orderCountType: 1),
    TestAVCSequence(orderCountType: 2), TestAVCSequence(isInterlaced: true),
    TestAVCSequence(hasScalingLists: true, orderCountType: 1, isInterlaced: true),
  ]

  @Test(arguments: sequences) func colorIsFoundBehindAnythingElse(sequence: TestAVCSequence) throws {
    let file = try MediaDescription(bytes: annexB([0x09, 0x10], sequence.unit, [0x68, 0xCE]))
    let track = try file.track
    #expect(file.problems == [])
    #expect(file.container == .avcStream)
    #expect(track.colors == [[9, 16, 9, 0]])
    #expect([track.width, track.height] == [1920, 1080])
    #expect(track.frameRate == FrameRate(30000, 1001))
    #expect(track.facts.profileName == "High 10")
    #expect([track.facts.bitDepth, track.facts.chromaBitDepth, track.facts.level] == [10, 10, 41])
    #expect(track.facts.parameterSets.map(\.kind) == [.sequence, .picture])
  }

  @Test func olderProfilesHaveEightBits() throws {
    let facts = try MediaDescription(bytes: annexB(TestAVCSequence(profile: 77).unit)).track.facts
    #expect(facts.profileName == "Main")
    #expect([facts.bitDepth, facts.chromaBitDepth] == [8, 8])
    #expect(facts.chroma == .yuv420)
  }

  @Test func messagesHaveTheSameFormAsInH265() throws {
    let messages = [0x06] + escaped(messages((137, masteringPayload), (144, lightPayload)))
    let metadata = try MediaDescription(bytes: annexB(TestAVCSequence().unit, messages)).track.resolved.metadata
    #expect(metadata.mastering?.payload == masteringPayload)
    #expect(metadata.contentLight?.payload == lightPayload)
  }

  @Test(arguments: [(1, AlphaMode.straight), (2, .premultiplied)])
  func auxiliaryPicturesOfAlpha(format: Int, mode: AlphaMode) throws {
    var bits = BitWriter()
    bits.golomb(0)
    bits.golomb(format)
    let track = try MediaDescription(bytes: annexB(TestAVCSequence().unit, [0x0D] + bits.payload)).track
    #expect(track.values(.alpha) == [.alpha(mode)])
  }

  @Test func onlyWhatComesBeforeTheSecondPictureIsRead() throws {
    let picture: [UInt8] = [0x65, 0x88, 0x84]
    let light = [0x06] + escaped(messages((144, lightPayload)))
    let stream = annexB(TestAVCSequence().unit, light, picture, [0x65, 0x40], light, picture)
    #expect(try MediaDescription(bytes: stream).track.statements.map(\.topic) == [.color, .contentLight])
  }
}
