package import Colorimetry
package import GamutMaps
package import LookupTables

/// One operation on a color: three numbers become three.
///
/// A plan is a list of these, from codes to codes. Two evaluators walk the list: `callAsFunction` in `Double`, which is the reference, and the
/// compiler of the vector kernels, which folds neighbors.
///
/// Numbers are bare, in a `ColorUnit`; light is in cd/m². ``Operations`` are made of operations whose numbers fit.
package enum ColorOperation: Sendable {
  /// The matrix times the color, plus a constant in the unit of the result.
  case matrix(Matrix3x3, adding: SIMD3<Double> = .zero)
  /// The same function of each component.
  case curve(ColorCurve)
  /// A factor that depends on one number of the color.
  case gain(Gain)
  /// A sum with a number that depends on one number of the color.
  case addition(Addition)
  /// Each component limited to a range of its unit; NaN becomes its lower bound.
  case limit(ClosedRange<Double>)
  /// The intensity *i* of L′, M′, S′ replaced by a function *f* of it: each component *x* becomes *f* + *r* (*x* − *i*), where *r* is the
  /// lesser of *i* / *f* and *f* / *i*, so that chroma shrinks as intensity changes.
  ///
  /// - Source: ITU-R BT.2408-8, Annex 5, *ICTCP*.
  case intensity(ColorCurve, of: Norm)
  /// Y′C, C′BC, C′RC to R′, G′, B′.
  case decodeConstantLuminance(ConstantLuminance)
  /// R′, G′, B′ to Y′C, C′BC, C′RC.
  case encodeConstantLuminance(ConstantLuminance)
  /// A function of each component, given by its values.
  case lookup(LookupCurves)
  /// A function of each component, given by an equation of a LUT file.
  case functions(LookupFunctions)
  /// A function of the color, given by its values.
  case cube(Cube, CubeInterpolation)
  /// What the pixel's alpha does to its color; nothing if the pixel is opaque.
  case coverage(CoverageOperation)
  /// The color over the background's pixel, after these operations on that: the color times alpha, plus the background times the rest.
  case over(background: [ColorOperation])
  /// Colors brought into a display's gamut and below its peak, in the display's components.
  case gamut(GamutFit)
}

/// One number of a color, in the unit of its components; weights have none.
public enum Norm: Hashable, Sendable {
  /// The sum of the components, each times its weight.
  case weighted(SIMD3<Double>)
  /// The maximum component.
  case maximum
  /// The minimum component.
  case minimum
  /// The sum of the components, each times its weight, the maximum and the minimum, times theirs.
  case mixed(SIMD3<Double>, maximum: Double, minimum: Double)
  /// How bright a color of BT.2020 light looks, counted as luminance: that, or more if the color is strong, because the eye takes colorfulness
  /// for light (the effect of Helmholtz and Kohlrausch).
  ///
  /// With Y the luminance, m the minimum component and W = max(R − m, 0.6 (G − m), B − m), it is Y where W ≤ Y / 2, as for neutrals and all
  /// pale colors, else min(√(Y² + (W − Y / 2)²), max(R, G, B)).
  ///
  /// - Source: Specific to this package.
  case brightness

  /// What the components count for W of ``brightness``.
  package static let colorWeights = SIMD3(1, 0.6, 1)
  /// The minimum part of the largest component that ``brightness`` is, for any color with components of 0 or more: a pale blue's.
  package static let minimumBrightness = 0.55

  /// The luminance of BT.2020 light.
  ///
  /// - Source: ITU-R BT.2100-3, Table 5, *Reference OOTF*: the weights as printed, rounded to four digits.
  public static let bt2020Luminance = weighted(LumaCoefficients.bt2020.vector)

  /// This number of a color.
  package func callAsFunction(_ color: SIMD3<Double>) -> Double {
    switch self {
    case .weighted(let weights): (weights * color).sum()
    case .maximum: color.max()
    case .minimum: color.min()
    case .mixed(let weights, let maximum, let minimum):
      (weights * color).sum() + maximum * color.max() + minimum * color.min()
    case .brightness: Self.brightness(color)
    }
  }

  private static func brightness(_ color: SIMD3<Double>) -> Double {
    let luminance = (LumaCoefficients.bt2020.vector * color).sum()
    let excess = (colorWeights * (color - color.min())).max() - luminance / 2
    guard excess > 0 else { return luminance }
    return min((luminance * luminance + excess * excess).squareRoot(), color.max())
  }
}

/// A factor for all components: the color after `body`, times `factor` of a norm of the color before it, plus `adding` of that norm.
package struct Gain: Sendable {
  /// The number that the factor depends on.
  package var norm: Norm
  /// How much of each component is added to the number on which its factor depends; with more than 0, components have factors of their own.
  package var ownWeight = 0.0
  /// From the norm to the factor.
  package var factor: ColorCurve
  /// From the norm to a number added afterward; `nil` adds nothing.
  package var adding: ColorCurve?
  /// The operations between measuring the norm and applying the factor.
  package var body: [ColorOperation] = []
  /// Where the factor is 1 by what it is: up to this number; `nil` if nowhere.
  package var isOneUpTo: Double?
  /// What no component of the result exceeds, in its unit, if that is less than interval arithmetic gives.
  package var ceiling: Double?
  /// What the result is, if it is not what the color was: an OOTF leads from a scene to a display.
  package var result: ColorUnit?
  /// The maximum factor, if it is at neither end of what the norm can be; of 0 to 1, if the factor is above those anywhere.
  package var maximumFactor: Double?
}

/// The same number added to all components: the color after `body`, plus a number that depends on the color before it.
package struct Addition: Sendable {
  /// How the norm becomes the number.
  package enum Term: Sendable {
    /// The norm, limited to a range of its unit.
    case limited(ClosedRange<Double>)
    /// A function of the norm.
    case curve(ColorCurve)
  }

  /// The number that the addition depends on.
  package var norm: Norm
  /// How the norm becomes the number that is added.
  package var term: Term
  /// The operations between measuring the norm and adding the number.
  package var body: [ColorOperation] = []
}
