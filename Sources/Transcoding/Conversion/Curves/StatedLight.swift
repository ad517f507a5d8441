internal import Synchronization
internal import ToneMapping

/// The light of frames that HDR10+ or Dolby Vision level 1 states, as far as it is believed.
///
/// HDR10+ light above the mastering display contradicts that display, and tools write a peak of 0, or one below its average, for unknown light.
/// Such frames are mapped like frames of unknown light: up to the peak of the source.
final class StatedLight: Sendable {
  let floor: Luminance
  /// Whether stated light is followed by default. Frames may then lack it.
  let isDefault: Bool
  private let peak: Luminance
  private let display: Luminance?
  private let believesAll: Bool
  private let doubts = Mutex(Doubts())

  private struct Doubts {
    var dark = 0, bright = 0, silent = 0
    var most = Luminance.nits(0)
    /// The last requested frame: the first is requested twice.
    var last: Int?
  }

  init(_ plan: ConversionPlan, of source: Source, isDefault: Bool = false) {
    let trust = plan.options.trust
    (floor, believesAll, self.isDefault) = (plan.minimumScenePeak, trust == .always, isDefault)
    peak = plan.sourceLuminance?.peak ?? PerceptualQuantizer.peak
    // This is rounded up, like levels in whole cd/m².
    display = trust == .auto ? source.metadata.mastering?.maximum.map { .nits($0.nits.rounded(.up)) } : nil
  }

  /// Returns the light of a frame from HDR10+; `nil` if it is not stated.
  func levels(of metadata: HDR10PlusMetadata?, frame: Int) -> DynamicLight.Levels? {
    guard let window = metadata?.windows.first, let stated = window.statedPeak else { return nil }
    if let display, stated > display, !believesAll {
      return unknown(frame) { ($0.bright, $0.most) = ($0.bright + 1, max($0.most, stated)) }
    }
    return believed(stated, average: window.statedAverageMaxRGB, frame)
  }

  /// Returns the light of a frame from Dolby Vision level 1; `nil` if it is not stated.
  func levels(ofLevel1 messages: FrameMessages, frame: Int) throws(MetadataError) -> DynamicLight.Levels? {
    guard let bytes = messages.dolbyVisionRPU,
      let light = try DolbyVisionRPU(payload: EmulationPrevention.removing(from: bytes)).level1
    else { return nil }
    return believed(light.maximum.luminance, average: light.average.luminance, frame)
  }

  /// Returns the light of a frame without stated light.
  func unstated(frame: Int) -> DynamicLight.Levels { unknown(frame) { $0.silent += 1 } }

  private func believed(_ stated: Luminance, average: Luminance?, _ frame: Int) -> DynamicLight.Levels {
    let isDoubtful = stated.nits == 0 || average.map { $0 > stated } ?? false
    return isDoubtful && !believesAll
      ? unknown(frame) { $0.dark += 1 } : .init(stated: stated, average: average, floor: floor)
  }

  private func unknown(_ frame: Int, _ count: (inout Doubts) -> Void) -> DynamicLight.Levels {
    doubts.withLock { doubts in
      guard doubts.last != frame else { return }
      doubts.last = frame
      count(&doubts)
    }
    return .init(stated: peak, average: nil, floor: floor)
  }

  var findings: [Finding] {
    let doubts = doubts.withLock(\.self)
    var findings: [Finding] = []
    if doubts.bright > 0, let display {
      findings.note(
        "light-above-mastering", "HDR10+ states light of up to \(doubts.most) for \(plural(doubts.bright, "frame"))",
        expected: "at most the \(display) of the mastering display",
        consequence: "mapping from the peak of the source, \(peak)", fix: "accept it with \(.trustMetadata, "always")")
    }
    if doubts.dark > 0 {
      findings.note(
        "light-of-zero",
        "the metadata states no light, 0, or less than its own average for \(plural(doubts.dark, "frame"))",
        consequence: "mapping from the peak of the source, \(peak)",
        fix: "if they are black, accept it with \(.trustMetadata, "always")")
    }
    if doubts.silent > 0 {
      findings.note(
        "light-not-stated", "\(plural(doubts.silent, "frame")) \(doubts.silent == 1 ? "states" : "state") no light",
        consequence: "mapping from the peak of the source, \(peak)",
        fix: "measure it with \(.dynamics, "scene"), or map all frames alike with \(.dynamics, "off")")
    }
    return findings
  }
}
