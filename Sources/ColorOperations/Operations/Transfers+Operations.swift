package import Colorimetry

extension Curve {
  /// The EOTF of PQ.
  ///
  /// - Source: ITU-R BT.2100-3, Table 4.
  /// - Parameters:
  ///   - workingUnit: The light that an evaluator may use as 1.
  ///   - tolerance: The allowed error of an approximation.
  package static func pqEOTF(workingUnit: Luminance? = nil, tolerance: Tolerance<Luminance> = .light()) -> Curve {
    Curve(
      "PQ EOTF", domain: 0...1, workingUnits: (nil, workingUnit), undoes: "PQ inverse EOTF", key: [],
      tolerance: tolerance
    ) { (signal: SignalLevel) in PerceptualQuantizer().eotf(signal) }
  }

  /// The inverse of the EOTF of PQ.
  ///
  /// - Source: ITU-R BT.2100-3, Table 4.
  /// - Parameters:
  ///   - workingUnit: The light that an evaluator may use as 1.
  ///   - tolerance: The allowed error of an approximation.
  package static func pqInverseEOTF(
    workingUnit: Luminance? = nil, tolerance: Tolerance<SignalLevel> = .outputSignal
  ) -> Curve {
    Curve(
      "PQ inverse EOTF", domain: .nits(0)...PerceptualQuantizer.peak, workingUnits: (workingUnit, nil), key: [],
      tolerance: tolerance
    ) { (light: Luminance) in PerceptualQuantizer().inverseEOTF(light) }
  }
}

extension DisplayTransfer {
  /// The curve from signal to light.
  ///
  /// - Parameter ceiling: The maximum signal.
  package func displayLightFromSignal(upTo ceiling: SignalLevel) -> Curve {
    Curve(
      "\(self) EOTF", domain: 0...(isAbsolute ? 1 : ceiling), breakpoints: breakpoints.signals,
      undoes: isAbsolute ? "\(self) inverse EOTF" : nil, key: key, tolerance: .light()
    ) { (signal: SignalLevel) in eotf(signal) }
  }

  /// The curve from light to signal.
  ///
  /// - Parameter workingUnit: The light that an evaluator may use as 1.
  package func signalFromDisplayLight(workingUnit: Luminance) -> Curve {
    Curve(
      "\(self) inverse EOTF", domain: .nits(0)...PerceptualQuantizer.peak, breakpoints: breakpoints.lights,
      workingUnits: (workingUnit, nil), key: key,
      // More than for other last curves: with 8 bits, a power then needs one degree less, and the error of the operations before it is small enough.
      tolerance: isAbsolute ? .outputSignal : .signal(share: 0.35)
    ) { (light: Luminance) in inverseEOTF(light) }
  }

  /// The values that identify a transfer among others of its name: its range, and its shape in between.
  private var key: [Double] { ([0, 0.25, 0.5, 1] as [SignalLevel]).map { eotf($0).nits } }
}

extension RelativeTransfer {
  /// The curve from a camera's signal to the scene in front of it.
  ///
  /// - Parameters:
  ///   - ceiling: The maximum signal.
  ///   - white: The light that the scene's 1 represents.
  package func sceneLightFromSignal(upTo ceiling: SignalLevel, white: Luminance) -> Curve {
    @Sendable func light(_ signal: SignalLevel) -> ScaledSceneLevel {
      ScaledSceneLevel(number: white.nits * self.light(of: SignalLevel(max(signal.value, 0))).value)
    }
    return Curve(
      "inverse of the camera curve", domain: 0...ceiling, breakpoints: breakpoints.signals,
      key: ([0, 0.25, 0.5, 1] as [SignalLevel]).map { light($0).number }, tolerance: .light(), light)
  }
}

extension HybridLogGamma {
  /// The operations from signal to BT.2020 light.
  ///
  /// - Parameter ceiling: The maximum signal.
  /// - Parameter toBT2020: From the signal's primaries to BT.2020.
  /// - Source: ITU-R BT.2100-3, Table 5, *Reference EOTF*: scene light here is multiplied by the peak.
  package func displayLightFromSignal(upTo ceiling: SignalLevel, toBT2020: Matrix3x3) -> Operations {
    let peak = luminance.peak.nits
    let scene = Curve(
      "HLG inverse OETF", domain: 0...ceiling, breakpoints: [signalOfBreakpoint],
      workingUnits: (nil, ScaledSceneLevel(number: peak)), key: [peak, beta.value], tolerance: .light()
    ) { (signal: SignalLevel) in ScaledSceneLevel(number: peak * self.liftedScene(ofComponent: signal).value) }
    return [scene, Affine(toBT2020), ootf()]
  }

  /// The gain from scene light times the peak to display light, both BT.2020.
  ///
  /// - Parameter share: The fraction of the usual error of a factor.
  package func ootf(share: Double = 1) -> Gain {
    let factor = factor(ScaledSceneLevel.self, "OOTF(x) / x", share: share) {
      SystemGamma.gain(gamma, atShareOfPeak: $0)
    }
    return Gain(of: .bt2020Luminance, by: factor, isOneUpTo: gamma == 1 ? .infinity : nil, giving: .light())
  }

  /// The operations from BT.2020 light to signal.
  ///
  /// - Parameter fromBT2020: From BT.2020 to the signal's primaries.
  /// - Source: ITU-R BT.2100-3, Table 5: the inverses of the reference OOTF and of the inverse OETF.
  package func signalFromDisplayLight(fromBT2020: Matrix3x3) -> Operations {
    let peak = luminance.peak.nits
    let signal = Curve(
      "HLG OETF", domain: ScaledSceneLevel(number: 0)...ScaledSceneLevel(number: .infinity),
      breakpoints: [ScaledSceneLevel(number: Self.breakpoint.scene.value * peak)],
      workingUnits: (ScaledSceneLevel(number: peak), nil), key: [peak, beta.value], tolerance: .outputSignal
    ) { (scene: ScaledSceneLevel) in component(ofLifted: SceneLevel(scene.number / peak)) }
    let converted: Operations = [Affine(fromBT2020, giving: .scene()), signal]
    guard gamma != 1 else { return converted }
    let factor = factor(Luminance.self, "inverse OOTF(x) / x") { SystemGamma.inverseGain(gamma, atShareOfPeak: $0) }
    return [Gain(of: .bt2020Luminance, by: factor, giving: .scene())] + converted
  }

  /// A factor between scene and display that depends on luminance relative to the peak.
  private func factor<From: CurveNumber>(
    _: From.Type, _ name: String, share: Double = 1, _ factor: @escaping @Sendable (RelativeLevel) -> Double
  ) -> Curve {
    let peak = luminance.peak.nits
    return Curve(
      name, workingUnits: (From(number: peak), nil), key: [gamma, peak], tolerance: .factor(share: share)
    ) { (light: From) in factor(RelativeLevel(light.number / peak)) }
  }
}
