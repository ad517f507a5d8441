public import Colorimetry

/// The electro-electrical transfer function of BT.2390: the identity up to a knee, then a cubic, in PQ.
///
///     let rollOff = BT2390(from: .nits(0.005...1000), to: .nits(0.1...203))
///     rollOff(.nits(600))  // 201.6 cd/m²
///
/// - Domain: The source's range; outside it is as the nearest end.
/// - Range: The target's range; black to black, peak to peak. Where the target's black is below the source's, the
///   published lift pulls the peak down by a little: 0.004 % from 0.0001…1000 to 0…203 cd/m².
/// - Source: ITU-R BT.2390, clause 5.4, printed again in BT.2408-8, Annex 5.
///
/// The report's formula stands as printed, with what it leaves open: its input is clamped to the source first, or the
/// lift would step below black; its result is clamped to the target, above which the lift could carry it by a
/// little; a knee that would start below black (a target peak below a third of the source's, in PQ) starts at black.
public struct BT2390: ToneCurve, Hashable {
  public let source, target: LuminanceRange
  let signals: SignalRange
  /// The target's ends on the source's scale, 0 black and 1 peak.
  let minLum, maxLum: Double
  /// Where the roll-off starts, on the same scale: the report's KS.
  let kneeStart: Double

  /// The curve from one range to another.
  ///
  /// - Precondition: Both ranges lie in `0...10_000` cd/m², black below peak.
  public init(from source: LuminanceRange, to target: LuminanceRange) {
    self.source = source
    self.target = target
    signals = SignalRange(source)
    let ends = SignalRange(target)
    minLum = (ends.black - signals.black) / signals.span
    maxLum = (ends.peak - signals.black) / signals.span
    kneeStart = max(1.5 * maxLum - 0.5, 0)
  }

  public func callAsFunction(_ light: Luminance) -> Luminance {
    let pq = PerceptualQuantizer()
    return .nits(target.clamp(pq.eotf(callAsFunction(signal: pq.inverseEOTF(light))).nits))
  }

  /// The same curve from PQ signal to PQ signal, where the report states it.
  package func callAsFunction(signal: Double) -> Double {
    let e1 = clamped((signal - signals.black) / signals.span, 0, 1)
    let e3 = lifted(rolledOff(e1))
    return clamped(e3, minLum, min(maxLum, 1)) * signals.span + signals.black
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

  public var breakpoints: Breakpoints {
    var points = Breakpoints(at: source)
    if kneeStart < 1 { points = points.adding(luminance(at: kneeStart)) }
    // Where the clamps let go and take hold, they bend the curve.
    if minLum > 0.25, let e1 = crossing(minLum, in: 1e-9...1) { points = points.adding(luminance(at: e1)) }
    if minLum > 0 || maxLum < 1 / 3.0, let e1 = crossing(min(maxLum, 1), in: 0...1) {
      points = points.adding(luminance(at: e1))
    }
    return points
  }

  private func crossing(_ level: Double, in places: ClosedRange<Double>) -> Double? {
    let e1 = bisect(places) { lifted(rolledOff($0)) < level }
    return e1 < places.upperBound ? e1 : nil
  }

  private func luminance(at e1: Double) -> Luminance {
    PerceptualQuantizer().eotf(e1 * signals.span + signals.black)
  }
}

/// The place where a condition that holds at first no longer holds, or the upper bound if it always does.
func bisect(_ places: ClosedRange<Double>, while holds: (Double) -> Bool) -> Double {
  var (low, high) = (places.lowerBound, places.upperBound)
  if holds(high) { return high }
  // 64 halvings reach neighboring numbers from any bounds used here.
  for _ in 0..<64 {
    let middle = (low + high) / 2
    if holds(middle) { low = middle } else { high = middle }
  }
  return high
}
