public import Colorimetry

/// The tone curve carried in ST 2094-40 metadata: a line up to a knee, then a Bézier curve.
///
///     let curve = try BezierCurve(knee: (0.1, 0.15), anchors: [0.3, 0.6])
///     ST2094_40(from: .nits(0...1000), to: .nits(0...400), bezier: curve)(.nits(100))  // 60 cd/m²
///
/// The curve was made for a display whose peak is in the metadata. For another display, pass that peak as `targetedDisplayPeak` to adapt the curve
/// (``BezierCurve/adapted(from:to:scenePeak:)``); otherwise it is used unchanged.
///
/// - Domain: The source's range, which is that of the scene; clamped outside.
/// - Range: The target's range; peak maps to peak, and black to black unless the knee is at 0 with a height above 0.
/// - Source: SMPTE ST 2094-40, the tone-mapping curve of application 4. The adaptation is libplacebo's.
public struct ST2094_40: ScaledToneCurve, Hashable {
  /// The shape of the curve, for this target.
  public let bezier: BezierCurve
  let units: OperatorUnits

  /// - Parameters:
  ///   - source: The range of the scene, whose peak is 1 on the curve.
  ///   - target: The range of the display.
  ///   - bezier: The curve, as carried.
  ///   - targetedDisplayPeak: The peak of the display for which the curve was made; `nil` means the target's.
  public init(
    from source: LuminanceRange, to target: LuminanceRange, bezier: BezierCurve, targetedDisplayPeak: Luminance? = nil
  ) {
    self.bezier = bezier.adapted(
      from: targetedDisplayPeak ?? target.peak, to: target.peak, scenePeak: max(source.peak, target.peak))
    units = OperatorUnits(from: source, to: target, sourceUnit: source.span)
  }

  public func callAsFunction(_ light: Luminance) -> Luminance { units.leaving(bezier.output(units.entering(light))) }

  public var breakpoints: [Luminance] { [source.black, source.peak, units.source(of: bezier.knee.x)] }
}

/// The HDR10+ tone curve that applies to all frames of a conversion.
///
///     let tone = ToneOperator.st2094_40(try HDR10PlusCurve(frames))
public struct HDR10PlusCurve: Hashable, Sendable {
  public var bezier: BezierCurve
  /// The maximum component of the scene, 1 on the curve, `0...10_000` cd/m²; `nil` if it is unknown.
  ///
  /// If it is not above the display's peak, the curve is not used, because no compression is needed.
  public var peak: Luminance?
  /// The peak of the display for which the curve was made; `nil` if it is unknown.
  public var targetedDisplayPeak: Luminance?

  public init(bezier: BezierCurve, peak: Luminance? = nil, targetedDisplayPeak: Luminance? = nil) {
    (self.bezier, self.peak, self.targetedDisplayPeak) = (bezier, peak, targetedDisplayPeak)
  }
}

extension ToneOperator {
  /// The Bézier curve of a scene's ST 2094-40 metadata, whose peak, if present, is the source's in a plan.
  public static func st2094_40(_ curve: HDR10PlusCurve) -> ToneOperator {
    st2094_40(curve) {
      ST2094_40(from: $0.source, to: $0.target, bezier: curve.bezier, targetedDisplayPeak: curve.targetedDisplayPeak)
    }
  }

  /// The operator without metadata, and therefore without a curve.
  package static let st2094_40 = st2094_40(nil) { _ throws(ToneCurveError) in
    throw .refused(
      "st2094-40 needs the Bézier curve of ST 2094-40 metadata, which is missing; add the metadata or choose another operator"
    )
  }

  private static func st2094_40(_ curve: HDR10PlusCurve?, _ make: @escaping Maker) -> ToneOperator {
    ToneOperator(name: "st2094-40", document: "SMPTE ST 2094-40", followsMetadata: true, parameters: curve, make: make)
  }
}
