import Foundation
import HDRMetadata
import MediaFiles
import TestSupport
import Testing
import Transcoding

/// Frames of bare streams and of Matroska, which FFmpeg's libraries find, one after the other.
@Suite struct StreamFramesTests {
  private static let delimiter: [UInt8] = [0x12, 0]

  /// HDR10+ whose scene has this maximum, in units of 0.1 cd/m².
  private static func plus(_ maximum: UInt32) throws -> [UInt8] {
    var window = HDR10PlusMetadata.Window()
    window.maximumComponents = [.init(units: maximum), 0, 0]
    return try RegisteredUserData.hdr10Plus(HDR10PlusMetadata(windows: [window])).payload()
  }

  private static func frames(_ bytes: [UInt8]) throws -> [FrameMetadata] {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.file("stream", Data(bytes))
    var frames = try MediaInput(Path(path)).frames(of: MediaDescription(path: path))
    var all: [FrameMetadata] = []
    while let frame = try frames.next() { all.append(frame) }
    #expect(all.map(\.index) == Array(0..<all.count))
    return all
  }

  /// The maxima of the frames' HDR10+.
  private static func maxima(_ frames: [FrameMetadata]) -> [UInt32?] {
    frames.map { $0.hdr10Plus?.windows[0].maximumComponents[0].units }
  }

  private static let slice = hevcUnit(1, [0x80] + zeros(300))
  /// The second part of a picture.
  private static let rest = hevcUnit(1, [0x40] + zeros(30))

  /// The sample of a frame of H.265 with this maximum; `nil` for one without metadata.
  private static func sample(_ maximum: UInt32?) throws -> [[UInt8]] {
    try (maximum.map { [hevcUnit(39, messages((4, try plus($0))))] } ?? []) + [slice, rest]
  }

  // MARK: Streams

  @Test func bareStreamOfH265() throws {
    let rpu = try Vectors.rpuUnit("x265")
    let alpha = [hevcUnit(39, layer: 1, messages((4, try Self.plus(9999)))), hevcUnit(1, layer: 1, [0x80, 1])]
    let units: [[UInt8]] =
      try [hevcUnit(35, [0x50]), TestHEVCSequence().unit] + Self.sample(10) + [rpu] + Self.sample(nil) + alpha
      + [hevcUnit(35, [0x50])] + Self.sample(20) + [hevcUnit(40, messages((4, try Self.plus(30))))] + Self.sample(40)
    let frames = try Self.frames(units.flatMap { annexB($0) })
    #expect(Self.maxima(frames) == [10, 9999, 20, 40])
    #expect(frames.map { $0.dolbyVision?.profile } == [8, nil, nil, nil])
    // The message after the picture is its second.
    #expect(frames[2].statements.count == 2 && frames.allSatisfy { $0.problems.isEmpty && $0.seconds == nil })
    #expect(frames[1].byte > frames[0].byte)
  }

  @Test func bareStreamOfH264() throws {
    let picture: [UInt8] = [0x65, 0x80] + Array(repeating: 7, count: 40)
    var stream = annexB(TestAVCSequence().unit, [0x68, 0xCE])
    for maximum in [1, 2, 3] as [UInt32] {
      stream += annexB([0x06] + escaped(messages((4, try Self.plus(maximum)))), picture, [0x65, 0x40, 7])
    }
    #expect(Self.maxima(try Self.frames(stream)) == [1, 2, 3])
  }

  /// More than the part of a stream that a description searches.
  @Test func aLongStreamIsReadToItsEnd() throws {
    let picture: [UInt8] = [0x02, 0x01, 0x80] + Array(repeating: 0xAA, count: 4 << 20)
    let stream = try annexB(TestHEVCSequence().unit, picture) + Self.sample(5).flatMap { annexB($0) }
    #expect(Self.maxima(try Self.frames(stream)) == [nil, 5])
  }

  private static func unit(_ maximum: UInt32) throws -> [UInt8] {
    obu(5, leb128(4) + (try plus(maximum)) + [0x80]) + obu(6, zeros(100))
  }

