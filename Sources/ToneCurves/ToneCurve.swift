public import Colorimetry

/// A function from the luminances of a source to those of a target.
///
///     let curve = try ToneOperator.spline.curve(from: .nits(0...1000), to: .nits(0...203))
///     curve(.nits(203))  // 80.0 cd/m²
///
/// A curve is pure: it keeps no state, and equal light gives equal light. Between two neighbors of `breakpoints` it
/// is smooth, so a table may be built piece by piece.
public protocol ToneCurve: Sendable {
  /// The range that the light comes from.
  var source: LuminanceRange { get }
  /// The range that the light goes to.
  var target: LuminanceRange { get }

  /// The luminance that stands on the target for one of the source.
  ///
  /// - Domain: Any luminance; outside `source` it is as the nearest end, unless the operator says otherwise. A NaN
  ///   stays a NaN: a curve hides no fault.
  /// - Range: `target`, unless the operator says otherwise.
  /// - Parameter light: A luminance of the source.
  /// - Returns: The luminance of the target.
  func callAsFunction(_ light: Luminance) -> Luminance

  /// The luminances above 0 at which the curve, its slope, or the slope of its slope jumps.
  var breakpoints: Breakpoints { get }
}

extension ToneCurve {
  /// The ends of the source: a curve that is clamped there, and smooth between.
  public var breakpoints: Breakpoints { Breakpoints(at: source) }
}

/// A tone curve whose document also says how it acts on color.
///
///     let map = BT2446A(from: .nits(0...1000), to: .nits(0...203))
///     map(Light(600, 300, 100))  // BT.2020 light on a display whose white is 203 cd/m²
///
/// The curve of one number that it also is, is what it does to neutrals.
public protocol ColorToneMap: ToneCurve {
  /// The color that stands on the target for one of the source.
  ///
  /// - Domain: Finite BT.2020 light, cd/m². A color with a component above the source's peak is first made weaker, in
  ///   all components alike, until that one is at the peak.
  /// - Range: BT.2020 light, cd/m², with components below the target's black or above its peak where the color is one
  ///   that the target cannot show: a gamut map comes after.
  /// - Parameter bt2020: A color of the source.
  /// - Returns: The color of the target.
  func callAsFunction(_ bt2020: Light) -> Light
}
