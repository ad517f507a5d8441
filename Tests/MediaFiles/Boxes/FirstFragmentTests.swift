import Foundation
import HDRMetadata
import MediaFiles
import TestSupport
import Testing

/// The first samples of fragments, in files whose movie header has only a track's description.
@Suite struct FirstFragmentTests {
  private static let light = Statement.Value.contentLight(ContentLightLevel(maxCLL: 1000, maxFALL: 400))
  private static let sample = withLengths([hevcUnit(39, messages((144, lightPayload)))])
  private static let size = UInt64(sample.count)

  /// A movie with track 7, which has no samples, with this default sample size, followed by `after`.
  private func movie(defaultSize: UInt64 = 0, after: (Int) -> [UInt8]) -> [UInt8] {
    let track = TestMovie(properties: [hvcC()], times: []).track(sampleOffset: 0)
    let extends = box("mvex", fullBox("trex", big(7, 4), big(1, 4), big(1001, 4), big(defaultSize, 4), zeros(4)))
    let header = box("ftyp", Array("iso5".utf8), zeros(4)) + box("moov", track, extends)
    return header + after(header.count)
  }

  /// A fragment whose boxes receive its own length, then the sample, after some other bytes.
  private func fragment(_ boxes: (Int) -> [[UInt8]]) -> [UInt8] {
    func moof(_ length: Int) -> [UInt8] { box("moof", fullBox("mfhd", big(1, 4)), boxes(length).flatMap { $0 }) }
    return moof(moof(0).count) + box("mdat", [9, 9, 9], Self.sample)
  }

  /// The flags of `tfhd` and of `trun`, and what gives the sample's size: the movie, the track's fragment, or the run.
  static let forms: [(header: UInt64, run: UInt64)] = [
    (0x02_0000, 0x001), (0x02_0010, 0x001), (0x02_0000, 0x201), (0x02_003A, 0xF05), (0x01, 0x201), (0x01, 0x200),
    (0x00, 0x305), (0x1B, 0x001),
  ]

  @Test(arguments: forms) func theFirstSampleIsReadWhereverItsPlaceAndSizeStand(header: UInt64, run: UInt64) throws {
    let says = { (flags: UInt64, flag: UInt64, bytes: [UInt8]) in flags & flag == 0 ? [] : bytes }
    // A wrong default if something closer to the sample gives another size.
    let isNear = run & 0x200 != 0 || header & 0x10 != 0
    let bytes = movie(defaultSize: isNear ? 3 : Self.size) { start in
      fragment { length in
        let data = start + length + 8 + 3
        // If the base is not the fragment, it is the sample or slightly before it.
        let base = run & 1 == 0 ? data : data - 5
        let distance = header & 1 == 0 ? length + 8 + 3 : 5
        return [
          box(
            "traf",
            fullBox(
              "tfhd", flags: header, big(7, 4), says(header, 1, big(UInt64(base), 8)), says(header, 2, big(1, 4)),
              says(header, 8, big(1001, 4)), says(header, 0x10, big(run & 0x200 == 0 ? Self.size : 2, 4)),
              says(header, 0x20, big(0x0100_0000, 4))),
            fullBox(
              "trun", flags: run, big(1, 4), says(run, 1, big(UInt64(distance), 4)), says(run, 4, big(0x0200_0000, 4)),
              says(run, 0x100, big(1001, 4)), says(run, 0x200, big(Self.size, 4)), says(run, 0x400, zeros(4)),
              says(run, 0x800, zeros(4))))
        ]
      }
    }
    let file = try MediaDescription(bytes: bytes)
    #expect(file.problems == [])
    #expect(try file.track.values(.contentLight) == [Self.light])
    #expect(try file.track.statements.last?.carriedIn.path == "/moof/traf sample 0 SEI 144")
  }

