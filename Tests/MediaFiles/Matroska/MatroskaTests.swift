import Colorimetry
import HDRMetadata
import MediaFiles
import Testing

/// A synthetic Matroska file with one track of pictures.
struct TestMatroska {
  var codec = "V_MPEGH/ISO/HEVC"
  var configuration = Array(hvcC(TestHEVCSequence().unit).dropFirst(8))
  /// The additional content of the track, of its video and of its color.
  var entry: [UInt8] = []
  var video: [UInt8] = []
  var color: [UInt8]?
  var cluster: [UInt8] = []
  var areTracksLast = false
  var hasIndex = false
  var hasUnknownSizes = false

  static let header = element(0x1A45_DFA3, element(0x4282, Array("matroska".utf8)))

  var track: [UInt8] {
    element(
      0xAE, element(0xD7, [1]), element(0x83, [1]), element(0x86, Array(codec.utf8)), element(0x63A2, configuration),
      element(0x23E383, big(41_708_333, 4)), entry,
      element(
        0xE0, element(0xB0, big(1920, 2)), element(0xBA, big(1080, 2)), video, color.map { element(0x55B0, $0) } ?? []))
  }

  /// An element that does not state its size.
  private func open(_ id: UInt64, _ content: [UInt8]) -> [UInt8] {
    elementID(id) + [0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF] + content
  }

  var bytes: [UInt8] {
    let audio = element(0xAE, element(0xD7, [2]), element(0x83, [2]))
    let tracks = element(0x1654_AE6B, audio, track)
    let cluster = hasUnknownSizes ? open(0x1F43_B675, cluster) : element(0x1F43_B675, cluster)
    func index(_ position: Int) -> [UInt8] {
      element(
        0x114D_9B74, element(0x4DBB, element(0x53AB, big(0x1549_A966, 4)), element(0x53AC, big(1, 4))),
        element(0x4DBB, element(0x53AB, big(0x1654_AE6B, 4)), element(0x53AC, big(UInt64(position), 4))))
    }
    var content = areTracksLast ? cluster + tracks : tracks + cluster
    if hasIndex {
      let length = index(0).count
      content = index(length + (areTracksLast ? cluster.count : 0)) + content
    }
    return Self.header + (hasUnknownSizes ? open(0x1853_8067, content) : element(0x1853_8067, content))
  }
}

@Suite struct MatroskaTests {
  private func doubles(_ numbers: [Double]) -> [UInt8] {
    zip(0x55D1...0x55DA, numbers).flatMap { element(UInt64($0), big($1.bitPattern, 8)) }
  }

  private static let display = [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.3127, 0.329, 1000, 0.0001]

  @Test func colorAndLight() throws {
    let color =
      element(0x55B1, [9]) + element(0x55B2, [12]) + element(0x55B7, [1]) + element(0x55B8, [1]) + element(0x55B9, [2])
      + element(0x55BA, [18]) + element(0x55BB, [9]) + element(0x55BC, big(1000, 2)) + element(0x55BD, big(400, 2))
      + element(0x55D0, doubles(Self.display))
    let file = try MediaDescription(bytes: TestMatroska(video: element(0x53C0, [1]), color: color).bytes)
    let track = try file.track
    #expect(file.problems == [])
    #expect(file.container == .matroska)
    #expect(track.codecTag == "V_MPEGH/ISO/HEVC")
    #expect(track.frameRate == FrameRate(24000, 1001))
    #expect([track.width, track.height] == [1920, 1080])
    #expect(track.colors == [[9, 18, 9, 1], [9, 16, 9, 0]])
    let resolved = track.resolved
    #expect(resolved.color.chromaLocation == .topLeft)
    #expect(resolved.color.transfer == .hlg)
    #expect(resolved.decisions.filter(\.isDisputed).map(\.property) == [.transfer, .range])
    #expect(resolved.metadata.mastering?.payload == masteringPayload)
    #expect(resolved.metadata.contentLight?.payload == lightPayload)
    #expect(track.values(.alpha) == [.alpha(nil)])
    #expect(track.statements[0].carriedIn.path == "/Segment/Tracks/TrackEntry[1]/Video/AlphaMode")
  }

