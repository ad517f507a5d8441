public import Colorimetry

/// The spline of libplacebo: two polynomials in PQ that meet at a knee chosen from the scene's average light.
///
///     let curve = LibplaceboSpline(from: .nits(0...1000), to: .nits(0...203))
///     curve(.nits(203))  // 80.0 cd/m²
///
/// - Domain: The source's range; clamped outside.
/// - Range: The target's range; black maps to black and peak to peak. Where a polynomial would leave the target's
///   range, which happens when the peaks are far apart, it is clamped, as in libplacebo.
/// - Source: libplacebo of June 2026, `tone_mapping.c`: `spline` and its choice of knee, with its default constants.
public struct LibplaceboSpline: ToneCurve, Hashable {
  // The constants of libplacebo.
  /// The lowest, the default and the highest position of the knee in either range, from black (0) to peak (1) in PQ.
  private static let (kneeMinimum, kneeDefault, kneeMaximum) = (0.1, 0.4, 0.8)
  /// The strength with which the slope at the knee depends on the ratio of the peaks, and the minimum effect of the ratio; the maximum is 1 higher.
  private static let (slopeTuning, slopeOffset) = (1.5, 0.2)
  /// The fraction of the contrast compressed by the knee that is restored.
  private static let contrast = 0.5
  /// The amount by which the knee's output moves from unchanged light (0) to the same position in the target's range (1).
  public static let kneeAdaptation = 0.4

  public let source, target: LuminanceRange
  public let kneeAdaptation: Double
  let input, output: SignalRange
  /// The input and output of the curve at the knee, as PQ signals, and its slope there.
  package let kneeIn, kneeOut, slope: Double
  /// The coefficient of the square below the knee, and the coefficients of the cube and the square above it.
  let below, cube, square: Double

  /// - Parameters:
  ///   - source: The range of the content. If its peak is too low, light above it is clipped.
  ///   - target: The range of the display; the peak of an SDR display is the luminance of its white.
  ///   - sceneAverage: The light of the scene's mean PQ signal, 0 or more; if `nil`, the knee is at its default position.
  ///   - kneeAdaptation: The amount by which the knee's output moves from unchanged light (0) to the same position in the target's range (1).
  ///   - slopeMaximum: The maximum slope at the knee, as a multiple of the mean slope above it. At 3 times that, the curve is level where it reaches
  ///     the target's peak; if it is steeper at the knee, it reaches that peak at less than the source's, and all brighter light is white.
  ///     libplacebo has no maximum.
  public init(
    from source: LuminanceRange, to target: LuminanceRange, sceneAverage: Luminance? = nil,
    kneeAdaptation: Double = kneeAdaptation, slopeMaximum: Double = .infinity
  ) {
    let (lowest, usual, highest) = (Self.kneeMinimum, Self.kneeDefault, Self.kneeMaximum)
    if let sceneAverage {
      precondition(sceneAverage.nits >= 0, "the scene's average is \(sceneAverage); it must be 0 cd/m² or more")
    }
    (self.source, self.target) = (source, target)
    self.kneeAdaptation = kneeAdaptation
    let input = SignalRange(source)
    let output = SignalRange(target)
    (self.input, self.output) = (input, output)

    let average = sceneAverage.map { PerceptualQuantizer().inverseEOTF($0).value } ?? input.at(usual)
    kneeIn = clamped(average, input.at(lowest), input.at(highest))
    let place = (kneeIn - input.black) / input.span
    let tuning = 1 - smoothstep(highest, usual, place) * smoothstep(lowest, usual, place)
    let adapted = mix(kneeIn, output.at(place), mix(kneeAdaptation, 1, tuning))
    kneeOut = clamped(adapted, output.at(lowest), output.at(highest))

    let excess = Self.slopeTuning * (input.peak / output.peak - 1)
    let ratio = clamped(excess, Self.slopeOffset, 1 + Self.slopeOffset)
    let linear = (kneeOut - output.black) / (kneeIn - input.black)

    // u is the distance from the knee: a and b at the ends of the source, c and e at the ends of the target.
    let (a, b) = (input.black - kneeIn, input.peak - kneeIn)
    let (c, e) = (output.black - kneeOut, output.peak - kneeOut)
    slope = min(Elementary.pow(linear, (1 - Self.contrast) * ratio), slopeMaximum * e / b)
    below = (c - slope * a) / (a * a)
    cube = (slope * b - e) / (2 * b * b * b)
    square = -3 * (slope * b - e) / (2 * b * b)
  }

