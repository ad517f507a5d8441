import Colorimetry
import LookupFiles
import Testing

@Suite struct IntegerFileTests {
  /// Eight rows of a 12-bit cube by hand, blue fastest: red becomes 4095, green 2048, blue 1024.
  static let rows = """
    0 0 0
    0 0 1024
    0 2048 0
    0 2048 1024
    4095 0 0
    4095 0 1024
    4095 2048 0
    4095 2048 1024
    """

  @Test func blueIsFastestInThreeDL() throws {
    let table = try parsed(Self.rows, .threeDL)
    #expect(table(LookupColor(1, 0, 0)).components == SIMD3(1, 0, 0))
    #expect(table(LookupColor(0, 1, 0)).components == SIMD3(0, Double(Float(2048) / 4095), 0))
    #expect(table(LookupColor(0, 0, 1)).components == SIMD3(0, 0, Double(Float(1024) / 4095)))
  }

  /// As Lustre writes it: the depth is said, so the maximum value need not tell it.
  @Test func lustresHeaderSaysTheDepth() throws {
    let text = """
      #Tokens required by applications - do not edit
      3DMESH
      Mesh 1 16

      \(Self.rows)

      #Tokens required by applications - do not edit

      LUT8
      gamma 1.0
      """
    let table = try parsed(text, .threeDL)
    #expect(table(LookupColor(1, 0, 0)).components == SIMD3(Double(Float(4095) / 65535), 0, 0))
    #expect(table.comments == Array(repeating: "Tokens required by applications - do not edit", count: 2))
  }

  @Test(arguments: [(255, 8), (511, 8), (512, 10), (1023, 10), (2048, 12), (4095, 12), (8192, 16), (65535, 16)])
  func depthFollowsFromTheMaximumValue(_ maximum: Int, _ bits: Int) throws {
    let rows = Self.rows.replacing("2048", with: "0").replacing("1024", with: "0")
    let table = try parsed(rows.replacing("4095", with: "\(maximum)"), .threeDL)
    #expect(table(LookupColor(1, 0, 0)).components.x == Double(Float(maximum) / Float((1 << bits) - 1)))
  }

  /// The mesh says where vertices lie: here the third of four lies at 3/4 of the range, and a color there has its value.
  @Test func anUnevenMeshPlacesTheVertices() throws {
    let rows = (0..<64).map { "\($0 / 16 * 1365) 0 0" }.joined(separator: "\n")
    let even = try parsed("0 341 682 1023\n" + rows, .threeDL)
    #expect(even.steps.count == 1)
    let table = try parsed("0 256 767 1023\n" + rows, .threeDL)
    #expect(table.steps.count == 2)
    #expect(abs(table(LookupColor(SIMD3(767.0 / 1023, 0, 0))).components.x - 2.0 / 3) < 1e-6)
    #expect(abs(table(LookupColor(SIMD3(256.0 / 1023, 0, 0))).components.x - 1.0 / 3) < 1e-6)
  }

  @Test func threeDLAsText() throws {
    let table = LookupTable(title: "T", comments: ["c"], steps: [.cube(try asymmetricCube(size: 4))])
    let text = String(decoding: try table.encoded(as: .threeDL), as: UTF8.self)
    #expect(text.hasPrefix("# T\n# c\n0 341 683 1023\n0 0 0\n14 27 683\n27 55 1365\n41 82 2048\n55 956 82\n"))
    #expect(text.split(separator: "\n").count == 3 + 64)
  }

