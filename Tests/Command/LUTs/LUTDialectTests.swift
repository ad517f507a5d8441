import Foundation
import Testing

/// What LUT files of other programs say, applied by `convert` and written by `lut convert`.
@Suite struct LUTDialectTests {
  private static let floats = "inBitDepth=\"32f\" outBitDepth=\"32f\""
  private static func clf(_ nodes: String) -> Data {
    Data("<ProcessList compCLFversion=\"3.0\">\(nodes)</ProcessList>".utf8)
  }

  /// The arguments that apply a LUT to raw R′G′B′ samples of a row.
  private static func applying(_ lut: String, to input: String, _ output: String, _ format: String, width: Int)
    -> [String]
  {
    [
      "convert", input, output, "--size", "\(width)x1", "--pixel-format", format, "--matrix", "gbr", "--range", "full",
      "--primaries", "bt709", "--transfer", "bt709", "--lut", lut, "--out-pixel-format", format, "--out-matrix", "gbr",
      "--out-range", "full", "--dither", "none", "--format", "raw", "--force",
    ]
  }

  /// Samples of floating point keep numbers outside 0…1; the expected ones are arithmetic.
  @Test func floatsKeepWhatIsOutside() throws {
    let folder = try Folder()
    let lut = try folder.file(
      "a.clf",
      Self.clf(
        """
        <Exponent \(Self.floats) style="basicMirrorFwd"><ExponentParams exponent="2"/></Exponent>
        <Range \(Self.floats)><minInValue>-1</minInValue><minOutValue>-1</minOutValue></Range>
        <Matrix \(Self.floats)><Array dim="3 4">1 0 0 0 0 1 0 0.5 0 0 2 0</Array></Matrix>
        <Exponent \(Self.floats) style="basicPassThruRev"><ExponentParams exponent="2"/></Exponent>
        """))
    let colors: [SIMD3<Float>] = [
      SIMD3(-0.5, 0.25, 1.5), SIMD3(-3, -0.25, 0.001), SIMD3(1.25, 1.75, 0), SIMD3(0.0625, 40, 1),
    ]
    var bytes = Data()
    for plane in [1, 2, 0] {
      for color in colors { unsafe withUnsafeBytes(of: color[plane]) { unsafe bytes.append(contentsOf: $0) } }
    }
    let input = try folder.file("a.raw", bytes)
    let made = try Tool.run(Self.applying(lut, to: input, folder["b.raw"], "gbrpf32le", width: 4))
    #expect(made.code == 0, "\(made.errors)")
    let out = [UInt8](try folder.bytes("b.raw"))
    func number(_ index: Int) -> Double {
      let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(out[4 * index + $1]) << UInt32(8 * $1) }
      return Double(Float(bitPattern: bits))
    }
    for (index, color) in colors.enumerated() {
      let squares = (0..<3).map { max(Double(color[$0]) * abs(Double(color[$0])), -1) }
      let sums = [squares[0], squares[1] + 0.5, 2 * squares[2]]
      for (plane, axis) in [1, 2, 0].enumerated() {
        let expected = sums[axis] > 0 ? sums[axis].squareRoot() : sums[axis]
        #expect(abs(number(4 * plane + index) - expected) <= 1e-6 * max(1, abs(expected)), "\(color)[\(axis)]")
      }
    }
  }

  /// Keywords of Resolve mean what --lut-range narrow means, and that option decides where it is given.
  @Test func videoRanges() throws {
    let folder = try Folder()
    let rows = (0..<8).map { "\(Double($0 & 1) * 0.8) \(0.1 + Double($0 >> 1 & 1) * 0.7) \($0 >> 2)\n" }.joined()
    let plain = try folder.file("plain.cube", Data("LUT_3D_SIZE 2\n\(rows)".utf8))
    let both = try folder.file(
      "both.cube", Data("LUT_3D_SIZE 2\nLUT_IN_VIDEO_RANGE\nLUT_OUT_VIDEO_RANGE\n\(rows)".utf8))
    let stray = try folder.file("stray.cube", Data("LUT_3D_SIZE 2\nLUT_1D_INPUT_RANGE 0 1.095\n\(rows)\u{1A}".utf8))
    let input = try folder.file("a.raw", Data((0..<96).map { UInt8(($0 * 41 + 7) & 255) }))
    func applied(_ lut: String, _ options: [String] = []) throws -> (Tool.Outcome, Data) {
      let outcome = try Tool.run(
        Self.applying(lut, to: input, folder["b.raw"], "gbrp16le", width: 16) + options)
      return (outcome, outcome.code == 0 ? try folder.bytes("b.raw") : Data())
    }
    let (full, narrow) = (try applied(plain).1, try applied(plain, ["--lut-range", "narrow"]).1)
    #expect(full != narrow && full.count == 96)
    #expect(try applied(both).1 == narrow)
    #expect(try applied(both, ["--lut-range", "full"]).1 == full)
    let (told, bytes) = try applied(stray)
    #expect(
      bytes == full && told.errors.contains("line 2 has LUT_1D_INPUT_RANGE, but there is no LUT_1D_SIZE"),
      "\(told.errors)")
    let strict = try applied(stray, ["--strict"]).0
    #expect(strict.code != 0 && strict.errors.contains("LUT_1D_INPUT_RANGE"), "\(strict.errors)")
    // One cube for any reader, and the keywords again.
    for (name, options) in [("c.cube", ["--cube-size", "33", "--host", "ffmpeg"]), ("c.clf", []), ("d.cube", [])] {
      let made = try Tool.run(["lut", "convert", both, folder[name]] + options)
      #expect(made.code == 0, "\(made.errors)")
      let text = String(decoding: try folder.bytes(name), as: UTF8.self)
      #expect(text.contains("LUT_IN_VIDEO_RANGE") == (name == "d.cube"))
      let again = try Tool.run(["lut", "check", folder[name], both, "--max-difference", "1.5"])
      #expect(again.code == 0, "\(name): \(again.errors)")
    }
  }

  /// A LUT of narrow range that `tonemap lut` made is applied as one: a comment, the keywords or, for a `.vlt`, the certificate says so.
  @Test(
    arguments: [
      ("a.cube", []), ("a.cube", ["--host", "resolve"]), ("a.3dl", []), ("a.clf", []), ("a.ctf", []), ("a.csp", []),
      ("a.spi3d", []), ("a.vlt", []),
    ])
  func ownNarrowRange(name: String, options: [String]) throws {
    let folder = try Folder()
    let lut = folder[name]
    let made = try Tool.run(
      ["lut", lut, "--transfer", "hlg", "--lut-range", "narrow", "--shaper", "none"]
        + (name == "a.vlt" ? [] : ["--cube-size", "9"]) + options)
    #expect(made.code == 0, "\(made.errors)")
    let input = try folder.file("a.raw", Data((0..<96).map { UInt8(($0 * 41 + 7) & 255) }))
    func applied(_ options: [String] = []) throws -> Data {
      let outcome = try Tool.run(Self.applying(lut, to: input, folder["b.raw"], "gbrp16le", width: 16) + options)
      #expect(outcome.code == 0, "\(outcome.errors)")
      return try folder.bytes("b.raw")
    }
    let (full, narrow) = (try applied(["--lut-range", "full"]), try applied(["--lut-range", "narrow"]))
    #expect(try applied() == narrow && full != narrow)
    #expect(try Tool.run(["lut", "check", lut]).text.contains("takes R′G′B′ of narrow range"))
    // As numbers of full range, in a file that does not say otherwise any more.
    let again = try Tool.run(["lut", "convert", lut, folder["full.cube"], "--cube-size", "33", "--host", "ffmpeg"])
    #expect(again.code == 0, "\(again.errors)")
    #expect(try Tool.run(["lut", "check", folder["full.cube"]]).text.contains("takes R′G′B′ of full range"))
    let text = String(decoding: try folder.bytes("full.cube"), as: UTF8.self)
    #expect(!text.contains("64/1023") && !text.contains("that range"), "\(text.prefix(500))")
    #expect(name == "a.vlt" || text.contains("# in: R'G'B' of HLG in BT.2020, up to 1000 cd/m2, 0 to 1\n"))
    try FileManager.default.removeItem(atPath: lut + ".certificate.json")
    #expect(try applied() == (name == "a.vlt" ? full : narrow))
  }

  /// Other formats cannot state the interpolation of a CLF, which is trilinear where it states none.
  @Test func interpolationOfCLF() throws {
    let folder = try Folder()
    let cube = "<LUT3D \(Self.floats)><Array dim=\"2 2 2 3\">\(String(repeating: "0 1 1 ", count: 8))</Array></LUT3D>"
    _ = try folder.file("a.clf", Self.clf(cube))
    for (name, expected) in [
      ("a.ctf", ""),
      ("a.cube", "a.clf states trilinear interpolation, which a.cube cannot; set it in the program that"),
    ] {
      let made = try Tool.run(["lut", "convert", "a.clf", name], in: folder)
      #expect(made.code == 0 && made.errors.contains("interpolation") != expected.isEmpty, "\(made)")
      #expect(made.errors.contains(expected) || expected.isEmpty, "\(made)")
    }
  }

  @Test func formsOfCLF() throws {
    let folder = try Folder()
    let cube = try folder.file("a.cube", Data("LUT_1D_SIZE 2\n0 0 0\n1 0.5 1\n".utf8))
    for (options, name) in [
      ([], "http://www.smpte-ra.org/ns/2136-1/2024"),
      (["--clf-form", "smpte"], "http://www.smpte-ra.org/ns/2136-1/2024"),
      (["--clf-form", "academy"], "urn:AMPAS:CLF:v3.0"),
    ] {
      let made = try Tool.run(["lut", "convert", cube, folder["a.clf"], "--force"] + options)
      #expect(made.code == 0, "\(made.errors)")
      #expect(String(decoding: try folder.bytes("a.clf"), as: UTF8.self).contains("xmlns=\"\(name)\""))
      #expect(try Tool.run(["lut", "check", folder["a.clf"], cube, "--max-difference", "0"]).code == 0)
    }
  }

  /// OpenColorIO, where it is there, makes a cube of each file whose nodes are refused, by the command that the refusal names.
  @Test(
    .enabled(if: hasBaker, "no ociobakelut"),
    arguments: [
      // 300 limits of 1, 0.999, 0.998 …
      (
        "a.clf",
        (0..<300).map { step in
          let limit = 1 - Double(step) / 1000
          return """
            <Range \(floats)><minInValue>0</minInValue><maxInValue>\(limit)</maxInValue><minOutValue>0</minOutValue>\
            <maxOutValue>\(limit)</maxOutValue></Range>
            <Exponent \(floats) style="basicFwd"><ExponentParams exponent="1"/></Exponent>
            """
        }.joined(separator: "\n"), 0.701
      ),
      // A stop less: 1 becomes 0.5.
      (
        "a.ctf",
        """
        <ExposureContrast \(floats) style="linear"><ECParams exposure="-1" contrast="1" pivot="0.18"/></ExposureContrast>
        """, 0.5
      ),
    ] as [(String, String, Double)])
  func theHintOfARefusal(name: String, nodes: String, white: Double) throws {
    let folder = try Folder()
    let head = name.hasSuffix("clf") ? "compCLFversion=\"3.0\"" : "version=\"2.0\""
    let file = try folder.file(name, Data("<ProcessList id=\"a\" \(head)>\n\(nodes)\n</ProcessList>\n".utf8))
    let refused = try Tool.run(["lut", "check", file])
    #expect(refused.code == 65, "\(refused)")
    let hint = refused.errors.split(separator: "\n")[0].components(separatedBy: "OpenColorIO: ").last ?? ""
    var command = hint.split(separator: " ").map(String.init)
    try #require(command.first == "ociobakelut" && command.contains("FILE") && command.last == "OUT.cube")
    command = command.map { $0 == "FILE" ? file : $0 == "OUT.cube" ? folder["OUT.cube"] : $0 }
    let baked = try Tool.run(program: command[0], Array(command.dropFirst()))
    #expect(baked.code == 0, "\(baked)")
    let checked = try Tool.run(["lut", "check", folder["OUT.cube"], "--json"])
    let found = try JSONSerialization.jsonObject(with: checked.output) as? [String: Any]
    #expect((found?["outputs"] as? [Double])?.last.map { abs($0 - white) < 1e-4 } == true, "\(checked)")
  }

  /// Files that would take minutes are refused at once.
  @Test func limits() throws {
    let folder = try Folder()
    let many = try folder.file(
      "a.clf", Self.clf(String(repeating: "<LUT1D \(Self.floats)><Array dim=\"2 1\">0 1</Array></LUT1D>", count: 300)))
    let steps = try Tool.run(["lut", "check", many])
    #expect(
      steps.code == 65 && steps.errors.contains("line 1 has step 257, after steps were combined where possible"),
      "\(steps.errors)"
    )
    let joined = try folder.file(
      "b.clf",
      Self.clf(
        String(repeating: "<Matrix \(Self.floats)><Array dim=\"3 3\">1 0 0 0 1 0 0 0 1</Array></Matrix>", count: 20_000)
      ))
    let checked = try Tool.run(["lut", "check", joined])
    #expect(checked.code == 0 && checked.text.contains("step            matrix"), "\(checked)")
    let large = try folder.file("c.cube")
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: large))
    try handle.truncate(atOffset: 1 << 30 + 1)
    try handle.close()
    let refused = try Tool.run(["lut", "check", large])
    #expect(refused.code == 65 && refused.errors.contains("the file has 1073741825 bytes"), "\(refused.errors)")
  }
}

/// Whether OpenColorIO's program that makes cubes is there; it ends with 1 after its help.
private let hasBaker =
  (try? Tool.run(program: "ociobakelut", ["--help"]))?.text.contains("--format") == true
