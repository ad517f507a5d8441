import Colorimetry
import Foundation
import LookupFiles
import TestSupport
import Testing

@Suite struct HaldPictureTests {
  /// Pictures by hand, made with Python's `struct` and `zlib` from the definition: pixel i has red i % 4, green i / 4 % 4 and blue i / 16.
  ///
  /// The first has 8 bits, 85, 60 and 40 times these. The second has 16 bits and alpha, 1000, 2000 and 3000 times these and 1, 2 and 3, and
  /// a title in Latin-1 and a gamma, which changes nothing.
  static let byHand = (
    """
    iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAdElEQVR42hWOsQ0AQQzCPE6GYIg02YWZUrNf/r4DIQsDDCzcS2LEitMrZsyaM4\
    QJGy5voIZa6ihUo1rVqR5R41rXuUhNalOXN9BDL3006lGv+tSP6HGv+9ykJ73pS//vgxff05BHXvn0TOyx1z6beOKNL/4Ag1FFYSYYjX4AAAAA\
    SUVORK5CYII=
    """,
    """
    iVBORw0KGgoAAAANSUhEUgAAAAgAAAAIEAYAAACUn2LIAAAACnRFWHRUaXRsZQBjYWbpAKszegAAAARnQU1BAACxjwv8YQUAAACWSURBVHjaJc\
    6hFQIxFETRH1ZERCC3ACTdQUd0kUMV2S7ogjO56ooZ8apa3eqofvzYF8dktX7Z2RfHZFW7fxzYF8dktfNlZ18ck5WC8VUQUxBTEFNgZwrs3AUO\
    TIEDU2BnCuzcBedbQUxBTEFMgZ0psHMXODAFDkyBnSmwcxc8ngpiCmIKYgrsTIGdu8CBKXBgCuxMgZ1/BFVlsQzpfRUAAAAASUVORK5CYII=
    """
  )

  @Test func redIsFastest() throws {
    let eight = try parsed(Self.byHand.0)
    #expect(eight(LookupColor(1, 0, 0)) == LookupColor(1, 0, 0))
    #expect(eight(LookupColor(0, 1, 0)).components == SIMD3(0, Double(Float(180) / 255), 0))
    #expect(eight(LookupColor(0, 0, 1)).components == SIMD3(0, 0, Double(Float(120) / 255)))
    let sixteen = try parsed(Self.byHand.1)
    #expect(sixteen.title == "café")
    #expect(sixteen.cube?.values[0] == SIMD3<Float>(1, 2, 3) / 65535)
    #expect(sixteen.cube?.values[63] == SIMD3<Float>(3001, 6002, 9003) / 65535)
    #expect(sixteen.cube?.values[1] == SIMD3<Float>(1001, 2, 3) / 65535)
  }

