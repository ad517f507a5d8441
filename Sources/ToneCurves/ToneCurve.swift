public import Colorimetry

/// A function from the luminances of a source to those of a target.
///
///     let curve = try ToneOperator.spline.curve(from: .nits(0...1000), to: .nits(0...203))
///     curve(.nits(203))  // 80.0 cd/m²
///
/// A curve is pure: it keeps no state, and the same input always gives the same output. Between neighboring
/// `breakpoints` it is smooth, so a table can be built piece by piece.
public protocol ToneCurve: Sendable {
  /// The luminance range of the input.
  var source: LuminanceRange { get }
  /// The luminance range of the output.
  var target: LuminanceRange { get }

  /// Maps a luminance of the source to the target.
  ///
  /// - Domain: Any luminance; clamped to `source`, unless the operator is documented otherwise. NaN stays NaN, so that
  ///   a curve hides no fault.
  /// - Range: `target`, unless the operator is documented otherwise.
  /// - Parameter light: A luminance of the source.
  /// - Returns: The luminance of the target.
  func callAsFunction(_ light: Luminance) -> Luminance

  /// The luminances above 0 at which the curve, its slope, or the slope of its slope jumps.
  var breakpoints: Breakpoints { get }
}

extension ToneCurve {
  /// The ends of the source, for a curve that is clamped there and smooth in between.
  public var breakpoints: Breakpoints { Breakpoints(at: source) }
}

/// A tone curve whose document also defines how it is applied to color.
///
///     let map = BT2446A(from: .nits(0...1000), to: .nits(0...203))
///     map(Light(600, 300, 100))  // BT.2020 light on a display whose white is 203 cd/m²
///
/// As a curve of one number, it describes the mapping of neutrals.
public protocol ColorToneMap: ToneCurve {
  /// Maps a color of the source to the target.
  ///
  /// - Domain: Finite BT.2020 light, cd/m². If a component is above the source's peak, all components are first scaled
  ///   down by the same factor so that the largest is at the peak.
  /// - Range: BT.2020 light, cd/m². Colors that the target cannot show have components below its black or above its
  ///   peak; a gamut map follows.
  /// - Parameter bt2020: A color of the source.
  /// - Returns: The color of the target.
  func callAsFunction(_ bt2020: Light) -> Light
}
