package import ColorOperations
public import Colorimetry

/// The reference-white tone-mapping operator of ST 2094-50: one gain, computed from the maximum component.
///
///     let map = ReferenceWhiteToneMap(from: .nits(0...1000), to: .nits(0...203))
///     map(.nits(203))  // 101.5 cd/m²: all light up to reference white is halved
///
/// Light is relative to reference white. If a range ends below reference white, like that of an SDR display of 100 cd/m², its peak is its reference
/// white.
///
/// - Domain: The source's range; clamped outside.
/// - Range: The target's range; black maps to black and peak to peak. If the source's peak is above 5000 cd/m², the interpolation decreases between
///   its first two points (by 3 % of the target's peak for 10 000 cd/m²). Because a curve must not decrease, it is constant there instead.
/// - Source: SMPTE ST 2094-50:2026 (clauses as in its public draft), C.3.8 (operator), formulas 11 and 12 (gain curve).
public struct ReferenceWhiteToneMap: ComposedToneMap, ScaledToneCurve, Hashable {
  let units: OperatorUnits
  let headroomGain: HeadroomGain

  /// `referenceWhite`: The luminance of reference white in the source and in the target, above the black of both.
  public init(from source: LuminanceRange, to target: LuminanceRange, referenceWhite: Luminance = .referenceWhite) {
    let white = min(referenceWhite, source.peak).nits - source.black.nits
    let shown = min(referenceWhite, target.peak).nits - target.black.nits
    precondition(
      white > 0 && shown > 0, "the reference white is \(referenceWhite); it must be above the black of both ranges")
    units = OperatorUnits(from: source, to: target, sourceUnit: .nits(white), targetUnit: .nits(shown))
    headroomGain = HeadroomGain(
      baseline: Stops(ratio: source.span.nits / white), target: Stops(ratio: target.span.nits / shown))
  }

  public func callAsFunction(_ light: Luminance) -> Luminance {
    let x = units.entering(light)
    return units.leaving(x * Elementary.exp2(headroomGain.stops(x)))
  }

  package var operationsAboveBlack: Operations { [Gain(of: .maximum, by: gain)] }

  public var breakpoints: [Luminance] {
    // The last point of each curve is the source's peak.
    let points = headroomGain.curves.flatMap { $0.x.dropLast() }
    let ends = headroomGain.level.map { [$0.lowerBound, $0.upperBound] } ?? []
    return [source.black, source.peak] + (points + ends).map { units.source(of: $0) }
  }
}

/// The operator's gain from the baseline's headroom to the target's.
package struct HeadroomGain: Hashable, Sendable {
  /// The curves for the nearest headrooms below and above the target's; `nil` is the baseline, whose gain is 0.
  private let dimmer, brighter: GainCurve?
  /// The weight of the brighter curve.
  let place: Double
  /// The interval in which the interpolated curve would decrease and increase again; there the output stays at its value at the lower bound.
  package private(set) var level: ClosedRange<Double>?
  var curves: [GainCurve] { [dimmer, brighter].compactMap(\.self) }

  package init(baseline: Stops, target: Stops) {
    guard baseline > 0, target < baseline else {
      (dimmer, brighter, place) = (nil, nil, 0)
      return
    }
    let r = min(baseline.value / Stops(ratio: 1000.0 / 203).value, 1)
    let middle = Stops(Stops(ratio: 8.0 / 3).value * r)
    let low = GainCurve(baseline: baseline, headroom: 0, white: 1 - r / 2)
    let high = GainCurve(baseline: baseline, headroom: middle, white: 1)
    if target <= middle {
      (dimmer, brighter, place) = (low, high, max(target.value, 0) / middle.value)
    } else {
      (dimmer, brighter, place) = (high, nil, (target.value - middle.value) / (baseline.value - middle.value))
    }
    level = nonmonotonicRange(upTo: baseline.ratio)
  }

  /// The first interval in which the output decreases, from its local maximum to the point where it reaches that value again.
  private func nonmonotonicRange(upTo peak: Double) -> ClosedRange<Double>? {
    // Search in steps of 1/128 octave, which finds every decrease of more than a millionth.
    let ratio = Elementary.exp2(1.0 / 128)
    var x = 1.0
    while x * ratio < peak, output(x * ratio) >= output(x) { x *= ratio }
    guard x * ratio < peak else { return nil }
    let top = bisect(x / ratio...x * ratio) { output($0 * (1 + 1e-7)) >= output($0) }
    return top...bisect(x * ratio...peak) { output($0) < output(top) }
  }

  private func output(_ largest: Double) -> Double { largest * Elementary.exp2(interpolated(largest)) }

  private func interpolated(_ largest: Double) -> Double {
    mix(dimmer?.stops(largest) ?? 0, brighter?.stops(largest) ?? 0, place)
  }

  /// The gain in stops for a maximum component relative to reference white.
  package func stops(_ largest: Double) -> Double {
    guard let level, level.contains(largest) else { return interpolated(largest) }
    return interpolated(level.lowerBound) + Elementary.log2(level.lowerBound / largest)
  }
}
