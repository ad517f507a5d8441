package import Colorimetry
package import HDRMetadata

/// The frames with pixels above the peak of their curve, among those counted.
package struct LightAbovePeak: Sendable {
  /// The number of frames, and of frames with such pixels.
  private var count = 0
  private var above = 0
  /// The maximum light of those, and the index of the first frame with it.
  private var brightest: (light: Luminance, index: Int)?

  package init() {}

  /// Counts a frame. Frames are passed in order.
  package mutating func take(_ frame: FrameSummary, peak: Luminance) {
    count += 1
    guard frame.maximum > peak else { return }
    above += 1
    if brightest.map({ frame.maximum > $0.light }) ?? true { brightest = (frame.maximum, frame.index) }
  }

  /// The finding to report; `nil` if no pixel is above the peak.
  package var finding: Finding? {
    guard let brightest else { return nil }
    return Finding(
      code: "light-above-peak",
      found:
        "\(above) of \(count) frames have pixels above the peak in use, at most one of 10000 in each,"
        + " up to \(brightest.light) in frame \(brightest.index)",
      consequence: "they are shown as that peak", fix: "give \(.sourcePeak) in place of measured peaks to keep them")
  }
}
