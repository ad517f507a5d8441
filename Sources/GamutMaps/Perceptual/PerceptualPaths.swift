internal import Colorimetry

/// The paths on which `PerceptualGamutMap` moves colors: curves of one hue that never cross.
///
/// Written out for one hue, with Iᶜ the intensity of its cusp, V that of white less Iᶜ, and u = C²:
///
/// - Up to Iᶜ a path is level: it has one intensity, and only chroma changes.
/// - Above, I = Iᶜ + κ ψ(u)², ψ(u) = (u₀ + u) / (S + c u). κ tells the path. Where chroma is small a path is nearly level, so that
///   neutrals have no part in it; farther out it climbs, so that a color that is too bright gives up intensity first and chroma after;
///   and far outside it levels off, the more the larger c is, so that hot lights do not all end at one chroma.
/// - S is the strength, c = `leveling` (1 − S), u₀ = S a with a = 1 / (c + `steepness` S). A strength of 0 leaves level paths alone,
///   which keep intensity; of 1, the steepest ones, which keep chroma.
///
/// The path that meets the neutral axis at white is κ = V / a².
///
/// A path has a number in the table of its hue, its column: up to the cusp `levels` · I / Iᶜ; above it `levels` + `climbs` · z with
/// z = 1 − (√(t + e²) − e) / (√(1 + e²) − e), e = `ease`, t = n / (q + n), q = (I − Iᶜ) (S + c u)² and n = max(0, V (u₀ + u)² − a² q).
/// So z is 0 on the cusp's level and 1 on the path to white and on all above it.
package struct PerceptualPaths: Hashable, Sendable {
  /// How much a path levels off far outside, at no strength.
  package static let leveling = 1.8
  /// How soon a path climbs.
  package static let steepness = 32.0
  /// How evenly columns reach the path to white. With a root alone, of no ease, arithmetic of 24 bits could not tell a path beside it.
  package static let ease = 1 / 256.0
  /// √(1 + e²) − e.
  package static let easedOne = (1 + ease * ease).squareRoot() - ease
  /// Columns up to the cusp's, above it, and all.
  package static let levels = 24
  package static let climbs = 24
  package static let columns = levels + climbs + 1

  /// S, c, a of the steps above.
  package let strength, leveling, onset: Double
  /// `steepness` · S² · a: what the climb of a path is in proportion to.
  package let climb: Double

  init(strength: Double) {
    self.strength = strength
    leveling = Self.leveling * (1 - strength)
    onset = 1 / (leveling + Self.steepness * strength)
    climb = Self.steepness * strength * strength * onset
  }

  /// The column of a color, and z.
  func column(intensity: Double, chroma: Double, cusp: Double, white: Double) -> (column: Double, z: Double) {
    guard intensity > cusp else { return (Double(Self.levels) * max(intensity, 0) / cusp, 0) }
    let u = chroma * chroma
    let (near, far) = (strength * onset + u, strength + leveling * u)
    let q = (intensity - cusp) * far * far
    let n = max(0, (white - cusp) * near * near - onset * onset * q)
    let z = q > 0 ? 1 - ((n / (q + n) + Self.ease * Self.ease).squareRoot() - Self.ease) / Self.easedOne : 0
    return (Double(Self.levels) + Double(Self.climbs) * z, z)
  }

  /// How far intensity falls on a path as chroma does, as a part of what it is above the cusp's.
  func fall(from chroma: Double, to left: Double) -> Double {
    let drop =
      climb * (chroma * chroma - left * left)
      / ((strength * onset + chroma * chroma) * (strength + leveling * left * left))
    return drop > 0 ? drop * (2 - drop) : 0
  }

  /// The path of a column, by chroma: intensity, and its slope.
  func path(column: Double, cusp: Double, white: Double) -> (_ chroma: Double) -> (intensity: Double, slope: Double) {
    let level = cusp * min(column, Double(Self.levels)) / Double(Self.levels)
    let rest = 1 - max(0, column - Double(Self.levels)) / Double(Self.climbs)
    let t = rest * Self.easedOne * (rest * Self.easedOne + 2 * Self.ease)
    let label = (white - cusp) * (1 - t) / (t + onset * onset * (1 - t))
    return { chroma in
      let u = chroma * chroma
      let span = strength + leveling * u
      let rise = (strength * onset + u) / span
      return (level + label * rise * rise, label * 2 * rise * climb / (span * span) * 2 * chroma)
    }
  }
}
