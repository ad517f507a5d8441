public import Colorimetry

extension Curve<SignalLevel, Luminance> {
  /// The EOTF of PQ.
  ///
  /// - Source: ITU-R BT.2100-3, Table 4.
  /// - Parameters:
  ///   - workingUnit: The light that an evaluator may take as 1.
  ///   - tolerance: How far off an approximation may be.
  public static func pqEOTF(workingUnit: Luminance? = nil, tolerance: Tolerance<Luminance> = .light()) -> Curve {
    Curve(
      "PQ EOTF", domain: 0...1, workingUnits: (nil, workingUnit), undoes: "PQ inverse EOTF", key: [],
      tolerance: tolerance
    ) {
      PerceptualQuantizer().eotf($0)
    }
  }
}

extension Curve<Luminance, SignalLevel> {
  /// The inverse of the EOTF of PQ.
  ///
  /// - Source: ITU-R BT.2100-3, Table 4.
  /// - Parameters:
  ///   - workingUnit: The light that an evaluator may take as 1.
  ///   - tolerance: How far off an approximation may be.
  public static func pqInverseEOTF(workingUnit: Luminance? = nil, tolerance: Tolerance<SignalLevel> = .outputSignal)
    -> Curve
  {
    Curve(
      "PQ inverse EOTF", domain: .nits(0)...PerceptualQuantizer.peak, workingUnits: (workingUnit, nil), key: [],
      tolerance: tolerance
    ) { PerceptualQuantizer().inverseEOTF($0) }
  }
}

extension DisplayTransfer {
  /// From signal to light.
  ///
  /// - Parameter ceiling: The maximum signal.
  public func displayLightFromSignal(upTo ceiling: SignalLevel) -> Operations<Signal, Light> {
    .curve(
      Curve(
        "\(self) EOTF", domain: 0...(isAbsolute ? 1 : ceiling), breakpoints: breakpoints.signals,
        undoes: isAbsolute ? "\(self) inverse EOTF" : nil, key: key, tolerance: .light()
      ) { eotf($0) })
  }

  /// From light to signal.
  ///
  /// - Parameter workingUnit: The light that an evaluator may take as 1.
  public func signalFromDisplayLight(workingUnit: Luminance) -> Operations<Light, Signal> {
    .curve(
      Curve(
        "\(self) inverse EOTF", domain: .nits(0)...PerceptualQuantizer.peak, breakpoints: breakpoints.lights,
        workingUnits: (workingUnit, nil), key: key,
        // More than other last curves: with 8 bits, a power then needs a degree less. What is before it makes less than as much.
        tolerance: isAbsolute ? .outputSignal : .signal(share: 0.35)
      ) { inverseEOTF($0) })
  }

  /// What distinguishes a transfer from others of its name: its range, and its shape in between.
  private var key: [Double] { ([0, 0.25, 0.5, 1] as [SignalLevel]).map { eotf($0).nits } }
}

extension RelativeTransfer {
  /// From a camera's signal to the scene in front of it.
  ///
  /// - Parameters:
  ///   - ceiling: The maximum signal.
  ///   - white: What the scene's 1 counts as.
  package func sceneLightFromSignal(
    upTo ceiling: SignalLevel, white: Luminance
  ) -> Operations<Signal, ScaledSceneLight> {
    @Sendable func light(_ signal: SignalLevel) -> ScaledSceneLevel {
      ScaledSceneLevel(number: white.nits * self.light(of: SignalLevel(max(signal.value, 0))).value)
    }
    return .curve(
      Curve(
        "inverse of the camera curve", domain: 0...ceiling,
        breakpoints: breakpoints.signals, key: ([0, 0.25, 0.5, 1] as [SignalLevel]).map { light($0).number },
        tolerance: .light(), light))
  }
}

extension HybridLogGamma {
  /// From signal to BT.2020 light.
  ///
  /// - Parameter ceiling: The maximum signal.
  /// - Parameter toBT2020: From the signal's primaries to BT.2020.
  /// - Source: ITU-R BT.2100-3, Table 5, *Reference EOTF*: scene light here is multiplied by the peak.
  public func displayLightFromSignal(upTo ceiling: SignalLevel, toBT2020: Matrix3x3) -> Operations<Signal, Light> {
    let peak = luminance.peak.nits
    let scene = Curve<SignalLevel, ScaledSceneLevel>(
      "HLG inverse OETF", domain: 0...ceiling, breakpoints: [signalOfBreakpoint],
      workingUnits: (nil, ScaledSceneLevel(number: peak)), key: [peak, beta.value], tolerance: .light()
    ) { ScaledSceneLevel(number: peak * self.liftedScene(ofComponent: $0).value) }
    return Operations<Signal, ScaledSceneLight>.curve(scene).then(.matrix(toBT2020)).then(ootf())
  }

  /// From scene light times the peak to display light, both BT.2020.
  ///
  /// - Parameter share: The share of the usual error of a factor.
  package func ootf(share: Double = 1) -> Operations<ScaledSceneLight, Light> {
    gain("OOTF(x) / x", share: share) { SystemGamma.gain(gamma, atShareOfPeak: $0) }
  }

  /// From BT.2020 light to signal.
  ///
  /// - Parameter fromBT2020: From BT.2020 to the signal's primaries.
  /// - Source: ITU-R BT.2100-3, Table 5: the inverses of the reference OOTF and of the inverse OETF.
  public func signalFromDisplayLight(fromBT2020: Matrix3x3) -> Operations<Light, Signal> {
    let peak = luminance.peak.nits
    let signal = Curve<ScaledSceneLevel, SignalLevel>(
      "HLG OETF", domain: ScaledSceneLevel(number: 0)...ScaledSceneLevel(number: .infinity),
      breakpoints: [ScaledSceneLevel(number: Self.breakpoint.scene.value * peak)],
      workingUnits: (ScaledSceneLevel(number: peak), nil), key: [peak, beta.value], tolerance: .outputSignal
    ) { component(ofLifted: SceneLevel($0.number / peak)) }
    let scene: Operations<Light, ScaledSceneLight> =
      gamma == 1
      ? Operations(unchecked: [])
      : gain("inverse OOTF(x) / x") { SystemGamma.inverseGain(gamma, atShareOfPeak: $0) }
    return scene.then(.matrix(fromBT2020)).then(.curve(signal))
  }

  /// A factor between scene and display that depends on luminance relative to the peak.
  private func gain<From: CurveColor, To: CurveColor>(
    _ name: String, share: Double = 1, _ factor: @escaping @Sendable (RelativeLevel) -> Double
  ) -> Operations<From, To> {
    let peak = luminance.peak.nits
    let curve = Curve<From.Level, Double>(
      name, workingUnits: (From.Level(number: peak), nil), key: [gamma, peak], tolerance: .factor(share: share)
    ) { factor(RelativeLevel($0.number / peak)) }
    let isOne = gamma == 1
    return Operations(unchecked: [
      Gain(norm: .bt2020Luminance, factor: curve.erased, isOneUpTo: isOne ? .infinity : nil, result: To.unit)
    ])
  }
}
