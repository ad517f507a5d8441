internal import HDRMetadata
internal import LightStatistics
internal import Synchronization
internal import ToneMapping

/// The light of frames as HDR10+ states it, as far as it is believed.
///
/// Light that the mastering display cannot show contradicts that display, and 0 is also what tools write who do not know. Frames of such light
/// are mapped as those of which nothing is known: up to the peak of the source.
final class StatedLight: Sendable {
  /// The minimum peak.
  let floor: Luminance
  private let peak: Luminance
  private let display: Luminance?
  private let believesAll: Bool
  private let doubts = Mutex(Doubts())

  private struct Doubts {
    var dark = 0, bright = 0
    var most = Luminance.nits(0)
    /// The frame that was asked for last: the first is asked for twice.
    var last: Int?
  }

  /// - Parameter plan: The plan of the frames, whatever their light.
  init(_ plan: ConversionPlan, of source: Source) {
    let trust = plan.options.trust
    (floor, believesAll) = (plan.minimumScenePeak, trust == .always)
    peak = plan.sourceLuminance?.peak ?? PerceptualQuantizer.peak
    // Rounded up, as levels in whole cd/m² are.
    display = trust == .auto ? source.metadata.mastering?.maximum.map { .nits($0.nits.rounded(.up)) } : nil
  }

  /// The light of a frame; `nil` if none is stated.
  func levels(of metadata: HDR10PlusMetadata?, frame: Int) -> DynamicLight.Levels? {
    guard let window = metadata?.windows.first, let stated = window.statedPeak else { return nil }
    let (isDark, isBright) = (stated.nits == 0, display.map { stated > $0 } ?? false)
    guard !believesAll, isDark || isBright else {
      return .init(stated: stated, average: window.statedAverageMaxRGB, floor: floor)
    }
    doubts.withLock { doubts in
      guard doubts.last != frame else { return }
      doubts.last = frame
      if isDark { doubts.dark += 1 } else { doubts.bright += 1 }
      doubts.most = max(doubts.most, stated)
    }
    return .init(stated: peak, average: nil, floor: floor)
  }

  /// What was not believed.
  var findings: [Finding] {
    let doubts = doubts.withLock(\.self)
    var findings: [Finding] = []
    if doubts.bright > 0, let display {
      findings.append(
        Finding(
          code: "light-above-mastering",
          found: "HDR10+ states light of up to \(doubts.most) for \(plural(doubts.bright, "frame"))",
          expected: "at most the \(display) of the mastering display",
          consequence: "mapping from the peak of the source, \(peak)",
          fix: "accept it with \(.trust(.always))"))
    }
    if doubts.dark > 0 {
      findings.append(
        Finding(
          code: "light-of-zero", found: "HDR10+ states no light, 0, for \(plural(doubts.dark, "frame"))",
          consequence: "mapping from the peak of the source, \(peak)",
          fix: "if they are black, accept it with \(.trust(.always))"))
    }
    return findings
  }
}