  @Test(arguments: [(1, 2, 0), (2, 2, 1), (1, 1, 2), (2, 1, 3), (0, 0, nil), (9, 1, nil)] as [(UInt8, UInt8, Int?)])
  func chromaSiting(horizontal: UInt8, vertical: UInt8, location: Int?) throws {
    let color = element(0x55B7, [horizontal]) + element(0x55B8, [vertical])
    // VP9 says nothing of chroma locations, and infers nothing.
    let vp9 = TestMatroska(codec: "V_VP9", configuration: [], color: color)
    #expect(try MediaDescription(bytes: vp9.bytes).track.resolved.color.chromaLocation?.rawValue == location)
  }

  @Test func numbersThatNoMessageCanHoldAreKeptWithTheReason() throws {
    for (index, number) in [(8, 1e9), (9, -1), (0, .nan), (8, .infinity), (2, 1.4)] as [(Int, Double)] {
      var display = Self.display
      display[index] = number
      let color = element(0x55D0, doubles(display)) + element(0x55BC, big(70000, 3))
      let values = try MediaDescription(bytes: TestMatroska(color: color).bytes).track.statements.map(\.value)
      guard case .unreadable(.matroskaElement(0x55D0), doubles(display), .outOfRange) = values[0] else {
        #expect(Bool(false), "\(values[0])")
        continue
      }
      guard case .unreadable(.matroskaElement(0x55BC), color, .outOfRange) = values[2] else {
        #expect(Bool(false), "\(values[2])")
        continue
      }
    }
  }

  @Test func floatsOfFourBytesAreRead() throws {
    let single = zip(0x55D1...0x55DA, Self.display).flatMap {
      element(UInt64($0), big(UInt64(Float($1).bitPattern), 4))
    }
    let track = try MediaDescription(bytes: TestMatroska(color: element(0x55D0, single)).bytes).track
    #expect(track.resolved.metadata.mastering?.payload == masteringPayload)
  }

  @Test func dolbyVisionIsABlockAddition() throws {
    let record = try DolbyVisionConfiguration(profile: 8, level: 5, compatibility: 4)
    let mapping = element(0x41E4, element(0x41E7, Array("dvvC".utf8)), element(0x41ED, record.payload))
    let track = try MediaDescription(bytes: TestMatroska(entry: mapping).bytes).track
    #expect(track.values(.dolbyVision) == [.dolbyVision(record)])
    #expect(PayloadKind.blockAddition(0x6476_7643).description == "block addition dvvC")
  }

  @Test(arguments: [
    (false, false, false), (false, false, true), (true, true, false), (true, false, false), (true, true, true),
  ])
  func tracksAreFoundWhereverTheyAre(areLast: Bool, hasIndex: Bool, areOpen: Bool) throws {
    let frame = withLengths([hevcUnit(39, messages((148, ambientPayload)))])
    let blocks =
      element(0xE7, [0]) + element(0xA3, [0x82, 0, 0, 0x80, 1, 2]) + element(0xA3, [0x81, 0, 0, 0x80] + frame)
    let file = TestMatroska(cluster: blocks, areTracksLast: areLast, hasIndex: hasIndex, hasUnknownSizes: areOpen)
    let track = try MediaDescription(bytes: file.bytes).track
    #expect(track.values(.ambient).count == 1)
    #expect(track.statements.last?.carriedIn.path == "/Segment/Cluster/SimpleBlock SEI 148")
  }

  @Test(arguments: [
    ("V_MPEG4/ISO/AVC", CodecFacts.Codec.avc), ("V_AV1", .av1), ("V_VP8", .vp8), ("V_VP9", .vp9), ("V_PRORES", .proRes),
  ]) func codecs(name: String, codec: CodecFacts.Codec) throws {
    #expect(try MediaDescription(bytes: TestMatroska(codec: name, configuration: []).bytes).track.facts.codec == codec)
  }

  private static let toneMap = RegisteredUserData.hdr10Plus(
    HDR10PlusMetadata(windows: [HDR10PlusMetadata.Window()], targetedDisplayMaximum: 400))

