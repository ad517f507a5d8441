public import Colorimetry

/// SDR to HDR with brighter highlights: light up to half of the signal, 19 % of white, is unchanged, and white maps to the target's peak.
///
///     let curve = HighlightExpansion(from: .nits(0...203), to: .nits(0...1000))
///     curve(.nits(30))   // 30 cd/m²
///     curve(.nits(203))  // 1000 cd/m²
///
/// The signal is that of BT.1886 with a black of 0, applied to the light above the source's black. (BT.1886 lifts the signal instead.) Above half of
/// the signal, the logarithm of the gain is proportional to the square of the distance from half, so the slope is continuous. The curve is this
/// package's own. It cannot tell a highlight from a white page or a subtitle, which belong at reference white, where direct mapping keeps them.
///
/// - Domain: The source's range; clamped outside.
/// - Range: From the source's black to the target's peak.
public struct HighlightExpansion: ToneCurve, Hashable {
  public let source, target: LuminanceRange

  /// The signal up to which light is unchanged, `0...1`.
  static let knee = 0.5

  /// - Precondition: The target's peak is above the source's.
  public init(from source: LuminanceRange, to target: LuminanceRange) {
    precondition(source.isProper && target.isProper && target.peak > source.peak, "nothing is expanded by these ranges")
    (self.source, self.target) = (source, target)
  }

  public func callAsFunction(_ light: Luminance) -> Luminance {
    if light.nits.isNaN { return light }
    let light = min(max(light, source.black), source.peak)
    let signal = Elementary.pow(
      (light.nits - source.black.nits) / source.span.nits, 1 / TransferFunction.bt1886Exponent)
    guard signal > Self.knee else { return light }
    let distance = (signal - Self.knee) / (1 - Self.knee)
    return .nits(light.nits * Elementary.pow(target.peak.nits / source.peak.nits, distance * distance))
  }

  public var breakpoints: [Luminance] {
    let knee = source.black.nits + source.span.nits * Elementary.pow(Self.knee, TransferFunction.bt1886Exponent)
    return [source.black, source.peak, .nits(knee)]
  }
}
