import ToneMapping

/// A whole frame converted by the reference: `plan(codes)` for every pixel, chroma resampled in `Double`.
///
/// It is written independently of `convert(_:into:)`: slow and plain, one sample at a time.
struct ReferenceFrame {
  /// Codes before dither and rounding, `[component][height][width]`.
  let components: [[[Double]]]

  init(_ frame: Frame, plan: ConversionPlan) throws {
    let source = try Planes(frame)
    let location = plan.sourceTags.chromaLocation ?? .left
    var full: [[[Double]]] = Array(
      repeating: Array(repeating: Array(repeating: 0, count: frame.width), count: frame.height), count: 3)
    for y in 0..<frame.height {
      for x in 0..<frame.width {
        let codes = source.codes(x: x, y: y, chroma: frame.format.chroma, location: location)
        let out = plan(Codes(codes)).components
        for c in 0..<3 { full[c][y][x] = out[c] }
      }
    }
    let target = plan.outputFormat
    // What is only recoded stays where it is.
    let (from, to) = (plan.sourceTags, plan.targetTags)
    if plan.stages.contains(where: { $0.kind == .keep }), frame.format.chroma == target.chroma, target.chroma != .c444,
      from.chromaLocation == to.chromaLocation, from.matrix == to.matrix, frame.format.layout != .packed,
      target.layout != .packed
    {
      components = (0..<3).map { c in
        source.planes[c].enumerated().map { y, row in
          row.indices.map { x in
            guard c > 0 else { return full[0][y][x] }
            return plan(Codes(SIMD3(0, source.planes[1][y][x], source.planes[2][y][x]))).components[c]
          }
        }
      }
      return
    }
    components = (0..<(target.model == .gray ? 1 : 3)).map { c in
      c == 0 || target.chroma == .c444
        ? full[c] : Self.downsampled(full[c], by: target.chroma, to: plan.targetTags.chromaLocation ?? .left)
    }
  }

  /// The position of the first chroma sample, in luma samples.
  static func phase(_ location: ChromaLocation) -> (x: Double, y: Double) {
    switch location {
    case .left: (0, 0.5)
    case .center: (0.5, 0.5)
    case .topLeft: (0, 0)
    case .top: (0.5, 0)
    case .bottomLeft: (0, 1)
    case .bottom: (0.5, 1)
    }
  }

  /// A triangle with a half-width of one chroma sample, centered on each chroma sample, over luma samples.
  static func downsampled(
    _ plane: [[Double]], by chroma: ChromaSubsampling, to location: ChromaLocation
  ) -> [[Double]] {
    let at = phase(location)
    let columns = (plane[0].count + 1) / 2
    let halved = plane.map { row in (0..<columns).map { tap(row, at: 2 * Double($0) + at.x) } }
    guard chroma == .c420 else { return halved }
    return (0..<(plane.count + 1) / 2).map { j in
      (0..<columns).map { i in tap(halved.map { $0[i] }, at: 2 * Double(j) + at.y) }
    }
  }

  /// [1 2 1]/4 on a sample, [1 1]/2 between two; edges repeat.
  private static func tap(_ line: [Double], at center: Double) -> Double {
    func edge(_ i: Int) -> Double { line[min(max(i, 0), line.count - 1)] }
    let i = Int(center.rounded(.down))
    if center == Double(i) { return (edge(i - 1) + 2 * edge(i) + edge(i + 1)) / 4 }
    return (edge(i) + edge(i + 1)) / 2
  }
}

/// The codes of a frame, one plane per component.
struct Planes {
  let planes: [[[Double]]]

  init(_ planes: [[[Double]]]) { self.planes = planes }

  init(_ frame: Frame) throws {
    planes = try (0..<(frame.format.model == .gray ? 1 : 3)).map { c in
      let grid = frame.format.grid(ofComponent: c, width: frame.width, height: frame.height)
      return try (0..<grid.height).map { y in
        try (0..<grid.width).map { x in
          frame.format.isFloat
            ? try Double(frame.number(component: c, x: x, y: y)) : try Double(frame.code(component: c, x: x, y: y))
        }
      }
    }
  }

  func codes(x: Int, y: Int, chroma: ChromaSubsampling, location: ChromaLocation) -> SIMD3<Double> {
    guard planes.count == 3 else { return SIMD3(planes[0][y][x], 0, 0) }
    let at = ReferenceFrame.phase(location)
    let cx = chroma.log2Horizontal == 0 ? Double(x) : (Double(x) - at.x) / 2
    let cy = chroma.log2Vertical == 0 ? Double(y) : (Double(y) - at.y) / 2
    return SIMD3(planes[0][y][x], linear(planes[1], cx, cy), linear(planes[2], cx, cy))
  }

  func linear(_ plane: [[Double]], _ x: Double, _ y: Double) -> Double {
    func edge(_ i: Int, _ count: Int) -> Int { min(max(i, 0), count - 1) }
    let (i, j) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    let (fx, fy) = (x - Double(i), y - Double(j))
    func row(_ j: Int) -> Double {
      let line = plane[edge(j, plane.count)]
      return line[edge(i, line.count)] * (1 - fx) + line[edge(i + 1, line.count)] * fx
    }
    return row(j) * (1 - fy) + row(j + 1) * fy
  }
}
