import Foundation
import HDRMetadata
import MediaFiles
import TestSupport
import Testing

/// One test at a time, because allocations are counted for the whole process.
@Suite(.serialized) struct HostileMovieTests {
  private static let start = box("ftyp", Array("qt  ".utf8), zeros(8))

  @Test(arguments: ["moov", "trak", "mdia", "meta"]) func tenThousandBoxesInEachOther(type: String) throws {
    var nested: [UInt8] = []
    // From the inside out, by sizes only: all names are the same.
    for depth in (1...10_000).reversed() { nested += big(UInt64(8 * depth), 4) + Array(type.utf8) }
    let bytes =
      Self.start + (type == "moov" || type == "meta" ? [] : big(UInt64(nested.count + 8), 4) + Array("moov".utf8))
      + nested
    let reader = FileReader(bytes: bytes)
    let file = try? MediaDescription(reader)
    #expect(file?.tracks ?? [] == [])
    // Only boxes that can contain a track are entered.
    #expect(reader.bytesRead <= bytes.count)
    #expect(throws: MediaFileError.self) {
      try MovieRetagging(
        bytes: bytes,
        tags: MovieTags(metadata: StaticMetadata(contentLight: ContentLightLevel(maxCLL: 1000, maxFALL: 400))))
    }
  }

  @Test func aSizeOfNothingGoesToTheEnd() throws {
    var bytes = TestMovie(properties: [colr([9, 18, 9])]).bytes
    let moov = try #require(bytes.firstRange(of: Array("moov".utf8))).lowerBound - 4
    bytes.replaceSubrange(moov..<moov + 4, with: zeros(4))
    let file = try MediaDescription(bytes: bytes)
    #expect(file.problems == [])
    #expect(try file.track.colors == [[9, 18, 9]])
  }

  @Test func aSizeOfOneIsFollowedByTheSize() throws {
    let movie = TestMovie(properties: [colr([9, 18, 9])])
    let track = movie.track(sampleOffset: 0)
    let long = big(1, 4) + Array("moov".utf8) + big(UInt64(track.count + 16), 8) + track
    let file = try MediaDescription(bytes: Self.start + long)
    #expect(file.problems == [])
    #expect(try file.track.colors == [[9, 18, 9]])
  }

  @Test(arguments: [0, 1, 15, 1 << 62, (1 << 63) - 1, 1 << 63, UInt64.max] as [UInt64])
  func longSizesThatCannotBe(size: UInt64) throws {
    let movie = Array(TestMovie(properties: [colr([9, 18, 9])]).bytes)
    let bytes = Self.start + big(1, 4) + Array("free".utf8) + big(size, 8) + movie
    let error = #expect(throws: MediaFileError.self) { try MediaDescription(bytes: bytes) }
    switch error {
    case .malformed("/free", Self.start.count, _, _): #expect(size < 16)
    case .truncated("/free", Self.start.count, let needed, _): #expect(needed == Int(clamping: size))
    default: #expect(Bool(false), "\(String(describing: error))")
    }
  }

  @Test(arguments: [2, 7] as [UInt64]) func shortSizesThatCannotBe(size: UInt64) throws {
    let error = #expect(throws: MediaFileError.self) {
      try MediaDescription(bytes: Self.start + big(size, 4) + Array("free".utf8) + TestMovie().bytes)
    }
    #expect(
      error
        == .malformed(part: "/free", byte: Self.start.count, found: "a size of \(size) bytes", expected: "at least 8"))
  }

  @Test func aSampleMayLieAnywhereEvenInItsOwnDescription() throws {
    for offset in [0, 1, 20, 100, 1000, 1 << 31, Int(UInt32.max)] {
      let movie = TestMovie(properties: [hvcC(), colr([9, 18, 9])], sample: zeros(200))
      let bytes = movie.before + box("moov", movie.track(sampleOffset: offset))
      #expect(try MediaDescription(bytes: bytes).track.colors.contains([9, 18, 9]))
    }
  }

  @Test(arguments: Specimens.all.map(\.name)) func everyTruncationIsToldAndNoneIsRead(name: String) throws {
    let bytes = try #require(Specimens.all.first { $0.name == name }).bytes
    let whole = try MediaDescription(bytes: bytes)
    #expect(!whole.tracks.isEmpty)
    for length in 0..<bytes.count {
      guard let file = try? MediaDescription(bytes: Array(bytes.prefix(length))) else { continue }
      // Everything reported for a part is also reported for the whole.
      for (track, wholeTrack) in zip(file.tracks, whole.tracks) {
        let said = track.statements.filter { !$0.mayBeCut }
        #expect(said.allSatisfy { wholeTrack.statements.contains($0) }, "\(name), \(length) bytes: \(said)")
      }
    }
  }

  @Test func aMovieOf50GBIsReadInAFewBlocks() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "sparse-\(UUID()).mov").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let size: UInt64 = 50_000_000_000
    let movie = TestMovie(
      properties: [hvcC(TestHEVCSequence().unit), colr([9, 18, 9])], sample: zeros(100), times: [(1_000_000, 1001)],
      isLong: true)
    let head = movie.before + big(1, 4) + Array("mdat".utf8) + big(size, 8)
    // The tables of a long movie are skipped, not read.
    let tail = box("moov", box("free", zeros(4 << 20)), movie.track(sampleOffset: head.count))
    #expect(FileManager.default.createFile(atPath: path, contents: Data(head)))
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seek(toOffset: UInt64(movie.before.count) + size)
    try handle.write(contentsOf: Data(tail))
    try handle.close()

    var file: MediaDescription?
    let cost = try InputCost.of { file = try MediaDescription(path: path) }
    print("a sparse movie of 50 GB: \(file?.bytesRead ?? 0) bytes read, \(cost)")
    // A few blocks of 4 KiB, plus the statements; counted if a sanitizer counts.
    #expect(cost.bytes < 1 << 20)
    #expect(try #require(file).track.colors == [[9, 16, 9, 0], [9, 18, 9]])
    // The first block, the one with the sample, and those in which the header's boxes begin.
    #expect(try #require(file).bytesRead <= 8 * 4096)
    #expect(try #require(file).problems == [])
  }

  @Test func theNumberOfBoxesIsLimited() throws {
    let crumbs = Array(repeating: box("free"), count: FileReader.stepsLimit + 10).flatMap { $0 }
    let bytes = Self.start + crumbs + TestMovie().bytes
    let error = #expect(throws: MediaFileError.self) { try MediaDescription(bytes: bytes) }
    guard case .overLimit(_, _, FileReader.stepsLimit, _) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
  }

  @Test func theNumberOfBytesKeptIsLimited() throws {
    // Profiles of 1 MiB, of which valid files have one, and a longer one, which valid files never have.
    let profile = box("colr", Array("prof".utf8), zeros(ByteLimits.part - 4))
    let movie = TestMovie(properties: Array(repeating: profile, count: 40) + [colr([9, 18, 9])])
    let reader = FileReader(bytes: movie.bytes)
    let file = try MediaDescription(reader)
    #expect(reader.bytesRead <= FileReader.bytesLimit)
    #expect(try file.track.values(.color).count < 16)
    #expect(file.problems.contains { if case .overLimit(_, _, FileReader.bytesLimit, _) = $0 { true } else { false } })

    let long = TestMovie(properties: [box("colr", Array("prof".utf8), zeros(ByteLimits.part + 1)), colr([9, 18, 9])])
    let kept = try MediaDescription(bytes: long.bytes)
    #expect(try kept.track.colors == [[9, 18, 9]])
    #expect(kept.problems.count == 1)
  }

  @Test func statementsAreLimited() throws {
    let movie = TestMovie(properties: Array(repeating: colr([9, 18, 9]), count: 5000))
    #expect(try MediaDescription(bytes: movie.bytes).track.statements.count == 256)
  }
}

/// The maximum length of a part that is kept, without the color box's header.
enum ByteLimits { static let part = 1 << 20 }

extension Statement {
  /// Whether a part cannot be distinguished from the whole: the last unit of a bare stream extends to the end, wherever that is.
  var mayBeCut: Bool {
    if case .unreadable(.hevcUnit, _, _) = value { carriedIn.path == "NAL unit 62" } else { false }
  }
}
