internal import Colorimetry

extension LuminanceRange {
  /// The distance from black to peak.
  var span: Luminance { .nits(peak.nits - black.nits) }

  /// Whether this can be the source or target of a curve: black is 0 or more, below the peak and below diffuse white,
  /// and the peak lies within the range of PQ.
  var isProper: Bool { black.nits >= 0 && black < min(peak, .referenceWhite) && peak <= PerceptualQuantizer.peak }

  /// The nearest luminance in this range; NaN stays NaN.
  func clamp(_ light: Luminance) -> Luminance { .nits(clamped(light.nits, black.nits, peak.nits)) }
}

/// The number clamped between two others; NaN stays NaN.
func clamped(_ value: Double, _ lowest: Double, _ highest: Double) -> Double {
  value < lowest ? lowest : value > highest ? highest : value
}

/// Linear interpolation from one number (at position 0) to another (at position 1).
func mix(_ from: Double, _ to: Double, _ place: Double) -> Double { from + (to - from) * place }

/// A luminance range as PQ signals, `0...1`, for the curves that are defined in PQ.
struct SignalRange: Hashable, Sendable {
  let black, peak: Double

  init(_ range: LuminanceRange) {
    precondition(range.isProper, "a tone curve cannot span \(range)")
    let pq = PerceptualQuantizer()
    black = pq.inverseEOTF(range.black).value
    peak = pq.inverseEOTF(range.peak).value
  }

  var span: Double { peak - black }

  /// The signal at a position from black (0) to peak (1).
  func at(_ place: Double) -> Double { mix(black, peak, place) }

  func clamp(_ signal: Double) -> Double { clamped(signal, black, peak) }
}

/// The conversion of light for operators published for a black of 0, between two ranges with any black.
///
/// An operator receives light as the distance from the source's black in units of `sourceUnit`. Its result, in units of `targetUnit`, is added to the
/// target's black. With both blacks at 0, this is exactly the published form.
struct OperatorUnits: Hashable, Sendable {
  let source, target: LuminanceRange
  let sourceUnit, targetUnit: Luminance

  /// The units are the distances from black that count as 1; by default, the target's span.
  init(
    from source: LuminanceRange, to target: LuminanceRange, sourceUnit: Luminance? = nil, targetUnit: Luminance? = nil
  ) {
    precondition(source.isProper, "a tone curve cannot start from \(source)")
    precondition(target.isProper, "a tone curve cannot end at \(target)")
    (self.source, self.target) = (source, target)
    self.sourceUnit = sourceUnit ?? target.span
    self.targetUnit = targetUnit ?? target.span
  }

  /// The source's peak in operator units.
  var peak: Double { source.span.nits / sourceUnit.nits }

  /// The luminance in operator units, `0...peak`.
  func entering(_ light: Luminance) -> Double { (source.clamp(light).nits - source.black.nits) / sourceUnit.nits }

  /// The operator's result as luminance on the target.
  func leaving(_ value: Double) -> Luminance { .nits(target.black.nits + value * targetUnit.nits) }

  /// The luminance of a value in operator units.
  func source(of value: Double) -> Luminance { .nits(source.black.nits + value * sourceUnit.nits) }
}

/// A curve whose formula takes and gives numbers in operator units.
protocol ScaledToneCurve: ToneCurve {
  var units: OperatorUnits { get }
}

extension ScaledToneCurve {
  public var source: LuminanceRange { units.source }
  public var target: LuminanceRange { units.target }
}

extension Light {
  /// The luminance of a color whose components are equal; otherwise `nil`. The curve is applied to neutrals directly, so that rounding of weights or
  /// matrices cannot tint them.
  var neutral: Luminance? { components.x == components.y && components.y == components.z ? .nits(components.x) : nil }
}