  @Test(arguments: [10, 12, 16]) func threeDLIsReadBack(_ bits: Int) throws {
    let cube = try asymmetricCube(size: 17)
    let table = LookupTable(comments: ["c"], steps: [.cube(cube)])
    let bytes = try table.encoded(as: .threeDL, options: LookupFileOptions(bitDepth: bits))
    let read = try LookupTable(parsing: bytes, as: .threeDL)
    #expect(read.comments == ["c"])
    let difference = zip(try #require(read.cube).values, cube.values).map { $0 - $1 }
    // Half a code, and the rounding of Float.
    let tolerance = 0.5 / Float((1 << bits) - 1) + 1e-7
    #expect(difference.allSatisfy { -tolerance <= $0.min() && $0.max() <= tolerance })
  }

  @Test func vltAsTextAndBack() throws {
    let table = LookupTable(title: "T", comments: ["c"], steps: [.cube(try asymmetricCube(size: 17))])
    let bytes = try table.encoded(as: .vlt)
    let text = String(decoding: bytes, as: UTF8.self)
    let head = "# panasonic vlt file version 1.0\n# source vlt file \"\"\nLUT_3D_SIZE 17\n\n"
    // Red is fastest, as in the files of LUTCalc.
    #expect(text.hasPrefix(head + "0 0 0\n230 13 8\n461 26 15\n"))
    #expect(!text.contains("\r") && text.split(separator: "\n").count == 3 + 4913)
    let read = try LookupTable(parsing: bytes, as: .vlt)
    #expect(read.comments.isEmpty)
    #expect(try read.encoded(as: .vlt) == bytes)
    #expect(read(LookupColor(1, 0, 0)).components.x == Double(Float(3685) / 4095))
  }

  /// The inputs of the samples are 0, 256 … 3840 and 4095: the sample before the last is that of code 3840, in red as in blue.
  ///
  /// - Source: Panasonic, *VariCam 3DLUT Reference Manual*, revision 1.0.
  @Test func theLastStepOfAVLTIsShorter() throws {
    let table = LookupTable(steps: [.cube(try Cube(size: 17) { $0 })])
    let rows = String(decoding: try table.encoded(as: .vlt), as: UTF8.self).split(separator: "\n").dropFirst(3)
    #expect(Array(rows.prefix(17)).map { $0.prefix { $0 != " " } }[15] == "3840" && rows.prefix(17).last == "4095 0 0")
    let read = try LookupTable(parsing: table.encoded(as: .vlt), as: .vlt)
    let half = LookupColor(SIMD3(repeating: (3840 + 127.5) / 4095))
    #expect(abs(read(half).components.x - (3840 + 127.5) / 4095) < 1e-6)
    #expect(abs(try #require(LookupFileFormat.vlt.nodes).red(3840.0 / 4095) - 15.0 / 16) < 1e-7)
  }

  @Test func whatIntegersCannotHoldIsRefused() throws {
    let cube = try asymmetricCube(size: 17)
    let wide = try asymmetricCube(size: 17, domain: CubeDomain(low: .zero, high: SIMD3(2, 2, 2)))
    let dark = try Cube(size: 17, values: cube.values.map { $0 * 0.4 })
    let outside = try Cube(size: 17, values: cube.values.map { $0 * 2 - 0.25 })
    let curves = try asymmetricCurves(size: 17)
    let refused: [(LookupFileFormat, [LookupTable.Step], String)] = [
      (
        .threeDL, [.cube(wide)],
        "a .3dl file cannot hold a domain other than 0…1; use .csp or .clf"
      ),
      (
        .threeDL, [.cube(dark)],
        """
        a .3dl file cannot hold a cube as dark as this, whose maximum code is 1556 of 4096; use .cube; programs that read .3dl guess the \
        bit depth from the maximum code
        """
      ),
      (.threeDL, [.cube(outside)], "a .3dl file cannot hold the value -0.25; limit the values to 0…1, or use .cube"),
      (
        .threeDL, [.cube(try asymmetricCube(size: 3))],
        "a .3dl file cannot hold a cube of size 3; use the size 4 or more, or .cube"
      ),
      (.threeDL, [.curves(curves)], "a .3dl file cannot hold curves; use .cube, .spi1d, .csp or .clf"),
      (
        .threeDL, [.curves(curves), .cube(cube)],
        "a .3dl file cannot hold curves before a cube; use .csp, or sample it into one cube"
      ),
      (
        .vlt, [.cube(try asymmetricCube(size: 33))],
        "a .vlt file cannot hold a cube of size 33; use the size 17, or .cube"
      ),
      (.vlt, [.cube(outside)], "a .vlt file cannot hold the value -0.25; limit the values to 0…1, or use .cube"),
    ]
    for (format, steps, sentence) in refused {
      #expect(refusal(LookupTable(steps: steps), format) == sentence)
    }
    #expect(
      refusal(LookupTable(steps: [.cube(cube)]), .threeDL, LookupFileOptions(bitDepth: 8))
        == "8 bits were requested; expected 10, 12, 16 for .3dl")
    #expect(
      refusal(LookupTable(steps: [.cube(cube)]), .vlt, LookupFileOptions(bitDepth: 10))
        == "10 bits were requested; expected 12 for .vlt")
  }

  @Test(
    arguments: [
      ("", "the file ends at line 0 with 0 of 8 rows; expected all rows of a cube of size 2"),
      ("0 0 0\n0 0 1023\n", "the file ends at line 2 with 2 of 8 rows; expected all rows of a cube of size 2"),
      (rows + "\n0 0 0", "the file ends at line 9 with 9 of 27 rows; expected all rows of a cube of size 3"),
      (rows.replacing("2048", with: "nan"), "line 3 has \"0 nan 0\"; expected integers of 0 to 65535"),
      (rows.replacing("2048", with: "0.5"), "line 3 has \"0 0.5 0\"; expected integers of 0 to 65535"),
      (rows.replacing("2048", with: "-1"), "line 3 has \"0 -1 0\"; expected integers of 0 to 65535"),
      (rows.replacing("2048", with: "65536"), "line 3 has \"0 65536 0\"; expected integers of 0 to 65535"),
      (
        rows.replacing("2048", with: "99999999999999999999"),
        "line 3 has \"0 99999999999999999999 0\"; expected integers of 0 to 65535"
      ),
      ("0 1\n" + rows, "line 1 has \"0 1\"; expected a mesh, or a row of three integers"),
      ("0 1 2 3\n0 1 2 3\n" + rows, "line 2 has \"0 1 2 3\"; expected a row of three integers"),
      ("0 341 682 1023\n" + rows, "the file ends at line 9 with 8 of 64 rows; expected all rows of its mesh of 4"),
      (
        "0 0 0\n0 0 1\n0 1 0\n0 1 1\n1 0 0\n1 0 1\n1 1 0\n1 1 1\n",
        """
        the file ends at line 8 with 1 as its maximum value; expected integers of at least 8 bits, since the maximum determines the bit depth
        """
      ),
      ("LUT_3D_SIZE 2\n", "line 1 has \"LUT_3D_SIZE 2\"; expected 3DMESH, Mesh, LUT8, gamma 1.0, a mesh or a row"),
      ("gamma 2.2\n", "line 1 has \"gamma 2.2\"; expected gamma 1.0, the only one that is supported"),
      ("Mesh 4\n", "line 1 has \"Mesh 4\"; expected one Mesh, with the bits of the mesh and, 8 to 16, of the rows"),
      ("<?xml?>\n", "line 1 has \"<?xml?>\"; expected 3DMESH, Mesh, LUT8, gamma 1.0, a mesh or a row"),
    ] as [(String, String)]) func malformedThreeDL(_ text: String, _ sentence: String)
  {
    #expect(refusal(text, .threeDL) == sentence)
  }

  @Test func meshesThatDoNotFit() {
    let rows = (0..<64).map { "\($0 / 16 * 1365) 0 0" }.joined(separator: "\n")
    #expect(
      refusal("0 341 682 1023\n" + rows + "\n0 0 0", .threeDL)
        == "line 66 has \"0 0 0\"; expected the end of the file after the 4³ rows that a cube of size 4 has")
    #expect(
      refusal("0 500 400 1023\n" + rows, .threeDL)
        == "line 1: position 3 is not above the one before it; the positions of a curve must increase")
  }

  static let vltHead = "# panasonic vlt file version 1.0\n# source vlt file \"\"\n"

  @Test(
    arguments: [
      ("", "line 0 has nothing; expected \"# panasonic vlt file version 1.0\""),
      ("TITLE\n", "line 1 has \"TITLE\"; expected \"# panasonic vlt file version 1.0\""),
      (vltHead + "LUT_3D_SIZE 33\n", "line 3 has \"LUT_3D_SIZE 33\"; expected LUT_3D_SIZE 17"),
      (vltHead + "LUT_3D_SIZE 1000000000\n", "line 3 has \"LUT_3D_SIZE 1000000000\"; expected LUT_3D_SIZE 17"),
      (vltHead + "0 0 0\n", "line 3 has \"0 0 0\"; expected LUT_3D_SIZE 17"),
      (vltHead, "the file ends at line 2 with 0 of 4913 rows; expected all rows of LUT_3D_SIZE 17"),
      (
        vltHead + "LUT_3D_SIZE 17\n\n0 0 0\n",
        "the file ends at line 5 with 1 of 4913 rows; expected all rows of LUT_3D_SIZE 17"
      ),
      (
        vltHead + "LUT_3D_SIZE 17\n0 0 4096\n",
        "line 4 has \"0 0 4096\"; expected a row of three integers of 0 to 4095"
      ),
      (
        vltHead + "LUT_3D_SIZE 17\n0 0 nan\n",
        "line 4 has \"0 0 nan\"; expected a row of three integers of 0 to 4095"
      ),
      (
        vltHead + "LUT_3D_SIZE 17\n" + String(repeating: "0 0 1\n", count: 4914),
        "line 4917 has \"0 0 1\"; expected the end of the file after the 4913 rows of LUT_3D_SIZE 17"
      ),
    ] as [(String, String)]) func malformedVLT(_ text: String, _ sentence: String)
  {
    #expect(refusal(text, .vlt) == sentence)
  }

  private func parsed(_ text: String, _ format: LookupFileFormat) throws -> LookupTable {
    try LookupTable(parsing: Array(text.utf8), as: format)
  }
}
