import Colorimetry
import LookupFiles
import Testing

@Suite struct CubeFileTests {
  /// Written by hand from Adobe's specification: red varies fastest. Each vertex says its place: 0.5 red, 0.25 green, 1 blue.
  static let byHand = """
    # by hand
    TITLE "Order"
    LUT_3D_SIZE 2

    0 0 0
    0.5 0 0
    0 0.25 0
    0.5 0.25 0
    0 0 1
    0.5 0 1
    0 0.25 1
    0.5 0.25 1
    """

  @Test func redIsFastest() throws {
    let table = try parsed(Self.byHand)
    #expect(table.title == "Order" && table.comments == ["by hand"])
    #expect(table(LookupColor(1, 0, 0)) == LookupColor(0.5, 0, 0))
    #expect(table(LookupColor(0, 1, 0)) == LookupColor(0, 0.25, 0))
    #expect(table(LookupColor(0, 0, 1)) == LookupColor(0, 0, 1))
  }

  /// The lines of both dialects, with what editors and other systems make of text.
  @Test func variantsOfTheTextAreOneTable() throws {
    let table = try parsed(Self.byHand)
    let variants = [
      Self.byHand.replacing("\n", with: "\r\n"), Self.byHand.replacing("\n", with: "\r"), "\u{FEFF}" + Self.byHand,
      Self.byHand.replacing(" ", with: " \t").replacing("\t\"", with: "\""), Self.byHand + "\n\n \t\n\n",
      Self.byHand.replacing("0.25", with: "+2.5e-1").replacing("0.5", with: ".5E0").replacing(" 1\n", with: " 1.\n"),
      Self.byHand.replacing("TITLE", with: "DOMAIN_MAX 1 1 1\nDOMAIN_MIN 0.0 0 0\nTITLE"),
      Self.byHand.replacing("SIZE 2", with: "SIZE 2\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 1 1 1e0"),
      Self.byHand.replacing("SIZE 2", with: "SIZE 2\nLUT_3D_INPUT_RANGE 0.0 1.0"),
    ]
    for text in variants {
      let read = try parsed(text)
      #expect(read.steps == table.steps, "\(text)")
      #expect(read.title?.filter { $0 != "\t" && $0 != " " } == "Order")
    }
  }

  @Test func rangesOfBothDialects() throws {
    let domain = try CubeDomain(low: SIMD3(-1, 0, 0.25), high: SIMD3(1, 2, 0.5))
    for place in ["# by hand", "LUT_3D_SIZE 2"] {
      let text = Self.byHand.replacing(place, with: "\(place)\nDOMAIN_MAX 1 2 0.5\nDOMAIN_MIN -1 0 0.25")
      #expect(try parsed(text).cube?.domain == domain)
    }
    let ranged = try parsed(Self.byHand.replacing("SIZE 2", with: "SIZE 2\nLUT_3D_INPUT_RANGE -0.5 4"))
    #expect(ranged(LookupColor(4, -0.5, -0.5)) == LookupColor(0.5, 0, 0))
    let curves = try parsed("LUT_1D_SIZE 2\nDOMAIN_MIN 0 0 -1\nDOMAIN_MAX 1 2 3\n0 0 0\n1 0.5 4")
    #expect(curves(LookupColor(1, 1, 1)) == LookupColor(1, 0.25, 2))
    let resolve = try parsed("LUT_1D_SIZE 3\nLUT_1D_INPUT_RANGE 0 2\n0 0 0\n0.5 0.25 0.125\n1 1 1")
    #expect(resolve(LookupColor(1, 1, 1)) == LookupColor(0.5, 0.25, 0.125))
  }

  /// From Resolve's text: the rows of the curves come first, and the curves are applied first.
  @Test func curvesBeforeACube() throws {
    let rows = Self.byHand.split(separator: "\n").dropFirst(3).joined(separator: "\n")
    let text = """
      LUT_1D_SIZE 2
      LUT_1D_INPUT_RANGE 0 4
      LUT_3D_SIZE 2
      LUT_3D_INPUT_RANGE 0 2
      0 0 0
      2 1 0.5
      \(rows)
      """
    let table = try parsed(text)
    #expect(table.steps.count == 2)
    #expect(table(LookupColor(4, 0, 0)) == LookupColor(0.5, 0, 0))
    #expect(table(LookupColor(0, 4, 4)) == LookupColor(0, 0.125, 0.25))
  }

