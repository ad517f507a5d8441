import TestSupport
import Testing
import Transcoding

/// Scaled pictures against sums in `Double`, written anew: the same bits on every set, for any number of threads, at any address.
@Suite struct FrameScalerTests {
  static let stored = PictureSize(width: 150, height: 83)
  /// Smaller, larger and wider than a tile, by whole numbers and not, to a point, and the same.
  static let sizes = [(75, 41), (50, 28), (97, 160), (1201, 20), (1, 1), (150, 83)].map(PictureSize.init)

  struct Case: Sendable, CustomTestStringConvertible {
    let format: PixelFormat
    var location = ChromaLocation.left
    var isFull = false
    var testDescription: String { "\(format) \(location) \(isFull ? "full" : "narrow")" }
  }

  static let cases: [Case] =
    PixelFormat.allCases.filter { !$0.isFloat }.map { Case(format: $0, isFull: $0.bitDepth == 12) }
    + ChromaLocation.allCases.map { Case(format: .yuv420p10, location: $0, isFull: true) }
    + [Case(format: .yuv422p10, location: .center), Case(format: .yuv420p, location: .topLeft, isFull: true)]

  /// - Source: D. Mitchell and A. Netravali, Reconstruction filters in computer graphics, 1988, formula 8.
  private static func filter(_ x: Double, b: Double = 0, c: Double = 0.5) -> Double {
    let (d, square, cube) = (abs(x), x * x, abs(x * x * x))
    if d < 1 { return ((12 - 9 * b - 6 * c) * cube + (-18 + 12 * b + 6 * c) * square + (6 - 2 * b)) / 6 }
    if d >= 2 { return 0 }
    return ((-b - 6 * c) * cube + (6 * b + 30 * c) * square + (-12 * b - 48 * c) * d + (8 * b + 24 * c)) / 6
  }

  /// The weights of all stored samples of a row or column.
  ///
  /// - Parameters:
  ///   - scale: The distance of samples of the component, in pixels.
  ///   - offset: Where the first one lies, in pixels.
  private static func weights(
    _ index: Int, _ size: Int, of old: Int, _ count: Int, scale: Double, offset: Double
  ) -> [Double] {
    let step = Double(old) / Double(size)
    let place = ((Double(index) + 0.5) * step - 0.5 - offset) / scale
    let width = max(1, step / scale)
    var weights = [Double](repeating: 0, count: count)
    for i in Int(place - 2 * width) - 2...Int(place + 2 * width) + 2 {
      weights[min(max(i, 0), count - 1)] += filter((Double(i) - place) / width)
    }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }

  @Test(arguments: cases) func sumsOfTheFilter(_ c: Case) throws {
    let (width, height) = (Self.stored.width, Self.stored.height)
    let picture = try FrameReferenceTests.picture(c.format, width: width, height: height, seed: 7)
    let lent = LentMemory(picture, upward: true)
    for size in Self.sizes {
      let scaled = try Self.scaled(picture, c, size, threads: 1, on: .baseline)
      for set in InstructionSet.available {
        for threads in [1, 2, 5] { #expect(try Self.scaled(picture, c, size, threads: threads, on: set) == scaled) }
      }
      var other = try Frame(scaled.format, width: size.width, height: size.height)
      let scaler = Self.scaler(c, size, threads: 1, on: .baseline)
      // The last row first, and then the rest.
      for rows in [size.height - 1..<size.height, 0..<size.height - 1] where !rows.isEmpty {
        try lent.view().withUnpacked {
          try $0.withTile(columns: 0..<width, rows: 0..<height) { try scaler.scale($0, into: &other, rows: rows) }
        }
      }
      #expect(other == scaled)
      try Self.expectSums(picture, scaled, c)
    }
  }

  private static func scaler(_ c: Case, _ size: PictureSize, threads: Int, on set: InstructionSet) -> FrameScaler {
    FrameScaler(
      c.format, from: stored, to: size, chroma: c.location, isFullRange: c.isFull, threads: threads, on: set)
  }

  private static func scaled(
    _ picture: Frame, _ c: Case, _ size: PictureSize, threads: Int, on set: InstructionSet
  ) throws -> Frame {
    let scaler = scaler(c, size, threads: threads, on: set)
    var scaled = try Frame(scaler.format, width: size.width, height: size.height)
    try picture.withView { try $0.withUnpacked { try scaler.scale($0, into: &scaled) } }
    return scaled
  }

  /// Each code is within rounding, 0.5, and the sums of numbers of 24 bits.
  private static func expectSums(_ picture: Frame, _ scaled: Frame, _ c: Case) throws {
    let format = c.format
    // ITU-T H.273, figure 1: where samples of chroma are, in pixels.
    let across = [.center, .top, .bottom].contains(c.location) ? 0.5 : 0
    let down = [.topLeft, .top].contains(c.location) ? 0 : [.left, .center].contains(c.location) ? 0.5 : 1
    for component in 0..<format.componentCount {
      let isChroma = format.model == .yCbCr && (component == 1 || component == 2)
      let grid = format.grid(ofComponent: component, width: picture.width, height: picture.height)
      let columns = isChroma && format.chroma != .c444
      let rows = isChroma && format.chroma == .c420
      let codes = try (0..<grid.height).map { y in
        try (0..<grid.width).map { x in Double(try picture.code(component: component, x: x, y: y)) }
      }
      let maximum = Double(format.maximumCode)
      let middle = isChroma ? (maximum + 1) / 2 : 0
      let isFull = c.isFull || component == 3
      let horizontal = (0..<scaled.width).map {
        weights(
          $0, scaled.width, of: picture.width, grid.width, scale: columns ? 2 : 1, offset: columns ? across : 0)
      }
      var worst = 0.0
      for y in 0..<scaled.height {
        let vertical = weights(
          y, scaled.height, of: picture.height, grid.height, scale: rows ? 2 : 1, offset: rows ? down : 0)
        let row = (0..<grid.width).map { x in zip(vertical, codes).reduce(0) { $0 + $1.0 * $1.1[x] } }
        for x in 0..<scaled.width {
          let value = zip(horizontal[x], row).reduce(0) { $0 + $1.0 * $1.1 }
          let wide =
            isFull
            ? (value - middle) * 65535 / maximum + (isChroma ? 32768 : 0) : value * 65536 / (maximum + 1)
          let error = Double(try scaled.code(component: component, x: x, y: y)) - min(max(wide, 0), 65535)
          worst = max(worst, abs(error))
        }
      }
      #expect(worst < 0.52, "\(component), \(scaled.width)x\(scaled.height)")
    }
  }
}
