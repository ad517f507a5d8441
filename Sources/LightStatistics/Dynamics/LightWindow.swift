package import Colorimetry
package import HDRMetadata

/// The light of the frames around those whose curves are made next: as many before as after.
///
/// A frame's light depends on the frames around it, as far as they are there. At the ends of a clip there are fewer.
package struct LightWindow: Sendable {
  /// The light of frames before, and of those that wait, in order.
  private var summaries: [FrameSummary] = []
  /// The place in them of the next frame to take.
  private var next = 0
  /// The frame that was added last.
  private var last: FrameStatistics?
  /// The frames that were taken with pixels above their peak.
  private var above = LightAbovePeak()

  private let header: ClipHeader
  private let reach: Int
  private let floor: Luminance

  /// - Parameters:
  ///   - header: What all frames have in common.
  ///   - reach: The number of frames to look ahead, and back.
  ///   - floor: The minimum peak.
  package init(of header: ClipHeader, reach: Int, floor: Luminance) {
    (self.header, self.reach, self.floor) = (header, reach, floor)
  }

  /// Adds the frame that follows the last one; whether it begins a scene is found here.
  package mutating func add(_ frame: FrameStatistics) {
    var light = frame
    light.sceneChange = last.map { light.sceneChange(from: $0) }
    last = light
    summaries.append(FrameSummary(light))
  }

  /// The light of the frame after the one that was taken last, by all that are here.
  package mutating func takeNext() -> DynamicLight.Levels {
    let light = DynamicLight.light(at: next, among: summaries, of: header, floor: floor)
    above.take(summaries[next], peak: light.peak)
    let old = max(0, next + 1 - reach)
    summaries.removeFirst(old)
    next += 1 - old
    return light
  }

  /// That pixels lay above the peak of their frame, if any of those taken so far did.
  package var finding: Finding? { above.finding }
}