  @Test func streamsOfAV1() throws {
    let sequence = obu(1, TestAV1Sequence().payload)
    let units = try (1...3).map { Self.delimiter + ($0 == 1 ? sequence : []) + (try Self.unit($0)) }
    #expect(Self.maxima(try Self.frames(units.flatMap { $0 })) == [1, 2, 3])
    let header =
      Array("DKIF".utf8) + little(0, 2) + little(32, 2) + Array("AV01".utf8) + little(320, 2) + little(180, 2)
      + little(50, 4) + little(2, 4) + zeros(8)
    let ivf = units.enumerated().flatMap { little(UInt64($1.count), 4) + little(UInt64($0), 8) + $1 }
    let frames = try Self.frames(header + ivf)
    #expect(Self.maxima(frames) == [1, 2, 3] && frames.map(\.seconds) == [0, 0.04, 0.08])
    // Units without sizes, inside lengths.
    let delimited = try (1...3).flatMap { number -> [UInt8] in
      let message = [0x28, 4] + (try Self.plus(UInt32(number))) + [0x80]
      let inside = [[0x10], [0x08] + TestAV1Sequence().payload, message].flatMap { leb128($0.count) + $0 }
      let frameUnit = leb128(inside.count) + inside
      return leb128(frameUnit.count) + frameUnit
    }
    #expect(Self.maxima(try Self.frames(delimited)) == [1, 2, 3])
  }

  @Test func dolbyVisionOfAV1() throws {
    let rpu = try DolbyVisionRPU(parsing: Vectors.rpuUnit("x265"))
    let message = obu(5, leb128(4) + (try RegisteredUserData.dolbyVision(rpu).payload()) + [0x80])
    let frames = try Self.frames(Self.delimiter + obu(1, TestAV1Sequence().payload) + message + obu(6, zeros(9)))
    #expect(frames.map(\.dolbyVision) == [rpu])
  }

  // MARK: Matroska

  /// Blocks in two clusters: simple ones, and groups with additions.
  @Test(arguments: [false, true]) func blocksOfMatroska(areOpen: Bool) throws {
    func simple(_ time: UInt64, _ sample: [[UInt8]]) -> [UInt8] {
      element(0xA3, [0x81] + big(time, 2) + [0x80] + withLengths(sample))
    }
    let addition = element(0x75A1, element(0xA6, element(0xA5, try Self.plus(3)), element(0xEE, [4])))
    let group = element(0xA0, element(0xA1, [0x81, 0xFF, 0xF6, 0] + withLengths(try Self.sample(nil))), addition)
    let first = element(0xE7, [0]) + element(0xA3, [0x82, 0, 0, 0x80, 1, 2]) + simple(0, try Self.sample(1))
    let second = element(0xE7, big(1000, 2)) + group + simple(40, try Self.sample(4))
    // The second cluster follows the first, or is inside it as far as sizes say.
    let clusters =
      areOpen
      ? first + elementID(0x1F43_B675) + [0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF] + second : first
    var bytes = TestMatroska(cluster: clusters, hasUnknownSizes: areOpen).bytes
    if !areOpen {
      let file = TestMatroska(cluster: clusters)
      let audio = element(0xAE, element(0xD7, [2]), element(0x83, [2]))
      bytes =
        TestMatroska.header
        + element(
          0x1853_8067, element(0x1549_A966, element(0x2AD7B1, big(2_000_000, 4))),
          element(0x1654_AE6B, audio, file.track), element(0x1F43_B675, first), element(0x1F43_B675, second))
    }
    let frames = try Self.frames(bytes)
    #expect(Self.maxima(frames) == [1, 3, 4])
    // A tick is a millisecond if nothing else is said.
    #expect(frames.map(\.seconds) == (areOpen ? [0, 0.99, 1.04] : [0, 1.98, 2.08]))
  }

  @Test func blocksOfSeveralFramesAreTold() throws {
    let laced = element(0xA3, [0x81, 0, 0, 0x82] + zeros(20))
    let plain = element(0xA3, [0x81, 0, 1, 0x80] + withLengths(try Self.sample(2)))
    let frames = try Self.frames(TestMatroska(cluster: element(0xE7, [0]) + laced + plain).bytes)
    #expect(Self.maxima(frames) == [nil, 2] && frames[0].problems.count == 1 && frames[1].problems.isEmpty)
  }
}
