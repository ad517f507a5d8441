/// The orientation of a stored picture when shown: upright, mirrored, rotated by quarter turns, or both. These are Exif's eight orientations.
///
///     PictureOrientation(quarterTurns: 1).description  // "turned 90° clockwise"
public struct PictureOrientation: Hashable, Sendable {
  /// The clockwise turns by 90 degrees, `0...3`, after the mirror.
  public let quarterTurns: Int
  /// Whether left and right are exchanged before the turns.
  public let isMirrored: Bool

  /// The orientation of the stored picture.
  public static let upright = PictureOrientation(quarterTurns: 0)
  /// Left and right exchanged.
  public static let mirrored = PictureOrientation(quarterTurns: 0, isMirrored: true)

  /// An orientation of any number of clockwise turns, modulo 4, after the mirror.
  public init(quarterTurns: Int, isMirrored: Bool = false) {
    (self.quarterTurns, self.isMirrored) = ((quarterTurns % 4 + 4) % 4, isMirrored)
  }

  /// The orientation of Exif's tag 274; `nil` for a number that Exif does not define.
  ///
  /// - Source: CIPA DC-008 (Exif 2.32), clause 4.6.4, tag Orientation.
  public init?(exif number: Int) {
    guard (1...8).contains(number) else { return nil }
    let turns = [0, 0, 2, 2, 3, 1, 1, 3]
    self.init(quarterTurns: turns[number - 1], isMirrored: [2, 4, 5, 7].contains(number))
  }

  /// Whether the picture is shown as it is stored.
  public var isUpright: Bool { self == .upright }

  /// Whether rows become columns.
  public var isSideways: Bool { quarterTurns % 2 == 1 }

  /// Returns this orientation followed by another.
  public func followed(by next: PictureOrientation) -> PictureOrientation {
    // A mirror after a turn equals a mirror before the opposite turn.
    PictureOrientation(
      quarterTurns: (next.isMirrored ? -quarterTurns : quarterTurns) + next.quarterTurns,
      isMirrored: isMirrored != next.isMirrored)
  }

  /// The orientation that undoes this one.
  public var inverse: PictureOrientation {
    isMirrored ? self : PictureOrientation(quarterTurns: -quarterTurns)
  }

  /// The shown directions of the stored directions right and down, as (right, down) each.
  package var axes: (right: SIMD2<Int>, down: SIMD2<Int>) {
    var (right, down) = (SIMD2(isMirrored ? -1 : 1, 0), SIMD2(0, 1))
    for _ in 0..<quarterTurns { (right, down) = (SIMD2(-right.y, right.x), SIMD2(-down.y, down.x)) }
    return (right, down)
  }
}

extension PictureOrientation: CustomStringConvertible {
  /// In words: `mirrored left to right, then turned 90° clockwise`.
  public var description: String {
    switch (isMirrored, quarterTurns) {
    case (false, 0): "as stored"
    case (false, let turns): "turned \(90 * turns)° clockwise"
    case (true, 0): "mirrored left to right"
    case (true, 2): "mirrored top to bottom"
    case (true, let turns): "mirrored left to right, then turned \(90 * turns)° clockwise"
    }
  }
}

/// The effect of a display matrix on pictures: an orientation, and an additional rotation that is not a multiple of a quarter turn.
///
/// - Source: ISO/IEC 14496-12, clause 8.3.2, and QuickTime File Format, *Matrices*: (x, y, 1) is multiplied by the matrix from the right.
public struct DisplayMatrix: Hashable, Sendable {
  /// The nearest orientation.
  public let orientation: PictureOrientation
  /// The clockwise angle in degrees from that orientation to the stated one, -45 to 45; `nil` if the matrix also shears.
  public let excess: Double?

  /// Whether it is one of the eight orientations, within half a degree.
  public var isOrientation: Bool { excess.map { abs($0) < 0.5 } ?? false }

  /// The meaning of the four numbers other than the translation: right becomes a right and b down, and down becomes c right and d down. `nil` if
  /// their determinant is 0, which leaves no picture.
  public init?(a: Double, b: Double, c: Double, d: Double) {
    let determinant = a * d - b * c
    guard determinant != 0, determinant.isFinite else { return nil }
    let isMirrored = determinant < 0
    // The mirror comes first, so without it the first row has the opposite sign.
    let (right, down) = (SIMD2(isMirrored ? -a : a, isMirrored ? -b : b), SIMD2(c, d))
    let turns = (0..<4).max { Self.agreement(right, down, $0) < Self.agreement(right, down, $1) } ?? 0
    orientation = PictureOrientation(quarterTurns: turns, isMirrored: isMirrored)
    let excesses = [right, SIMD2(down.y, -down.x)].map { direction in
      let turned = Self.turned(direction, by: -turns)
      return 180 * Elementary.atan2Pi(y: turned.y, x: turned.x)
    }
    excess = abs(excesses[0] - excesses[1]) < 0.5 ? excesses[0] : nil
  }

  private static func agreement(_ right: SIMD2<Double>, _ down: SIMD2<Double>, _ turns: Int) -> Double {
    let (r, d) = (turned(right, by: -turns), turned(down, by: -turns))
    return r.x / (r * r).sum().squareRoot() + d.y / (d * d).sum().squareRoot()
  }

  private static func turned(_ vector: SIMD2<Double>, by turns: Int) -> SIMD2<Double> {
    (0..<(turns % 4 + 4) % 4).reduce(vector) { v, _ in SIMD2(-v.y, v.x) }
  }

}