  /// The track maps the meaning of an addition's number; WebM, which maps nothing, uses 4 for ITU-T T.35.
  @Test(
    arguments: [
      (4, nil, true), (5, (5, 4), true), (4, (4, 4), true), (5, nil, false), (1, nil, false), (4, (4, 1), false),
      (nil, (1, 4), true), (nil, nil, false),
    ] as [(UInt64?, (UInt64, UInt64)?, Bool)])
  func dynamicMetadataBesideABlock(number: UInt64?, mapping: (UInt64, UInt64)?, isRead: Bool) throws {
    let payload = try Self.toneMap.payload()
    func file(_ payload: [UInt8]) -> [UInt8] {
      let more = element(0xA6, element(0xA5, payload), number.map { element(0xEE, big($0, 1)) } ?? [])
      let group = element(0xA0, element(0xA1, [0x81, 0, 0, 0] + zeros(20)), element(0x75A1, more))
      let entry = mapping.map { element(0x41E4, element(0x41F0, big($0, 1)), element(0x41E7, big($1, 1))) }
      return TestMatroska(codec: "V_VP9", configuration: [], entry: entry ?? [], cluster: group).bytes
    }
    let track = try MediaDescription(bytes: file(payload)).track
    #expect(track.values(.dynamicMetadata).contains(.dynamicMetadata(Self.toneMap)) == isRead)
    #expect(track.sidecar.carriesHDR10Plus == isRead)
    guard isRead else { return }
    #expect(track.statements.last?.carriedIn.path == "/Segment/Cluster/BlockGroup/BlockAdditions/BlockMore")
    // Captions are carried in the same way.
    let captions = try MediaDescription(bytes: file([0xB5, 0, 0x31, 0x47])).track
    #expect(!captions.sidecar.carriesHDR10Plus)
  }

  /// Matroska omits a frame's size and name; some writers do not.
  @Test(arguments: [true, false]) func proResSaysItsColorInItsFrames(hasName: Bool) throws {
    let header: [UInt8] =
      big(148, 2) + big(0, 2) + Array("apl0".utf8) + big(1920, 2) + big(1080, 2) + [0xC0, 0, 9, 18, 9, 2]
    let frame = (hasName ? big(1000, 4) + Array("icpf".utf8) : []) + header + zeros(100)
    let file = TestMatroska(
      codec: "V_PRORES", configuration: Array("ap4h".utf8), cluster: element(0xA3, [0x81, 0, 0, 0x80] + frame))
    let track = try MediaDescription(bytes: file.bytes).track
    #expect(track.facts.chroma == .yuv444)
    #expect(track.colors == [[9, 18, 9]])
    #expect(track.values(.alpha) == [.alpha(nil)])
  }

  @Test func blocksInGroupsAreReadAndLacedOnesAreNot() throws {
    let frame = withLengths([hevcUnit(39, messages((148, ambientPayload)))])
    let group = element(0xA0, element(0xA1, [0x81, 0, 0, 0] + frame))
    #expect(try MediaDescription(bytes: TestMatroska(cluster: group).bytes).track.values(.ambient).count == 1)
    let laced = element(0xA3, [0x81, 0, 0, 0x86] + frame)
    #expect(try MediaDescription(bytes: TestMatroska(cluster: laced).bytes).track.values(.ambient) == [])
    // A track with additional compression has no units that can be read.
    let encoding = element(0x6D80, zeros(4))
    #expect(
      try MediaDescription(bytes: TestMatroska(entry: encoding, cluster: group).bytes).track.values(.ambient) == [])
  }

  @Test(
    arguments: [
      (41_708_333, [24000, 1001]), (41_708_334, [1_000_000_000, 41_708_334]), (40_000_000, [25, 1]),
      (33_366_667, [30000, 1001]),
      (33_366_666, [30000, 1001]), (41_666_667, [24, 1]), (16_683_333, [60000, 1001]), (20_833_333, [48, 1]),
      (12_345_678, nil),
    ] as [(UInt64, [Int]?)]) func durations(nanoseconds: UInt64, rate: [Int]?) throws
  {
    var file = TestMatroska()
    file.entry = element(0x23E383, big(nanoseconds, 4))
    let found = try MediaDescription(bytes: file.bytes).track.frameRate
    let expected = rate.map { Double($0[0]) / Double($0[1]) } ?? 1e9 / Double(nanoseconds)
    #expect(found.map { Double($0.numerator) / Double($0.denominator) } == expected)
  }
}
