import Colorimetry
import LookupFiles
import Testing

@Suite struct ImageworksFileTests {
  @Test func curvesByHand() throws {
    let text = """
      Version 1
      From -1.0 3.0
      Length 3
      Components 3
      {
          0.0 0.0 0
          0.5 .25 1e-1
          1.0 1.0 1.0
      }
      """
    let table = try parsed(text, .spi1d)
    #expect(table(LookupColor(1, 1, 1)) == LookupColor(SIMD3(0.5, 0.25, Double(Float(0.1)))))
    #expect(table(LookupColor(3, -5, 2)).components.x == 1)
    let single = try parsed("# c\nLength 2\nVersion 1\n\nComponents 1\n{\n0.25\n\n0.75\n}\n", .spi1d)
    #expect(single(LookupColor(0, 0.5, 1)) == LookupColor(0.25, 0.5, 0.75))
    #expect(single.comments == ["c"])
  }

  /// The rows say their places: first red, then green, then blue.
  static let cube = """
    SPILUT 1.0
    3 3
    2 2 2
    1 1 1 0.5 0.25 1
    0 0 0 0 0 0
    0 0 1 0 0 1
    0 1 0 0 0.25 0
    0 1 1 0 0.25 1
    1 0 0 0.5 0 0
    1 0 1 0.5 0 1
    1 1 0 0.5 0.25 0
    """

  @Test func cubeByHand() throws {
    let table = try parsed(Self.cube, .spi3d)
    #expect(table(LookupColor(1, 0, 0)) == LookupColor(0.5, 0, 0))
    #expect(table(LookupColor(0, 1, 0)) == LookupColor(0, 0.25, 0))
    #expect(table(LookupColor(0, 0, 1)) == LookupColor(0, 0, 1))
  }

