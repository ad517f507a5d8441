package import ColorOperations
public import Colorimetry

/// A function from the luminances of a source to those of a target.
///
///     let curve = try ToneOperator.spline.curve(from: .nits(0...1000), to: .nits(0...203))
///     curve(.nits(203))  // 94.4 cd/m²
///
/// A curve is pure: it has no state, and the same input always gives the same output. Between adjacent `breakpoints` it is smooth, so a table can be
/// built piece by piece.
///
/// The initializers of this library's curves trap unless both ranges lie in `0...10_000` cd/m², with black below peak and below 203 cd/m², and on
/// parameters outside their documented range. `ToneOperator.curve` throws a `ToneCurveError` instead; use it for ranges from a file or a user.
public protocol ToneCurve: Sendable {
  /// The luminance ranges of the input and the output.
  var source: LuminanceRange { get }
  var target: LuminanceRange { get }

  /// - Domain: Any luminance; clamped to `source`, unless the operator is documented otherwise. NaN stays NaN, so that a curve does not hide a bug.
  /// - Range: `target`, unless the operator is documented otherwise.
  func callAsFunction(_ light: Luminance) -> Luminance

  /// The luminances at which the curve, its first or its second derivative jumps, in any order.
  ///
  /// A curve may also have a step at a breakpoint. BT.2446 methods A and C, as printed, have steps of up to 0.1 % of the peak.
  var breakpoints: [Luminance] { get }

  /// The text that a plan prints after the operator's name, such as a parameter; `nil` adds nothing.
  var detail: String? { get }
}

extension ToneCurve {
  // For a curve that is clamped at the ends of the source and smooth in between.
  public var breakpoints: [Luminance] { [source.black, source.peak] }

  public var detail: String? { nil }

  /// The curve at 257 luminances of the source, in equal steps of PQ.
  var sampled: [(light: Luminance, shown: Luminance)] {
    let signals = SignalRange(source)
    return (0...256).map { step in
      let light = PerceptualQuantizer().eotf(SignalLevel(signals.at(Double(step) / 256)))
      return (light, self(light))
    }
  }

  /// The first of these luminances whose result is below the previous one by more than rounding.
  package var fall: Luminance? {
    let all = sampled
    return zip(all, all.dropFirst()).first { $1.shown.nits < $0.shown.nits - 1e-9 * target.peak.nits }?.1.light
  }

  /// The breakpoints above 0, without duplicates, in increasing order.
  package var knots: [Luminance] { Set(breakpoints.filter { $0.nits > 0 && $0.nits.isFinite }).sorted() }
}

/// A tone curve that also defines how it is applied to color, as some documents do.
///
///     let map = BT2446A(from: .nits(0...1000), to: .nits(0...203))
///     map(.nits(600, 300, 100))  // BT.2020 light on a display whose white is 203 cd/m²
///
/// As a curve of one number, it describes the mapping of neutrals.
public protocol ColorToneMap: ToneCurve {
  /// Maps a color of the source to the target, both BT.2020 light.
  ///
  /// - Domain: Finite light, cd/m². If a component is above the source's peak, all components are first scaled
  ///   down by the same factor so that the largest is at the peak.
  /// - Range: Colors that the target cannot display have components below its black or above its peak; a gamut map follows.
  func callAsFunction(_ bt2020: Light) -> Light
}

extension ColorToneMap {
  /// The map as operations: its own if it is composed of operations, otherwise the function itself, for which there is no vector code.
  package var operations: Operations { (self as? any ComposedToneMap)?.operations ?? [MappedColor(map: self)] }
}

/// A tone map applied to a color as a whole.
private struct MappedColor: ColorOperation {
  let map: any ColorToneMap

  var takes: ColorUnit? { .light() }
  var line: String { "each color by a function of its own" }

  /// NaN becomes black, as in frames.
  func callAsFunction(_ color: SIMD3<Double>, at _: Pixel) -> SIMD3<Double> {
    map(Light(color)).components.mapped { $0.isFinite ? $0 : 0 }
  }

  func emit(into _: inout ProgramCompiler) throws(UnsupportedOperation) {
    throw UnsupportedOperation(description: "its tone curve maps colors by a function of its own")
  }
}

/// A tone map composed of operations.
package protocol ComposedToneMap: ColorToneMap {
  /// The map of BT.2020 light, measured from the source's black and from the target's.
  var operationsAboveBlack: Operations { get }
}

extension ComposedToneMap {
  /// The map of BT.2020 light; light below the source's black is raised to it.
  package var operations: Operations {
    let toBlack = source.black.nits > 0 ? Affine.adding(.nits(-source.black.nits)) + [Limit.nonnegative] : []
    return toBlack + operationsAboveBlack + Affine.adding(target.black)
  }

  public func callAsFunction(_ bt2020: Light) -> Light {
    if let neutral = bt2020.neutral { return Light(neutral: self(neutral)) }
    return Light(operations(bt2020.components))
  }

  /// The breakpoints of the curve as distances from the source's black.
  var breakpointsAboveBlack: [Luminance] { knots.map { .nits($0.nits - source.black.nits) } }

  /// The scaling of colors whose maximum component is above the source's peak; light is measured from the source's black.
  ///
  /// The following operations are not proportional to the color, so the factor gets only part of the usual tolerance.
  var peakGain: Gain {
    let limit = source.span
    let factor = Curve("the source's peak / x", breakpoints: [limit], tolerance: .factor(share: 0.15)) {
      (light: Luminance) in min(1, limit.nits / max(light.nits, 1e-9))
    }
    return Gain(of: .maximum, by: factor, isOneUpTo: limit.nits, upTo: limit.nits)
  }

  /// The gain of this curve, from black to black, for light measured from the source's black.
  var gain: Curve {
    .quotient(breakpoints: breakpointsAboveBlack) {
      .nits(self(.nits($0.nits + source.black.nits)).nits - target.black.nits)
    }
  }
}

extension Curve {
  /// The gain of a function, from black to black: tone(x) / x.
  ///
  /// The quotient is undefined at black, but has a limit there: below 1e-6 cd/m², less than the first step of 12-bit PQ, the gain is constant. From
  /// `maximum` on, if there is one, it is too.
  static func quotient(
    breakpoints: [Luminance], upTo maximum: Luminance? = nil, _ tone: @escaping @Sendable (Luminance) -> Luminance
  ) -> Curve {
    Curve(
      "tone(x) / x", domain: maximum.map { .nits(0)...$0 }, breakpoints: breakpoints, isOfToneCurve: true,
      tolerance: .factor()
    ) { (light: Luminance) in
      let nits = max(light.nits, 1e-6)
      return tone(.nits(nits)).nits / nits
    }
  }
}

extension Affine {
  /// The addition of the same light to each component; no operation if the light is 0.
  static func adding(_ light: Luminance) -> Operations {
    light.nits == 0 ? [] : [Affine(.identity, adding: SIMD3(repeating: light.nits))]
  }
}
