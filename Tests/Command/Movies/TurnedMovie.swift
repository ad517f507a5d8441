import Foundation
import Testing

/// A QuickTime movie of one track that players turn.
enum TurnedMovie {
  /// The bytes of a movie, whose header now says that it is turned clockwise.
  static func bytes(_ movie: Data, turnedBy degrees: Int) throws -> Data {
    var bytes = movie
    let header = try #require(bytes.firstRange(of: Data("tkhd".utf8))).upperBound
    // What the matrix does to the axes, as 16.16: a clockwise turn makes right down, and down left.
    let turn: [Int32] = [0: [1, 0, 0, 1], 90: [0, 1, -1, 0], 180: [-1, 0, 0, -1], 270: [0, -1, 1, 0]][degrees]!
    for (index, place) in [0, 1, 3, 4].enumerated() {
      let number = UInt32(bitPattern: turn[index] << 16)
      for byte in 0..<4 {
        bytes[header + 40 + 4 * place + byte] = UInt8(truncatingIfNeeded: number >> (24 - 8 * byte))
      }
    }
    return bytes
  }
}
