import Colorimetry
import LightStatistics

/// A small picture that a function of its place makes, and what a measurement of it would say.
struct MadePicture {
  static let width = 64
  static let height = 36
  static let header = ClipHeader(
    width: width, height: height, primaries: .bt2020, transfer: .pq, frameRate: FrameRate(24000, 1001))

  /// max(R, G, B), which is also the luminance, row after row, in cd/m².
  var light: [Double]

  /// The picture of this light at each place, which is 0...1 in both directions.
  init(_ light: (Double, Double) -> Double) {
    self.light = (0..<Self.height).flatMap { y in
      (0..<Self.width).map { x in
        min(10_000, max(0, light((Double(x) + 0.5) / Double(Self.width), (Double(y) + 0.5) / Double(Self.height))))
      }
    }
  }

  func statistics(_ index: Int, sceneChange: Double? = nil) -> FrameStatistics {
    let rows = (0..<Self.height).filter { y in light[y * Self.width..<(y + 1) * Self.width].contains { $0 > 0.01 } }
    let columns = (0..<Self.width).filter { x in
      stride(from: x, to: light.count, by: Self.width).contains { light[$0] > 0.01 }
    }
    let area = rows.first.flatMap { top in
      columns.first.map { left in
        PictureArea(left: left, top: top, width: columns.last! - left + 1, height: rows.last! - top + 1)
      }
    }
    let units = light.map { Int(($0 * 256).rounded(.down)) }
    var counts = [Int](repeating: 0, count: 4096)
    let signals = light.map { PerceptualQuantizer().inverseEOTF(.nits($0)).value }
    for signal in signals { counts[Int((signal * 4095).rounded())] += 1 }
    let distribution = LightDistribution(counts: counts, leavingOutDarkest: light.count - (area?.pixelCount ?? 0))
    let (cellWidth, cellHeight) = (Self.width / LightGrid.columns, Self.height / LightGrid.rows)
    let cells = (0..<LightGrid.rows).flatMap { row in
      (0..<LightGrid.columns).map { column in
        var sum = 0.0
        for y in row * cellHeight..<(row + 1) * cellHeight {
          for x in column * cellWidth..<(column + 1) * cellWidth { sum += signals[y * Self.width + x] }
        }
        return UInt8((sum / Double(cellWidth * cellHeight) * 255).rounded())
      }
    }
    return FrameStatistics(
      index: index, seconds: Seconds(Double(index) * 1001 / 24000), activeArea: area,
      maximumComponents: Light(neutral: .nits(Double(units.max()!) / 256)),
      maxRGBSum: units.reduce(0) { $0 + ($1 > 2 ? $1 : 0) },
      maxRGB: distribution,
      luminance: distribution, outsideBT709: index % 7, outsideP3: 0, grid: LightGrid(codes: cells),
      sceneChange: sceneChange)
  }
}

/// Pictures for tests, as light at a place.
enum Scenery {
  /// A landscape: a bright sky above dark ground, and a house with a window at a place.
  static func landscape(_ x: Double, _ y: Double, window: Double = 0.7) -> Double {
    if abs(x - window) < 0.05, abs(y - 0.6) < 0.1 { return 800 }
    return y < 0.4 ? 180 - 100 * y : 20 + 15 * (x * 9).remainder(dividingBy: 2)
  }

  /// A room: a lamp at the left, and a dark wall.
  static func room(_ x: Double, _ y: Double) -> Double {
    let (dx, dy) = (x - 0.2, y - 0.5)
    return 2 + 300 / (1 + 60 * (dx * dx + dy * dy))
  }

  /// The same numbers on every run, -1...1.
  static func noise(_ x: Double, _ y: Double, _ frame: Int) -> Double {
    var state = UInt64(x * 1e6) &* 31 &+ UInt64(y * 1e6) &* 17 &+ UInt64(frame) &* 7919 &+ 1
    for shift in [33, 29, 32] { state = (state ^ state >> UInt64(shift)) &* 0xFF51_AFD7_ED55_8CCD }
    return Double(state >> 11) / Double(1 << 52) - 1
  }
}

/// The frames of pictures, with the change of each from the one before.
func frames(_ pictures: [MadePicture], from first: Int = 0) -> [FrameStatistics] {
  var frames: [FrameStatistics] = []
  for (place, picture) in pictures.enumerated() {
    var frame = picture.statistics(first + place)
    frame.sceneChange = frames.last.map { frame.grid.change(from: $0.grid) }
    frames.append(frame)
  }
  return frames
}
