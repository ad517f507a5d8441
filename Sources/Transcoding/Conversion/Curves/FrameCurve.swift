package import LightStatistics
internal import ToneMapping

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