  /// Offsets whose sums have no place in a file.
  @Test(
    arguments: [UInt64.max, 0xFFFF_FFFE_0000_1E3A, 1 << 63, (1 << 63) - 1] as [UInt64],
    [0, 0x7FFF_FFFF, 0x8000_0000] as [UInt64])
  func aSampleFarOutsideIsNotRead(base: UInt64, distance: UInt64) throws {
    let bytes = movie { _ in
      fragment { _ in
        [
          box(
            "traf", fullBox("tfhd", flags: 0x11, big(7, 4), big(base, 8), big(Self.size, 4)),
            fullBox("trun", flags: 1, big(1, 4), big(distance, 4)))
        ]
      }
    }
    #expect(try MediaDescription(bytes: bytes).track.values(.contentLight) == [])
    var frames = try MediaFrames(bytes: bytes)
    while let frame = try frames.next() { #expect(!frame.problems.isEmpty) }
  }

  /// The fragment of a track, with offsets relative to itself.
  private func plain(_ track: UInt64, flags: UInt64 = 0x02_0010, _ length: Int, count: UInt64 = 1) -> [UInt8] {
    box(
      "traf", fullBox("tfhd", flags: flags, big(track, 4), big(Self.size, 4)),
      fullBox("trun", flags: 1, big(count, 4), big(UInt64(length + 11), 4)))
  }

  @Test func theFirstFragmentWithASampleOfTheTrackCountsAndNoLaterOne() throws {
    let other = fragment { [self.plain(1, $0)] }
    let empty = fragment { [self.plain(7, $0, count: 0)] }
    let own = fragment { [self.plain(1, $0), self.plain(7, $0)] }
    let file = try MediaDescription(bytes: movie { _ in other + empty + own + own })
    #expect(file.problems == [])
    #expect(try file.track.values(.contentLight) == [Self.light])
    // Only the first sixteen are read.
    let late = { (count: Int) in self.movie { _ in (0..<count).flatMap { _ in other } + own } }
    #expect(try MediaDescription(bytes: late(15)).track.values(.contentLight) == [Self.light])
    #expect(try MediaDescription(bytes: late(16)).track.values(.contentLight) == [])
  }

  @Test func aRunThatBeginsWhereAnotherEndedIsToldNotRead() throws {
    let bytes = movie { _ in fragment { [self.plain(1, $0), self.plain(7, flags: 0x10, $0)] } }
    let file = try MediaDescription(bytes: bytes)
    #expect(try file.track.values(.contentLight) == [])
    #expect(file.problems.count == 1 && "\(file.problems)".contains("whose samples cannot be located"))
  }

  @Test func aSampleOutsideOfTheFileIsTold() throws {
    let file = try MediaDescription(bytes: movie { _ in fragment { [self.plain(7, $0 + 4)] } })
    #expect(file.problems.count == 1 && "\(file.problems)".contains("/moof/traf sample 0 ends at byte"))
    let before = try MediaDescription(bytes: movie { _ in fragment { _ in [self.plain(7, -4000 & 0xFFFF_FFFF)] } })
    #expect(before.problems.count == 1 && before.tracks.count == 1)
  }

  @Test(
    .enabled(if: OtherPrograms.haveFFmpeg(with: "libx265"), "needs an ffmpeg with x265"),
    arguments: ["frag_keyframe+empty_moov", "frag_keyframe+empty_moov+default_base_moof", "dash"])
  func ffmpegsFragmentsAreRead(flags: String) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).mp4").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let display = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"
    let arguments = [
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=128x96:r=24:d=0.2", "-c:v", "libx265", "-x265-params",
      "log-level=none:repeat-headers=1:hdr10=1:master-display=\(display):max-cll=1000,400", "-pix_fmt", "yuv420p10le",
      "-movflags", flags, path,
    ]
    _ = try #require(OtherPrograms.output(of: "ffmpeg", arguments))
    let file = try MediaDescription(path: path)
    #expect(file.problems == [])
    let inSample = try file.track.statements.filter { $0.carriedIn.path.hasPrefix("/moof/traf sample 0") }
    #expect(inSample.contains { $0.value == Self.light })
    let displays = inSample.compactMap { statement in
      if case .mastering(let told) = statement.value { told.integerText } else { nil }
    }
    #expect(displays == [display])
  }
}
