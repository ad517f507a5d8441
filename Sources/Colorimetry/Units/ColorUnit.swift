/// The unit of numbers without a type: of a color in an operation, in a curve, or in the rows of a strip.
public struct ColorUnit: Hashable, Sendable, CustomStringConvertible {
  /// The name of the unit in a printed plan.
  public let name: String
  /// The light that 1.0 represents; `nil` if numbers are not in cd/m².
  package let one: Luminance?

  package init(_ name: String, one: Luminance? = nil) { (self.name, self.one) = (name, one) }

  /// Codes of the source or the output, before rounding.
  package static let codes = ColorUnit("codes")
  /// Coded components, nominally `0...1` and `-0.5...0.5`.
  package static let components = ColorUnit("components")
  /// The signal L′M′S′ of ICtCp, nominally `0...1`.
  package static let lms = ColorUnit("signal L′M′S′")
  /// A signal, nominally `0...1`: nonlinear, or linear if the source has no curve.
  package static let signal = ColorUnit("signal")
  /// The input of a lookup table, if it is not a signal of the source.
  package static let table = ColorUnit("numbers of the table")
  /// Fractions of the maximum component, or distances from it, between the steps of a gamut map.
  package static let shares = ColorUnit("shares of the maximum component")
  /// Light relative to the nominal peak of a transfer, nominally `0...1`, for transfers without absolute light.
  package static let relative = ColorUnit("relative light")
  /// A factor, which has no unit.
  package static let factor = ColorUnit("factor")

  /// Light of a display; 1.0 represents this luminance.
  package static func light(_ one: Luminance = .nits(1)) -> ColorUnit { ColorUnit("light", one: one) }
  /// Light of a scene as a fraction of its peak, times the peak of the display, the input of an OOTF; 1.0 represents this luminance.
  package static func scene(_ one: Luminance = .nits(1)) -> ColorUnit { ColorUnit("light of the scene", one: one) }

  /// Whether this unit is accepted as input of another: L′M′S′ is a signal, too.
  package func isAccepted(as unit: ColorUnit) -> Bool { self == unit || self == .lms && unit == .signal }

  package var isLight: Bool { one != nil }

  /// The same unit, in which 1.0 represents this number of cd/m² if it is light.
  package func normalized(to nits: Double) -> ColorUnit { isLight ? ColorUnit(name, one: .nits(nits)) : self }

  public var description: String { one.map { "\(name), 1.0 is \($0)" } ?? name }
}
