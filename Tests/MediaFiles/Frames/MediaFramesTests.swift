import Foundation
import HDRMetadata
import MediaFiles
import TestSupport
import Testing

/// Frames one after the other, from every kind of file that has them.
@Suite struct MediaFramesTests {
  /// HDR10+ whose scene has this maximum, in units of 0.1 cd/m².
  static func plus(_ maximum: UInt32) throws -> [UInt8] {
    var window = HDR10PlusMetadata.Window()
    window.maximumComponents = [.init(units: maximum), 0, 0]
    return try RegisteredUserData.hdr10Plus(HDR10PlusMetadata(windows: [window])).payload()
  }

  private static func frames(_ bytes: [UInt8]) throws -> [FrameMetadata] {
    var frames = try MediaFrames(bytes: bytes)
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

  @Test func damageInABareStreamIsToldWithItsFrame() throws {
    let damaged = hevcUnit(39, [4, 200, 0xB5])
    let units = try [[TestHEVCSequence().unit], Self.sample(10), [damaged], Self.sample(20), Self.sample(30)].joined()
    let frames = try Self.frames(units.flatMap { annexB($0) })
    #expect(Self.maxima(frames) == [10, 20, 30])
    #expect(frames.map(\.problems.count) == [0, 1, 0], "\(frames.map(\.problems))")
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
    let units = try (1...3).map { AV1Tests.delimiter + ($0 == 1 ? sequence : []) + (try Self.unit($0)) }
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
    let frames = try Self.frames(AV1Tests.delimiter + obu(1, TestAV1Sequence().payload) + message + obu(6, zeros(9)))
    #expect(frames.map(\.dolbyVision) == [rpu])
  }

  // MARK: Movies

  /// A movie whose samples are these, in chunks of two, shown in another order.
  private static func movie(_ samples: [[UInt8]], lengths: [Int]? = nil, compact: Bool = false) -> [UInt8] {
    var movie = TestMovie(properties: [hvcC(TestHEVCSequence().unit)], sample: zeros(1))
    movie.times = [(UInt64(samples.count), 1000)]
    let data = samples.flatMap { $0 }
    let start = movie.before.count + 8
    let starts = stride(from: 0, to: samples.count, by: 2).map { chunk in
      start + samples[..<chunk].reduce(0) { $0 + $1.count }
    }
    var track = movie.track(sampleOffset: 0)
    // The table of sizes and that of places are the last of it.
    let place = track.firstRange(of: Array("stsz".utf8))!.lowerBound - 4
    let sizes = (lengths ?? samples.map(\.count)).flatMap { big(UInt64($0), compact ? 2 : 4) }
    let count = big(UInt64(samples.count), 4)
    let tables =
      (compact ? fullBox("stz2", zeros(3), [16], count, sizes) : fullBox("stsz", zeros(4), count, sizes))
      + fullBox(
        "stsc", big(2, 4), big(1, 4) + big(2, 4) + big(1, 4),
        big(UInt64(starts.count), 4) + big(UInt64((samples.count - 1) % 2 + 1), 4) + big(1, 4))
      + fullBox("ctts", big(2, 4), big(1, 4) + big(1000, 4), big(UInt64(samples.count), 4) + zeros(4))
      + fullBox("stco", big(UInt64(starts.count), 4), starts.flatMap { big(UInt64($0), 4) })
    let added = tables.count - (track.count - place)
    track.replaceSubrange(place..., with: tables)
    for name in ["trak", "mdia", "minf", "stbl"] {
      let box = name == "trak" ? 0 : track.firstRange(of: Array(name.utf8))!.lowerBound - 4
      let size = track[box..<box + 4].reduce(0) { $0 << 8 | Int($1) }
      track.replaceSubrange(box..<box + 4, with: big(UInt64(size + added), 4))
    }
    return movie.before + box("mdat", data) + box("moov", track)
  }

  @Test(arguments: [false, true]) func samplesOfAMovie(isCompact: Bool) throws {
    let samples = try [1, nil, 3, 4, 5].map { withLengths(try Self.sample($0)) }
    let frames = try Self.frames(Self.movie(samples, compact: isCompact))
    #expect(Self.maxima(frames) == [1, nil, 3, 4, 5])
    // In ticks of 1/24000 s; the first is shown a sample later.
    #expect(frames.map { Int((($0.seconds?.value ?? -1) * 24).rounded()) } == [1, 1, 2, 3, 4])
    #expect(frames.allSatisfy { $0.problems.isEmpty })
  }

  @Test func damagedSamplesAreToldAndTheNextFollow() throws {
    let samples = try (1...5).map { withLengths(try Self.sample($0)) }
    var lengths = samples.map(\.count)
    lengths[4] = 1 << 20
    var bytes = Self.movie(samples, lengths: lengths)
    // A length inside the second sample, and the message of the third.
    let starts = samples.indices.map { number in 28 + samples[..<number].reduce(0) { $0 + $1.count } }
    bytes[starts[1]] = 0xFF
    bytes[starts[2] + 20] ^= 0xFF
    let frames = try Self.frames(bytes)
    #expect(frames.count == 5 && Self.maxima(frames)[0] == 1 && Self.maxima(frames)[3] == 4)
    #expect(frames.map { $0.problems.isEmpty } == [true, false, true, true, false], "\(frames.map(\.problems))")
  }

  /// A table may state any number of samples of one length.
  @Test func samplesBeyondTheFileEndTheList() throws {
    var bytes = Self.movie([[0], [0]])
    let sizes = try #require(bytes.firstRange(of: Array("stsz".utf8))).upperBound + 4
    bytes.replaceSubrange(sizes..<sizes + 8, with: big(1, 4) + big(0xFFFF_FFFF, 4))
    let runs = try #require(bytes.firstRange(of: Array("stsc".utf8))).upperBound + 12
    bytes.replaceSubrange(runs..<runs + 4, with: big(0xFFFF_FFFF, 4))
    var (frames, count) = (try MediaFrames(bytes: bytes), 0)
    while count < 10_000, try frames.next() != nil { count += 1 }
    #expect(count > 1 && count < bytes.count && frames.problems.count == 1, "\(count) \(frames.problems)")
  }

  @Test func damageOfDolbyVisionIsToldByItsChecksum() throws {
    var rpu = try Vectors.rpuUnit("x265")
    rpu[40] ^= 4
    let whole = try Vectors.rpuUnit("x265")
    let frames = try Self.frames(
      Self.movie([
        withLengths([Self.slice, whole]), withLengths([Self.slice, rpu]), withLengths([Self.slice, whole]),
      ]))
    #expect(frames.map { $0.dolbyVision != nil } == [true, false, true])
    guard case .wrongChecksum? = frames[1].unreadable.first else {
      return #expect(Bool(false), "\(frames[1].unreadable)")
    }
  }

  /// How the second fragment of a movie has two runs.
  enum Second: CaseIterable {
    /// The last has no offset of its own.
    case runs
    /// Each is in a part of the track of its own, which states where its data are, or follows the part before, at a time of its own or not.
    case parts, following, followingAtItsTime
  }

  /// Fragments of one track, the second of two runs.
  @Test(arguments: [false, true], Second.allCases)
  func fragmentsOfAMovie(areSizesStated: Bool, second: Second) throws {
    // Of one size, by a unit that fills each.
    let samples = try (1...5).map { (number: UInt32) -> [UInt8] in
      let units = try Self.sample(number)
      return withLengths(units + [hevcUnit(38, Array(repeating: 0xFF, count: 900 - withLengths(units).count))])
    }
    func run(_ samples: [[UInt8]], at offset: Int?) -> [UInt8] {
      let flags: UInt64 = 0x100 | (areSizesStated ? 0x200 : 0) | (offset == nil ? 0 : 1)
      let rows = samples.flatMap { big(500, 4) + (areSizesStated ? big(UInt64($0.count), 4) : []) }
      return fullBox(
        "trun", flags: flags, big(UInt64(samples.count), 4), offset.map { big(UInt64($0), 4) } ?? [], rows)
    }
    func fragment(_ runs: [[[UInt8]]], time: UInt64) -> [UInt8] {
      func moof(_ length: Int) -> [UInt8] {
        var offset = length + 8
        let parts = runs.enumerated().map { place, samples in
          defer { offset += samples.reduce(0) { $0 + $1.count } }
          return run(samples, at: place == 0 || second == .parts ? offset : nil)
        }
        let others = box("traf", fullBox("tfhd", flags: 0x02_0000, big(8, 4)), run([[1]], at: 0))
        let header = fullBox("tfhd", flags: 0x02_0000, big(7, 4)) + fullBox("tfdt", version: 1, big(time, 8))
        if second == .runs { return box("moof", others, box("traf", header + parts.flatMap { $0 })) }
        let flags: UInt64 = second == .parts ? 0x02_0000 : 0
        let begin = second == .followingAtItsTime ? fullBox("tfdt", version: 1, big(time + 600, 8)) : []
        let rest = parts.dropFirst().map { box("traf", fullBox("tfhd", flags: flags, big(7, 4)) + begin + $0) }
        return box("moof", [others, box("traf", header + parts[0])].flatMap { $0 } + rest.flatMap { $0 })
      }
      return moof(moof(0).count) + box("mdat", runs.flatMap { $0 }.flatMap { $0 })
    }
    let movie = TestMovie(properties: [hvcC(TestHEVCSequence().unit)])
    let defaults = fullBox("trex", big(7, 4), big(1, 4), big(400, 4), big(UInt64(samples[0].count), 4), zeros(4))
    let file =
      movie.before + box("moov", movie.track(sampleOffset: 0), box("mvex", defaults))
      + fragment([[samples[0], samples[1]]], time: 24000)
      + fragment([[samples[2]], [samples[3], samples[4]]], time: 48000)
    let frames = try Self.frames(file)
    #expect(Self.maxima(frames) == [1, 2, 3, 4, 5])
    #expect(
      frames.map { Int((($0.seconds?.value ?? 0) * 24000).rounded()) }
        == (second == .followingAtItsTime ? [24000, 24500, 48000, 48600, 49100] : [24000, 24500, 48000, 48500, 49000]))
    #expect(frames.allSatisfy { $0.problems.isEmpty }, "\(frames.map(\.problems))")
  }

  @Test func picturesHaveNoFrames() {
    for file in [TestPictures().bytes, TestPNG.hdr.bytes, TestStills.tiff()] {
      #expect(throws: MediaFileError.onlyPictures) { try MediaFrames(bytes: file) }
    }
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
