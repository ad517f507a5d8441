import Colorimetry
import HDRMetadata
import MediaFiles
import TestSupport
import Testing

@Suite struct MovieRetaggingTests {
  private static let light = ContentLightLevel(maxCLL: 1000, maxFALL: 400)

  /// The bytes of the new file.
  private func applied(_ tags: MovieTags, to bytes: [UInt8], track: Int? = nil) throws -> [UInt8] {
    try MovieRetagging(bytes: bytes, tags: tags, track: track).pieces.flatMap { piece in
      switch piece {
      case .copy(let range): Array(bytes[range])
      case .bytes(let bytes): bytes
      }
    }
  }

  /// A movie whose header comes before its media data, so that offsets must change.
  private func front(isLong: Bool, properties: [[UInt8]] = [colr([9, 18, 9])]) -> (bytes: [UInt8], offset: Int) {
    var movie = TestMovie(properties: properties, sample: [0xAA, 0xBB, 0xCC, 0xDD])
    movie.isLong = isLong
    let header = box("moov", movie.track(sampleOffset: 0)).count
    let offset = movie.before.count + header + 8
    return (movie.before + box("moov", movie.track(sampleOffset: offset)) + box("mdat", movie.sample), offset)
  }

  /// The first chunk offset of a movie, found by the table's name.
  private func firstOffset(_ bytes: [UInt8], isLong: Bool) throws -> Int {
    let name = Array((isLong ? "co64" : "stco").utf8)
    let start = try #require(bytes.indices.dropLast(15).first { Array(bytes[$0..<$0 + 4]) == name })
    return bytes[start + 12..<start + (isLong ? 20 : 16)].reduce(0) { $0 << 8 | Int($1) }
  }

  @Test(arguments: [false, true]) func chunkOffsetsFollowTheMediaData(isLong: Bool) throws {
    let (old, offset) = front(isLong: isLong)
    #expect(try firstOffset(old, isLong: isLong) == offset)
    let new = try applied(MovieTags(metadata: StaticMetadata(contentLight: Self.light)), to: old)
    #expect(new.count == old.count + 12)
    let moved = try firstOffset(new, isLong: isLong)
    #expect(moved == offset + 12 && Array(new[moved..<moved + 4]) == [0xAA, 0xBB, 0xCC, 0xDD])
    #expect(try MediaDescription(bytes: new).track.resolved.metadata.contentLight == Self.light)
    // After the tag is removed again, the file is as before, byte for byte.
    #expect(try applied(MovieTags(removed: ["clli"]), to: new) == old)
  }

  /// A movie with two tracks of pictures, numbers 7 and 8, with its media data first.
  private func twoTracks(isLong: Bool = false) throws -> [UInt8] {
    var movie = TestMovie(properties: [colr([9, 16, 9])], sample: [1, 2, 3, 4])
    movie.isLong = isLong
    let first = movie.track(sampleOffset: movie.before.count + 8)
    movie.properties = [colr([1, 1, 1])]
    var second = movie.track(sampleOffset: movie.before.count + 8)
    let header = try #require(second.firstRange(of: Array("tkhd".utf8))).upperBound
    second[header + (isLong ? 23 : 15)] = 8
    return movie.before + box("mdat", movie.sample) + box("moov", first, second)
  }

