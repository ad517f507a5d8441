internal import Synchronization

/// The source of the light or the curve that each frame is mapped by, available when the frame is read.
enum CurveSource: Sendable {
  case known(LightTimeline)
  case carriedCurve
  /// The ST 2094-50 gains that the frames of a movie carry.
  case carriedGains
  /// The light that the frames of a movie carry, as Dolby Vision or HDR10+.
  case carriedLight(StatedLight, movie: String)

  func curve(ofFrame index: Int, with messages: FrameMessages) throws(TranscodingError) -> FrameCurve {
    switch self {
    case .known(let timeline): return try timeline.curve(of: index)
    case .carriedCurve:
      guard let metadata = messages.hdr10Plus else { throw .light(.noHDR10Plus(frame: index)) }
      do { return .hdr10Plus(try HDR10PlusCurve(metadata, frame: index)) } catch {
        throw .light(.hdr10Plus(error, file: nil))
      }
    case .carriedGains:
      let metadata: HeadroomAdaptiveMetadata?
      do throws(MetadataError) { metadata = try messages.headroomMetadata() } catch {
        throw .light(.unreadableHeadroomMetadata(error, frame: index))
      }
      guard let metadata else { throw .light(.noHeadroomMetadata(frame: index)) }
      do throws(HeadroomCurveError) { return .headroom(try HeadroomAdaptiveToneMap(metadata, frame: index)) } catch {
        throw .light(.headroom(error))
      }
    case .carriedLight(let light, let movie): return .light(try Self.light(ofFrame: index, messages, light, movie))
    }
  }

  /// Returns the light of Dolby Vision level 1, or else that of HDR10+.
  private static func light(
    ofFrame index: Int, _ messages: FrameMessages, _ light: StatedLight, _ movie: String
  ) throws(TranscodingError) -> DynamicLight.Levels {
    do {
      if let levels = try light.levels(ofLevel1: messages, frame: index) { return levels }
    } catch  where !light.isDefault {
      throw .light(.unreadableDolbyVision(error, frame: index, of: movie))
    } catch {
      // A frame with unreadable metadata is treated as one without metadata.
    }
    if let levels = light.levels(of: messages.hdr10Plus, frame: index) { return levels }
    if light.isDefault { return light.unstated(frame: index) }
    throw .light(.silentFrame(index, movie: movie))
  }
}

extension FrameMessages {
  /// Returns the ST 2094-50 metadata; `nil` if there is no such message.
  func headroomMetadata() throws(MetadataError) -> HeadroomAdaptiveMetadata? {
    guard let headroom else { return nil }
    guard case .headroomAdaptiveMetadata(let stated) = try RegisteredUserData(parsing: headroom) else {
      throw .malformedBytes(of: "the message", found: "a newer version", expected: "one for readers of the first")
    }
    return stated
  }
}

/// The basis of a frame's tone curve, where curves differ between frames.
package enum FrameCurve: Hashable, Sendable {
  case hdr10Plus(HDR10PlusCurve)
  case headroom(HeadroomAdaptiveToneMap)
  case light(DynamicLight.Levels)

  var isOfHDR10Plus: Bool { if case .hdr10Plus = self { true } else { false } }

  func applied(to options: PlanOptions) -> PlanOptions {
    var options = options
    switch self {
    case .hdr10Plus: break
    case .headroom: options.compilesQuickly = true
    case .light(let light):
      (options.scenePeak, options.sceneAverage, options.compilesQuickly) = (light.peak, light.average, true)
    }
    return options
  }
}

extension MappingSettings {
  /// The tone-mapping operator, with a curve from the frames or their metadata.
  func tone(following curve: FrameCurve? = nil) -> ToneOperator {
    let chosen: ToneOperator =
      switch curve {
      case .hdr10Plus(let curve) where toneMapping == .st2094_40: .st2094_40(curve)
      case .headroom(let map) where toneMapping == .st2094_50: .st2094_50(map)
      default: kneeAdaptation.map { .spline(kneeAdaptation: $0) } ?? toneMapping
      }
    return chosen.applied(by: toneMappingVariant)
  }
}

extension DynamicLight.Levels {
  /// Creates levels from stated light, with the peak clamped to those for which curves can be made.
  init(stated peak: Luminance, average: Luminance?, floor: Luminance) {
    self.init(peak: min(max(peak, floor), PerceptualQuantizer.peak), average: average)
  }
}

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
