import HDRMetadata
import Testing

@Suite struct PictureOrientationTests {
  /// Where Exif says that the stored first row and first column are, as the direction in which rows and columns then go on.
  ///
  /// - Source: CIPA DC-008 (Exif 2.32), clause 4.6.4: row 0 is the top, the bottom, the left or the right side.
  private static let sides: [(row: String, column: String)] = [
    ("top", "left"), ("top", "right"), ("bottom", "right"), ("bottom", "left"), ("left", "top"), ("right", "top"),
    ("right", "bottom"), ("left", "bottom"),
  ]
  private static let directions = [
    "top": SIMD2(0, 1), "bottom": SIMD2(0, -1), "left": SIMD2(1, 0), "right": SIMD2(-1, 0),
  ]

  @Test(arguments: 1...8) func exifNumbers(number: Int) throws {
    let orientation = try #require(PictureOrientation(exif: number))
    let (row, column) = Self.sides[number - 1]
    // From the first row on, one goes down; from the first column on, right.
    #expect(orientation.axes.down == Self.directions[row])
    #expect(orientation.axes.right == Self.directions[column])
    #expect(orientation.followed(by: orientation.inverse) == .upright)
    let (right, down) = orientation.axes
    let matrix = try #require(
      DisplayMatrix(a: Double(right.x), b: Double(right.y), c: Double(down.x), d: Double(down.y)))
    #expect(matrix.orientation == orientation && matrix.isOrientation && matrix.excess == 0)
  }

  @Test func othersAreNone() {
    for number in [0, 9, -1] { #expect(PictureOrientation(exif: number) == nil) }
    #expect(DisplayMatrix(a: 0, b: 0, c: 0, d: 0) == nil)
    #expect(DisplayMatrix(a: 1, b: 1, c: 1, d: 1) == nil)
    #expect(DisplayMatrix(a: .nan, b: 0, c: 0, d: 1) == nil)
  }

  /// One after the other is what both matrices make together.
  @Test func theyFollowEachOther() throws {
    let all = (1...8).compactMap { PictureOrientation(exif: $0) }
    for first in all {
      for next in all {
        func applied(_ axis: SIMD2<Int>) -> SIMD2<Int> { axis.x &* next.axes.right &+ axis.y &* next.axes.down }
        let both = first.followed(by: next)
        #expect(both.axes.right == applied(first.axes.right) && both.axes.down == applied(first.axes.down))
      }
    }
    #expect(Set(all).count == 8)
  }

  /// Turns beside the quarters, with and without a mirror, and scales, which turn nothing.
  @Test(arguments: [7.0, -7, 44, -44, 0.1]) func oddTurnsAreSeen(degrees: Double) throws {
    // cos and sin by Taylor's series.
    let angle = degrees * .pi / 180
    var (cosine, sine, term) = (0.0, 0.0, 1.0)
    for n in 0..<20 {
      if n % 2 == 0 { cosine += n % 4 == 0 ? term : -term } else { sine += n % 4 == 1 ? term : -term }
      term *= angle / Double(n + 1)
    }
    for turns in 0..<4 {
      for isMirrored in [false, true] {
        let (right, down) = PictureOrientation(quarterTurns: turns, isMirrored: isMirrored).axes
        func turned(_ axis: SIMD2<Int>) -> SIMD2<Double> {
          let (x, y) = (Double(axis.x), Double(axis.y))
          return 3 * SIMD2(x * cosine - y * sine, x * sine + y * cosine)
        }
        let (a, b) = (turned(right), turned(down))
        let matrix = try #require(DisplayMatrix(a: a.x, b: a.y, c: b.x, d: b.y))
        #expect(matrix.orientation == PictureOrientation(quarterTurns: turns, isMirrored: isMirrored))
        #expect(abs(try #require(matrix.excess) - degrees) < 1e-4)
        #expect(matrix.isOrientation == (abs(degrees) < 0.5))
      }
    }
    #expect(try #require(DisplayMatrix(a: 1, b: 0, c: 0.5, d: 1)).excess == nil)
  }
}
