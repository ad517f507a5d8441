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
  /// The start of each frame, and the end of the last.
  private let starts: [Double]
  /// Whether starts are seconds, which they are if all frames have times, otherwise frames.
  private let isSeconds: Bool

  /// The edges of the diagram.
  private static let (left, right, top, bottom) = (90.0, 1570.0, 110.0, 690.0)

  /// The plot of a clip, below a title, such as the name of a file.
  public init(_ clip: ClipStatistics, title: String) {
    (self.clip, self.title) = (clip, title)
    let frames = clip.frames
    let seconds = frames.compactMap { $0.seconds?.value }
    isSeconds = seconds.count == frames.count && zip(seconds, seconds.dropFirst()).allSatisfy { $0 < $1 }
    if isSeconds {
      // The last frame lasts as long as the previous one, or as the rate implies.
      let last = seconds[seconds.count - 1]
      let length = seconds.count > 1 ? last - seconds[seconds.count - 2] : 1 / (clip.header.frameRate?.value ?? 1)
      starts = seconds + [last + length]
    } else {
      starts = (0...frames.count).map { Double(clip.firstFrame + $0) }
    }
  }

  /// The SVG text in UTF-8, with a final line feed.
  public var svg: String {
    var picture = SVG(width: 1600, height: 760)
    axes(&picture)
    let steps = steps
    let bands: [(PixelPercentage, PixelPercentage, String)] = [
      (1, 99.98, "#cfe3f5"), (10, 90, "#9fc5e8"), (25, 75, "#6fa8dc"),
    ]
    for (low, high, color) in bands {
      picture.area(color, steps.map { ($0.range, Self.y($0.codes(low).min()!), Self.y($0.codes(high).max()!)) })
    }
    for scene in clip.scenes.dropFirst() {
      let x = x(at: starts[scene.firstFrame - clip.firstFrame])
      picture.line("#868e96", (x, Self.top), (x, Self.bottom), dashes: "2 3")
    }
    picture.steps("#1c4e80", 1.2, steps.map { ($0.range, Self.y(Self.mean($0.codes(50)))) })
    picture.steps("#e8590c", 1.6, steps.map { ($0.range, Self.y(of: $0.frames.map(\.maximum).max()!)) })
    let averages = steps.map { ($0.range, Self.y(of: .nits(Self.mean($0.frames.map(\.averageMaxRGB.nits))))) }
    picture.steps("#2b8a3e", 1.6, averages)
    limits(&picture)
    caption(&picture)
    return picture.text
  }

  /// The frames that start in one column.
  private struct Step {
    var range: Range<Double>
    var frames: ArraySlice<FrameSummary>

    func codes(_ percentage: PixelPercentage) -> [Double] { frames.map { Double($0.code(at: percentage).number) } }
  }

  private var steps: [Step] {
    var steps: [Step] = []
    for place in clip.frames.indices {
      let x = x(at: starts[place])
      if let last = steps.last, Int(x) == Int(last.range.lowerBound) {
        steps[steps.count - 1].frames = clip.frames[last.frames.startIndex...place]
      } else {
        if let last = steps.last { steps[steps.count - 1].range = last.range.lowerBound..<x }
        steps.append(Step(range: x..<Self.right, frames: clip.frames[place...place]))
      }
    }
    return steps
  }

  private static func mean(_ numbers: [Double]) -> Double { numbers.reduce(0, +) / Double(numbers.count) }

  /// The vertical position of a 12-bit PQ code.
  private static func y(_ code: Double) -> Double {
    bottom - (bottom - top) * code / Quantization.pqCodes.maximum.value
  }

  private static func y(of light: Luminance) -> Double {
    y(Quantization.pqCodes.code(luma: PerceptualQuantizer().inverseEOTF(light)).value)
  }
}

// MARK: Axes and words

extension LightPlot {
  private func axes(_ picture: inout SVG) {
    for mark in [0, 0.1, 1, 5, 10, 25, 50, 100, 203, 400, 600, 1000, 2000, 4000, 10_000] {
      let y = Self.y(of: .nits(mark))
      picture.line(mark == 203 ? "#adb5bd" : "#e9ecef", (Self.left, y), (Self.right, y))
      picture.text(plain(mark), at: (Self.left - 8, y + 4), anchor: "end")
    }
    picture.text("cd/m²", at: (Self.left - 8, Self.top - 14), anchor: "end")
    for mark in marks {
      picture.line("#ced4da", (mark.x, Self.bottom), (mark.x, Self.bottom + 5))
      picture.text(mark.text, at: (mark.x, Self.bottom + 22), anchor: "middle")
    }
    let unit = isSeconds ? "time in minutes and seconds" : "frame"
    picture.text(unit, at: ((Self.left + Self.right) / 2, Self.bottom + 46), anchor: "middle")
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
    let facts = [
      "\(header.width)×\(header.height)", color, plural(clip.frames.count, "frame"), plural(clip.scenes.count, "scene"),
      "\(clip.contentLight)",
    ]
    picture.text(title, at: (Self.left, 36), size: 22, color: "#212529")
    picture.text(facts.filter { !$0.isEmpty }.joined(separator: " · "), at: (Self.left, 60))
    var x = Self.left
    let keys = [
      ("#e8590c", "maximum of max(R, G, B)"), ("#2b8a3e", "average"), ("#1c4e80", "median"), ("#6fa8dc", "25–75 %"),
      ("#9fc5e8", "10–90 %"), ("#cfe3f5", "1–99.98 %"), ("#868e96", "scene cut"),
    ]
    for (color, name) in keys {
      picture.box(color, at: (x, 78))
      picture.text(name, at: (x + 20, 88))
      x += 40 + 7.2 * Double(name.count)
    }
  }
}

// MARK: The time axis

extension LightPlot {
  /// The place of a time, from the left edge of the picture.
  private func x(at moment: Double) -> Double {
    let (first, last) = (starts[0], starts[starts.count - 1])
    return Self.left + (Self.right - Self.left) * (moment - first) / (last - first)
  }

  /// Round numbers along the axis, at most 12.
  private var marks: [(x: Double, text: String)] {
    let (first, last) = (starts[0], starts[starts.count - 1])
    let times = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000]
    let counts = (0...14).flatMap { power in
      [1.0, 2, 5].map { $0 * (0..<power).reduce(1) { result, _ in result * 10 } }
    }
    guard let step = (isSeconds ? times : counts).first(where: { (last - first) / $0 <= 12 }) else { return [] }
    let start = (first / step).rounded(.up)
    return stride(from: start, through: max(start, (last / step).rounded(.down)), by: 1).map { number in
      let moment = number * step
      return (x(at: moment), isSeconds ? Self.text(ofSeconds: moment, tenths: step < 1) : "\(Int(moment))")
    }
  }

  /// `0.5 s`, `0:12`, `1:05`, `1:00:00`, `-0:12`.
  private static func text(ofSeconds seconds: Double, tenths: Bool) -> String {
    if tenths { return SVG.number(seconds) + " s" }
    let whole = Int(min(abs(seconds), 0x1p53).rounded())
    let sign = seconds < 0 && whole > 0 ? "-" : ""
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    return sign + (hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))")
  }
}
