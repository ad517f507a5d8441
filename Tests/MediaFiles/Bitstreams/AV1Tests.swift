import Colorimetry
import HDRMetadata
import MediaFiles
import Testing

@Suite struct AV1Tests {
  static let delimiter = obu(2, [])

  @Test(arguments: [
    TestAV1Sequence(), TestAV1Sequence(isReduced: true), TestAV1Sequence(profile: 2, depth: 12),
    TestAV1Sequence(hasTiming: false),
  ]) func colorIsFoundBehindAnythingElse(sequence: TestAV1Sequence) throws {
    let file = try MediaDescription(bytes: Self.delimiter + obu(1, sequence.payload))
    let track = try file.track
    #expect(file.problems == [])
    #expect(file.container == .obuStream)
    #expect(track.colors == [[9, 16, 9, 0]])
    #expect(track.resolved.color.chromaLocation == .topLeft)
    #expect([track.width, track.height] == [1920, 1080])
    #expect(track.facts.bitDepth == sequence.depth)
    #expect(track.facts.chroma == .yuv420)
    #expect(track.facts.level == (sequence.isReduced ? 8 : 9))
    #expect(track.frameRate == (sequence.hasTiming && !sequence.isReduced ? FrameRate(24000, 1001) : nil))
  }

  @Test func formatsThatSayLess() throws {
    func track(_ sequence: TestAV1Sequence) throws -> TrackDescription {
      try MediaDescription(bytes: Self.delimiter + obu(1, sequence.payload)).track
    }
    // BT.709 primaries, sRGB and identity: full-range RGB; the range is not written.
    let rgb = try track(TestAV1Sequence(codes: [1, 13, 0], profile: 1))
    #expect(rgb.colors == [[1, 13, 0, 1]])
    #expect(rgb.facts.chroma == .yuv444)
    let gray = try track(TestAV1Sequence(codes: nil, isMonochrome: true, isFull: true))
    #expect(gray.colors == [[2, 2, 2, 1]])
    #expect(gray.facts.chroma == .monochrome)
    #expect(try track(TestAV1Sequence(profile: 2, depth: 10)).facts.chroma == .yuv422)
    #expect(try track(TestAV1Sequence(position: 1)).resolved.color.chromaLocation == .left)
    #expect(try track(TestAV1Sequence(position: 0)).resolved.color.chromaLocation == nil)
  }

  @Test func metadataUnitsAreKeptUpToTheSecondPicture() throws {
    let light = obu(5, leb128(1) + lightPayload + [0x80])
    let other = obu(5, leb128(3) + [1])
    let display = try FixedPointMasteringDisplay(nearest: MasteringDisplayColorVolume(parsing: masteringPayload))
    let mastering = obu(5, leb128(2) + display.payload + [0x80])
    let hdr10Plus = obu(5, leb128(4) + [0xB5, 0, 0x3C, 0, 1, 4, 1, 0x80])
    let captions = obu(5, leb128(4) + [0xB5, 0, 0x31])
    let stream =
      Self.delimiter + obu(1, TestAV1Sequence().payload) + light + other + mastering + hdr10Plus + captions
      + obu(6, zeros(500))
      + Self.delimiter + light
    let track = try MediaDescription(bytes: stream).track
    #expect(track.resolved.metadata.mastering?.payload == masteringPayload)
    #expect(track.resolved.metadata.contentLight?.payload == lightPayload)
    guard case .unreadable(.av1Metadata(4), _, _) = track.statements[3].value else {
      return #expect(Bool(false), "HDR10+ of no bits was read")
    }
    #expect(track.statements.map(\.topic) == [.color, .contentLight, .mastering, .dynamicMetadata])
  }

  @Test func theLengthDelimitedFormatIsUnwrapped() throws {
    // In this format a unit need not state its size.
    let sequence = [UInt8(1 << 3)] + TestAV1Sequence().payload
    let frame = [UInt8(6 << 3)] + zeros(300)
    let units = [[0x10], sequence, frame].flatMap { leb128($0.count) + $0 }
    let frameUnit = leb128(units.count) + units
    let stream = leb128(frameUnit.count) + frameUnit
    let file = try MediaDescription(bytes: stream)
    #expect(file.container == .obuAnnexB)
    #expect(file.problems == [])
    #expect(try file.track.colors == [[9, 16, 9, 0]])
  }
}

@Suite struct IVFTests {
  private func ivf(_ tag: String, _ frames: [(UInt64, [UInt8])]) -> [UInt8] {
    Array("DKIF".utf8) + little(0, 2) + little(32, 2) + Array(tag.utf8) + little(320, 2) + little(180, 2)
      + little(24000, 4) + little(1001, 4) + little(UInt64(frames.count), 4) + zeros(4)
      + frames.flatMap { little(UInt64($0.1.count), 4) + little($0.0, 8) + $0.1 }
  }

  @Test func aFrameOfAV1IsRead() throws {
    let file = try MediaDescription(bytes: ivf("AV01", [(0, AV1Tests.delimiter + obu(1, TestAV1Sequence().payload))]))
    let track = try file.track
    #expect(file.container == .ivf)
    #expect(track.facts.codec == .av1)
    #expect(track.colors == [[9, 16, 9, 0]])
    #expect([track.width, track.height] == [320, 180])
    #expect(track.frameRate == FrameRate(24000, 1001))
  }

  @Test(
    arguments: [
      ([0, 2], 2), ([5, 7], 2), ([90_000, 90_003], 3),
      // The clock may wrap around; if it runs backward or stands still, no rate is reported; for a single frame, one tick is used.
      ([.max, 1], 2), ([7, 5], nil), ([7, 7], nil), ([7], 1),
    ] as [([UInt64], Int?)])
  func aClockNeedNotTickOnceAFrameNorBeginAtNothing(times: [UInt64], ticks: Int?) throws {
    let track = try MediaDescription(bytes: ivf("VP80", times.map { ($0, [1]) })).track
    // 24000 ticks in 1001 seconds, in lowest terms.
    let rates: [Int: [Int]] = [1: [24000, 1001], 2: [12000, 1001], 3: [8000, 1001]]
    #expect(track.frameRate.map { [$0.numerator, $0.denominator] } == ticks.flatMap { rates[$0] })
  }

  @Test(arguments: [
    (0, 8, [2, 2, 9, 0], CodecFacts.ChromaFormat.yuv420), (1, 8, [2, 2, 9, 0], .yuv422),
    (2, 10, [2, 2, 9, 0], .yuv420),
    (3, 12, [2, 2, 9, 0], .yuv422),
  ]) func aFrameOfVP9IsRead(profile: Int, depth: Int, color: [Int], chroma: CodecFacts.ChromaFormat) throws {
    var bits = BitWriter()
    bits.put(2, 2)
    bits.put(profile & 1, 1)
    bits.put(profile >> 1, 1)
    if profile == 3 { bits.flag(false) }
    bits.put(0b0010, 4)
    bits.put(0x49_8342, 24)
    if profile >= 2 { bits.flag(depth == 12) }
    bits.put(5, 3)
    bits.flag(false)
    if profile & 1 == 1 { bits.put(0b100, 3) }
    bits.put(0, 64)
    let track = try MediaDescription(bytes: ivf("VP90", [(0, bits.payload)])).track
    #expect(track.colors == [color])
    #expect(track.facts.profile == profile)
    #expect(track.facts.bitDepth == depth)
    #expect(track.facts.chroma == chroma)
  }

  @Test func aFrameShownAgainSaysNothing() throws {
    #expect(try MediaDescription(bytes: ivf("VP90", [(0, [0x88, 0])])).track.statements == [])
  }
}
