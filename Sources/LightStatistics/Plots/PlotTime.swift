/// The time axis of a plot: seconds if all frames have times, otherwise frames.
struct PlotTime: Sendable {
  /// The start of each frame, and the end of the last.
  private let begins: [Double]
  private let isSeconds: Bool

  init(_ clip: ClipStatistics) {
    let frames = clip.frames
    let seconds = frames.compactMap { $0.seconds?.value }
    isSeconds = seconds.count == frames.count && zip(seconds, seconds.dropFirst()).allSatisfy { $0 < $1 }
    if isSeconds {
      // The last frame lasts as long as the previous one, or as the rate implies.
      let last = seconds[seconds.count - 1]
      let length = seconds.count > 1 ? last - seconds[seconds.count - 2] : 1 / (clip.header.frameRate?.value ?? 1)
      begins = seconds + [last + length]
    } else {
      begins = (0...frames.count).map { Double(clip.firstFrame + $0) }
    }
  }

  /// The unit of the axis.
  var unit: String { isSeconds ? "time in minutes and seconds" : "frame" }

  /// The start of a frame, from the left edge of the picture.
  func x(of place: Int) -> Double { x(at: begins[place]) }

  private func x(at moment: Double) -> Double {
    let (first, last) = (begins[0], begins[begins.count - 1])
    return LightPlot.left + (LightPlot.right - LightPlot.left) * (moment - first) / (last - first)
  }

  /// Round numbers along the axis, at most 12.
  var marks: [(x: Double, text: String)] {
    let (first, last) = (begins[0], begins[begins.count - 1])
    let times = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000]
    let counts = (0...14).flatMap { power in
      [1.0, 2, 5].map { $0 * (0..<power).reduce(1) { result, _ in result * 10 } }
    }
    guard let step = (isSeconds ? times : counts).first(where: { (last - first) / $0 <= 12 }) else { return [] }
    let numbers = (first / step).rounded(.up)...max((first / step).rounded(.up), (last / step).rounded(.down))
    return stride(from: numbers.lowerBound, through: numbers.upperBound, by: 1).map { number in
      (
        x(at: number * step),
        isSeconds ? Self.text(ofSeconds: number * step, tenths: step < 1) : "\(Int(number * step))"
      )
    }
  }

  /// `0.5`, `12`, `1:05`, `1:00:00`.
  private static func text(ofSeconds seconds: Double, tenths: Bool) -> String {
    if tenths { return SVG.number(seconds) + " s" }
    let whole = Int(seconds.rounded())
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
  }
}
