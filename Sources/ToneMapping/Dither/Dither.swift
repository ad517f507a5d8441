/// A pattern that is added to codes before they are rounded, so that a smooth ramp stays smooth at fewer bits.
///
/// A dither is a pure function of x, y, the plane and the absolute index of the frame: a clip gives the same pictures whether it is converted in one
/// piece or in many. Its values lie in −0.5…0.5 of a code and are uniformly distributed, so codes that are already integers do not change.
public enum Dither: String, CaseIterable, Sendable {
  /// Plain rounding.
  case none
  /// An 8 × 8 Bayer pattern, the same on every frame.
  case ordered
  /// A 64 × 64 blue-noise tile, shifted for every frame.
  case blueNoise = "blue-noise"

  /// The side of the tile of values, which repeats over a picture.
  static let side = 64

  /// The tile's values, as rows that may be read from any column.
  ///
  /// - Shape: `[64][128]`, row-major; the second half of a row repeats the first, so that 64 values starting at any column below 64 are contiguous.
  var values: [Float] {
    let rank: (Int, Int) -> Float
    switch self {
    case .none: rank = { _, _ in 0 }
    case .ordered: rank = { x, y in (Float(Self.bayer(x & 7, y & 7)) + 0.5) / 64 - 0.5 }
    case .blueNoise: rank = { x, y in (Float(Self.blueNoise(x, y)) + 0.5) / 4096 - 0.5 }
    }
    return (0..<Self.side).flatMap { y in (0..<Self.side * 2).map { x in rank(x % Self.side, y) } }
  }

  /// The values of each row by parity: those of even columns, twice, then those of odd columns, twice.
  static func paired(_ values: [Float]) -> [Float] {
    (0..<side).flatMap { y in
      (0..<2).flatMap { parity in (0..<side).map { values[y * side * 2 + (2 * $0 + parity) % side] } }
    }
  }

  /// The rank of a place in the order in which the places of a tile fill up, so that those filled at any time lie evenly: blue noise, `0...4095`.
  ///
  /// The file has 16 bits a rank, `[64][64]`, row-major, little-endian; the tile continues itself on all sides. It is written by
  /// `notebooks/derivations/blue_noise.py`.
  ///
  /// - Source: R. Ulichney, "The void-and-cluster method for dither array generation", Proc. SPIE 1913, 1993.
  private static func blueNoise(_ x: Int, _ y: Int) -> UInt16 {
    let place = 2 * (y * side + x)
    return UInt16(PackageResources.blue_noise_bin[place]) | UInt16(PackageResources.blue_noise_bin[place + 1]) << 8
  }

  /// The rank of a cell in the 8 × 8 Bayer pattern, 0…63, by interleaving the bits of x ⊕ y and y.
  private static func bayer(_ x: Int, _ y: Int) -> Int {
    let odd = x ^ y
    return (0..<3).reduce(0) { rank, bit in
      rank | ((odd >> bit) & 1) << (5 - 2 * bit) | ((y >> bit) & 1) << (4 - 2 * bit)
    }
  }

  // MARK: The values of a row

  /// The index in the tile's `values` of the 64 values of a row's samples from column `x` of a plane on, in the frame of this absolute index.
  ///
  /// Each plane uses a different part of the tile, so that their noise does not add up.
  func offset(x: Int, y: Int, plane: Int, frame: Int) -> Int {
    var column = x + plane * 23
    var row = y + plane * 41
    if case .blueNoise = self {
      // Roberts' R2 sequence: 1/ρ and 1/ρ² for the real root ρ of x³ = x + 1, in 2⁻³².
      let index = UInt32(truncatingIfNeeded: frame)
      column += Int((index &* 3_242_174_889) >> 26)
      row += Int((index &* 2_447_445_414) >> 26)
    }
    return (row % Self.side) * Self.side * 2 + column % Self.side
  }

  /// The index, in values by parity, of the values of every second sample from `x` on: see ``paired(_:)``.
  func pairedOffset(x: Int, y: Int, plane: Int, frame: Int) -> Int {
    let offset = offset(x: x, y: y, plane: plane, frame: frame)
    let column = offset % Self.side
    return offset - column + (column & 1) * Self.side + column / 2
  }
}
