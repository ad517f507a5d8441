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

/// The identity: no tone mapping.
///
///     ToneIdentity(from: .nits(0...1000), to: .nits(0...203))(.nits(600))  // 600 cd/m²
///
/// If the target can display the whole source, every operator in the registry that does not expand is replaced by the identity. An SDR source with
/// white at 203 cd/m² therefore keeps its light on an HDR display: the direct mapping of BT.2408-8, clause 5.1.2.
///
/// - Domain: Any luminance, inside or outside the source's range.
/// - Range: The same luminance, inside or outside the target's range.
public struct ToneIdentity: ToneCurve, Hashable {
  public let source, target: LuminanceRange

  public init(from source: LuminanceRange, to target: LuminanceRange) { (self.source, self.target) = (source, target) }

  public func callAsFunction(_ light: Luminance) -> Luminance { light }

  public var breakpoints: [Luminance] { [] }
}
