import Colorimetry
import HDRMetadata
import MediaFiles
import MediaRules
import Testing

@Suite struct PNGTests {
  private func track(_ picture: TestPNG) throws -> TrackDescription { try MediaDescription(bytes: picture.bytes).track }

  @Test func chunksOfHDR() throws {
    let file = try MediaDescription(bytes: TestPNG.hdr.bytes)
    #expect(file.container == .png && file.problems == [])
    let track = try file.track
    #expect(track.width == 64 && track.height == 36 && track.facts.summary == "PNG, 4:4:4, 16 bits")
    let resolved = track.resolved
    let expected = ColorDescription(primaries: .bt2020, transfer: .pq, matrix: .identity, range: .full)
    #expect(resolved.color == expected)
    #expect(resolved.metadata.mastering?.payload == masteringPayload)
    #expect(resolved.metadata.contentLight == ContentLightLevel(maxCLL: 993, maxFALL: 119))
    #expect(track.colors == [[1, 13, 2], [9, 16, 0, 1]])
    let disputed = resolved.decisions.filter(\.isDisputed)
    #expect(disputed.map(\.property) == [.primaries, .transfer] && disputed.allSatisfy(\.isBackwardCompatible))
    #expect(track.findings == [] && !track.hasAlpha && track.pixelFormat == nil)
  }

  @Test func aPictureWithoutTagsIsFullRangeRGB() throws {
    let plain = try track(TestPNG(header: (8, 8, 8, 3))).resolved
    #expect(plain.color == ColorDescription(matrix: .identity, range: .full))
    #expect(plain.decisions.allSatisfy(\.isInferred) && plain.decisions.count == 2)
    let sRGB = try track(TestPNG(chunks: [TestPNG.chunk("sRGB", [1])])).resolved.color
    #expect(sRGB == ColorDescription(primaries: .bt709, transfer: .sRGB, matrix: .identity, range: .full))
    let narrow = try track(TestPNG(chunks: [TestPNG.chunk("cICP", [1, 1, 0, 0])]))
    #expect(narrow.resolved.color.range == .narrow && narrow.findings == [])
  }

  @Test(arguments: [(UInt8(0), false), (2, false), (4, true), (6, true)])
  func alpha(form: UInt8, hasAlpha: Bool) throws {
    let track = try track(TestPNG(header: (8, 8, 8, form)))
    #expect(track.hasAlpha == hasAlpha && track.alphaMode == (hasAlpha ? .straight : nil))
    #expect(track.facts.chroma == (form & 2 == 0 ? .monochrome : .yuv444))
    let transparent = try self.track(TestPNG(header: (8, 8, 8, 3), chunks: [TestPNG.chunk("tRNS", [0])]))
    #expect(transparent.alphaMode == .straight)
  }

  @Test func whatIsWrongIsTold() throws {
    let wrong = try track(TestPNG(chunks: [TestPNG.chunk("cICP", [9, 16, 9, 1]), TestPNG.chunk("cLLI", zeros(4))]))
    #expect(wrong.findings.map(\.code) == ["unreadable-metadata", "unreadable-metadata"])
    #expect(wrong.resolved.color.primaries == nil)
    let bytes = TestPNG.hdr.bytes
    for end in [9, 20, 40, 60, 100] {
      #expect(try !MediaDescription(bytes: Array(bytes[..<end])).problems.isEmpty, "\(end)")
    }
  }
}
