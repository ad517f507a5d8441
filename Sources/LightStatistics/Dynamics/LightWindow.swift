/// The light of the frames around the next ones, as many before as after.
///
/// A frame's light depends on its neighbors as far as they exist: there are fewer at the ends of a clip.
package struct LightWindow: Sendable {
  /// The light of earlier and of waiting frames, in order.
  private var summaries: [FrameSummary] = []
  /// The index in it of the next frame to take.
  private var next = 0
  /// The taken frames with pixels above their peak.
  private var above = LightAbovePeak()

  private let header: ClipHeader
  private let reach: Int
  private let floor: Luminance

  /// - Parameter reach: The number of frames to look ahead, and back; at least one.
  package init(of header: ClipHeader, reach: Int, floor: Luminance) {
    (self.header, self.reach, self.floor) = (header, reach, floor)
  }

  /// Adds the frame after the last one, and determines its scene change.
  package mutating func add(_ frame: FrameStatistics) {
    var light = FrameSummary(frame)
    light.sceneChange = summaries.last.map { light.grid.change(from: $0.grid) }
    summaries.append(light)
  }

  /// Returns the light of the next frame, computed from all frames present.
  package mutating func consumeNext() -> DynamicLight.Levels {
    let light = DynamicLight.light(at: next, among: summaries, of: header, floor: floor)
    above.take(summaries[next], peak: light.peak)
    let old = max(0, next + 1 - reach)
    summaries.removeFirst(old)
    next += 1 - old
    return light
  }

  /// A finding that pixels are above the peak of their frame; `nil` without such pixels.
  package var finding: Finding? { above.finding }
}

/// The frames with pixels above the peak of their curve, among those counted.
struct LightAbovePeak: Sendable {
  /// The number of frames, and of frames with such pixels.
  private var count = 0
  private var above = 0
  /// The maximum light of those, and the index of the first frame with it.
  private var brightest: (light: Luminance, index: Int)?

  /// Counts a frame. Frames are passed in order.
  mutating func take(_ frame: FrameSummary, peak: Luminance) {
    count += 1
    guard frame.maximum > peak else { return }
    above += 1
    if brightest.map({ frame.maximum > $0.light }) ?? true { brightest = (frame.maximum, frame.index) }
  }

  /// The finding to report; `nil` if no pixel is above the peak.
  var finding: Finding? {
    guard let brightest else { return nil }
    return Finding(
      code: "light-above-peak",
      found:
        "\(above) of \(count) frames have pixels above the peak in use, at most one of 10000 in each,"
        + " up to \(brightest.light) in frame \(brightest.index)",
      consequence: "they are shown as that peak", fix: "give \(.sourcePeak) in place of measured peaks to keep them")
  }
}
