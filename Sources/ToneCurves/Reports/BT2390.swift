public import Colorimetry

/// The electro-electrical transfer function of BT.2390: the identity up to a knee, then a cubic, in PQ.
///
///     let rollOff = BT2390(from: .nits(0.005...1000), to: .nits(0.1...203))
///     rollOff(.nits(600))  // 201.6 cd/m²
///
/// - Domain: The source's range; clamped outside.
/// - Range: The target's range; black maps to black and peak to peak. If the target's black is below the source's, the
///   published lift lowers the peak slightly: by 0.004 % from 0.0001…1000 to 0…203 cd/m².
/// - Source: ITU-R BT.2390-8, clause 5.4; the same equations are in BT.2408-8, Annex 5.
///
/// The formula is the printed one, with three points left open by the report settled as follows. The input is first clamped to the source; otherwise
/// the lift would go below black. The result is clamped to the target, which the lift could exceed slightly. A knee that would start below black
/// (with a target peak below a third of the source's, in PQ) starts at black.
public struct BT2390: ToneCurve, Hashable {
  public let source, target: LuminanceRange
  let signals: SignalRange
  /// The ends of the target on the source's scale, where 0 is black and 1 is peak.
  let minLum, maxLum: Double
  /// The start of the roll-off on the same scale: KS in the report.
  let kneeStart: Double

  public init(from source: LuminanceRange, to target: LuminanceRange) {
    (self.source, self.target) = (source, target)
    signals = SignalRange(source)
    let ends = SignalRange(target)
    minLum = (ends.black - signals.black) / signals.span
    maxLum = (ends.peak - signals.black) / signals.span
    kneeStart = max(1.5 * maxLum - 0.5, 0)
  }

  public func callAsFunction(_ light: Luminance) -> Luminance {
    let pq = PerceptualQuantizer()
    return target.clamp(pq.eotf(callAsFunction(signal: pq.inverseEOTF(light))))
  }

  /// The same curve from PQ signal to PQ signal, as the report defines it.
  package func callAsFunction(signal: SignalLevel) -> SignalLevel {
    let e1 = clamped((signal.value - signals.black) / signals.span, 0, 1)
    let e3 = lifted(rolledOff(e1))
    return SignalLevel(clamped(e3, minLum, min(maxLum, 1)) * signals.span + signals.black)
  }

  /// E2: the roll-off above the knee.
  private func rolledOff(_ e1: Double) -> Double {
    guard e1 >= kneeStart, kneeStart < 1 else { return e1 }
    let t = (e1 - kneeStart) / (1 - kneeStart)
    let t2 = t * t
    let t3 = t2 * t
    return (2 * t3 - 3 * t2 + 1) * kneeStart + (t3 - 2 * t2 + t) * (1 - kneeStart) + (-2 * t3 + 3 * t2) * maxLum
  }

  /// E3: the lift to the target's black.
  private func lifted(_ e2: Double) -> Double {
    let rest = (1 - e2) * (1 - e2)
    return e2 + minLum * rest * rest
  }

  public var breakpoints: [Luminance] {
    var points = [source.black, source.peak]
    if kneeStart < 1 { points.append(luminance(at: kneeStart)) }
    // The curve has a kink where a clamp starts or ends.
    if minLum > 0.25, let e1 = crossing(minLum, in: 1e-9...1) { points.append(luminance(at: e1)) }
    if minLum > 0 || maxLum < 1 / 3.0, let e1 = crossing(min(maxLum, 1), in: 0...1) { points.append(luminance(at: e1)) }
    return points
  }

  private func crossing(_ level: Double, in places: ClosedRange<Double>) -> Double? {
    let e1 = bisect(places) { lifted(rolledOff($0)) < level }
    return e1 < places.upperBound ? e1 : nil
  }

  private func luminance(at e1: Double) -> Luminance {
    PerceptualQuantizer().eotf(SignalLevel(e1 * signals.span + signals.black))
  }
}

/// The first position at which a condition that holds at the lower bound fails, or the upper bound if it never fails.
package func bisect(_ places: ClosedRange<Double>, while holds: (Double) -> Bool) -> Double {
  var (low, high) = (places.lowerBound, places.upperBound)
  if holds(high) { return high }
  // With the bounds used here, 64 bisections reach adjacent numbers.
  for _ in 0..<64 {
    let middle = (low + high) / 2
    if holds(middle) { low = middle } else { high = middle }
  }
  return high
}
