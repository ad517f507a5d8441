internal import Colorimetry

/// An SVG plot of the light of a clip over time.
///
///     try LightPlot(clip, title: "clip.mov").svg.write(…)
///
/// Time runs to the right, light upward, on a PQ axis labeled in cd/m². The plot shows the maximum max(R, G, B) of each frame, its average, and its
/// distribution as bands of percentiles; scene cuts are vertical lines, MaxCLL and MaxFALL horizontal ones.
///
/// If a clip has more frames than the plot has columns, each column shows the maximum of the upper values of its frames, the minimum of the lower
/// ones and the mean of the averages.
public struct LightPlot: Sendable {
  private let clip: ClipStatistics
  private let title: String
  private let steps: [Step]
  private let time: PlotTime

  static let size = (width: 1600, height: 760)
  /// The edges of the diagram.
  static let (left, right, top, bottom) = (90.0, 1570.0, 110.0, 690.0)

  /// The plot of a clip.
  ///
  /// - Parameters:
  ///   - clip: The statistics of the clip.
  ///   - title: The title above it, such as the name of a file.
  public init(_ clip: ClipStatistics, title: String) {
    self.clip = clip
    self.title = title
    let time = PlotTime(clip)
    self.time = time
    // Frames that start in the same column share a step.
    var columns: [(x: Double, frames: Range<Int>)] = []
    for place in clip.frames.indices {
      let x = time.x(of: place)
      if let last = columns.last, Int(x) == Int(last.x) {
        columns[columns.count - 1].frames = last.frames.lowerBound..<place + 1
      } else {
        columns.append((x, place..<place + 1))
      }
    }
    steps = columns.indices.map { number in
      let end = number + 1 < columns.count ? columns[number + 1].x : Self.right
      return Step(columns[number].x..<end, clip.frames[columns[number].frames])
    }
  }

  /// The vertical position of a 12-bit PQ code.
  static func y(ofCode code: Double) -> Double { bottom - (bottom - top) * code / Quantization.pqCodes.maximum.value }

  /// The vertical position of a luminance.
  static func y(of light: Luminance) -> Double {
    y(ofCode: Quantization.pqCodes.code(luma: PerceptualQuantizer().inverseEOTF(light)).value)
  }

  /// The SVG text in UTF-8, with a final line feed.
  public var svg: String {
    var picture = SVG(width: Self.size.width, height: Self.size.height)
    frame(&picture)
    let bands: [(PixelPercentage, PixelPercentage, String)] = [
      (1, 99.98, "#cfe3f5"), (10, 90, "#9fc5e8"), (25, 75, "#6fa8dc"),
    ]
    for (low, high, color) in bands {
      picture.area(color, steps.map { ($0.range, $0.codes[low].low, $0.codes[high].high) })
    }
    for scene in clip.scenes.dropFirst() {
      let x = time.x(of: scene.firstFrame - clip.firstFrame)
      picture.line("#868e96", (x, Self.top), (x, Self.bottom), dashes: "2 3")
    }
    picture.steps("#1c4e80", 1.2, steps.map { ($0.range, $0.codes[50].middle) })
    picture.steps("#e8590c", 1.6, steps.map { ($0.range, Self.y(of: $0.maximum)) })
    picture.steps("#2b8a3e", 1.6, steps.map { ($0.range, Self.y(of: $0.average)) })
    limits(&picture)
    caption(&picture)
    return picture.text
  }
}

extension LightPlot {
  /// The frames that start in one column.
  struct Step: Sendable {
    let range: Range<Double>
    let maximum, average: Luminance
    /// The vertical position of each percentile.
    let codes: Heights

    init(_ range: Range<Double>, _ frames: ArraySlice<FrameSummary>) {
      self.range = range
      maximum = frames.map(\.maximum).max() ?? .nits(0)
      average = .nits(frames.reduce(0) { $0 + $1.averageMaxRGB.nits } / Double(frames.count))
      codes = Heights(frames: Array(frames))
    }
  }

  /// The percentiles of some frames, as vertical positions.
  struct Heights: Sendable {
    let frames: [FrameSummary]

    subscript(percentage: PixelPercentage) -> (low: Double, middle: Double, high: Double) {
      let codes = frames.map { Double($0.code(at: percentage).number) }
      let mean = codes.reduce(0, +) / Double(codes.count)
      return (LightPlot.y(ofCode: codes.min() ?? 0), LightPlot.y(ofCode: mean), LightPlot.y(ofCode: codes.max() ?? 0))
    }
  }
}

// MARK: Axes and words

extension LightPlot {
  /// The labeled light levels of the axis, in cd/m².
  private static let marks = [0, 0.1, 1, 5, 10, 25, 50, 100, 203, 400, 600, 1000, 2000, 4000, 10_000]

  private func frame(_ picture: inout SVG) {
    for mark in Self.marks {
      let y = Self.y(of: .nits(mark))
      picture.line(mark == 203 ? "#adb5bd" : "#e9ecef", (Self.left, y), (Self.right, y))
      picture.text(plain(mark), at: (Self.left - 8, y + 4), anchor: "end")
    }
    picture.text("cd/m²", at: (Self.left - 8, Self.top - 14), anchor: "end")
    for mark in time.marks {
      picture.line("#ced4da", (mark.x, Self.bottom), (mark.x, Self.bottom + 5))
      picture.text(mark.text, at: (mark.x, Self.bottom + 22), anchor: "middle")
    }
    picture.text(time.unit, at: ((Self.left + Self.right) / 2, Self.bottom + 46), anchor: "middle")
    picture.line("#868e96", (Self.left, Self.top), (Self.left, Self.bottom))
    picture.line("#868e96", (Self.left, Self.bottom), (Self.right, Self.bottom))
  }

  private func limits(_ picture: inout SVG) {
    let light = clip.contentLight
    // One label is above its line and the other below, so that both are legible if the lines coincide.
    for (name, limit, color, offset) in [
      ("MaxCLL", light.maximum, "#e8590c", -6.0), ("MaxFALL", light.maximumFrameAverage, "#2b8a3e", 16),
    ] {
      guard let limit else { continue }
      let y = Self.y(of: limit)
      picture.line(color, (Self.left, y), (Self.right, y), dashes: "8 5")
      picture.text("\(name) \(limit)", at: (Self.right - 6, y + offset), anchor: "end", color: color)
    }
  }

  private func caption(_ picture: inout SVG) {
    let header = clip.header
    let color = [header.transfer?.h273Name, header.primaries?.h273Name].compactMap(\.self).joined(separator: ", ")
    let (frames, scenes) = (clip.frames.count, clip.scenes.count)
    let facts = [
      "\(header.width)×\(header.height)", color, "\(frames) frame\(frames == 1 ? "" : "s")",
      "\(scenes) scene\(scenes == 1 ? "" : "s")", "\(clip.contentLight)",
    ]
    picture.text(title, at: (Self.left, 36), size: 22, color: "#212529")
    picture.text(facts.filter { !$0.isEmpty }.joined(separator: " · "), at: (Self.left, 60), color: "#495057")
    var x = Self.left
    let keys = [
      ("#e8590c", "maximum of max(R, G, B)"), ("#2b8a3e", "average"), ("#1c4e80", "median"), ("#6fa8dc", "25–75 %"),
      ("#9fc5e8", "10–90 %"), ("#cfe3f5", "1–99.98 %"), ("#868e96", "scene cut"),
    ]
    for (color, name) in keys {
      picture.box(color, at: (x, 78), width: 14, height: 10)
      picture.text(name, at: (x + 20, 88))
      x += 40 + 7.2 * Double(name.count)
    }
  }
}
