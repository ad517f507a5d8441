import Colorimetry
import HDRMetadata
import MediaFiles
import Testing

/// Offsets other than those of chunks: a tagged file must equal, byte for byte, the file that is made with those tags.
@Suite struct OffsetMoveTests {
  private static let light = MovieTags(
    metadata: StaticMetadata(contentLight: ContentLightLevel(maxCLL: 1000, maxFALL: 400)))
  private static let color = colr([9, 16, 9], isFull: false)
  private static let lightBox = box("clli", lightPayload)

  private func tagged(_ bytes: [UInt8], _ tags: MovieTags = light) throws -> [UInt8] {
    try MovieRetagging(bytes: bytes, tags: tags).pieces.flatMap { piece in
      switch piece {
      case .copy(let range): Array(bytes[range])
      case .bytes(let bytes): bytes
      }
    }
  }

  @Test(arguments: TestFragments.Base.allCases, [nil, .front, .back] as [TestFragments.Index?])
  func everyOffsetFollows(base: TestFragments.Base, index: TestFragments.Index?) throws {
    for isLong in [false, true] {
      let plain = TestFragments(properties: [Self.color], base: base, index: index, isLong: isLong).bytes
      let lit = TestFragments(properties: [Self.color, Self.lightBox], base: base, index: index, isLong: isLong).bytes
      #expect(lit.count == plain.count + 12)
      #expect(try tagged(plain) == lit)
      #expect(try tagged(lit, MovieTags(removed: ["clli"])) == plain)
    }
  }

  /// A movie header between these boxes; the second part receives the header's length.
  private func movie(before: [UInt8], after: (Int) -> [UInt8]) -> [UInt8] {
    let header = box("moov", TestMovie(properties: [Self.color]).track(sampleOffset: 0))
    return box("ftyp", Array("iso5".utf8), zeros(4)) + before + header + after(header.count)
  }

  private func fragment(_ header: [UInt8], distance: UInt64, _ more: [UInt8] = []) -> [UInt8] {
    box("moof", box("traf", header, fullBox("trun", flags: 1, big(1, 4), big(distance, 4)), more))
  }

  /// The box that a rejection names.
  private func refused(_ bytes: [UInt8], _ tags: MovieTags = light) -> String? {
    let error = #expect(throws: MediaFileError.self) { try MovieRetagging(bytes: bytes, tags: tags) }
    guard case .unsupported(let part, _, _) = error else { return error.map { "\($0)" } }
    return part
  }

