import Foundation
import Testing

/// PNG files as input, made here byte by byte.
@Suite struct PNGInputTests {
  /// A file of some kind; its rows are stored, not compressed.
  private static func png(
    width: Int, height: Int, depth: UInt8, kind: UInt8, rows: [[UInt8]], chunks: [(String, [UInt8])] = []
  ) -> Data {
    func word(_ n: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: n >> $0) } }
    func crc(_ bytes: [UInt8]) -> Int {
      var c: UInt32 = 0xFFFF_FFFF
      for byte in bytes {
        c ^= UInt32(byte)
        for _ in 0..<8 { c = c & 1 == 1 ? 0xEDB8_8320 ^ (c >> 1) : c >> 1 }
      }
      return Int(c ^ 0xFFFF_FFFF)
    }
    func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
      let named = Array(type.utf8) + content
      return word(content.count) + named + word(crc(named))
    }
    let data = Array(rows.map { [0] + $0 }.joined())
    var (a, b) = (1, 0)
    for byte in data { (a, b) = ((a + Int(byte)) % 65_521, (b + a + Int(byte)) % 65_521) }
    let length = [UInt8(data.count & 255), UInt8(data.count >> 8)]
    var deflated: [UInt8] = [0x78, 0x01, 1]
    deflated += length + length.map { ~$0 }
    deflated += data + word(b << 16 | a)
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
    bytes += chunk("IHDR", word(width) + word(height) + [depth, kind, 0, 0, 0])
    for (type, content) in chunks { bytes += chunk(type, content) }
    bytes += chunk("IDAT", deflated) + chunk("IEND", [])
    return Data(bytes)
  }

  /// The codes of R′, G′, B′ (and of alpha) as planes G′, B′, R′, A.
  private static func convert(_ png: Data, _ options: [String] = []) throws -> Tool.Outcome {
    let folder = try Folder()
    let file = try folder.file("in.png", png)
    return try Tool.run(
      ["convert", file, "-", "--format", "raw", "--to", "srgb", "--dither", "none", "--progress", "none"] + options)
  }

  private static let srgb: [(String, [UInt8])] = [("sRGB", [0])]

  @Test func kindsOfPNGAreRead() throws {
    let rgb = Self.png(
      width: 2, height: 1, depth: 8, kind: 2, rows: [[10, 20, 30, 40, 50, 60]], chunks: Self.srgb)
    #expect(try Self.convert(rgb).output == Data([20, 50, 30, 60, 10, 40]))
    let alpha = Self.png(
      width: 1, height: 2, depth: 8, kind: 6, rows: [[10, 20, 30, 40], [50, 60, 70, 80]], chunks: Self.srgb)
    #expect(try Self.convert(alpha).output == Data([20, 60, 30, 70, 10, 50, 40, 80]))
    let gray = Self.png(width: 2, height: 1, depth: 8, kind: 0, rows: [[7, 9]], chunks: Self.srgb)
    #expect(try Self.convert(gray).output == Data([7, 9, 7, 9, 7, 9]))
    // Two colors of a palette with one bit, the second of which is transparent.
    let palette = Self.png(
      width: 2, height: 1, depth: 1, kind: 3, rows: [[0b0100_0000]],
      chunks: Self.srgb + [("PLTE", [1, 2, 3, 4, 5, 6]), ("tRNS", [255, 0])])
    #expect(try Self.convert(palette).output == Data([2, 5, 3, 6, 1, 4, 255, 0]))
    let deep = Self.png(
      width: 1, height: 1, depth: 16, kind: 2, rows: [[1, 2, 3, 4, 5, 6]], chunks: Self.srgb)
    #expect(
      try Self.convert(deep, ["--out-pixel-format", "gbrp16le"]).output == Data([4, 3, 6, 5, 2, 1]))
  }

  /// The color of a PNG is what its chunks state: PQ in BT.2020 here.
  @Test func chunksStateTheColor() throws {
    let pq = Self.png(
      width: 1, height: 1, depth: 16, kind: 2, rows: [[0x94, 0xA8, 0x94, 0xA8, 0x94, 0xA8]],
      chunks: [("cICP", [9, 16, 0, 1])])
    let outcome = try Self.convert(pq, ["--source-peak", "203", "--out-pixel-format", "gbrp"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    // 203 cd/m² is white.
    #expect(outcome.output.allSatisfy { $0 >= 254 }, "\([UInt8](outcome.output))")
    let untold = Self.png(width: 1, height: 1, depth: 16, kind: 2, rows: [[1, 2, 3, 4, 5, 6]])
    #expect(try Self.convert(untold).code == 64)
    let eight = try Self.convert(Self.png(width: 1, height: 1, depth: 8, kind: 2, rows: [[1, 2, 3]]))
    #expect(eight.code == 0 && eight.errors.contains("states no color; assuming sRGB"), "\(eight.errors)")
  }

  private static func deep(_ chunks: [(String, [UInt8])]) -> Data {
    png(
      width: 2, height: 1, depth: 16, kind: 2, rows: [[0x94, 0xA8, 0x60, 0, 0x50, 0, 0xB0, 0, 0xB0, 0, 0xB0, 0]],
      chunks: chunks)
  }

  private static let pq: (String, [UInt8]) = ("cICP", [9, 16, 0, 1])
  private static let labeled: (String, [UInt8]) = ("iCCP", Array("ITUR_2100_PQ_FULL".utf8) + [0, 0, 1, 2, 3])
  private static let profile: (String, [UInt8]) = ("iCCP", Array("Display P3".utf8) + [0, 0, 1, 2, 3])
  private static func light(_ name: String, _ nits: Int) -> (String, [UInt8]) {
    (name, big(UInt64(nits) * 10_000, 4) + big(2_005_000, 4))
  }

  /// W3C, *Using the ITU BT.2100 PQ EOTF with the PNG Format*: a profile of this name means PQ. cICP comes before it, it before sRGB.
  @Test func aProfileMayNamePQ() throws {
    let peak = ["--source-peak", "1000"]
    let expected = try Self.convert(Self.deep([Self.pq]), peak).output
    for chunks in [[Self.labeled], [Self.labeled] + Self.srgb, [Self.labeled, Self.pq], [Self.pq, Self.profile]] {
      #expect(try Self.convert(Self.deep(chunks), peak).output == expected, "\(chunks.map(\.0))")
    }
    let hlg = try Self.convert(Self.deep([("cICP", [9, 18, 0, 1])])).output
    #expect(try Self.convert(Self.deep([Self.labeled, ("cICP", [9, 18, 0, 1])])).output == hlg && hlg != expected)
    #expect(try Self.convert(Self.deep([Self.profile])).code == 64)
  }

  /// The names that light had in drafts of PNG come after those of the standard.
  @Test func lightUnderItsOldName() throws {
    func output(_ chunks: [(String, [UInt8])], _ options: [String] = []) throws -> Data {
      let outcome = try Self.convert(Self.deep([Self.pq] + chunks), options)
      #expect(outcome.code == 0, "\(outcome.errors)")
      return outcome.output
    }
    let four = try output([], ["--source-peak", "4000"])
    #expect(try output([Self.light("cLLi", 4000)]) == four && output([Self.light("cLLI", 4000)]) == four)
    #expect(try output([Self.light("cLLi", 900), Self.light("cLLI", 4000)]) == four)
    let mastering = [34000, 16000, 13250, 34500, 7500, 3000, 15635, 16450].flatMap { big(UInt64($0), 2) }
    #expect(try output([("mDCv", mastering + big(40_000_000, 4) + big(0, 4))]) == four)
    let folder = try Folder()
    let file = try folder.file("in.png", Self.deep([Self.pq, Self.light("cLLi", 4000)]))
    #expect(try Tool.run(["info", file]).text.contains("[draft-png-chunks]"))
  }

  /// A mastering display whose maximum and minimum are exchanged is left out and reported.
  @Test func metadataThatCannotBeIsLeftOut() throws {
    let points = [34000, 16000, 13250, 34500, 7500, 3000, 15635, 16450].flatMap { big(UInt64($0), 2) }
    let swapped = Self.deep([Self.pq, ("mDCV", points + big(50, 4) + big(10_000_000, 4))])
    let outcome = try Self.convert(swapped)
    #expect(outcome.code == 0 && outcome.errors.contains("neither is used"), "\(outcome.errors)")
    #expect(try outcome.output == Self.convert(Self.deep([Self.pq])).output)
    #expect(try Self.convert(swapped, ["--strict"]).code == 65)
    // Typed by a person, it is wrong usage.
    let text = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(50,10000000)"
    #expect(try Self.convert(Self.deep([Self.pq]), ["--master-display", text]).code == 64)
  }

  /// Light levels that look typed are used, so that nothing is assumed; those that were typed are not called so.
  @Test func levelsThatLookTyped() throws {
    let stated = try Self.convert(
      Self.deep([Self.pq, ("cLLI", big(10_000_000, 4) + big(4_000_000, 4))]), ["--strict"])
    #expect(stated.code == 0 && stated.errors.contains("note: MaxCLL 1000 and MaxFALL 400 cd/m²"), "\(stated.errors)")
    let typed = try Self.convert(Self.deep([Self.pq]), ["--max-cll", "1000,400", "--strict"])
    #expect(typed.code == 0 && typed.errors.isEmpty && typed.output == stated.output, "\(typed.errors)")
  }

  /// A profile beside tags is not used, which is said and no assumption.
  @Test func aProfileBesideTagsIsReported() throws {
    let outcome = try Self.convert(
      Self.png(width: 1, height: 1, depth: 8, kind: 2, rows: [[1, 2, 3]], chunks: [Self.profile] + Self.srgb),
      ["--strict"])
    #expect(outcome.code == 0 && outcome.errors.contains("note: an ICC profile (iCCP at byte 33)"), "\(outcome.errors)")
  }

  /// What is left out of a PNG is reported: an animation, and color in other words than tags.
  @Test func whatIsNotReadIsTold() throws {
    func errors(_ chunks: [(String, [UInt8])]) throws -> String {
      let outcome = try Self.convert(
        Self.png(width: 1, height: 1, depth: 8, kind: 2, rows: [[1, 2, 3]], chunks: chunks))
      #expect(outcome.code == 0 && outcome.output.count == 3, "\(outcome.errors)")
      return outcome.errors
    }
    #expect(try errors([("acTL", [0, 0, 0, 2, 0, 0, 0, 0])] + Self.srgb).contains("further pictures, as an animation"))
    #expect(try !errors(Self.srgb).contains("assumed"))
    let gamma = try errors([("gAMA", [0, 0, 0xF4, 0x24])])
    #expect(gamma.contains("gAMA") && gamma.contains("ignored; assuming sRGB"), "\(gamma)")
  }

  @Test func aDamagedPNGIsRefused() throws {
    let whole = Self.png(width: 4, height: 4, depth: 8, kind: 2, rows: Array(repeating: Array(0..<12), count: 4))
    for length in [30, 40, 60, whole.count - 20] {
      let outcome = try Self.convert(whole.prefix(length))
      #expect(outcome.code == 65 && outcome.output.isEmpty, "\(length): \(outcome.code) \(outcome.errors)")
    }
    var wrong = whole
    wrong[60] ^= 1
    #expect(try Self.convert(wrong).code == 65)
    // A side that no file of this length can have.
    var large = Self.png(width: 60_000, height: 60_000, depth: 8, kind: 2, rows: [[1, 2, 3]])
    #expect(try Self.convert(large).code == 65)
    large = Self.png(width: 100_000, height: 1, depth: 8, kind: 2, rows: [[1, 2, 3]])
    #expect(try Self.convert(large).code == 65)
  }

  /// What states no color is sRGB in a plan too, with the samples that it has.
  @Test func whatIsExplainedIsWhatIsConverted() throws {
    let folder = try Folder()
    let png = Self.png(width: 2, height: 1, depth: 8, kind: 2, rows: [[10, 20, 30, 40, 50, 60]])
    let explained = try Tool.run(["explain", try folder.file("in.png", png)])
    #expect(explained.code == 0 && explained.text.contains("gbrp, 8 bits"), "\(explained.text)\(explained.errors)")
    #expect(explained.text.contains("states no color; assuming sRGB"), "\(explained.text)")
  }

  /// A valid PNG may have longer sides than a frame.
  @Test func aSideThatIsTooLong() throws {
    let folder = try Folder()
    let png = try folder.file("in.png", Self.png(width: 65536, height: 1, depth: 1, kind: 0, rows: [zeros(8192)]))
    let outcome = try Tool.run(["convert", png, folder["o.png"]])
    #expect(outcome.code == 65, "\(outcome.errors)")
    #expect(outcome.errors.contains("has 65536×1 pixels, but each side must have 1 to 65535"), "\(outcome.errors)")
    let explained = try Tool.run(["explain", png])
    #expect(explained.text.contains("65536×1 pixels") && !explained.text.contains("complete"), "\(explained.text)")
  }

  /// A plan needs no pixels, but says so if convert would refuse them.
  @Test func pixelsThatCannotBeReadAreToldInAPlan() throws {
    let folder = try Folder()
    var bytes = Self.png(width: 4, height: 4, depth: 8, kind: 2, rows: Array(repeating: Array(0..<12), count: 4))
    bytes[60] ^= 1
    let png = try folder.file("in.png", bytes)
    let explained = try Tool.run(["explain", png])
    #expect(
      explained.code == 0 && explained.text.contains("is a truncated or corrupt PNG"),
      "\(explained.text)\(explained.errors)")
    #expect(explained.text.contains("convert cannot read it"), "\(explained.text)")
    #expect(try Tool.run(["explain", png, "--strict"]).code == 65)
  }
}
