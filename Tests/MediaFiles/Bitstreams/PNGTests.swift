import Colorimetry
import HDRMetadata
import MediaFiles
import TestSupport
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

  /// Files that were made before the chunks were renamed.
  @Test func chunksAsDraftsNamedThem() throws {
    let rows = try Vectors.rows("png_cicp.csv")
    #expect(rows.count == 8)
    for row in rows {
      let tags = (row["cICP"] ?? "").split(separator: " ").compactMap { UInt8($0) }
      var chunks = [TestPNG.chunk("cICP", tags), TestPNG.chunk("mDCv", bytes(hex: row["old_chunk_mDCv"] ?? ""))]
      if let light = row["old_chunk_cLLi"], !light.isEmpty { chunks.append(TestPNG.chunk("cLLi", bytes(hex: light))) }
      let resolved = try track(TestPNG(chunks: chunks)).resolved
      #expect(resolved.color.transfer == TransferCharacteristics(h273: Int(tags[1])))
      #expect(resolved.color.range == (tags[3] == 1 ? .full : .narrow))
      func number(_ title: String) -> Double? { row[title].flatMap(Double.init) }
      #expect(resolved.metadata.mastering?.luminance.peak.nits == number("max_cd_m2"))
      #expect(resolved.metadata.mastering?.luminance.black.nits == number("min_cd_m2"))
      #expect(resolved.metadata.contentLight?.maximum?.nits == number("MaxCLL"))
      #expect(resolved.metadata.contentLight?.maximumFrameAverage?.nits == number("MaxFALL"))
    }
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

  /// PNG (third edition), clause 4.3: cICP, iCCP, sRGB, then gAMA and cHRM, wherever they are.
  @Test(
    arguments: [
      ([TestPNG.chunk("gAMA", big(45455, 4)), chromaticities], ColorPrimaries.bt709, TransferCharacteristics.sRGB),
      ([chromaticities], .bt709, nil), ([TestPNG.chunk("gAMA", big(100_000, 4))], nil, .linear),
      ([TestPNG.chunk("gAMA", big(62500, 4))], nil, nil),
      (
        [TestPNG.chunk("iCCP", TestProfile.displayP3), TestPNG.chunk("gAMA", big(45455, 4)), chromaticities], .smpte432,
        .sRGB
      ),
      ([TestPNG.chunk("iCCP", TestProfile.pq), TestPNG.chunk("sRGB", [0])], .bt2020, .pq),
      ([TestPNG.chunk("iCCP", TestProfile.displayP3), TestPNG.chunk("cICP", [9, 18, 0, 1])], .bt2020, .hlg),
      ([TestPNG.chunk("iCCP", [97, 0, 0, 1, 2, 3])], nil, nil),
    ] as [([[UInt8]], ColorPrimaries?, TransferCharacteristics?)])
  func precedence(chunks: [[UInt8]], primaries: ColorPrimaries?, transfer: TransferCharacteristics?) throws {
    let color = try track(TestPNG(chunks: chunks)).resolved.color
    #expect(color.primaries == primaries && color.transfer == transfer)
  }

  private static let chromaticities = TestPNG.chunk(
    "cHRM", [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000].flatMap { big($0, 4) })
}
