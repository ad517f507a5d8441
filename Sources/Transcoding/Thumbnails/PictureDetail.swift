struct PictureDetail: Comparable {
  /// Whether the picture is not black, white or flat. The limits are this program's own.
  let showsSomething: Bool
  /// The mean difference in luma between neighbors.
  let edges: Double

  /// Measures the luma of a small R′G′B′ picture, with BT.709's weights.
  init(of picture: borrowing Frame) throws(FrameError) {
    let (width, height) = (picture.width, picture.height)
    var luma = [Double](repeating: 0, count: width * height)
    for (component, weight) in [0.2126, 0.7152, 0.0722].enumerated() {
      for y in 0..<height {
        for x in 0..<width {
          luma[y * width + x] += try weight * Double(picture.code(component: component, x: x, y: y)) / 65535
        }
      }
    }
    var edges = 0.0
    for y in 1..<max(2, height) where y < height {
      for x in 1..<max(2, width) where x < width {
        let here = luma[y * width + x]
        edges += (here - luma[y * width + x - 1]).magnitude + (here - luma[(y - 1) * width + x]).magnitude
      }
    }
    let count = Double(luma.count)
    let mean = luma.reduce(0, +) / count
    let deviation = (luma.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot()
    showsSomething = mean > 0.04 && mean < 0.96 && deviation > 0.03
    self.edges = edges / count
  }

  static func < (a: PictureDetail, b: PictureDetail) -> Bool {
    a.showsSomething == b.showsSomething ? a.edges < b.edges : b.showsSomething
  }
}
