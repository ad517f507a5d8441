package import Colorimetry

/// The unit of a color's numbers, in an operation, in a curve, or in the rows of a strip.
package enum ColorUnit: Hashable, Sendable {
  /// Codes of the source or the output, before rounding.
  case codes
  /// Coded components, nominally `0...1` and `-0.5...0.5`.
  case components
  /// The signal L′M′S′ of ICtCp, nominally `0...1`.
  case lms
  /// A signal, nominally `0...1`: nonlinear, or linear if the source has no curve.
  case signal
  /// The input of a lookup table, if it is not a signal of the source.
  case table
  /// Fractions of the maximum component, or distances from it, between the steps of a gamut map.
  case shares
  /// Light relative to the nominal peak of a transfer, nominally `0...1`, for transfers without absolute light.
  case relative
  /// A factor, which has no unit.
  case factor
  /// Light of a display; 1.0 represents this luminance.
  case light(_ one: Luminance = .nits(1))
  /// Light of a scene as a fraction of its peak, times the peak of the display; 1.0 represents this luminance. It is the input of an OOTF.
  case scene(_ one: Luminance = .nits(1))

  /// The light that 1.0 represents; `nil` if numbers are not in cd/m².
  package var one: Luminance? {
    switch self {
    case .light(let one), .scene(let one): one
    default: nil
    }
  }

  /// Whether this unit is accepted as input of another: L′M′S′ is a signal, too.
  func isTaken(as unit: ColorUnit) -> Bool { self == unit || self == .lms && unit == .signal }

  /// Whether numbers are in cd/m².
  package var isLight: Bool { one != nil }

  /// The same unit, in which 1.0 represents this number of cd/m² if it is light.
  func counted(in nits: Double) -> ColorUnit {
    switch self {
    case .light: .light(.nits(nits))
    case .scene: .scene(.nits(nits))
    default: self
    }
  }

  /// The name of the unit in a printed plan.
  package var name: String {
    switch self {
    case .codes: "codes"
    case .components: "components"
    case .lms: "signal L′M′S′"
    case .signal: "signal"
    case .table: "numbers of the table"
    case .shares: "shares of the maximum component"
    case .relative: "relative light"
    case .factor: "factor"
    case .light: "light"
    case .scene: "light of the scene"
    }
  }
}

extension ColorUnit: CustomStringConvertible {
  package var description: String { one.map { "\(name), 1.0 is \($0)" } ?? name }
}
