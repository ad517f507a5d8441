package import Colorimetry
package import HDRMetadata

/// The light of the frames around the next ones, as many before as after.
///
/// A frame's light depends on its neighbors as far as they exist: there are fewer at the ends of a clip.
package struct LightWindow: Sendable {
  /// The light of earlier and of waiting frames, in order.
  private var summaries: [FrameSummary] = []
  /// The index in it of the next frame to take.
  private var next = 0
  private var last: FrameStatistics?
  /// The taken frames with pixels above their peak.
  private var above = LightAbovePeak()

  private let header: ClipHeader
  private let reach: Int
  private let floor: Luminance

  /// - Parameters:
  ///   - header: The header of all frames.
  ///   - reach: The number of frames to look ahead, and back.
  ///   - floor: The minimum peak.
  package init(of header: ClipHeader, reach: Int, floor: Luminance) {
    (self.header, self.reach, self.floor) = (header, reach, floor)
  }

  /// Adds the frame after the last one, and determines its scene change.
  package mutating func add(_ frame: FrameStatistics) {
    var light = frame
    light.sceneChange = last.map { light.sceneChange(from: $0) }
    last = light
    summaries.append(FrameSummary(light))
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
