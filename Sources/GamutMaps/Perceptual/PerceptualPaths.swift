internal import Colorimetry

/// The paths on which `PerceptualRule` moves colors: curves of constant hue that never cross.
///
/// For one hue, with Iᶜ the intensity of its cusp, V the intensity of white minus Iᶜ, and u = C²:
///
/// - Up to Iᶜ a path is level: its intensity is constant, and only chroma changes.
/// - Above Iᶜ, I = Iᶜ + κ ψ(u)², ψ(u) = (u₀ + u) / (S + c u), where κ identifies the path. At small chroma a path is nearly level, so that
///   neutrals are not affected. Farther out it climbs, so that a color that is too bright loses intensity first and then chroma. Far
///   outside it levels off, more so with a larger c, so that very bright lights do not all end at one chroma.
/// - S is the chroma preservation, c = `leveling` (1 − S), u₀ = S a with a = 1 / (c + `steepness` S). At S = 0 all paths are level and preserve
///   intensity; at S = 1 they are the steepest and preserve chroma.
///
/// The path that meets the neutral axis at white has κ = V / a².
///
/// Paths are numbered by columns in the table of their hue: `levels` · I / Iᶜ up to the cusp, and `levels` + `climbs` · z above it, with
/// z = 1 − (√(t + e²) − e) / (√(1 + e²) − e), e = `ease`, t = n / (q + n), q = (I − Iᶜ) (S + c u)² and n = max(0, V (u₀ + u)² − a² q).
/// z is 0 at the level of the cusp, and 1 on the path to white and on all paths above it.
package struct PerceptualPaths: Hashable, Sendable {
  /// The leveling of a path far outside, at S = 0.
  static let leveling = 1.8
  /// The parameter of the chroma at which a path starts to climb; higher values start it earlier.
  static let steepness = 32.0
  /// The evenness of the columns near the path to white. With a plain root (ease 0), arithmetic of 24 bits could not resolve the paths next to it.
  static let ease = 1 / 256.0
  /// √(1 + e²) − e.
  static let easedOne = (1 + ease * ease).squareRoot() - ease
  /// The number of columns up to the cusp, above it, and in total.
  static let levels = 24
  static let climbs = 24
  package static let columns = levels + climbs + 1

  /// S, c and a of the definition above.
  let preservation, leveling, onset: Double
  /// `steepness` · S² · a, to which the climb of a path is proportional.
  let climb: Double

  package init(preservation: Double) {
    self.preservation = preservation
    leveling = Self.leveling * (1 - preservation)
    onset = 1 / (leveling + Self.steepness * preservation)
    climb = Self.steepness * preservation * preservation * onset
  }

  /// The column and z of a color.
  package func column(intensity: Double, chroma: Double, cusp: Double, white: Double) -> (column: Double, z: Double) {
    guard intensity > cusp else { return (Double(Self.levels) * max(intensity, 0) / cusp, 0) }
    let u = chroma * chroma
    let (near, far) = (preservation * onset + u, preservation + leveling * u)
    let q = (intensity - cusp) * far * far
    let n = max(0, (white - cusp) * near * near - onset * onset * q)
    let z = q > 0 ? 1 - ((n / (q + n) + Self.ease * Self.ease).squareRoot() - Self.ease) / Self.easedOne : 0
    return (Double(Self.levels) + Double(Self.climbs) * z, z)
  }

  /// The loss of intensity along a path as chroma decreases, as a fraction of its height above the cusp.
  func loss(from chroma: Double, to left: Double) -> Double {
    let drop =
      climb * (chroma * chroma - left * left)
      / ((preservation * onset + chroma * chroma) * (preservation + leveling * left * left))
    return drop > 0 ? drop * (2 - drop) : 0
  }

  /// The path of a column: the intensity at a chroma, and its slope there.
  package func path(column: Double, cusp: Double, white: Double) -> (_ chroma: Double) -> (
    intensity: Double, slope: Double
  ) {
    let level = cusp * min(column, Double(Self.levels)) / Double(Self.levels)
    let rest = 1 - max(0, column - Double(Self.levels)) / Double(Self.climbs)
    let t = rest * Self.easedOne * (rest * Self.easedOne + 2 * Self.ease)
    let label = (white - cusp) * (1 - t) / (t + onset * onset * (1 - t))
    return { chroma in
      let u = chroma * chroma
      let span = preservation + leveling * u
      let rise = (preservation * onset + u) / span
      return (level + label * rise * rise, label * 2 * rise * climb / (span * span) * 2 * chroma)
    }
  }
}
