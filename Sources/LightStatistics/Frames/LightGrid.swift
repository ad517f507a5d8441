/// The average PQ luminance of 16 × 9 cells of a picture, row after row.
///
///     cut.change(from: before)  // 0.83
///
/// It is enough to distinguish a cut from motion, fades and noise.
public struct LightGrid: Hashable, Sendable {
  /// The number of columns and rows of cells.
  public static let columns = 16, rows = 9
  /// The 144 cells, each in units of 1/255 of the PQ signal.
  public let codes: [UInt8]

  /// The grid of these cells.
  ///
  /// - Precondition: There are 144 cells.
  public init(codes: [UInt8]) {
    precondition(codes.count == Self.columns * Self.rows, "\(codes.count) cells; 144 are needed")
    self.codes = codes
  }

  /// Returns the difference of two pictures, 0...1, rounded to four decimals: about 0 for still content, small for motion and fades, large for cuts.
  ///
  /// It combines two values, each 0...1. The first is the lack of correlation of the two pictures' shapes, which a fade or a flash does not change,
  /// weighted by the part of the picture that has changed, so that an object that comes into view counts little. The second is the shift of the
  /// cells' light, regardless of position, which motion does not change. Pictures that agree in neither differ by 1.
  ///
  /// It is computed from integers with one rounding per step, so it is the same on every CPU.
  public func change(from previous: LightGrid) -> Double {
    let reshaped = (1 - Self.similarity(self, previous)) * min(1, 2 * Self.extent(self, previous))
    let same = (1 - reshaped) * (1 - Self.shift(self, previous))
    return (1 - same).rounded(to: 4)
  }

  /// The mean of the cells, 0...255.
  var level: Double { Double(codes.reduce(0) { $0 + Int($1) }) / Double(codes.count) }

  /// Whether the picture has no shape: its brightness is almost uniform.
  var isBlank: Bool { Self.moments(self, self).covariance < Self.minimumVariance }

  /// The correlation of the shapes of two pictures, 0...1; 1 for two pictures without a shape.
  static func similarity(_ first: LightGrid, _ second: LightGrid) -> Double {
    let moments = moments(first, second)
    let squares = Double(moments.variances.x + minimumVariance) * Double(moments.variances.y + minimumVariance)
    return max(0, Double(moments.covariance + minimumVariance) / squares.squareRoot())
  }

  /// The part of the picture that differs, 0...1: a cell counts fully if it differs by a sixteenth of the range of PQ.
  private static func extent(_ first: LightGrid, _ second: LightGrid) -> Double {
    let full = 16
    let sum = zip(first.codes, second.codes).reduce(0) { $0 + min(abs(Int($1.0) - Int($1.1)), full) }
    return Double(sum) / Double(full * first.codes.count)
  }

  /// The variance of cells below which they are flat, scaled by 144²: a standard deviation of 3 of 255.
  ///
  /// Rounding alone gives 0.3, and the remaining noise of a cell, the mean of thousands of pixels, is less.
  private static let minimumVariance = 9 * columns * rows * columns * rows

  /// The mean distance between the sorted cells of two pictures; 1 for a sixth of the range of PQ or more.
  ///
  /// A fade of one second over half of PQ shifts them by 0.02 of that range per frame.
  static func shift(_ first: LightGrid, _ second: LightGrid) -> Double {
    var counts = [Int](repeating: 0, count: 256)
    for cell in first.codes { counts[Int(cell)] += 1 }
    for cell in second.codes { counts[Int(cell)] -= 1 }
    // The mean distance of sorted numbers is the area between their distributions.
    var (difference, area) = (0, 0)
    for count in counts {
      difference += count
      area += abs(difference)
    }
    return min(1, Double(6 * area) / Double(first.codes.count * 255))
  }

  /// The variances of two grids and their covariance as integers, scaled by 144².
  private static func moments(_ first: LightGrid, _ second: LightGrid) -> (variances: SIMD2<Int>, covariance: Int) {
    var (sums, squares, product) = (SIMD2(0, 0), SIMD2(0, 0), 0)
    for (a, b) in zip(first.codes, second.codes) {
      let pair = SIMD2(Int(a), Int(b))
      sums &+= pair
      squares &+= pair &* pair
      product += pair.x * pair.y
    }
    let count = first.codes.count
    return (squares &* count &- sums &* sums, product * count - sums.x * sums.y)
  }
}
