/// The light for which each frame's curve is made: the source's peak, and the average at which an operator places its knee.
///
///     let light = DynamicLight(of: clip, mode: .scene)
///     light[120]?.peak  // 745.2 cd/m²
///
/// A peak is that of 99.99 percent of the pixels, so that a few hot ones do not darken a picture. It is never below the reference white (or `floor`),
/// nor below that of its own frame. Everything is computed from the whole list before the first picture, so it does not depend on where a job was
/// split.
public struct DynamicLight: Sendable {
  /// The interval over which a peak is constant.
  public enum Mode: String, CaseIterable, Sendable {
    /// One peak for all frames.
    case `static`
    /// One peak per scene.
    case scene
    /// One peak per frame, smoothed.
    case frame
  }

  /// The light of a frame's curve.
  public struct Levels: Hashable, Sendable {
    /// The peak of the source.
    public let peak: Luminance
    /// The average at which the `spline` operator places its knee; `nil` if it is unknown, or if everything is black.
    ///
    /// A measured average is the light of the mean PQ signal of luminance, as in libplacebo. An average from metadata follows its definition there:
    /// HDR10+ has the mean of max(R, G, B), level 1 of Dolby Vision the light of its average PQ code.
    public let average: Luminance?

    public init(peak: Luminance, average: Luminance?) { (self.peak, self.average) = (peak, average) }

    /// The light of frames that share a curve: the maximum of their peaks, and the mean of their averages.
    fileprivate init(of frames: ArraySlice<FrameSummary>, _ floor: Luminance) {
      let peak = frames.lazy.map(\.peakHalfCode).max() ?? 0
      let shown = frames.filter { $0.activeArea != nil }
      let mean = shown.reduce(0) { $0 + $1.luminance.averagePQ.value } / Double(max(1, shown.count))
      self.init(peakHalfCode: Double(peak), average: shown.isEmpty ? nil : SignalLevel(mean), floor)
    }

    /// The light of a peak in half codes of 12 bits, which is at least `floor`.
    init(peakHalfCode: Double, average: SignalLevel?, _ floor: Luminance) {
      let pq = PerceptualQuantizer()
      peak = max(floor, pq.eotf(SignalLevel(min(1, peakHalfCode / 2 / Quantization.pqCodes.maximum.value))))
      self.average = average.map { pq.eotf($0) }
    }
  }

  /// The interval over which a peak is constant.
  public let mode: Mode
  /// The index of the first frame.
  public let firstFrame: Int
  /// The light of each frame.
  public let lights: [Levels]
  /// A finding that pixels are above the peak; `nil` if there are no such pixels.
  public let finding: Finding?

  /// The light of a clip's frames.
  ///
  /// - Parameters:
  ///   - clip: The statistics of all frames.
  ///   - mode: The interval over which a peak is constant.
  ///   - floor: The minimum peak: the reference white, which is the white of a display for SDR, or the display's peak if that is lower. An operator
  ///     compresses the range between the display's peak and the source's, so a higher floor would compress scenes that the display can show.
  public init(of clip: ClipStatistics, mode: Mode, floor: Luminance = .referenceWhite) {
    let lights =
      switch mode {
      case .static: Array(repeating: Levels(of: clip.frames[...], floor), count: clip.frames.count)
      case .scene: clip.scenes.flatMap { Array(repeating: Levels(of: clip.frames(of: $0), floor), count: $0.count) }
      case .frame: clip.scenes.flatMap { clip.header.smoothedLights(of: clip.frames(of: $0), floor) }
      }
    (self.mode, firstFrame, self.lights) = (mode, clip.firstFrame, lights)
    var above = LightAbovePeak()
    for (frame, light) in zip(clip.frames, lights) { above.take(frame, peak: light.peak) }
    finding = above.finding
  }

  /// The light of the frame with this absolute index; `nil` if it was not measured.
  public subscript(index: Int) -> Levels? {
    index >= firstFrame && index - firstFrame < lights.count ? lights[index - firstFrame] : nil
  }

  /// Returns the light of one frame among its neighbors, for sources that cannot be measured beforehand.
  ///
  /// It equals that of mode ``Mode/frame`` if the list contains all frames within ``lookAhead(for:)`` frames, or if the clip has no others. With
  /// fewer frames it still is never below the frame's own peak, but it depends on the given frames: at the ends of a part of a clip, it differs from
  /// that of the whole clip.
  ///
  /// - Parameters:
  ///   - place: The index of the frame in the list.
  ///   - frames: Consecutive frames, each with the change from the previous one; that of the first is ignored.
  ///   - header: The header of the clip, for its frame rate.
  ///   - floor: The minimum peak.
  public static func light(
    at place: Int, among frames: [FrameSummary], of header: ClipHeader, floor: Luminance = .referenceWhite
  ) -> Levels {
    let (cuts, reach) = (frames.cuts, header.smoothingReach)
    let scene = (cuts.last { $0 <= place } ?? 0)..<(cuts.first { $0 > place } ?? frames.count)
    // All frames on which it depends.
    let near = scene.clamped(to: place - reach..<place + reach + 1)
    return header.smoothedLights(of: frames[near], floor)[place - near.lowerBound]
  }

  /// Returns the number of frames ahead, and back, on which a frame's light depends in mode ``Mode/frame``, from the clip's frame rate.
  public static func lookAhead(for header: ClipHeader) -> Int { header.smoothingReach + ClipScene.cutReach }
}

extension FrameSummary {
  /// The peak of 99.99 percent of the pixels in half codes of 12 bits: the upper edge of that code, so that no light with that code is above it.
  var peakHalfCode: Int { 2 * Int(code(at: 99.99).number) + 1 }
}

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