  @Test(arguments: [false, true]) func oneOfSeveralTracksMayBeTagged(isLong: Bool) throws {
    let old = try twoTracks(isLong: isLong)
    let tags = MovieTags(color: ColorDescription(transfer: .hlg))
    func colors(_ track: Int?) throws -> [[[Int]]] {
      let retagging = try MovieRetagging(bytes: old, tags: tags, track: track)
      #expect(retagging.tracks == track.map { [$0] } ?? [7, 8])
      #expect(retagging.entries == retagging.tracks.count)
      return try MediaDescription(bytes: applied(tags, to: old, track: track)).tracks.map(\.colors)
    }
    #expect(try colors(7) == [[[9, 18, 9]], [[1, 1, 1]]])
    #expect(try colors(8) == [[[9, 16, 9]], [[1, 18, 1]]])
    #expect(try colors(nil) == [[[9, 18, 9]], [[1, 18, 1]]])
    #expect(throws: MediaFileError.noSuchTrack(number: 9, found: [7, 8])) {
      try MovieRetagging(bytes: old, tags: tags, track: 9)
    }
  }

  @Test func whatIsNotThereIsNotTakenOut() throws {
    let movie = TestMovie(properties: [colr([9, 18, 9]), box("amve", ambientPayload)]).bytes
    #expect(try MovieRetagging(bytes: movie, tags: MovieTags(removed: ["amve"])).absent == [])
    let both = MovieTags(removed: ["amve", "clli"])
    #expect(try MovieRetagging(bytes: movie, tags: both).absent == ["clli"])
  }

  @Test func offsetsBeforeTheHeaderStay() throws {
    let movie = TestMovie(properties: [colr([9, 18, 9])], sample: [1, 2, 3, 4])
    let new = try applied(MovieTags(metadata: StaticMetadata(contentLight: Self.light)), to: movie.bytes)
    #expect(try firstOffset(new, isLong: false) == movie.before.count + 8)
  }

  @Test func whatBeginsWhereTheEntryEndsMovesWithIt() throws {
    let movie = TestMovie(properties: [colr([9, 18, 9])], sample: [1])
    let header = movie.before + box("moov", movie.track(sampleOffset: 0))
    let end = try #require(header.firstRange(of: Array("stts".utf8))).lowerBound - 4
    let tags = MovieTags(metadata: StaticMetadata(contentLight: Self.light))
    for (offset, moved) in [(end - 1, end - 1), (end, end + 12)] {
      let new = try applied(tags, to: movie.before + box("moov", movie.track(sampleOffset: offset)))
      #expect(try firstOffset(new, isLong: false) == moved)
    }
  }

  @Test func numbersInTheWrongOrderAreWrittenInTheRightOne() throws {
    let (old, _) = front(isLong: false, properties: [box("colr", Array("clcn".utf8), [9, 0, 18, 0, 9, 0])])
    let new = try applied(MovieTags(color: ColorDescription(transfer: .pq)), to: old)
    #expect(new.firstRange(of: colr([9, 16, 9])) != nil)
    #expect(try MediaDescription(bytes: new).track.colors == [[9, 16, 9]])
  }

  @Test func aColorKeepsItsFormAndWhatIsNotNamed() throws {
    let tags = MovieTags(color: ColorDescription(transfer: .pq, range: .full))
    let (quickTime, _) = front(isLong: false)
    #expect(try MovieRetagging(bytes: quickTime, tags: tags).hasLostRange)
    #expect(try MediaDescription(bytes: applied(tags, to: quickTime)).track.colors == [[9, 16, 9]])
    let (mp4, _) = front(isLong: false, properties: [colr([9, 18, 9], isFull: false)])
    #expect(try !MovieRetagging(bytes: mp4, tags: tags).hasLostRange)
    #expect(try MediaDescription(bytes: applied(tags, to: mp4)).track.colors == [[9, 16, 9, 1]])
    let (untagged, _) = front(isLong: false, properties: [])
    #expect(try MediaDescription(bytes: applied(tags, to: untagged)).track.colors == [[2, 16, 2]])
  }

  /// A color box that ends too early would take the tags that are to stay along with it.
  @Test func anUnreadableColorIsOnlyReplacedAsAWhole() throws {
    let (bytes, _) = front(isLong: false, properties: [box("colr", Array("nclc".utf8), [0, 9, 0, 18])])
    let error = #expect(throws: MediaFileError.self) {
      try MovieRetagging(bytes: bytes, tags: MovieTags(color: ColorDescription(transfer: .pq)))
    }
    guard case .unreadable(let part, let byte, .wrongLength) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(part == "/moov/trak/mdia/minf/stbl/stsd/hvc1/colr" && byte > 0)
    let whole = MovieTags(color: ColorDescription(primaries: .bt2020, transfer: .pq, matrix: .bt2020NCL))
    #expect(try MediaDescription(bytes: applied(whole, to: bytes)).track.colors == [[9, 16, 9]])
    let light = MovieTags(metadata: StaticMetadata(contentLight: Self.light))
    #expect(throws: Never.self) { try applied(light, to: bytes) }
  }

  @Test func aChunkThatLeaves32BitsIsRefused() {
    let movie = TestMovie(properties: [], sample: [1])
    let bytes = movie.before + box("moov", movie.track(sampleOffset: 0xFFFF_FFFA))
    let tags = MovieTags(metadata: StaticMetadata(contentLight: Self.light))
    #expect(throws: MediaFileError.self) { try MovieRetagging(bytes: bytes, tags: tags) }
  }

  /// Boxes beside the header are passed by; those inside are kept, so their number is limited.
  @Test func theNumberOfBoxesInsideTheHeaderIsLimited() throws {
    let crumbs = Array(repeating: box("free"), count: FileReader.stepsLimit + 1).flatMap { $0 }
    let tags = MovieTags(color: ColorDescription(transfer: .pq))
    let error = #expect(throws: MediaFileError.self) {
      try MovieRetagging(bytes: box("ftyp", Array("qt  ".utf8)) + box("moov", crumbs), tags: tags)
    }
    guard case .overLimit("/moov", _, FileReader.stepsLimit, _) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(try MovieRetagging(bytes: TestMovie().bytes + crumbs, tags: tags).entries == 1)
  }

  @Test func aPictureIsRefusedByTheNameOfItsProperties() throws {
    let bytes = TestPictures().bytes
    let properties = try #require(bytes.firstRange(of: Array("iprp".utf8))).lowerBound - 4
    #expect(throws: MediaFileError.pictureNotTagged(part: "/meta/iprp", byte: properties)) {
      try MovieRetagging(bytes: bytes, tags: MovieTags(color: ColorDescription(transfer: .pq)))
    }
  }

  @Test func aMovieWithSoundOnlyIsRefused() {
    let bytes = TestMovie(handler: "soun").bytes
    #expect(throws: MediaFileError.noVideoTrack) {
      try MovieRetagging(bytes: bytes, tags: MovieTags(color: ColorDescription(transfer: .pq)))
    }
    #expect(throws: MediaFileError.noVideoTrack) { try MediaFrames(bytes: bytes) }
  }

  @Test func hostileBytesAreRefusedOrCopied() throws {
    let (good, _) = front(isLong: false, properties: [colr([9, 18, 9]), box("amve", ambientPayload)])
    let tags = MovieTags(
      color: ColorDescription(transfer: .pq), metadata: StaticMetadata(contentLight: Self.light), removed: ["amve"])
    var numbers = SeededNumbers(seed: 4)
    func random(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &numbers) }
    var refused = 0
    for _ in 0..<3000 {
      var bytes = good
      for _ in 0..<1 + random(3) { bytes[random(bytes.count)] = [0, 1, 8, 0x7F, 0x80, 0xFF][random(6)] }
      if random(4) == 0 { bytes.removeLast(random(bytes.count)) }
      do { _ = try applied(tags, to: bytes) } catch { refused += 1 }
    }
    // Seed 4: both outcomes occur, whatever else changes.
    #expect((100..<2900).contains(refused), "\(refused) of 3000")
  }
}