  public var detail: String? { "knee adaptation \(plain(kneeAdaptation.rounded(to: 4)))" }

  public func callAsFunction(_ light: Luminance) -> Luminance {
    let pq = PerceptualQuantizer()
    return target.clamp(pq.eotf(callAsFunction(signal: pq.inverseEOTF(light))))
  }

  /// The same curve from PQ signal to PQ signal, the domain in which libplacebo defines it.
  package func callAsFunction(signal: SignalLevel) -> SignalLevel {
    let u = input.clamp(signal.value) - kneeIn
    let rise = u > 0 ? ((cube * u + square) * u + slope) * u : (below * u + slope) * u
    return SignalLevel(output.clamp(kneeOut + rise))
  }

  public var breakpoints: [Luminance] {
    let pq = PerceptualQuantizer()
    var points = [source.black, source.peak, pq.eotf(SignalLevel(kneeIn))]
    // The clamps to the target start and end at the other roots of the polynomials, if these lie inside the range.
    let (a, b) = (input.black - kneeIn, input.peak - kneeIn)
    let (c, e) = (output.black - kneeOut, output.peak - kneeOut)
    let floor = -c / (a * below)
    if floor > a, floor < 0 { points.append(pq.eotf(SignalLevel(kneeIn + floor))) }
    let rest = 1 - e / (cube * b * b * b)
    if rest > 0, rest < 1 { points.append(pq.eotf(SignalLevel(kneeIn + b * (1 - rest.squareRoot())))) }
    return points
  }
}

/// The cubic that rises from 0 at one edge to 1 at another; the second edge may lie below the first.
private func smoothstep(_ zero: Double, _ one: Double, _ x: Double) -> Double {
  let t = clamped((x - zero) / (one - zero), 0, 1)
  return t * t * (3 - 2 * t)
}

extension ToneOperator {
  /// The spline of libplacebo with a knee that keeps its light, `spline(kneeAdaptation: 0)`; the default.
  public static let spline = spline(kneeAdaptation: 0)

  /// The spline of libplacebo. With an adaptation below 0.4, the slope at the knee is at most 3 times the mean slope above it, so that only the source's
  /// peak becomes white.
  ///
  /// With an adaptation of 0, that maximum counts if the target's peak is below 0.6 of the source's in PQ: for sources above 7366 cd/m² on a target
  /// of 203, where light from 1259 cd/m² would be white at a peak of 10 000, and above 2390 on one of 100.
  ///
  /// - Parameter kneeAdaptation: That of ``LibplaceboSpline``, `0...1`. With 0, shadows and mid-tones keep their light under any peak. Where the
  ///   scene's average is known, the knee is there, and moves more the farther it is from its default position, as in libplacebo.
  public static func spline(kneeAdaptation: Double) -> ToneOperator {
    ToneOperator(
      name: "spline", document: "libplacebo (June 2026), spline", parameters: kneeAdaptation,
      fault: (0...1).contains(kneeAdaptation) ? nil : .kneeAdaptation(kneeAdaptation)
    ) {
      LibplaceboSpline(
        from: $0.source, to: $0.target, sceneAverage: $0.sceneAverage, kneeAdaptation: kneeAdaptation,
        slopeMaximum: kneeAdaptation < LibplaceboSpline.kneeAdaptation ? 3 : .infinity)
    }
  }
}
