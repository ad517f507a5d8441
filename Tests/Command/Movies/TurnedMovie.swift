import Foundation
import Testing

/// A QuickTime movie of one track that players mirror and turn.
enum TurnedMovie {
  /// The matrices of the eight orientations, by Exif's numbers: what becomes of the axes, as right and down of right, then of down.
  static let matrices: [[Int32]] = [
    [1, 0, 0, 1], [-1, 0, 0, 1], [-1, 0, 0, -1], [1, 0, 0, -1], [0, 1, 1, 0], [0, 1, -1, 0], [0, -1, -1, 0],
    [0, -1, 1, 0],
  ]

  /// The bytes of a movie, whose header now says that it is turned clockwise.
  static func bytes(_ movie: Data, turnedBy degrees: Int) throws -> Data {
    try bytes(movie, matrix: matrices[[0: 0, 90: 5, 180: 2, 270: 7][degrees]!].map(Double.init))
  }

  /// The bytes of a movie whose track header, or whose movie header, has this matrix.
  static func bytes(_ movie: Data, matrix: [Double], in box: String = "tkhd") throws -> Data {
    var bytes = movie
    let header = try #require(bytes.firstRange(of: Data(box.utf8))).upperBound
    // Both headers are of version 0; that of the track is four bytes longer before the matrix.
    let start = header + (box == "tkhd" ? 40 : 36)
    for (index, place) in [0, 1, 3, 4].enumerated() {
      let number = UInt32(bitPattern: Int32((matrix[index] * 65536).rounded()))
      for byte in 0..<4 { bytes[start + 4 * place + byte] = UInt8(truncatingIfNeeded: number >> (24 - 8 * byte)) }
    }
    return bytes
  }

  /// Where a pixel of a stored picture is when it is shown as a number of Exif says.
  ///
  /// - Source: CIPA DC-008 (Exif 2.32), clause 4.6.4, tag Orientation: which sides the first row and the first column are.
  static func place(_ x: Int, _ y: Int, _ width: Int, _ height: Int, exif: Int) -> (x: Int, y: Int) {
    let (u, v) = (width - 1 - x, height - 1 - y)
    return [(x, y), (u, y), (u, v), (x, v), (y, x), (v, x), (v, u), (y, u)][exif - 1]
  }
}
