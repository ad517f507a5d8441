package import Colorimetry

/// What the numbers in the color's rows of a strip stand for.
package enum ColorUnit: Hashable, Sendable {
  /// Codes of the output, before rounding.
  case codes
  /// Coded components, nominally `0...1` and `-0.5...0.5`.
  case components
  /// The signal L′M′S′ of ICtCp, nominally `0...1`.
  case lms
  /// A signal, nominally `0...1`: nonlinear, or linear if the source has no curve.
  case signal
  /// What a lookup table takes, where that is no signal of the source.
  case table
  /// Shares of the maximum component, or distances from it, between the steps of a gamut map.
  case shares
  /// Light relative to the nominal peak of a transfer.
  case relative
  /// Light of a display, where 1.0 stands for this luminance.
  case light(Luminance)
  /// Light of a scene, where 1.0 stands for this share of its peak, times the peak of the display.
  case scene(Luminance)

  /// The unit of a quantity.
  ///
  /// - Parameter scale: What 1.0 stands for, in cd/m²; of light only.
  init(_ quantity: ColorCurve.Quantity, scale: Double) {
    self =
      switch quantity {
      case .light: .light(.nits(scale))
      case .scene: .scene(.nits(scale))
      case .relative: .relative
      case .signal, .factor: .signal
      }
  }
}

extension ColorUnit: CustomStringConvertible {
  package var description: String {
    switch self {
    case .codes: "codes"
    case .components: "components"
    case .lms: "signal L′M′S′"
    case .signal: "signal"
    case .table: "numbers of the table"
    case .shares: "shares of the maximum component"
    case .relative: "relative light"
    case .light(let one): "light, 1.0 is \(one)"
    case .scene(let one): "light of the scene, 1.0 is \(one)"
    }
  }
}