  @Test func aFragmentWithItsDataAcrossTheHeaderIsRefused() {
    let near = fullBox("tfhd", flags: 0x02_0000, big(1, 4))
    #expect(
      refused(movie(before: fragment(near, distance: 2000)) { _ in box("mdat", zeros(4000)) }) == "/moof/traf/trun")
    let far = { (offset: Int) in fullBox("tfhd", flags: 1, big(1, 4), big(UInt64(offset), 8)) }
    #expect(
      refused(movie(before: []) { fragment(far(16 + $0), distance: UInt64(UInt32(bitPattern: Int32(-$0 - 8)))) })
        == "/moof/traf/trun")
    let places = fullBox("saio", big(1, 4), big(2000, 4))
    #expect(
      refused(movie(before: fragment(near, distance: 8, places)) { _ in box("mdat", zeros(4000)) }) == "/moof/traf/saio"
    )
    // Before the header and together with their data, fragments do not change.
    let early = movie(before: fragment(near, distance: 8)) { _ in [] }
    #expect(throws: Never.self) { try MovieRetagging(bytes: early, tags: Self.light) }
  }

  @Test func aSegmentAroundTheHeaderIsRefused() {
    func index(_ sizes: [UInt64]) -> [UInt8] {
      fullBox(
        "sidx", big(1, 4), big(1000, 4), zeros(8), zeros(2), big(UInt64(sizes.count), 2),
        sizes.flatMap { big($0, 4) + zeros(8) })
    }
    let free = box("free", zeros(92))
    #expect(refused(movie(before: index([50, 1000]) + free) { _ in box("mdat", zeros(4000)) }) == "/sidx")
    #expect(refused(movie(before: index([50, 50, 1000]) + free) { _ in box("mdat", zeros(4000)) }) == "/sidx")
    #expect(throws: Never.self) {
      try MovieRetagging(bytes: movie(before: index([50, 50]) + free) { _ in [] }, tags: Self.light)
    }
  }

  @Test func dataInAnotherFileIsRefusedWhereOffsetsWouldMove() throws {
    var track = TestMovie(properties: [Self.color]).track(sampleOffset: 1000)
    track = box(
      "trak", Array(track.dropFirst(8)),
      box("mdia", box("minf", box("dinf", fullBox("dref", big(1, 4), fullBox("url ", Array("a.mp4\0".utf8)))))))
    let bytes = box("ftyp", Array("iso5".utf8), zeros(4)) + box("moov", track)
    #expect(refused(bytes) == "/moov/trak/mdia/minf/dinf/dref/url ")
    // A tag of the same length moves nothing.
    #expect(throws: Never.self) {
      try MovieRetagging(bytes: bytes, tags: MovieTags(color: ColorDescription(transfer: .hlg)))
    }
  }

  @Test(arguments: [0, 1, 2]) func everyFormOfItemLocations(version: Int) throws {
    /// Bases and offsets of 4 or 8 bytes, or none, after the header; for one item with one or two pieces.
    func file(_ properties: [[UInt8]], base: Int, offset: Int, _ places: (base: Int, pieces: [Int])) -> [UInt8] {
      let header = box("moov", TestMovie(properties: properties).track(sampleOffset: 0))
      let type = box("ftyp", Array("iso5".utf8), zeros(4))
      let start = type.count + header.count
      let wide = version == 2 ? 4 : 2
      var content = [UInt8(offset << 4 | 4), UInt8(base << 4)] + big(1, wide) + big(1, wide)
      content += version == 0 ? [] : big(0, 2)
      content +=
        big(0, 2) + big(UInt64(places.base < 0 ? 0 : start + places.base), base) + big(UInt64(places.pieces.count), 2)
      for place in places.pieces { content += big(UInt64(places.base < 0 ? start + place : place), offset) + big(4, 4) }
      return type + header + box("meta", zeros(4), fullBox("iloc", version: UInt8(version), content))
        + box("mdat", zeros(99))
    }
    for (base, offset, places) in [
      (4, 0, (100, [0])), (8, 0, (100, [0])), (0, 4, (-1, [100])), (0, 8, (-1, [100, 120])), (4, 4, (100, [0, 20])),
      (4, 4, (-1, [100, 120])),
      (8, 8, (100, [1, 20])),
    ] {
      let plain = file([Self.color], base: base, offset: offset, places)
      #expect(
        try tagged(plain) == file([Self.color, Self.lightBox], base: base, offset: offset, places), "\(base) \(offset)")
    }
  }

  @Test func locationsThatCannotBeAreRefused() throws {
    let strange = movie(before: []) { _ in box("meta", zeros(4), fullBox("iloc", [0x34, 0], big(0, 2))) }
    let error = #expect(throws: MediaFileError.self) { try MovieRetagging(bytes: strange, tags: Self.light) }
    guard case .malformed("/meta/iloc", _, "fields of 34 00 bytes", _) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    // A 32-bit offset with the largest value.
    let last = movie(before: []) { _ in
      box(
        "meta", zeros(4),
        fullBox("iloc", [0x44, 0], big(1, 2), big(1, 2), big(0, 2), big(1, 2), big(0xFFFF_FFFF, 4), big(1, 4)))
    }
    #expect(refused(last) == "/meta/iloc")
  }

  @Test(arguments: ["stco", "co64", "saio", "tfra", "sidx", "iloc", "tfhd", "dref"])
  func aTableCutShortIsRefused(table: String) throws {
    let whole = TestFragments(properties: [Self.color], base: .file, index: .front, isLong: table == "co64").bytes
    let name = try #require(whole.firstRange(of: Array(table.utf8)))
    // The count of entries, or the value in its place, exceeds what the table can hold: all bytes of its content are 255.
    let size = whole[name.lowerBound - 4..<name.lowerBound].reduce(0) { $0 << 8 | Int($1) }
    var broken = whole
    let content = name.upperBound + (["saio", "tfhd"].contains(table) ? 4 : 0)..<name.lowerBound - 4 + size
    for byte in content { broken[byte] = 0xFF }
    #expect(throws: MediaFileError.self) { try MovieRetagging(bytes: broken, tags: Self.light) }
  }

  @Test func aLongFragmentedMovieIsFollowedToItsEnd() throws {
    let file = TestFragments(properties: [Self.color], base: .file)
    // More boxes than a search for headers would follow: 50 000 fragments with five boxes each.
    let near = fullBox("tfhd", flags: 0x02_0000, big(1, 4))
    let many = Array(repeating: fragment(near, distance: 8), count: 50_000).flatMap { $0 }
    let pieces = try MovieRetagging(bytes: file.bytes + many, tags: Self.light).pieces
    #expect(pieces.count > 6)
    guard case .copy(let last) = pieces.last else { return #expect(Bool(false)) }
    #expect(last.upperBound == file.bytes.count + many.count)
  }
}
