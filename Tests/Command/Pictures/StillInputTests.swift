import Foundation
import Testing

/// Pictures in files of their own, made here byte by byte, as input of `convert`.
@Suite struct StillInputTests {
  private static func convert(_ name: String, _ bytes: [UInt8], _ options: [String] = []) throws -> Tool.Outcome {
    let folder = try Folder()
    let file = try folder.file(name, Data(bytes))
    return try Tool.run(
      ["convert", file, "-", "--format", "raw", "--to", "srgb", "--out-pixel-format", "gbrp", "--dither", "none"]
        + ["--progress", "none"] + options)
  }

  private static let gray: [UInt8] = [0, 16, 64, 128, 235, 255]

  /// Gray is of full range, R′G′B′ has the primaries of BT.709, and to state what is assumed changes nothing.
  @Test(arguments: [[], ["--transfer", "iec61966-2-1"]]) func codesStay(options: [String]) throws {
    let outcome = try Self.convert("a.pgm", Array("P5 3 2 255\n".utf8) + Self.gray, options)
    #expect(outcome.code == 0 && [UInt8](outcome.output) == Self.gray + Self.gray + Self.gray, "\(outcome.errors)")
    let red = try Self.convert("a.ppm", Array("P6 2 1 255\n".utf8) + [255, 0, 0, 0, 0, 255], options)
    #expect(red.code == 0 && [UInt8](red.output) == [0, 0, 0, 255, 255, 0], "\(red.errors)")
  }

  /// RFC 9649, clause 3.4: the bit for alpha is a hint only. Without it, opaque pixels have no alpha, and others have theirs.
  @Test(arguments: [(UInt8(255), Int32(0)), (128, 65)]) func aLosslessWebPWithoutAlpha(alpha: UInt8, code: Int32) throws
  {
    let picture = TestStills.losslessWebP(hasAlpha: false, red: 30, green: 20, blue: 10, alpha: alpha)
    let options = ["--strict", "--primaries", "bt709", "--transfer", "iec61966-2-1"]
    let outcome = try Self.convert("a.webp", TestStills.webP(picture), options)
    let planes = [20, 10, 30].flatMap { [UInt8](repeating: $0, count: 8) }
    #expect(outcome.code == code && [UInt8](outcome.output) == (code == 0 ? planes : []), "\(outcome.errors)")
    #expect(outcome.errors.contains("alpha") == (code != 0), "\(outcome.errors)")
  }

  /// PhotometricInterpretation 0 inverts gray, but alpha of 0 stays transparent, stated as straight or as unspecified data.
  ///
  /// - Source: TIFF 6.0, sections 4 and 18.
  @Test(arguments: [(8, 0, 2), (8, 1, 2), (16, 0, 2), (8, 0, 0)] as [(UInt64, UInt64, UInt64)])
  func alphaBesideGray(depth: UInt64, photometric: UInt64, extra: UInt64) throws {
    let (gray, alpha): ([UInt64], [UInt64]) = ([0, 30, 128, 250], [255, 10, 0, 128])
    func coded(_ codes: [UInt64]) -> [UInt8] { codes.flatMap { little($0 * (depth == 8 ? 1 : 257), Int(depth) / 8) } }
    let strip = coded(zip(gray, alpha).flatMap { [$0, $1] })
    var file = TestStills.tiff([
      (257, 1), (258, depth), (262, photometric), (277, 2), (278, 1), (279, UInt64(strip.count)), (338, extra),
    ])
    file.replaceSubrange(8..<8 + strip.count, with: strip)
    let folder = try Folder()
    let outcome = try Tool.run(
      ["convert", folder.file("a.tif", Data(file)), "-", "--format", "raw", "--to", "srgb", "--transfer", "srgb"]
        + ["--primaries", "bt709", "--out-pixel-format", depth == 8 ? "gbrap" : "gbrap16le", "--dither", "none"])
    let shown = coded(photometric == 0 ? gray.map { 255 - $0 } : gray)
    #expect(outcome.code == 0 && [UInt8](outcome.output) == shown + shown + shown + coded(alpha), "\(outcome.errors)")
  }

  /// Whatever their names, and with a command that names them.
  @Test(
    arguments: [
      ("a b.gif", Array("GIF89a".utf8), "ffmpeg -i "), ("a.png", Array("qoif".utf8) + zeros(20), "ffmpeg -i "),
      ("a.tif", TestStills.tiff([(322, 16)]), "convert "), ("a.exr", TestStills.exr(compression: 9), "oiiotool "),
      ("a.tga", zeros(18), "ffmpeg -i "),
    ] as [(String, [UInt8], String)])
  func refused(name: String, bytes: [UInt8], command: String) throws {
    let outcome = try Self.convert(name, bytes)
    #expect(outcome.code == 65 && !outcome.errors.contains("--size"), "\(outcome.errors)")
    #expect(outcome.errors.contains("convert it to a supported picture: \(command)"), "\(outcome.errors)")
  }

  @Test func cutShort() throws {
    let outcome = try Self.convert("a.ppm", Array("P6 2 1 255\n".utf8) + [255, 0, 0, 0, 0])
    #expect(outcome.code == 65 && outcome.errors.contains("truncated"), "\(outcome.errors)")
  }

  /// What is refused where it is explained is refused where it is described.
  @Test(
    arguments: [("a.ppm", TestStills.text("P6 2 1 255\n", zeros: 5)), ("a.png", Array(TestPNG.hdr.bytes.dropLast(30)))]
      as [(String, [UInt8])])
  func cutShortIsNotStrict(name: String, bytes: [UInt8]) throws {
    let folder = try Folder()
    let file = try folder.file(name, Data(bytes))
    for command in ["info", "explain"] {
      let options = ["--strict", "--primaries", "bt2020", "--transfer", "pq", "--max-cll", "993,119"]
      let outcome = try Tool.run([command, file] + options)
      #expect(outcome.code == 65 && outcome.errors.contains("strict mode allows no assumptions"), "\(outcome.errors)")
    }
  }

  /// A header that ends before the size leaves nothing to plan, and no bit depth to name.
  @Test(arguments: [
    ("tiff", 20), ("jpeg", 20), ("webp", 20), ("exr", 30), ("dpx", 700), ("ppm", 4), ("pam", 20), ("pfm", 4),
  ]) func cutInTheHeader(name: String, count: Int) throws {
    let bytes = try #require(TestStills.all.first { $0.name == name }).bytes
    let folder = try Folder()
    let file = try folder.file("a.\(name)", Data(bytes.prefix(count)))
    for command in ["info", "explain"] {
      let outcome = try Tool.run([command, file])
      #expect(outcome.code == 65 && outcome.errors.contains("truncated"), "\(outcome.errors)")
    }
  }

  /// More than 8 bits whose profile is not read are refused by its name, and their copy is reported to lack it.
  @Test func profilesAreNamed() throws {
    let folder = try Folder()
    let file = try folder.file("a.png", Data(TestPNG(chunks: [TestPNG.chunk("iCCP", [97, 0, 0, 1])]).bytes))
    let outcome = try Tool.run(["info", file])
    #expect(outcome.text.contains("ICC profile") && outcome.text.contains("not read"), "\(outcome.text)")
    let copy = try Tool.run(["explain", file, "--to", "source"])
    #expect(copy.code == 0 && copy.text.contains("states the color, but no tag states the primaries"), "\(copy.text)")
  }
}
