public import Colorimetry
internal import ElementaryMath

/// libplacebo's spline: two polynomials in PQ that meet at a knee chosen from the scene's average.
///
///     let curve = LibplaceboSpline(from: .nits(0...1000), to: .nits(0...203))
///     curve(.nits(203))  // 80.0 cd/m²
///
/// - Domain: The source's range; outside it is as the nearest end.
/// - Range: The target's range; black to black, peak to peak. Where a cubic would leave the target (peaks far apart) it
///   is clamped to it, as libplacebo does.
/// - Source: libplacebo of June 2026, `tone_mapping.c`, `spline` and its choice of knee, with its default constants.
public struct LibplaceboSpline: ToneCurve, Hashable {
  /// libplacebo's constants.
  public struct Constants: Hashable, Sendable {
    /// How far the knee moves from unchanged light (0) to the same place in the target's range (1).
    public var kneeAdaptation = 0.4
    /// The lowest place of the knee in either range, from black (0) to peak (1) in PQ.
    public var kneeMinimum = 0.1
    /// The highest place of the knee in either range.
    public var kneeMaximum = 0.8
    /// The knee's place in the source where the scene's average is not known.
    public var kneeDefault = 0.4
    /// How fast the slope at the knee follows the ratio of the peaks.
    public var slopeTuning = 1.5
    /// The least effect of that ratio on the slope; 1 more than this is the most.
    public var slopeOffset = 0.2
    /// How much of the contrast at the knee is kept: 0 what the knee leaves of it, 1 all.
    public var contrast = 0.5

    /// The defaults.
    public init() {}
  }

  public let source, target: LuminanceRange
  let input, output: SignalRange
  /// The knee, from and to, and the slope there.
  package let kneeIn, kneeOut: Double
  let slope: Double
  /// The coefficients of square below the knee, and of cube and square above.
  let below, cube, square: Double

  /// The curve from one range to another.
  ///
  /// - Parameter sceneAverage: The scene's average luminance; the knee's default place if `nil`.
  /// - Precondition: Both ranges lie in `0...10_000` cd/m², black below peak; the knee's lowest, usual
  ///   and highest places rise between 0 and 1.
  public init(
    from source: LuminanceRange, to target: LuminanceRange, sceneAverage: Luminance? = nil,
    constants: Constants = Constants()
  ) {
    let (lowest, highest, usual) = (constants.kneeMinimum, constants.kneeMaximum, constants.kneeDefault)
    precondition(0 < lowest && lowest < usual && usual < highest && highest < 1, "the knee's places must rise in 0…1")
    self.source = source
    self.target = target
    let input = SignalRange(source)
    let output = SignalRange(target)
    (self.input, self.output) = (input, output)

    let average = sceneAverage.map { PerceptualQuantizer().inverseEOTF($0) } ?? input.at(usual)
    kneeIn = clamped(average, input.at(lowest), input.at(highest))
    let place = (kneeIn - input.black) / input.span
    let tuning = 1 - smoothstep(highest, usual, place) * smoothstep(lowest, usual, place)
    let adapted = mix(kneeIn, output.at(place), mix(constants.kneeAdaptation, 1, tuning))
    kneeOut = clamped(adapted, output.at(lowest), output.at(highest))

    let excess = constants.slopeTuning * (input.peak / output.peak - 1)
    let ratio = clamped(excess, constants.slopeOffset, 1 + constants.slopeOffset)
    let linear = (kneeOut - output.black) / (kneeIn - input.black)
    slope = Elementary.pow(linear, (1 - constants.contrast) * ratio)

    // u is the distance from the knee: a and b at the source's ends, c and e the target's.
    let (a, b) = (input.black - kneeIn, input.peak - kneeIn)
    let (c, e) = (output.black - kneeOut, output.peak - kneeOut)
    below = (c - slope * a) / (a * a)
    cube = (slope * b - e) / (2 * b * b * b)
    square = -3 * (slope * b - e) / (2 * b * b)
  }

  public func callAsFunction(_ light: Luminance) -> Luminance {
    let pq = PerceptualQuantizer()
    return .nits(target.clamp(pq.eotf(callAsFunction(signal: pq.inverseEOTF(light))).nits))
  }

  /// The same curve from PQ signal to PQ signal, where libplacebo states it.
  package func callAsFunction(signal: Double) -> Double {
    let u = input.clamp(signal) - kneeIn
    let rise = u > 0 ? ((cube * u + square) * u + slope) * u : (below * u + slope) * u
    return output.clamp(kneeOut + rise)
  }

  public var breakpoints: Breakpoints {
    let pq = PerceptualQuantizer()
    var points = Breakpoints(at: source).adding(pq.eotf(kneeIn))
    // Where the clamps to the target let go and take hold: the other roots of the polynomials, if they lie inside.
    let (a, b) = (input.black - kneeIn, input.peak - kneeIn)
    let (c, e) = (output.black - kneeOut, output.peak - kneeOut)
    let floor = -c / (a * below)
    if floor > a, floor < 0 { points = points.adding(pq.eotf(kneeIn + floor)) }
    let rest = 1 - e / (cube * b * b * b)
    if rest > 0, rest < 1 { points = points.adding(pq.eotf(kneeIn + b * (1 - rest.squareRoot()))) }
    return points
  }
}

/// The cubic that rises from 0 at one edge to 1 at another, which may lie below the first.
private func smoothstep(_ zero: Double, _ one: Double, _ x: Double) -> Double {
  let t = clamped((x - zero) / (one - zero), 0, 1)
  return t * t * (3 - 2 * t)
}