  @Test func text() throws {
    let table = LookupTable(title: "T", comments: ["c"], steps: [.cube(try asymmetricCube(size: 2))])
    #expect(
      String(decoding: try table.encoded(as: .spi3d, options: LookupFileOptions(decimals: 2)), as: UTF8.self) == """
        SPILUT 1.0
        3 3
        2 2 2
        0 0 0 0.00 0.00 0.00
        0 0 1 0.01 0.02 0.50
        0 1 0 0.04 0.70 0.06
        0 1 1 0.05 0.72 0.56
        1 0 0 0.90 0.05 0.03
        1 0 1 0.91 0.07 0.53
        1 1 0 0.94 0.75 0.09
        1 1 1 0.95 0.77 0.59
        # T
        # c

        """)
  }

  @Test func whatIsWrittenIsReadBack() throws {
    let precise = LookupFileOptions(decimals: 12)
    let cube = LookupTable(comments: ["c", ""], steps: [.cube(try asymmetricCube(size: 7))])
    #expect(try LookupTable(parsing: try cube.encoded(as: .spi3d, options: precise), as: .spi3d) == cube)
    let curves = LookupTable(comments: ["c"], steps: [.curves(try asymmetricCurves(size: 9, over: -0.5...2))])
    #expect(try LookupTable(parsing: try curves.encoded(as: .spi1d, options: precise), as: .spi1d) == curves)
  }

  @Test func whatTheyCannotHoldIsRefused() throws {
    let (cube, curves) = (try asymmetricCube(size: 3), try asymmetricCurves(size: 3))
    let wide = try asymmetricCube(size: 3, domain: CubeDomain(low: .zero, high: SIMD3(2, 2, 2)))
    let other = LookupCurves(curves.red, curves.green, try LookupCurve(over: 0...2, values: [0, 0.5, 1]))
    let refused: [(LookupFileFormat, [LookupTable.Step], String)] = [
      (.spi1d, [.cube(cube)], "a .spi1d file cannot hold a cube; use .spi3d, or .csp for curves before a cube"),
      (
        .spi1d, [.curves(curves), .cube(cube)],
        "a .spi1d file cannot hold a cube; use .spi3d, or .csp for curves before a cube"
      ),
      (
        .spi1d, [.curves(other)],
        "a .spi1d file cannot hold a range for each component; use .csp"
      ),
      (.spi3d, [.curves(curves)], "a .spi3d file cannot hold curves; use .cube, .spi1d, .csp or .clf"),
      (
        .spi3d, [.curves(curves), .cube(cube)],
        "a .spi3d file cannot hold curves before a cube; use .csp, or sample it into one cube"
      ),
      (
        .spi3d, [.cube(wide)],
        "a .spi3d file cannot hold a domain other than 0…1; use .csp or .clf"
      ),
    ]
    for (format, steps, sentence) in refused { #expect(refusal(LookupTable(steps: steps), format) == sentence) }
  }

  static let head = "Version 1\nLength 2\nComponents 1\n"

  @Test(
    arguments: [
      ("", "the file ends at line 0 with nothing more; expected Version, From, Length, Components and {"),
      ("Version 2\n", "line 1 has \"Version 2\"; expected Version 1"),
      ("Length 1000000000\n", "line 1 has \"Length 1000000000\"; expected one Length of 2 to 1048576"),
      ("Length 1\n", "line 1 has \"Length 1\"; expected one Length of 2 to 1048576"),
      ("From 0\n", "line 1 has \"From 0\"; expected one From with two finite numbers"),
      ("From 0 nan\n", "line 1 has \"From 0 nan\"; expected one From with two finite numbers"),
      ("Components 2\n", "line 1 has \"Components 2\"; expected one Components of 1 or 3"),
      ("LUT_1D_SIZE 2\n", "line 1 has \"LUT_1D_SIZE 2\"; expected Version, From, Length, Components or {"),
      ("Version 1\n{\n", "line 2 has \"{\"; expected Version, Length and Components before {"),
      (head + "{ 0\n", "line 4 has \"{ 0\"; expected { alone"),
      (head + "{\n0\n", "the file ends at line 5 with nothing more; expected 2 rows and }"),
      (head + "{\n0\n}\n", "line 6 has \"}\"; expected 2 rows before }, not 1"),
      (head + "{\n0\n1\n2\n}\n", "line 7 has \"2\"; expected } after the 2 rows of Length"),
      (head + "{\n0\n1 2\n}\n", "line 6 has \"1 2\"; expected a row of finite numbers, as many as Components says"),
      (head + "{\n0\nnan\n}\n", "line 6 has \"nan\"; expected a row of finite numbers, as many as Components says"),
      (head + "{\n0\n1\n}\n2\n", "line 8 has \"2\"; expected the end of the file after }"),
      (
        "From 1 0\n" + head + "{\n0\n1\n}\n",
        "line 1: the domain 1.0…0.0 is empty; its second end must be above its first"
      ),
    ] as [(String, String)]) func malformedCurves(_ text: String, _ sentence: String)
  {
    #expect(refusal(text, .spi1d) == sentence)
  }

  @Test(
    arguments: [
      ("", "line 0 has nothing; expected SPILUT 1.0"),
      ("SPILUT 2.0\n", "line 1 has \"SPILUT 2.0\"; expected SPILUT 1.0"),
      ("SPILUT 1.0\n3 1\n", "line 2 has \"3 1\"; expected 3 3, the number of components in and out"),
      ("SPILUT 1.0\n3 3\n2 2 3\n", "line 3 has \"2 2 3\"; expected three equal sizes of 2 to 256"),
      ("SPILUT 1.0\n3 3\n4096 4096 4096\n", "line 3 has \"4096 4096 4096\"; expected three equal sizes of 2 to 256"),
      (
        "SPILUT 1.0\n3 3\n256 256 256\n0 0 0 0 0 0\n",
        "line 3 has \"256 256 256\"; expected a size whose 16777216 rows fit into the 12 bytes that follow"
      ),
      (
        cube.replacing("1 1 0 0.5", with: "1 0 1 0.5"),
        "line 11 has \"1 0 1 0.5 0.25 0\"; expected each place once"
      ),
      (
        cube.replacing("1 1 0 0.5", with: "1 2 0 0.5"),
        "line 11 has \"1 2 0 0.5 0.25 0\"; expected three indices of 0 to 1 and three finite numbers"
      ),
      (
        cube.replacing("0.5 0 1", with: "0.5 nan 1"),
        "line 10 has \"1 0 1 0.5 nan 1\"; expected three indices of 0 to 1 and three finite numbers"
      ),
      (
        cube.replacing("\n1 1 0 0.5 0.25 0", with: ""),
        "the file ends at line 10 with 7 of 8 rows; expected all rows of the size 2"
      ),
      (cube + "\n1 1 0 0.5 0.25 0", "line 12 has \"1 1 0 0.5 0.25 0\"; expected each place once"),
    ] as [(String, String)]) func malformedCube(_ text: String, _ sentence: String)
  {
    #expect(refusal(text, .spi3d) == sentence)
  }

  private func parsed(_ text: String, _ format: LookupFileFormat) throws -> LookupTable {
    try LookupTable(parsing: Array(text.utf8), as: format)
  }
}
