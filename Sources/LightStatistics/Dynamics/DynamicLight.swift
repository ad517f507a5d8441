public import Colorimetry
public import HDRMetadata

/// The light for which each frame's curve is made: the source's peak, and the average at which an operator puts its knee.
///
///     let light = DynamicLight(of: clip, mode: .scene)
///     light[120]?.peak  // 745.2 cd/m²
///
/// A peak is that of 99.99 percent of the pixels, so that a few hot ones do not darken a picture; it is never below the reference white,
/// or what `floor` says, and never below that of its own frame. All of it is computed from the whole list, before the first picture, and
/// so does not depend on where a job was split.
public struct DynamicLight: Sendable {
  /// How long a peak holds.
  public enum Mode: String, CaseIterable, Sendable {
    /// One peak for all frames.
    case `static`
    /// One for each scene.
    case scene
    /// One for each frame, smoothed.
    case frame
  }

  /// The light of a frame's curve.
  public struct Levels: Hashable, Sendable {
    /// The peak of the source.
    public let peak: Luminance
    /// The average at which the `spline` operator puts its knee; `nil` if it is unknown, or if everything is black.
    ///
    /// If it was measured, it is the light of the mean PQ signal of luminance, as libplacebo takes it. If metadata states it, it is what
    /// that means by average: HDR10+ the mean of max(R, G, B), level 1 of Dolby Vision the light of its average PQ code.
    public let average: Luminance?

    /// The light of these numbers.
    public init(peak: Luminance, average: Luminance?) {
      (self.peak, self.average) = (peak, average)
    }
  }

  /// How long a peak holds.
  public let mode: Mode
  /// The index of the first frame.
  public let firstFrame: Int
  /// The light of each frame.
  public let lights: [Levels]
  /// That pixels lie above the peak that is used, if any do.
  public let finding: Finding?

  /// The light of a clip's frames.
  ///
  /// - Parameters:
  ///   - clip: The statistics of all frames.
  ///   - mode: How long a peak holds.
  ///   - floor: The minimum peak: the reference white, which is the white of a display for SDR, or the display's peak if that is lower. An
  ///     operator compresses what lies between a display's peak and the source's, so a higher floor would compress scenes that the display
  ///     can show.
  public init(of clip: ClipStatistics, mode: Mode, floor: Luminance = .referenceWhite) {
    let frames = clip.frames
    let lights: [Levels] =
      switch mode {
      case .static: Array(repeating: Levels(of: frames[...], floor), count: frames.count)
      case .scene:
        clip.scenes.flatMap { scene in
          let range = scene.firstFrame - clip.firstFrame..<scene.firstFrame - clip.firstFrame + scene.count
          return Array(repeating: Levels(of: frames[range], floor), count: scene.count)
        }
      case .frame:
        clip.scenes.flatMap { scene in
          let range = scene.firstFrame - clip.firstFrame..<scene.firstFrame - clip.firstFrame + scene.count
          return SmoothedLight(halfWidth: SmoothedLight.halfWidth(of: clip.header)).lights(of: frames[range], floor)
        }
      }
    (self.mode, firstFrame, self.lights) = (mode, clip.firstFrame, lights)
    var above = LightAbovePeak()
    for (frame, light) in zip(frames, lights) { above.take(frame, peak: light.peak) }
    finding = above.finding
  }

  /// The light of the frame with this absolute index; `nil` if it was not measured.
  public subscript(index: Int) -> Levels? {
    lights.indices.contains(index - firstFrame) ? lights[index - firstFrame] : nil
  }
}

extension DynamicLight {
  /// The light of one frame among those around it, for sources that cannot be measured beforehand.
  ///
  /// It is what mode ``Mode/frame`` gives for the frame if the list has all frames that lie no more than ``lookAhead(for:)`` frames
  /// from it, or the clip has no others. With fewer frames it still never falls below the frame's own peak. But it depends on the frames
  /// that are given: at the ends of a part of a clip, where they are missing, it is another light than that of the whole clip.
  ///
  /// - Parameters:
  ///   - place: The place of the frame in the list.
  ///   - frames: Consecutive frames, each with the change from the one before; that of the first does not matter.
  ///   - header: The header of the clip, for its frame rate.
  ///   - floor: The minimum peak.
  public static func light(
    at place: Int, among frames: [FrameSummary], of header: ClipHeader, floor: Luminance = .referenceWhite
  ) -> Levels {
    let starts = SceneCuts(frames).places
    let begin = starts.last { $0 <= place } ?? 0
    let end = starts.first { $0 > place } ?? frames.count
    let smoothed = SmoothedLight(halfWidth: SmoothedLight.halfWidth(of: header))
    return smoothed.light(of: frames[begin..<end], at: place, floor)
  }

  /// How many frames ahead, and back, a frame's light depends on in mode ``Mode/frame``.
  ///
  /// - Parameter header: The header of the clip, for its frame rate.
  public static func lookAhead(for header: ClipHeader) -> Int {
    SmoothedLight(halfWidth: SmoothedLight.halfWidth(of: header)).reach + SceneCuts.reach
  }
}

extension DynamicLight.Levels {
  /// The light of frames that share a curve: the maximum of their peaks, and the mean of their averages.
  fileprivate init(of frames: ArraySlice<FrameSummary>, _ floor: Luminance) {
    let peak = frames.lazy.map(\.peakHalfCode).max() ?? 0
    let shown = frames.filter { $0.activeArea != nil }
    let mean = shown.reduce(0) { $0 + $1.averageLuminancePQ.value } / Double(max(1, shown.count))
    self.init(peakHalfCode: Double(peak), average: shown.isEmpty ? nil : SignalLevel(mean), floor)
  }

  /// - Parameters:
  ///   - peakHalfCode: The peak in half codes of 12 bits.
  ///   - average: The average as a PQ signal.
  ///   - floor: The minimum peak.
  init(peakHalfCode: Double, average: SignalLevel?, _ floor: Luminance) {
    let pq = PerceptualQuantizer()
    peak = max(floor, pq.eotf(SignalLevel(min(1, peakHalfCode / 2 / Quantization.pqCodes.maximum.value))))
    self.average = average.map { pq.eotf($0) }
  }
}

extension FrameSummary {
  /// The peak of 99.99 percent of the pixels in half codes of 12 bits: the upper edge of the code that they reach, so that no light
  /// of that code lies above it.
  var peakHalfCode: Int { 2 * Int(code(at: 99.99).number) + 1 }
}
