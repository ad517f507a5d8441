public import Colorimetry

/// Light as it is: no tone mapping.
///
///     ToneIdentity(from: .nits(0...1000), to: .nits(0...203))(.nits(600))  // 600 cd/m²
///
/// This is also what every operator of the registry becomes where the target shows all that the source has. So an SDR
/// source whose white is 203 cd/m², on an HDR display, keeps its light: the direct mapping of BT.2408, clause 5.1.2.
///
/// - Domain: Any luminance, in or out of the source's range.
/// - Range: The same luminance, in or out of the target's range.
public struct ToneIdentity: ToneCurve, Hashable {
  public let source, target: LuminanceRange

  /// The identity, with the ranges it stands between.
  public init(from source: LuminanceRange, to target: LuminanceRange) {
    self.source = source
    self.target = target
  }

  public func callAsFunction(_ light: Luminance) -> Luminance { light }

  public var breakpoints: Breakpoints { Breakpoints() }
}

/// Light as it is where the target can show it, else the target's nearest end.
///
///     ToneClip(from: .nits(0...1000), to: .nits(0...203))(.nits(600))  // 203 cd/m²
///
/// - Domain: Any luminance.
/// - Range: The target's range. The source's black becomes the target's only where it is not above it.
public struct ToneClip: ToneCurve, Hashable {
  public let source, target: LuminanceRange

  /// The clip to a target's range.
  public init(from source: LuminanceRange, to target: LuminanceRange) {
    self.source = source
    self.target = target
  }

  public func callAsFunction(_ light: Luminance) -> Luminance { .nits(target.clamp(light.nits)) }

  public var breakpoints: Breakpoints { Breakpoints(at: target) }
}