  @Test(arguments: [8, 16]) func whatIsWrittenIsReadBack(_ depth: Int) throws {
    let table = LookupTable(
      title: "T′", comments: ["one", "", "ΔE"], steps: [.cube(try asymmetricCube(size: 9))])
    let bytes = try table.encoded(as: .hald, options: LookupFileOptions(bitDepth: depth))
    let read = try LookupTable(parsing: bytes, as: .hald)
    #expect(read.title == table.title && read.comments == table.comments)
    let tolerance = 0.5 / Float((1 << depth) - 1) + 1e-7
    let differences = zip(try #require(read.cube).values, try #require(table.cube).values).map { $0 - $1 }
    #expect(differences.allSatisfy { -tolerance <= $0.min() && $0.max() <= tolerance })
    #expect(try read.encoded(as: .hald, options: LookupFileOptions(bitDepth: depth)) == bytes)
  }

  @Test func whatItCannotHoldIsRefused() throws {
    let cube = try asymmetricCube(size: 4)
    let wide = try asymmetricCube(size: 4, domain: CubeDomain(low: .zero, high: SIMD3(2, 2, 2)))
    let outside = try Cube(size: 4, values: Array(repeating: SIMD3(0, 0.5, 1.5), count: 64))
    let refused: [(LookupTable.Step, String)] = [
      (
        .cube(try asymmetricCube(size: 33)),
        "a cube of size 33; use the square of a whole number, such as 36"
      ),
      (.cube(wide), "a domain other than 0…1; use .csp or .clf"),
      (.cube(outside), "the value 1.5; limit the values to 0…1, or use .cube"),
      (.curves(try asymmetricCurves(size: 4)), "curves; use .cube, .spi1d, .csp or .clf"),
    ]
    for (step, sentence) in refused {
      #expect(refusal(LookupTable(steps: [step]), .hald) == "a .png file cannot hold \(sentence)")
    }
    #expect(
      refusal(LookupTable(comments: ["a\u{0}b"], steps: [.cube(cube)]), .hald)
        == "a .png file cannot hold a title or a comment with a zero; leave the character out")
    #expect(
      refusal(LookupTable(steps: [.cube(cube)]), .hald, LookupFileOptions(bitDepth: 12))
        == "12 bits were requested; expected 8, 16 for .png")
  }

  /// Gray; 9 by 9; 8 by 27; headers that claim 4096 and 10⁹ pixels a side.
  @Test(
    arguments: [
      (
        """
        iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAADElEQVR42mNgoA4AAABIAAEQRe/SAAAAAElFTkSuQmCC
        """, "another kind of PNG; expected red, green and blue of 8 or 16 bits, without a palette"
      ),
      (
        """
        iVBORw0KGgoAAAANSUhEUgAAAAkAAAAJCAIAAABv85FHAAAADElEQVR42mNgGLkAAAD8AAEy0wUiAAAAAElFTkSuQmCC
        """, "9 × 9 pixels; expected a square whose side is the cube of 2 to 16, such as 512"
      ),
      (
        """
        iVBORw0KGgoAAAANSUhEUgAAAAgAAAAbCAIAAADOL1npAAAAD0lEQVR42mNgGAWjYFADAAKjAAFGsHeaAAAAAElFTkSuQmCC
        """, "8 × 27 pixels; expected a square whose side is the cube of 2 to 16, such as 512"
      ),
      (
        """
        iVBORw0KGgoAAAANSUhEUgAAEAAAABAACAIAAAB9wbNAAAAACUlEQVR42mMAAAABAAGxDbaTAAAAAElFTkSuQmCC
        """,
        """
        no whole PNG (9 bytes of image data are too few for 4096x4096 pixels); \
        expected a file that is not damaged
        """
      ),
      (
        """
        iVBORw0KGgoAAAANSUhEUjuaygA7msoACAIAAADr/pGzAAAACUlEQVR42mMAAAABAAGxDbaTAAAAAElFTkSuQmCC
        """,
        """
        no whole PNG (9 bytes of image data are too few for 1000000000x1000000000 pixels); \
        expected a file that is not damaged
        """
      ),
    ] as [(String, String)]) func otherPictures(_ file: String, _ sentence: String) throws
  {
    #expect(refusal(try Self.bytes(file), .hald) == "the picture has \(sentence)")
  }

  /// Of a chunk that is cut short, only a claim of 512 MiB is left, for which no memory is taken.
  @Test func aClaimWithoutAChunk() throws {
    let start = try LookupTable(steps: [.cube(Cube(size: 4) { $0 })]).encoded(as: .hald).prefix(33)
    let bytes = Array(start) + [0x20, 0, 0, 7] + Array("tEXt".utf8)
    let cost = InputCost.of { #expect(throws: LookupFileError.self) { try LookupTable(parsing: bytes, as: .hald) } }
    #expect(cost.bytes < 1 << 24, "\(cost)")
  }

  @Test func everyCutIsRefused() throws {
    let whole = try Self.bytes(Self.byHand.1)
    // The last four bytes are the checksum of an empty chunk, which adds nothing.
    for count in 0..<whole.count - 4 {
      #expect(refusal(Array(whole.prefix(count)), .hald).hasPrefix("the picture has no whole PNG ("))
    }
  }

  /// A text that claims two gigabytes: no memory is taken for it.
  @Test func aChunkLongerThanTheFile() throws {
    var bytes = try Self.bytes(Self.byHand.1)
    let text = try #require(bytes.firstRange(of: Array("tEXt".utf8))).lowerBound
    bytes.replaceSubrange(text - 4..<text, with: [0x72, 0x61, 0x79, 0x3E])
    #expect(
      refusal(bytes, .hald)
        == "the picture has no whole PNG (a chunk is longer than the file); expected a file that is not damaged")
  }

  private func parsed(_ file: String) throws -> LookupTable {
    try LookupTable(parsing: try Self.bytes(file), as: .hald)
  }

  private static func bytes(_ file: String) throws -> [UInt8] { [UInt8](try #require(Data(base64Encoded: file))) }
}