  @Test func whatIsWrittenIsReadBack() throws {
    let cube = try asymmetricCube(size: 5)
    let wide = try asymmetricCube(size: 3, domain: CubeDomain(low: SIMD3(-1, 0, 0), high: SIMD3(1, 2, 0.7)))
    let even = try asymmetricCube(size: 3, domain: CubeDomain(low: SIMD3(-1, -1, -1), high: SIMD3(3, 3, 3)))
    let curves = try asymmetricCurves(size: 9, over: -0.5...2)
    let unit = try asymmetricCurves(size: 9)
    let tables: [(CubeDialect, [LookupTable.Step])] = [
      (.portable, [.cube(cube)]), (.portable, [.curves(unit)]), (.adobe, [.cube(wide)]), (.adobe, [.curves(curves)]),
      (.resolve, [.cube(even)]), (.resolve, [.curves(curves)]), (.resolve, [.curves(curves), .cube(even)]),
    ]
    for (dialect, steps) in tables {
      let table = LookupTable(title: "T", comments: ["one", "", "  three"], steps: steps)
      let bytes = try table.encoded(as: .cube, options: LookupFileOptions(decimals: 12, dialect: dialect))
      let read = try LookupTable(parsing: bytes, as: .cube)
      #expect(read.steps == steps)
      #expect(read.title == (dialect == .resolve ? nil : "T"))
      #expect(read.comments == (dialect == .resolve ? ["T"] : []) + table.comments)
    }
  }

