import Colorimetry
import LookupFiles
import Testing

/// What files have beside the table: it is passed over with a finding, or taken as its makers mean it.
@Suite struct PassedOverTests {
  private func parsed(_ text: String, _ format: LookupFileFormat = .clf) throws -> LookupTable {
    try LookupTable(parsing: Array(text.utf8), as: format)
  }

  private static let floats = CLFFileTests.floats
  private static let curve = "<Array dim=\"2 1\">0 1</Array></LUT1D>"

  @Test func unknownElementsAndAttributes() throws {
    let table = try parsed(
      CLFFileTests.file(
        """
        <Ignore><a><Array dim="2 1">5</Array>text</a></Ignore>
        <LUT1D \(Self.floats) unknown="attr" bypass="true"><Array dim="2 1">0 <b>7</b> 1</Array><Array dim="2 1">9 9</Array></LUT1D>
        <Range \(Self.floats)><c/><minInValue>0</minInValue><minOutValue>0</minOutValue></Range>
        """))
    #expect(table.steps == [.curves(LookupCurves(try LookupCurve(values: [0, 1]))), .limit(0...(.infinity))])
    #expect(
      table.findings.map { "\($0.found); \($0.consequence)" } == [
        "line 3 has <Ignore> in ProcessList, which is unknown; ignoring it",
        "line 4 has the attribute \"bypass\" in LUT1D, which CLF does not have; applying the node, as OpenColorIO does",
        "line 4 has the attribute \"unknown\" in LUT1D, which CLF does not have; ignoring it",
        "line 4 has <b> in Array, which is unknown; ignoring it",
        "line 4 has <Array> in LUT1D, which is unknown; ignoring it",
        "line 5 has <c> in Range, which is unknown; ignoring it",
      ])
    // A node of another kind changes the picture.
    let node = "<ExposureContrast style=\"linear\"/><LUT1D \(Self.floats)>\(Self.curve)"
    #expect(refusal(CLFFileTests.file(node), .clf).hasPrefix("line 3 has <ExposureContrast>, which is not supported"))
    #expect(
      refusal(CLFFileTests.file("<Other \(Self.floats)/>"), .clf).hasPrefix(
        "line 3 has <Other>, which is not supported"))
    // A list of findings has an end.
    let many = try parsed(
      CLFFileTests.file(String(repeating: "<a/>", count: 100) + "<LUT1D \(Self.floats)>\(Self.curve)"))
    #expect(many.findings.count == 33 && many.findings[32].found == "the file has more unknown content")
  }

  @Test func aLaterYearIsTold() throws {
    for (year, count) in [(2024, 0), (2025, 1)] {
      let name = "xmlns=\"http://www.smpte-ra.org/ns/2136-1/\(year)\""
      let table = try parsed(CLFFileTests.file("<LUT1D \(Self.floats)>\(Self.curve)", attributes: name))
      #expect(table.findings.count == count)
      let prefixed =
        "<c:ProcessList xmlns:c=\"http://www.smpte-ra.org/ns/2136-1/\(year)\"><c:LUT1D \(Self.floats)><c:Array dim=\"2 1\">0 1</c:Array></c:LUT1D></c:ProcessList>"
      #expect(try parsed(prefixed).findings.count == count)
    }
  }

  /// CLF asks for an `id`, and ST 2136-1 for an `Id` that is a UUID; neither changes a color.
  @Test func namesOfFiles() throws {
    func findings(_ attributes: String, _ nodes: String = "") throws -> [String] {
      let nodes = "\(nodes)<LUT1D \(Self.floats)>\(Self.curve)"
      let text = "<ProcessList \(attributes)>\n\(nodes)</ProcessList>"
      return try parsed(text).findings.map { "\($0.found); \($0.consequence)" }
    }
    let missing = "line 1 has a ProcessList without an id, which CLF requires; reading it without one"
    #expect(try findings("compCLFversion=\"3.0\" xmlns=\"urn:AMPAS:CLF:v3.0\"") == [missing])
    #expect(try findings("compCLFversion=\"3.0\" id=\"\"") == [missing])
    #expect(try findings("compCLFversion=\"3.0\" id=\"x\"").isEmpty)
    let smpte = "xmlns=\"http://www.smpte-ra.org/ns/2136-1/2024\""
    #expect(try findings(smpte).isEmpty)
    #expect(try findings(smpte, "<Id>urn:uuid:3bae2da8-59c7-44c6-8c8a-3a9c3a0d2a2b</Id>").isEmpty)
    for id in ["3bae2da8", "urn:uuid:3bae2da8", "urn:uuid:3bae2da8-59c7-44c6-8c8a-3a9c3a0d2a2g", ""] {
      #expect(
        try findings(smpte, "<Id>\(id)</Id>") == [
          "line 2 has the Id \"\(id)\", but ST 2136-1 has urn:uuid and a UUID there; ignoring it"
        ])
    }
  }

  /// Alpha that RGB does not depend on is left out.
  ///
  /// - Source: OpenColorIO, `CTFReaderHelper.cpp`, `CTFReaderMatrixElt`.
  @Test func matricesWithAlpha() throws {
    func table(_ array: String, _ attributes: String) throws -> LookupTable {
      try parsed(CLFFileTests.file("<Matrix \(Self.floats)>\(array)</Matrix>", attributes: attributes), .ctf)
    }
    let old = "<Array dim=\"4 4 3\">1 2 3 0.5  0 1 0 0.25  0 0 1 0  9 9 9 9</Array>"
    let matrix = Matrix3x3(SIMD3(1, 2, 3), SIMD3(0, 1, 0), SIMD3(0, 0, 1))
    let offset = SIMD3(0.5, 0.25, 0)
    #expect(try table(old, "version=\"1.2\"").steps == [.matrix(matrix, adding: offset)])
    #expect(try table(old, "").steps == [.matrix(matrix, adding: offset)])
    let square = try table("<Array dim=\"4 4 4\">1 2 3 0  0 1 0 0  0 0 1 0  0 0 0 1</Array>", "version=\"1.3\"")
    #expect(square.steps == [.matrix(matrix, adding: .zero)] && square.findings.isEmpty)
    let wide = try table("<Array dim=\"4 5\">1 2 3 0 0.5  0 1 0 0 0.25  0 0 1 0 0  0 0 0 2 0</Array>", "version=\"2\"")
    #expect(wide.steps == [.matrix(matrix, adding: offset)])
    #expect(wide.findings.map(\.consequence) == ["leaving alpha as it is"])
    let mixed = CLFFileTests.file(
      "<Matrix \(Self.floats)><Array dim=\"4 4\">1 0 0 0.1 0 1 0 0 0 0 1 0 0 0 0 1</Array></Matrix>")
    #expect(refusal(mixed, .clf).hasPrefix("line 3 has a Matrix that adds alpha to R, G or B"))
  }

  /// More entries than a half has bits, and the end of what is held.
  @Test func longCurves() throws {
    let count = 131_072
    let numbers = (0..<count).map { "\(Double($0) / Double(count - 1))" }.joined(separator: "\n")
    let clf = try parsed(
      CLFFileTests.file("<LUT1D \(Self.floats)><Array dim=\"\(count) 1\">\(numbers)</Array></LUT1D>"))
    let spi = try parsed("Version 1\nFrom 0 1\nLength \(count)\nComponents 1\n{\n\(numbers)\n}\n", .spi1d)
    for table in [clf, spi] {
      #expect(abs(table(LookupColor(neutral: 0.3)).components.x - 0.3) < 1e-7)
    }
    let long = "<LUT1D \(Self.floats)><Array dim=\"1048577 1\">0</Array></LUT1D>"
    #expect(
      refusal(CLFFileTests.file(long), .clf)
        == "line 3 has the dim \"1048577 1\" in LUT1D; expected a size of 2 to 1048576, then 1 or 3")
  }

  /// A matrix after a matrix is one with it; what cannot be joined has an end.
  @Test func manyNodes() throws {
    let double = "<Matrix \(Self.floats)><Array dim=\"3 3\">2 0 0 0 2 0 0 0 2</Array></Matrix>"
    let half = "<Matrix \(Self.floats)><Array dim=\"3 4\">0.5 0 0 0 0 0.5 0 0 0 0 0.5 0.25</Array></Matrix>"
    let table = try parsed(CLFFileTests.file(String(repeating: double + half, count: 5000)))
    #expect(table.steps == [.matrix(.identity, adding: SIMD3(0, 0, 1250))])
    let nothing = "<Matrix \(Self.floats)><Array dim=\"3 3\">1 0 0 0 1 0 0 0 1</Array></Matrix>"
    #expect(try parsed(CLFFileTests.file(nothing + nothing)).steps == [.matrix(.identity, adding: .zero)])
    let limit = "<Range \(Self.floats)><minInValue>0</minInValue><minOutValue>0</minOutValue></Range>"
    #expect(try parsed(CLFFileTests.file(String(repeating: limit, count: 1000))).steps.count == 1)
    let curves = String(repeating: "<LUT1D \(Self.floats)>" + Self.curve, count: 257)
    #expect(
      refusal(CLFFileTests.file(curves), .clf)
        == "line 3 has step 257, after steps were combined where possible; expected at most 256; "
        + "make a cube of it with OpenColorIO: ociobakelut --lut FILE --format resolve_cube OUT.cube")
  }

  // MARK: .cube

  private static let rows = "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n"

  /// Each keyword is for its side, also beside a domain.
  @Test func videoRanges() throws {
    let domain = "DOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 1\n"
    for (keywords, expected) in [
      ("LUT_IN_VIDEO_RANGE\n", (true, false)), ("LUT_OUT_VIDEO_RANGE\n", (false, true)),
      (domain + "LUT_IN_VIDEO_RANGE\nLUT_OUT_VIDEO_RANGE\n", (true, true)),
      ("LUT_OUT_VIDEO_RANGE\nLUT_3D_INPUT_RANGE 0 1\n", (false, true)),
    ] {
      let table = try parsed("LUT_3D_SIZE 2\n\(keywords)\(Self.rows)", .cube)
      #expect((table.inputRange == .narrow, table.outputRange == .narrow) == expected && table.findings.isEmpty)
      // Black of full range is 64/1023 for the table, and what the table gives as that is 0 again.
      let black = table.inFullRange(LookupColor(neutral: 0)).components.x
      let shift = (expected.0 ? 64 / 1023.0 : 0)
      #expect(abs(black - (expected.1 ? (shift * 1023 - 64) / 876 : shift)) < 1e-7)
      // It is written in Resolve's dialect, or as matrices, or not at all.
      let options = LookupFileOptions(dialect: .resolve)
      let again = try LookupTable(parsing: try table.encoded(as: .cube, options: options), as: .cube)
      #expect(again.inputRange == table.inputRange && again.outputRange == table.outputRange)
      let clf = try LookupTable(parsing: try table.encoded(as: .clf), as: .clf)
      #expect(abs(clf(LookupColor(neutral: 0)).components.x - black) < 1e-7)
      #expect(refusal(table, .cube).hasPrefix("a .cube file cannot hold that its numbers are of narrow range"))
    }
    #expect(refusal("LUT_3D_SIZE 2\nLUT_IN_VIDEO_RANGE 1\n", .cube).hasPrefix("line 2 has"))
  }

  @Test func strayRangesAndTheEnd() throws {
    let stray = try parsed("LUT_3D_SIZE 2\nLUT_1D_INPUT_RANGE 0 1.095\n\(Self.rows)", .cube)
    #expect(
      stray.findings == [
        LookupFinding(
          code: "lut-unused-range", found: "line 2 has LUT_1D_INPUT_RANGE, but there is no LUT_1D_SIZE",
          consequence: "ignoring it")
      ])
    #expect(stray.cube?.domain == .unit)
    let both = try parsed(
      "LUT_1D_INPUT_RANGE 0 1\nDOMAIN_MIN -1 -1 -1\nDOMAIN_MAX 2 2 2\nLUT_3D_INPUT_RANGE -1 2\nLUT_3D_SIZE 2\n\(Self.rows)",
      .cube)
    #expect(both.cube?.domain.low == SIMD3(-1, -1, -1) && both.findings.count == 1)
    for end in ["\u{1A}", "\n\u{1A}\n", "\u{1A}\u{1A}"] {
      #expect(try parsed("LUT_3D_SIZE 2\n\(Self.rows)\(end)", .cube).cube?.size == 2)
    }
    #expect(refusal("LUT_3D_SIZE 2\n\(Self.rows)\u{1A}x", .cube).contains("expected the end of the file"))
  }
}
