import Colorimetry
import LookupFiles
import Testing

@Suite struct CLFFileTests {
  /// A file around nodes.
  static func file(_ nodes: String, attributes: String = "compCLFversion=\"3.0\"") -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ProcessList id=\"a\" \(attributes)>\n\(nodes)\n</ProcessList>\n"
  }

  static let floats = "inBitDepth=\"32f\" outBitDepth=\"32f\""

  /// From the specification: blue varies fastest, so the first index is that of red.
  @Test func blueIsFastest() throws {
    let table = try parsed(
      Self.file(
        """
        <LUT3D \(Self.floats) interpolation="trilinear"><Array dim="2 2 2 3">
          0 0 0   0 0 1
          0 0.25 0   0 0.25 1
          0.5 0 0   0.5 0 1 <!-- a remark -->
          0.5 0.25 0   0.5 0.25 1
        </Array></LUT3D>
        """))
    #expect(table(LookupColor(1, 0, 0)) == LookupColor(0.5, 0, 0))
    #expect(table(LookupColor(0, 1, 0)) == LookupColor(0, 0.25, 0))
    #expect(table(LookupColor(0, 0, 1)) == LookupColor(0, 0, 1))
  }

  /// Autodesk's reference of CTF: without the attribute, the interpolation is trilinear. The file that is written has the attribute.
  @Test(arguments: [nil, "trilinear", "tetrahedral"] as [String?], [LookupFileFormat.clf, .ctf])
  func interpolation(stated: String?, format: LookupFileFormat) throws {
    let expected = stated == "tetrahedral" ? CubeInterpolation.tetrahedral : .trilinear
    func node(_ stated: String?) -> String {
      let attribute = stated.map { " interpolation=\"\($0)\"" } ?? ""
      let rest = String(repeating: " 0 0 0", count: 7)
      return "<LUT3D \(Self.floats)\(attribute)><Array dim=\"2 2 2 3\">1 1 1\(rest)</Array></LUT3D>"
    }
    func read(_ nodes: String) throws -> LookupTable {
      let version = format == .clf ? "compCLFversion=\"3.0\"" : "version=\"1.3\""
      return try LookupTable(parsing: Array(Self.file(nodes, attributes: version).utf8), as: format)
    }
    let table = try read(node(stated))
    #expect(table.interpolation == expected)
    // Only black is bright: a quarter of the way to white, (3/4)³ of it in the cell, and 3/4 along the tetrahedron's edge.
    #expect(table(LookupColor(neutral: 0.25)).components.x == (expected == .trilinear ? 0.421875 : 0.75))
    #expect(try read(node(stated) + node(expected.rawValue)).interpolation == expected)
    var plain = table
    plain.interpolation = nil
    for table in [table, plain] {
      let text = String(decoding: try table.encoded(as: format), as: UTF8.self)
      let written = (table.interpolation ?? .tetrahedral).rawValue
      #expect(text.contains("outBitDepth=\"32f\" interpolation=\"\(written)\">"), "\(text)")
    }
  }

  /// A matrix acts on codes of the input and gives codes of the output, to which the fourth column is added.
  @Test func aMatrixOfCodes() throws {
    let table = try parsed(
      Self.file(
        """
        <Matrix inBitDepth="10i" outBitDepth="12i"><Array dim="3 4">
          1 2 0 4.095
          0 4 0 0
          0 0 1e0 -40.95
        </Array></Matrix>
        """))
    let value = table(LookupColor(0.5, 0.25, 1)).components
    let (red, green, blue) = (1023 * 0.5, 1023 * 0.25, 1023.0)
    let expected = SIMD3<Double>(red + 2 * green + 4.095, 4 * green, blue - 40.95) / 4095
    #expect((value - expected).max() < 1e-15 && (value - expected).min() > -1e-15)
    let old = try parsed(
      Self.file(
        "<Matrix \(Self.floats)><Array dim=\"3 3 3\">0 1 0 0 0 1 1 0 0</Array></Matrix>", attributes: "version=\"1.3\"")
    )
    #expect(old(LookupColor(0.1, 0.2, 0.3)) == LookupColor(0.2, 0.3, 0.1))
  }

  @Test func ranges() throws {
    func range(_ limits: String, _ attributes: String = "") throws -> LookupTable {
      try parsed(Self.file("<Range inBitDepth=\"8i\" outBitDepth=\"10i\" \(attributes)>\(limits)</Range>"))
    }
    let both =
      "<minInValue>51</minInValue><maxInValue> 204\n</maxInValue><minOutValue>0</minOutValue><maxOutValue>1023</maxOutValue>"
    let clamped = try range(both)
    #expect(abs(clamped(LookupColor(0.5, 0, 2)).components.x - 0.5) < 1e-15)
    #expect(clamped(LookupColor(0.5, 0, 2)).components.y == 0 && clamped(LookupColor(0.5, 0, 2)).components.z == 1)
    let open = try range(both, "style=\"noClamp\"")
    #expect(abs(open(LookupColor(0, 0, 1)).components.x + 1 / 3.0) < 1e-15)
    let low = try range("<minInValue>51</minInValue><minOutValue>204.6</minOutValue>")
    #expect(low.steps == [.limit(204.6 / 1023...(.infinity))])
    let high = try range("<maxInValue>255</maxInValue><maxOutValue>1023</maxOutValue>", "style=\"Clamp\"")
    #expect(high.steps == [.limit(-.infinity...1)])
  }

  @Test func curves() throws {
    let one = try parsed(
      Self.file("<LUT1D inBitDepth=\"10i\" outBitDepth=\"8i\"><Array dim=\"3 1\">0 127.5\n255</Array></LUT1D>"))
    #expect(one(LookupColor(0.25, 0.5, 1)) == LookupColor(0.25, 0.5, 1))
    let three = try parsed(
      Self.file("<LUT1D \(Self.floats) interpolation=\"linear\"><Array dim=\"2 3\">0 1 2 1 2 4</Array></LUT1D>"))
    #expect(three(LookupColor(0.5, 0.5, 0.5)) == LookupColor(0.5, 1.5, 3))
  }

  /// The values at every half: half the argument. Those at infinities and at what is no number are not used.
  @Test func curvesOverHalves() throws {
    func file(_ number: (UInt16) -> String, _ attributes: String) -> String {
      let numbers = (0...UInt16.max).map(number).joined(separator: "\n")
      return Self.file(
        """
        <LUT1D inBitDepth="16f" outBitDepth="16f" halfDomain="true"\(attributes)><Array dim="65536 1">\(numbers)</Array></LUT1D>
        """)
    }
    let arguments: [(half: UInt16, value: Double)] = [
      (0x3C00, 1), (0xBC00, -1), (0x7BFF, 65504), (0x4248, 3.140625), (0x0400, 0x1p-14),
    ]
    let texts = try parsed(
      file(
        { bits in
          let (exponent, fraction) = (Int(bits >> 10 & 31), Double(bits & 1023))
          if exponent == 31 { return fraction == 0 ? "-inf" : "nan" }
          let magnitude =
            exponent == 0
            ? fraction * 0x1p-24 : (1024 + fraction) * Double(sign: .plus, exponent: exponent - 25, significand: 1)
          return "\((bits >> 15 == 0 ? magnitude : -magnitude) / 2)"
        }, ""))
    // The bits of half a half are those of an exponent less.
    let raw = try parsed(file({ $0 & 0x7C00 > 0x0400 ? "\($0 - 0x0400)" : "\($0 & 0x8000)" }, " rawHalfs=\"true\""))
    for (_, value) in arguments.dropLast() {
      #expect(texts(LookupColor(neutral: value)).components.x == value / 2)
      #expect(raw(LookupColor(neutral: value)).components.y == value / 2)
    }
    #expect(texts(LookupColor(SIMD3(0x1p-14, 1e6, 1 + 0x1p-11))).components == SIMD3(0x1p-15, 32752, 0.5 + 0x1p-12))
  }

  @Test func theNegativeZeroHasAPlaceOfItsOwn() throws {
    let numbers = (0...UInt16.max).map { $0 < 0x8000 ? "1" : "-1" }.joined(separator: " ")
    let table = try parsed(
      Self.file(
        "<LUT1D inBitDepth=\"16f\" outBitDepth=\"16f\" halfDomain=\"true\"><Array dim=\"65536 1\">\(numbers)</Array></LUT1D>"
      ))
    #expect(table(LookupColor(0, -1e-9, 1e-9)) == LookupColor(1, -1, 1))
  }

  /// In version 2, two pairs say which places of the LUT two numbers have.
  @Test func indexMap() throws {
    let node = """
      <LUT1D inBitDepth="10i" outBitDepth="32f"><IndexMap dim="2">64@0 940 @ 2</IndexMap><Array dim="3 1">0 0.25 1</Array></LUT1D>
      """
    let table = try parsed(Self.file(node, attributes: "compCLFversion=\"2.0\""))
    #expect(abs(table(LookupColor(SIMD3(502.0 / 1023, 0, 1))).components.x - 0.25) < 1e-15)
    #expect(table(LookupColor(SIMD3(0, 64.0 / 1023, 1))).components == SIMD3(0, 0, 1))
    #expect(refusal(Self.file(node), .clf) == "line 3 has <IndexMap>; expected none, since CLF 3 has none")
  }

  @Test func wordsBesideTheNodes() throws {
    let table = try parsed(
      """
      <clf:ProcessList xmlns:clf="http://www.smpte-ra.org/ns/2136-1/2024" id="b" name="A &lt; B" compCLFversion="ST2136-1:2024">
        <clf:Description>one &amp; two</clf:Description>
        <clf:Info><clf:Copyright>nobody</clf:Copyright><clf:Category><clf:Tag/></clf:Category></clf:Info>
        <clf:InputDescriptor>RGB</clf:InputDescriptor>
        <clf:Range inBitDepth="32f" outBitDepth="32f"><clf:Description>
          first
          second
        </clf:Description><clf:minInValue>0</clf:minInValue><clf:minOutValue>0</clf:minOutValue></clf:Range>
      </clf:ProcessList>
      """)
    #expect(table.title == "A < B")
    #expect(table.comments == ["one & two", "Copyright: nobody", "InputDescriptor: RGB", "first", "second"])
  }

  @Test(arguments: [LookupFileFormat.clf, .ctf]) func whatIsWrittenIsReadBack(_ format: LookupFileFormat) throws {
    let matrix = Matrix3x3(SIMD3(0.9, 0.1, 0), SIMD3(0, 1, 0.2), SIMD3(0.3, 0, 0.5))
    let steps: [LookupTable.Step] = [
      .matrix(matrix, adding: SIMD3(0.01, 0, -0.02)), .limit(0...1), .curves(try asymmetricCurves(size: 9)),
      .cube(try asymmetricCube(size: 5)), .limit(-.infinity...0.9), .limit(0.125...(.infinity)),
    ]
    let table = LookupTable(
      title: "A <\"B\"> & C′", comments: ["one", "", "  < & three"], steps: steps, interpolation: .trilinear)
    let bytes = try table.encoded(as: format, options: LookupFileOptions(decimals: 12))
    #expect(try LookupTable(parsing: bytes, as: format) == table)
  }

  /// A domain becomes a matrix before the LUT; the LUT limits its input to 0…1, as the domain does.
  @Test func domains() throws {
    let table = LookupTable(steps: [
      .curves(try asymmetricCurves(size: 9, over: -0.5...2)),
      .cube(try asymmetricCube(size: 3, domain: CubeDomain(low: SIMD3(-1, 0, 0.1), high: SIMD3(1, 2, 0.7)))),
    ])
    let read = try LookupTable(
      parsing: try table.encoded(as: .clf, options: LookupFileOptions(decimals: 12)), as: .clf)
    #expect(read.steps.count == 4)
    for color in [LookupColor(0.1, 0.7, 1.2), LookupColor(-3, 5, 0.5), LookupColor(2, 1.9, -0.4)] {
      let difference = read(color).components - table(color).components
      #expect(difference.max() < 1e-6 && difference.min() > -1e-6)
    }
  }

  @Test func text() throws {
    let table = LookupTable(title: "T", comments: ["c"], steps: [.curves(try asymmetricCurves(size: 2))])
    let text = String(
      decoding: try table.encoded(as: .clf, options: LookupFileOptions(decimals: 1, clfForm: .academy)), as: UTF8.self)
    let newer = String(decoding: try table.encoded(as: .clf, options: LookupFileOptions(decimals: 1)), as: UTF8.self)
    // - Source: OpenColorIO 2.6.0 writes these attributes.
    #expect(
      newer.contains(
        #/<ProcessList id="urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}" compCLFversion="3" xmlns="http:\/\/www.smpte-ra.org\/ns\/2136-1\/2024" name="T">/#
      ), "\(newer)")
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <ProcessList id="lut-\(text.split(separator: "\"")[5].dropFirst(4))" compCLFversion="3.0" xmlns="urn:AMPAS:CLF:v3.0" name="T">
          <Description>c</Description>
          <LUT1D inBitDepth="32f" outBitDepth="32f">
            <Array dim="2 3">
        0.0 0.0 0.0
        1.0 1.0 1.0
            </Array>
          </LUT1D>
        </ProcessList>

        """)
  }

  @Test func whatItCannotHoldIsRefused() throws {
    let uneven = LookupCurves(try LookupCurve(at: [0, 0.1, 1], values: [0, 0.5, 1]))
    let refused: [(LookupTable, String)] = [
      (
        LookupTable(steps: [.curves(uneven)]),
        "curves with uneven positions or of different sizes; use .csp, or sample it into one cube"
      ),
      (LookupTable(steps: []), "a table without steps; add one"),
      (LookupTable(steps: [.limit(-.infinity...(.infinity))]), "a limit without a bound; leave it out"),
      (
        LookupTable(comments: ["\u{1}"], steps: [.limit(0...1)]),
        "a title or a comment with a control character; leave the character out"
      ),
    ]
    for (table, sentence) in refused { #expect(refusal(table, .clf) == "a .clf file cannot hold \(sentence)") }
  }

  static let curve = "<Array dim=\"2 1\">0 1</Array></LUT1D>"
  static let head = "line 3 has "

  @Test(
    arguments: [
      (
        "<Log \(floats)/>",
        head + """
          no style in Log; expected log10, log2, antiLog10, antiLog2, linToLog, logToLin, cameraLinToLog or cameraLogToLin
          """
      ),
      ("", "line 4 has a ProcessList without nodes; expected at least one"),
      ("text", head + "\"text\"; expected elements"),
      (
        "<LUT1D \(floats) hueAdjust=\"dw3\">" + curve,
        head + "hueAdjust in LUT1D; expected none, since CLF does not have it; "
          + "make a cube of it with OpenColorIO: ociobakelut --lut FILE --format resolve_cube OUT.cube"
      ),
      ("<LUT1D \(floats) interpolation=\"cubic\">" + curve, head + "interpolation \"cubic\" in LUT1D; expected linear"),
      (
        "<LUT1D inBitDepth=\"32f\">" + curve,
        head + "no outBitDepth in LUT1D; expected outBitDepth as one of 8i, 10i, 12i, 16i, 16f, 32f"
      ),
      (
        "<LUT1D inBitDepth=\"9i\" outBitDepth=\"8i\">" + curve,
        head + "inBitDepth \"9i\" in LUT1D; expected inBitDepth as one of 8i, 10i, 12i, 16i, 16f, 32f"
      ),
      (
        "<LUT1D inBitDepth=\"8i\" outBitDepth=\"8i\">\(curve)\n<LUT1D \(floats)>\(curve)",
        "line 4 has inBitDepth 32f after outBitDepth 8i; expected the same depth between nodes"
      ),
      ("<LUT1D \(floats)></LUT1D>", head + "LUT1D without an Array; expected one"),
      (
        "<LUT1D \(floats)><Array dim=\"2 1\">0</Array></LUT1D>",
        head + "1 of 2 numbers in LUT1D; expected all, as its dim says"
      ),
      (
        "<LUT1D \(floats)><Array dim=\"2 1\">0\n1\n2\n</Array></LUT1D>",
        "line 5 has more than 2 numbers in an Array; expected as many as its dim says"
      ),
      ("<LUT1D \(floats)><Array dim=\"2 1\">0\nnan\n</Array></LUT1D>", "line 4 has \"nan\"; expected a finite number"),
      (
        "<LUT1D \(floats)><Array dim=\"2 1\">0\n1e99\n</Array></LUT1D>", "line 4 has \"1e99\"; expected a finite number"
      ),
      (
        "<LUT1D \(floats)><Array dim=\"1000000000 1\">0</Array></LUT1D>",
        head + "the dim \"1000000000 1\" in LUT1D; expected a size of 2 to 1048576, then 1 or 3"
      ),
      (
        "<LUT3D \(floats)><Array dim=\"4096 4096 4096 3\">0</Array></LUT3D>",
        head + "the dim \"4096 4096 4096 3\" in LUT3D; expected three equal sizes of 2 to 256, then 3"
      ),
      (
        "<LUT3D \(floats)><Array dim=\"256 256 256 3\">0 0 0</Array></LUT3D>",
        head + "3 of 50331648 numbers in LUT3D; expected all, as its dim says"
      ),
      (
        "<Matrix \(floats)><Array dim=\"5 5\">0</Array></Matrix>",
        head + "the dim \"5 5\" in Matrix; expected 3 3, 3 4, 4 4 or 4 5"
      ),
      (
        "<LUT1D \(floats) halfDomain=\"true\">" + curve,
        head + "halfDomain with 2 numbers; expected 65536, one for every half"
      ),
      (
        "<LUT1D \(floats) rawHalfs=\"true\"><Array dim=\"2 1\">0 65536</Array></LUT1D>",
        head + "\"65536\"; expected the bits of a half, 0 to 65535"
      ),
      (
        "<Range \(floats)></Range>",
        head + "an empty Range; expected all four values or, to clamp one side only, two equal ones of that side"
      ),
      (
        "<Range \(floats)><minInValue>0</minInValue><minOutValue>1</minOutValue></Range>",
        head + """
          a Range with minInValue, minOutValue; expected all four values or, to clamp one side only, two equal ones of that side
          """
      ),
      ("<Range \(floats)><minInValue>x</minInValue></Range>", head + "\"x\" in minInValue; expected one finite number"),
      ("<LUT1D \(floats)>", "line 4 has no XML (mismatched tag); expected well-formed XML"),
      (
        "<LUT1D \(floats)><Array dim=\"2 1\">" + String(repeating: "1", count: 300) + "</Array></LUT1D>",
        "line 3 has \"" + String(repeating: "1", count: 48) + "…\"; expected a finite number"
      ),
    ] as [(String, String)]) func malformed(_ nodes: String, _ sentence: String)
  {
    #expect(refusal(Self.file(nodes), .clf) == sentence)
  }

  @Test(
    arguments: [
      ("", "line 1 has no XML (no element found); expected well-formed XML"),
      ("\u{1}PNG", "line 1 has no XML (not well-formed (invalid token)); expected well-formed XML"),
      ("<LUT3D/>", "line 1 has <LUT3D>; expected <ProcessList>"),
      ("<ProcessList compCLFversion=\"4\"/>", "line 1 has the version \"4\"; expected 1.0 to 3.0"),
      ("<ProcessList version=\"x\"/>", "line 1 has the version \"x\"; expected 1.0 to 2.0"),
      (
        "<!DOCTYPE a [<!ENTITY b \"cccc\">]>\n<ProcessList>&b;</ProcessList>",
        "line 1 has a document type; expected a text without one, since LUTs need none"
      ),
      ("<ProcessList>&b;</ProcessList>", "line 1 has no XML (undefined entity); expected well-formed XML"),
    ] as [(String, String)]) func noFile(_ text: String, _ sentence: String)
  {
    #expect(refusal(text, .clf) == sentence)
  }

  private func parsed(_ text: String) throws -> LookupTable { try LookupTable(parsing: Array(text.utf8), as: .clf) }
}
