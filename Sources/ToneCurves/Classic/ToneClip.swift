public import Colorimetry

/// Unchanged light within the target's range, clipped outside.
///
///     ToneClip(from: .nits(0...1000), to: .nits(0...203))(.nits(600))  // 203 cd/m²
///
/// - Domain: Any luminance.
/// - Range: The target's range. The source's black maps to the target's only if it is not above it.
public struct ToneClip: ToneCurve, Hashable {
  public let source, target: LuminanceRange

  public init(from source: LuminanceRange, to target: LuminanceRange) { (self.source, self.target) = (source, target) }

  public func callAsFunction(_ light: Luminance) -> Luminance { target.clamp(light) }

  public var breakpoints: [Luminance] { [target.black, target.peak] }
}

extension ToneOperator {
  /// Clipping to the target's range.
  public static let clip = ToneOperator(
    "clip", "unchanged light as far as the target goes", document: "this library"
  ) { ToneClip(from: $0.source, to: $0.target) }
}