  /// The bytes of a file, for readers that are stricter than ours.
  @Test func text() throws {
    let values = [SIMD3<Float>(0, 0.1, -0.25), SIMD3(1, 2, 1e-7), SIMD3(0.9999999, -1e-9, 65504)]
    let curve = { (axis: Int) in try LookupCurve(values: values.map { $0[axis] }) }
    let table = LookupTable(
      title: "T", comments: ["c"], steps: [.curves(LookupCurves(try curve(0), try curve(1), try curve(2)))])
    let bytes = try table.encoded(as: .cube)
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        TITLE "T"
        # c
        LUT_1D_SIZE 3
        0.000000 0.100000 -0.250000
        1.000000 2.000000 0.000000
        1.000000 0.000000 65504.000000

        """)
  }

  @Test func whatADialectCannotHoldIsRefused() throws {
    let curves = try asymmetricCurves(size: 4)
    let wide = try asymmetricCube(size: 3, domain: CubeDomain(low: SIMD3(0, 0, 0), high: SIMD3(1, 2, 1)))
    let uneven = LookupCurves(try LookupCurve(at: [0, 0.1, 1], values: [0, 0.5, 1]))
    let sizes = LookupCurves(curves.red, curves.green, try LookupCurve(values: [0, 1]))
    let refused: [([LookupTable.Step], CubeDialect, String)] = [
      (
        [.curves(curves), .cube(wide)], .adobe,
        "curves before a cube in the dialect adobe; use .csp, or sample it into one cube"
      ),
      (
        [.cube(wide)], .portable,
        "a domain other than 0…1 in the dialect portable; use .csp or .clf"
      ),
      ([.cube(wide)], .resolve, "a domain for each component in the dialect resolve; use .csp"),
      (
        [.curves(uneven)], .portable,
        "curves with uneven positions or of different sizes; use .csp, or sample it into one cube"
      ),
      (
        [.curves(sizes)], .portable,
        "curves with uneven positions or of different sizes; use .csp, or sample it into one cube"
      ),
      ([], .portable, "a table without steps; use .clf, or bake the table into a cube"),
      (
        [.cube(wide), .limit(0...1)], .adobe, "the steps cube, limit; use .clf, or bake the table into a cube"
      ),
    ]
    for (steps, dialect, sentence) in refused {
      #expect(
        refusal(LookupTable(steps: steps), .cube, LookupFileOptions(dialect: dialect))
          == "a .cube file cannot hold \(sentence)")
    }
    #expect(
      refusal(LookupTable(title: "\"", steps: [.curves(curves)]), .cube)
        == "a .cube file cannot hold a title with a quotation mark or a line break; leave it out of the title")
    #expect(
      refusal(LookupTable(steps: [.curves(curves)]), .cube, LookupFileOptions(decimals: 13))
        == "13 decimals were requested; expected 1 to 12")
  }

  @Test(
    arguments: [
      ("", "the file ends at line 0 with no size; expected LUT_1D_SIZE or LUT_3D_SIZE"),
      ("# only\n", "the file ends at line 1 with no size; expected LUT_1D_SIZE or LUT_3D_SIZE"),
      ("0 0 0\n", "line 1 has \"0 0 0\"; expected LUT_1D_SIZE or LUT_3D_SIZE before the first row"),
      ("LUT_3D_SIZE 4096\n", "line 1 has \"LUT_3D_SIZE 4096\"; expected a size of 2 to 256"),
      ("LUT_3D_SIZE 1000000000\n", "line 1 has \"LUT_3D_SIZE 1000000000\"; expected a size of 2 to 256"),
      (
        "LUT_3D_SIZE 99999999999999999999\n",
        "line 1 has \"LUT_3D_SIZE 99999999999999999999\"; expected a size of 2 to 256"
      ),
      ("\nLUT_1D_SIZE 1048577\n", "line 2 has \"LUT_1D_SIZE 1048577\"; expected a size of 2 to 1048576"),
      ("LUT_3D_SIZE -2\n", "line 1 has \"LUT_3D_SIZE -2\"; expected a size of 2 to 256"),
      ("LUT_3D_SIZE 2 2\n", "line 1 has \"LUT_3D_SIZE 2 2\"; expected a size of 2 to 256"),
      ("LUT_3D_SIZE\n", "line 1 has \"LUT_3D_SIZE\"; expected a size of 2 to 256"),
      ("LUT_3D_SIZE 2\nLUT_3D_SIZE 3\n", "line 2 has \"LUT_3D_SIZE 3\"; expected one LUT_3D_SIZE"),
      (
        "LUT_3D_SIZE 2\n0 0 0\n1 1 1\n",
        "the file ends at line 3 with 2 of 8 rows; expected all rows of LUT_3D_SIZE 2"
      ),
      (
        "LUT_3D_SIZE 256\n0 0 0\n",
        "the file ends at line 2 with 1 of 16777216 rows; expected all rows of LUT_3D_SIZE 256"
      ),
      (
        "LUT_1D_SIZE 2\n0 0 0\n1 1 1\n\n2 2 2\n",
        "line 5 has \"2 2 2\"; expected the end of the file after the 2 rows of LUT_1D_SIZE 2"
      ),
      ("LUT_1D_SIZE 2\n0 0 0\n1 nan 1\n", "line 3 has \"1 nan 1\"; expected a row of three finite numbers"),
      ("LUT_1D_SIZE 2\n0 0 0\ninf 1 1\n", "line 3 has \"inf 1 1\"; expected a row of three finite numbers"),
      ("LUT_1D_SIZE 2\n0 0 0\n1e39 1 1\n", "line 3 has \"1e39 1 1\"; expected a row of three finite numbers"),
      ("LUT_1D_SIZE 2\n0 0 0\n1 1\n", "line 3 has \"1 1\"; expected a row of three finite numbers"),
      ("LUT_1D_SIZE 2\n0 0 0\n1 1 1 1\n", "line 3 has \"1 1 1 1\"; expected a row of three finite numbers"),
      ("LUT_1D_SIZE 2\n0,5 0 0\n", "line 2 has \"0,5 0 0\"; expected a row of three finite numbers"),
      ("LUT_1D_SIZE 2\n0x1 0 0\n", "line 2 has \"0x1 0 0\"; expected a row of three finite numbers"),
      (
        "LUT_1D_SIZE 2\n0 0 0\nTITLE \"late\"\n",
        "line 3 has \"TITLE \\\"late\\\"\"; expected a row of three finite numbers"
      ),
      (
        "LUT_1D_SIZE 2\nDOMAIN_MIN 1 1 1\nDOMAIN_MAX 0 2 2\n0 0 0\n1 1 1\n",
        "line 3: the domain 1.0…0.0 is empty; its second end must be above its first"
      ),
      ("DOMAIN_MIN 0 0\n", "line 1 has \"DOMAIN_MIN 0 0\"; expected three finite numbers"),
      ("LUT_1D_INPUT_RANGE 0\n", "line 1 has \"LUT_1D_INPUT_RANGE 0\"; expected two finite numbers"),
      (
        "LUT_1D_SIZE 2\nLUT_3D_SIZE 2\nDOMAIN_MAX 2 2 2\n0 0 0\n",
        """
        line 3 has DOMAIN_MAX; expected LUT_1D_INPUT_RANGE and LUT_3D_INPUT_RANGE alone to set the domains of the tables
        """
      ),
      (
        "\u{FFFD}PNG\r\n",
        """
        line 1 has "\\u{00EF}\\u{00BF}\\u{00BD}PNG"; expected TITLE, LUT_1D_SIZE, LUT_3D_SIZE, DOMAIN_MIN, DOMAIN_MAX, LUT_1D_INPUT_RANGE, \
        LUT_3D_INPUT_RANGE, LUT_IN_VIDEO_RANGE, LUT_OUT_VIDEO_RANGE or a row
        """
      ),
    ] as [(String, String)]) func malformed(_ text: String, _ sentence: String)
  {
    #expect(refusal(text, .cube) == sentence)
  }

  private func parsed(_ text: String) throws -> LookupTable { try LookupTable(parsing: Array(text.utf8), as: .cube) }
}
