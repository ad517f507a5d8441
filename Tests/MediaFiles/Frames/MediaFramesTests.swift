import Foundation
import HDRMetadata
import MediaFiles
import TestSupport
import Testing

/// Frames of movies one after the other.
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

  // MARK: Movies

  /// A movie whose samples are these, in chunks of two, shown in another order.
  static func movie(_ samples: [[UInt8]], lengths: [Int]? = nil, compact: Bool = false) -> [UInt8] {
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
    for file in [TestPictures().bytes, TestPNG.hdr.bytes, TestMatroska().bytes] {
      #expect(throws: MediaFileError.self) { try MediaFrames(bytes: file) }
    }
  }
}
