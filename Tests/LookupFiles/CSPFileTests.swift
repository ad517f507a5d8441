import Colorimetry
import LookupFiles
import Testing

@Suite struct CSPFileTests {
  static let rows = "0 0 0\n0.5 0 0\n0 0.25 0\n0.5 0.25 0\n0 0 1\n0.5 0 1\n0 0.25 1\n0.5 0.25 1\n"

  /// Red is fastest; the preluts say where the components become 0 and 1.
  static let byHand = """
    CSPLUTV100
    3D

    BEGIN METADATA
    one
     two
    END METADATA

    2
    0.0 2.0
    0.0 1.0
    2
    0.0 4.0
    0.0 1.0
    2
    -1.0 1.0
    0.0 1.0

    2 2 2
    \(rows)
    """

  @Test func cubeByHand() throws {
    let table = try parsed(Self.byHand)
    #expect(table.comments == ["one", " two"])
    #expect(table.steps.count == 1)
    #expect(table(LookupColor(2, 0, -1)) == LookupColor(0.5, 0, 0))
    #expect(table(LookupColor(0, 4, -1)) == LookupColor(0, 0.25, 0))
    #expect(table(LookupColor(0, 0, 1)) == LookupColor(0, 0, 1))
  }

  @Test func preluts() throws {
    let text = Self.byHand.replacing("2\n0.0 4.0\n0.0 1.0", with: "3\n0 1 16\n0 0.5 1")
    let table = try parsed(text)
    #expect(table.steps.count == 2)
    #expect(table(LookupColor(0, 1, -1)) == LookupColor(0, 0.125, 0))
    #expect(table(LookupColor(1, 16, -1)) == LookupColor(0.25, 0.25, 0))
  }

  @Test func curvesByHand() throws {
    let head = "CSPLUTV100\n1D\n2\n0 2\n0 1\n2\n0 2\n0 1\n2\n0 2\n0 1\n"
    let table = try parsed(head + "3\n0 0 0\n0.5 0.25 0.125\n1 1 1\n")
    #expect(table.steps.count == 1)
    #expect(table(LookupColor(1, 1, 2)) == LookupColor(0.5, 0.25, 1))
  }

