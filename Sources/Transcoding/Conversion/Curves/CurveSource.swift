package import LightStatistics
internal import ToneMapping

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
