/// The code triples of a 4:4:4 format that a check runs over, in batches of one frame each.
///
/// `all` has one batch for each code of the first component; the second and third components run along the frame's columns and rows. `sample` spreads
/// its triples evenly over the cube: point i is the fractional part of the seed's offset + i · (1/g, 1/g², 1/g³), where g⁴ = g + 1.
///
/// - Source: M. Roberts' R3 sequence, a Kronecker sequence of the generalized golden ratio.
package enum CodeTriples: Hashable, Sendable {
  case all
  /// This many triples, spread evenly from a starting point that the seed determines.
  case sample(Int, seed: UInt64)

  /// The number of columns, and the maximum number of rows, in a sample's frames.
  private static let side = 256

  package func count(bitDepth: Int) -> Int {
    switch self {
    case .all: 1 << (3 * bitDepth)
    case .sample(let count, _): count
    }
  }

  package func frameSize(bitDepth: Int) -> (width: Int, height: Int) {
    switch self {
    case .all: (1 << bitDepth, 1 << bitDepth)
    case .sample(let count, _): (Self.side, min(Self.side, (count + Self.side - 1) / Self.side))
    }
  }

  package func batches(bitDepth: Int) -> Int {
    let size = frameSize(bitDepth: bitDepth)
    return (count(bitDepth: bitDepth) + size.width * size.height - 1) / (size.width * size.height)
  }

  /// The triples in one row of a batch: one per column of the frame, fewer at the end of a sample.
  package func row(_ y: Int, ofBatch batch: Int, bitDepth: Int) -> [SIMD3<Int>] {
    let size = frameSize(bitDepth: bitDepth)
    switch self {
    case .all: return (0..<size.width).map { SIMD3(batch, $0, y) }
    case .sample(let count, let seed):
      let first = (batch * size.height + y) * size.width
      let origin = Self.origin(seed)
      return (0..<min(max(count - first, 0), size.width)).map { x in
        let at = origin &+ UInt64(first + x) &* Self.steps
        let codes = at &>> UInt64(64 - bitDepth)
        return SIMD3(Int(codes.x), Int(codes.y), Int(codes.z))
      }
    }
  }

  /// 2⁶⁴ times 1/g, 1/g², 1/g³.
  private static let steps: SIMD3<UInt64> = {
    // Newton's iteration from the known first digits; a `Double` has enough bits for the points.
    var g = 1.2207440846
    for _ in 0..<4 { g -= (g * g * g * g - g - 1) / (4 * g * g * g - 1) }
    func bits(_ part: Double) -> UInt64 { UInt64(part * 0x1p64) | 1 }
    return SIMD3(bits(1 / g), bits(1 / (g * g)), bits(1 / (g * g * g)))
  }()

  /// The starting point of a sample.
  ///
  /// - Source: SplitMix64, G. L. Steele, D. Lea, C. H. Flood, 2014.
  private static func origin(_ seed: UInt64) -> SIMD3<UInt64> {
    func mixed(_ n: UInt64) -> UInt64 {
      var z = seed &+ n &* 0x9E37_79B9_7F4A_7C15
      z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
      return z ^ z >> 31
    }
    return SIMD3(mixed(1), mixed(2), mixed(3))
  }
}
