import MediaFiles
import Testing

@Suite struct HostileStreamTests {
  @Test func matroskaNestedTenThousandDeep() throws {
    var nested: [UInt8] = []
    // Sizes of 8 bytes, so that each level is 12 bytes longer than the one inside.
    for depth in (0..<10_000).reversed() {
      nested += elementID(0x1654_AE6B) + big(0x0100_0000_0000_0000 | UInt64(12 * depth), 8)
    }
    let bytes =
      TestMatroska.header + elementID(0x1853_8067) + big(0x0100_0000_0000_0000 | UInt64(nested.count), 8) + nested
    #expect(try MediaDescription(bytes: bytes).tracks == [])
  }

  @Test(arguments: [0x01FF_FFFF_FFFF_FFFE, 0x0100_0000_0001_0000, 0x01FF_0000_0000_0000] as [UInt64])
  func elementsLongerThanTheFile(size: UInt64) throws {
    let track = element(0x1654_AE6B, TestMatroska(color: element(0x55BA, [16])).track)
    let bytes = TestMatroska.header + elementID(0x1853_8067) + big(size, 8) + track
    let file = try MediaDescription(bytes: bytes)
    #expect(file.problems.count == 1)
    #expect(try file.track.colors.first == [2, 16, 2])
  }

  @Test(arguments: [[0x00], [0x00, 0x80], [0x08, 0, 0, 0, 0, 0x80], [0xA3], [0xA3, 0x00]] as [[UInt8]])
  func whatIsNoElementEndsTheList(junk: [UInt8]) throws {
    let track = element(0x1654_AE6B, TestMatroska().track)
    let bytes = TestMatroska.header + element(0x1853_8067, track + junk)
    let file = try MediaDescription(bytes: bytes)
    #expect(file.problems.count == 1)
    #expect(try file.track.colors == [[9, 16, 9, 0]])
  }

  @Test func anIndexMayLeadAnywhere() throws {
    for position in [0, 1, 5, 1 << 20, UInt64.max] {
      let index = element(
        0x114D_9B74, element(0x4DBB, element(0x53AB, big(0x1654_AE6B, 4)), element(0x53AC, big(position, 8))))
      let bytes =
        TestMatroska.header
        + element(0x1853_8067, index, element(0x1F43_B675), element(0x1654_AE6B, TestMatroska().track))
      #expect(try MediaDescription(bytes: bytes).track.colors == [[9, 16, 9, 0]])
    }
  }

  @Test func anEndlessStreamIsReadToItsLimit() throws {
    // One endless picture, after which a message may or may not follow.
    let stream = annexB(TestHEVCSequence().unit, hevcUnit(19, [0x80])) + Array(repeating: 0xAA, count: 6 << 20)
    let reader = FileReader(bytes: stream)
    #expect(try MediaDescription(reader).track.colors == [[9, 16, 9, 0]])
    // The start of the last unit is read once more.
    #expect(reader.bytesRead <= (4 << 20) + 4096)
  }

  @Test func aStreamOfZerosOrStartCodesIsNoStream() throws {
    let zerosOnly = #expect(throws: MediaFileError.self) { try MediaDescription(bytes: zeros(1 << 20)) }
    #expect(zerosOnly == .unknownContainer(start: zeros(16)))
    let codes = annexB(TestHEVCSequence().unit) + Array(repeating: [0, 0, 1], count: 1 << 19).flatMap { $0 }
    #expect(try MediaDescription(bytes: codes).track.colors == [[9, 16, 9, 0]])
  }

  @Test func unitsOfAV1ThatRunPastTheEndAreTold() throws {
    for size in [leb128(200), [0xFF, 0xFF, 0xFF, 0xFF, 0x7F], Array(repeating: 0x80, count: 9)] {
      let stream = AV1Tests.delimiter + obu(1, TestAV1Sequence().payload) + [UInt8(5 << 3 | 2)] + size + [1, 2, 3]
      let file = try MediaDescription(bytes: stream)
      #expect(file.problems.count == 1)
      #expect(try file.track.colors == [[9, 16, 9, 0]])
    }
  }

  @Test func lengthsOfUnitsThatRunPastTheEndAreTold() throws {
    let units = withLengths([hevcUnit(39, messages((148, ambientPayload)))]) + [0xFF, 0xFF, 0xFF, 0xFF, 1, 2]
    let file = try MediaDescription(bytes: TestMovie(properties: [hvcC()], sample: units).bytes)
    #expect(file.problems.count == 1)
    #expect(try file.track.values(.ambient).count == 1)
  }
}
