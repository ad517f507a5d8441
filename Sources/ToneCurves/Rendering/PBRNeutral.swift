package import ColorOperations
public import Colorimetry

/// The Khronos PBR Neutral tone mapper: unchanged colors, minus a small toe, up to 0.8; above that, a mix toward white.
///
///     let map = PBRNeutral(from: .nits(0...1000), to: .nits(0...203))
///     map(.nits(203))  // 176 cd/m²
///
/// Light is relative to the target's peak: 1 is SDR white. The document defines the operator on BT.709 components, so colors are converted to BT.709
/// and back. Colors outside BT.709 keep their negative components, except for the part that is mixed toward white.
///
/// - Domain: The source's range; clamped outside.
/// - Range: Black maps to black. The source's peak stays below the target's, which only infinite light would reach.
/// - Source: Khronos Group, *Khronos PBR Neutral Tone Mapper*, `pbrNeutral.glsl`.
public struct PBRNeutral: ComposedToneMap, ScaledToneCurve, Hashable {
  let units: OperatorUnits

  static let toe = 0.04
  static let toeEnd = 0.08
  static let startCompression = 0.8 - toe
  static let desaturation = 0.15
  static let bt709FromBT2020 = RGBPrimaries.bt709.toXYZ.inverse * RGBPrimaries.bt2020.toXYZ
  static let bt2020FromBT709 = bt709FromBT2020.inverse

  public init(from source: LuminanceRange, to target: LuminanceRange) {
    units = OperatorUnits(from: source, to: target)
  }

  public func callAsFunction(_ light: Luminance) -> Luminance {
    units.leaving(Self.compressed(Self.aboveToe(units.entering(light))))
  }

  /// x minus its toe, expanded, because near black the difference would consist of rounding errors.
  private static func aboveToe(_ x: Double) -> Double { x < toeEnd ? 6.25 * x * x : x - toe }

  private static func compressed(_ peak: Double) -> Double {
    if peak < startCompression { return peak }
    let d = 1 - startCompression
    return 1 - d * d / (peak + d - startCompression)
  }

  package var operationsAboveBlack: Operations {
    [peakGain, Affine(Self.bt709FromBT2020)] + bt709Operations + [Affine(Self.bt2020FromBT709)]
  }

  /// The document's function on BT.709 components in cd/m²: it subtracts an offset that depends on the minimum component, then applies a factor and
  /// an addition that depend on the maximum.
  package var bt709Operations: Operations {
    let (shown, white) = (target.span, target.span.nits)
    // The remaining minimum component matters, and `Float` rounds the difference.
    let left = Tolerance { allowed, minimum, offset in allowed.light(minimum + offset) + 1e-7 * minimum }
    // The addend is added to components near white, and `Float` rounds the sum.
    let added = Tolerance { max($0.light($2), 1e-7 * white / $0.unit.nits) }
    let toe = Curve(
      "−toe(x)", breakpoints: [.nits(Self.toeEnd * white)], workingUnits: (shown, shown), tolerance: left
    ) { (minimum: Luminance) in Luminance.nits(-white * Self.offset(minimum: max(minimum.nits, 0) / white)) }
    let breakpoints = [Luminance.nits(Self.startCompression * white)]
    let highlight = Gain(
      of: .maximum,
      by: Curve("highlight(x) / x", breakpoints: breakpoints, tolerance: .factor()) {
        (light: Luminance) in Self.highlight(light.nits / white).gain
      },
      adding: Curve("paleness(x)", breakpoints: breakpoints, workingUnits: (shown, shown), tolerance: added) {
        (light: Luminance) in Luminance.nits(white * Self.highlight(light.nits / white).white)
      },
      upTo: white)
    return [Addition(of: .minimum, .curve(toe)), highlight]
  }

  /// The offset subtracted from all components, as a function of the minimum.
  static func offset(minimum: Double) -> Double { minimum < toeEnd ? minimum - aboveToe(minimum) : toe }

  /// The gain then applied to the components and the white added to them, as functions of the maximum.
  static func highlight(_ peak: Double) -> (gain: Double, white: Double) {
    if peak < startCompression { return (1, 0) }
    let newPeak = compressed(peak)
    let white = 1 - 1 / (desaturation * (peak - newPeak) + 1)
    return (newPeak / peak * (1 - white), newPeak * white)
  }

  public var breakpoints: [Luminance] {
    [source.black, source.peak, units.source(of: Self.toeEnd), units.source(of: 0.8)]
  }
}
