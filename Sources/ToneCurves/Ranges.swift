internal import Colorimetry

extension LuminanceRange {
  /// From black to peak, cd/m².
  var span: Double { peak.nits - black.nits }

  /// Whether a curve can start or end at this range: black at 0 or more, below the peak and below diffuse white, all
  /// within PQ's light.
  var isProper: Bool {
    black.nits >= 0 && black < min(peak, .referenceWhite) && peak <= PerceptualQuantizer.peak
  }

  /// The nearest luminance of this range, in cd/m²; a NaN stays.
  func clamp(_ nits: Double) -> Double { clamped(nits, black.nits, peak.nits) }
}

/// The nearest number between two; a NaN stays.
func clamped(_ value: Double, _ lowest: Double, _ highest: Double) -> Double {
  value < lowest ? lowest : value > highest ? highest : value
}

/// The number at a place from one number (0) to another (1).
func mix(_ from: Double, _ to: Double, _ place: Double) -> Double { from + (to - from) * place }

/// A luminance range as PQ signals, for the curves that are stated in PQ.
struct SignalRange: Hashable, Sendable {
  let black, peak: Double

  init(_ range: LuminanceRange) {
    precondition(range.isProper, "a tone curve cannot span \(range)")
    let pq = PerceptualQuantizer()
    black = pq.inverseEOTF(range.black)
    peak = pq.inverseEOTF(range.peak)
  }

  var span: Double { peak - black }

  /// The signal at a place from black (0) to peak (1).
  func at(_ place: Double) -> Double { mix(black, peak, place) }

  func clamp(_ signal: Double) -> Double { clamped(signal, black, peak) }
}

/// Light as the operators that are published for a black of 0 see it, laid between two real blacks.
///
/// Light enters as its distance from the source's black, in units of `sourceUnit` cd/m², and leaves on top of the
/// target's black, in units of `targetUnit`. With both blacks at 0 this is the published form exactly.
struct RelativeLight: Hashable, Sendable {
  let source, target: LuminanceRange
  let sourceUnit, targetUnit: Double

  /// - Parameter sourceUnit: The distance from the source's black that is 1, cd/m²; the target's span if not given.
  /// - Parameter targetUnit: The distance from the target's black that is 1, cd/m²; the target's span if not given.
  init(from source: LuminanceRange, to target: LuminanceRange, sourceUnit: Double? = nil, targetUnit: Double? = nil) {
    precondition(source.isProper, "a tone curve cannot start from \(source)")
    precondition(target.isProper, "a tone curve cannot end at \(target)")
    self.source = source
    self.target = target
    self.sourceUnit = sourceUnit ?? target.span
    self.targetUnit = targetUnit ?? target.span
  }

  /// The source's peak.
  var peak: Double { source.span / sourceUnit }

  /// Luminance as the operator sees it, `0...peak`.
  func entering(_ light: Luminance) -> Double { (source.clamp(light.nits) - source.black.nits) / sourceUnit }

  /// Luminance as the target shows it.
  func leaving(_ value: Double) -> Luminance { .nits(target.black.nits + value * targetUnit) }

  /// Color as the operator sees it, weakened where a component is above `peak`.
  func entering(_ light: Light) -> SIMD3<Double> {
    let color = (light.components - source.black.nits) / sourceUnit
    let most = color.max()
    return most > peak ? color * (peak / most) : color
  }

  /// Color as the target shows it.
  func leaving(_ color: SIMD3<Double>) -> Light { Light(target.black.nits + color * targetUnit) }

  /// The luminance that enters as a value.
  func source(of value: Double) -> Luminance { .nits(source.black.nits + value * sourceUnit) }
}

extension Light {
  /// The luminance of a color whose components are equal. Such colors go through the curve of one number, so that no
  /// rounding of weights or matrices tints them.
  var neutral: Luminance? {
    components.x == components.y && components.y == components.z ? .nits(components.x) : nil
  }
}