  @Test func text() throws {
    let table = LookupTable(
      title: "T", comments: ["c"], steps: [.curves(try asymmetricCurves(size: 3, over: -0.5...1.5))])
    #expect(
      String(decoding: try table.encoded(as: .csp, options: LookupFileOptions(decimals: 3)), as: UTF8.self) == """
        CSPLUTV100
        1D

        BEGIN METADATA
        T
        c
        END METADATA

        2
        -0.5 1.5
        0.0 1.0
        2
        -0.5 1.5
        0.0 1.0
        2
        -0.5 1.5
        0.0 1.0

        3
        0.000 0.000 0.000
        0.500 0.250 0.125
        1.000 1.000 1.000

        """)
  }

  @Test func whatIsWrittenIsReadBack() throws {
    let cube = try asymmetricCube(size: 5)
    let wide = try asymmetricCube(size: 3, domain: CubeDomain(low: SIMD3(-1, 0, 0.1), high: SIMD3(1, 2, 0.7)))
    let uneven = LookupCurves(
      try LookupCurve(at: [0, 0.01, 4], values: [0, 0.25, 1]),
      try LookupCurve(at: [-1, 1, 2], values: [0.5, 0.75, 1]),
      try LookupCurve(at: [0, 0.1, 0.5, 1], values: [0, 0.5, 0.75, 1]))
    let tables: [[LookupTable.Step]] = [
      [.cube(cube)], [.cube(wide)], [.curves(try asymmetricCurves(size: 9, over: -0.5...2))], [.curves(uneven)],
      [.curves(uneven), .cube(cube)],
    ]
    for steps in tables {
      let table = LookupTable(comments: ["one", "", "  three"], steps: steps)
      let bytes = try table.encoded(as: .csp, options: LookupFileOptions(decimals: 12))
      #expect(try LookupTable(parsing: bytes, as: .csp) == table)
    }
  }

  @Test func whatItCannotHoldIsRefused() throws {
    let wide = try asymmetricCube(size: 3, domain: CubeDomain(low: .zero, high: SIMD3(2, 2, 2)))
    let bright = LookupCurves(try LookupCurve(at: [0, 0.1, 1], values: [0, 1, 2]))
    #expect(
      refusal(LookupTable(steps: [.curves(bright), .cube(wide)]), .csp)
        == "a .csp file cannot hold curves before a cube whose domain is not 0…1; use .cube for Resolve, or sample it into one cube"
    )
    #expect(
      refusal(LookupTable(steps: [.curves(bright)]), .csp)
        == "a .csp file cannot hold curves with uneven positions and values outside 0…1; sample them at equal steps")
    #expect(
      refusal(LookupTable(comments: ["END METADATA"], steps: [.cube(wide)]), .csp)
        == "a .csp file cannot hold a comment that begins with END METADATA; change the comment")
    #expect(
      refusal(LookupTable(steps: [.cube(wide), .cube(wide)]), .csp)
        == "a .csp file cannot hold the steps cube, cube; use .clf, or bake the table into a cube")
  }

  static let head = "CSPLUTV100\n3D\n2\n0 1\n0 1\n2\n0 1\n0 1\n2\n0 1\n0 1\n"

  @Test(
    arguments: [
      ("", "the file ends at line 0 with nothing more; expected CSPLUTV100"),
      ("CSPLUTV200\n", "line 1 has \"CSPLUTV200\"; expected CSPLUTV100"),
      ("CSPLUTV100\n2D\n", "line 2 has \"2D\"; expected 1D or 3D"),
      ("CSPLUTV100\n3D\nBEGIN METADATA\nx\n", "the file ends at line 4 with no END METADATA; expected END METADATA"),
      (
        "CSPLUTV100\n3D\n1000000000\n",
        "line 3 has \"1000000000\"; expected the number of points of a prelut, 2 to 1048576"
      ),
      (
        "CSPLUTV100\n3D\n65536\n" + String(repeating: "0 ", count: 65537),
        "line 4 has \"" + String(repeating: "0 ", count: 24)
          + "…\"; expected the 65536 positions of a prelut, finite numbers in one line"
      ),
      (
        "CSPLUTV100\n3D\n2\n0 1 2\n",
        "line 4 has \"0 1 2\"; expected the 2 positions of a prelut, finite numbers in one line"
      ),
      (
        "CSPLUTV100\n3D\n2\n0 1\n0 nan\n",
        "line 5 has \"0 nan\"; expected the 2 values of a prelut, finite numbers in one line"
      ),
      (
        "CSPLUTV100\n3D\n3\n0 1 1\n0 0 1\n",
        "line 4: position 3 is not above the one before it; the positions of a curve must increase"
      ),
      (
        "CSPLUTV100\n3D\n2\n1 0\n0 1\n",
        "line 4: position 2 is not above the one before it; the positions of a curve must increase"
      ),
      (
        "CSPLUTV100\n3D\n2\n0 1\n0 1\n",
        "the file ends at line 5 with nothing more; expected the rest of the preluts and a size"
      ),
      (head + "2 2 3\n", "line 12 has \"2 2 3\"; expected three equal sizes of 2 to 256"),
      (head + "4096 4096 4096\n", "line 12 has \"4096 4096 4096\"; expected three equal sizes of 2 to 256"),
      (head + "2 2 2\n0 0 0\n", "the file ends at line 13 with 1 of 8 rows; expected all rows of the size 2"),
      (head + "2 2 2\n0 0 inf\n", "line 13 has \"0 0 inf\"; expected a row of three finite numbers"),
      (
        head + "2 2 2\n" + rows + "\n0 0 0\n",
        "line 22 has \"0 0 0\"; expected the end of the file after the 8 rows of the size 2"
      ),
      (
        head.replacing("3D", with: "1D") + "1000000000\n", "line 12 has \"1000000000\"; expected a size of 2 to 1048576"
      ),
    ] as [(String, String)]) func malformed(_ text: String, _ sentence: String)
  {
    #expect(refusal(text, .csp) == sentence)
  }

  private func parsed(_ text: String) throws -> LookupTable { try LookupTable(parsing: Array(text.utf8), as: .csp) }
}
