package import Colorimetry

extension TransferFunction {
  /// The curve from signal to light.
  ///
  /// - Parameter ceiling: The maximum signal; an absolute transfer ends at 1.
  package func displayLightFromSignal(
    upTo ceiling: SignalLevel = 1, workingUnit: Luminance? = nil, tolerance: Tolerance = .light()
  ) -> Curve {
    precondition(unit == .light(), "\(name) is no display's")
    return Curve(
      "\(self) EOTF", domain: 0...(isAbsolute ? 1 : ceiling), breakpoints: breakpoints.signals.map { SignalLevel($0) },
      workingUnits: (nil, workingUnit), inverse: isAbsolute ? inverse : nil, definition: definition,
      tolerance: tolerance
    ) { (signal: SignalLevel) in Luminance(toLight(signal.value)) }
  }

  /// The curve from light to signal.
  ///
  /// - Parameter tolerance: The allowed error of an approximation; `nil` for that of the last curve.
  package func signalFromDisplayLight(workingUnit: Luminance? = nil, tolerance: Tolerance? = nil) -> Curve {
    precondition(unit == .light(), "\(name) is no display's")
    // More than for other last curves: with 8 bits, a power then needs one degree less, and the error of the operations before it is small enough.
    let usual = isAbsolute ? Tolerance.outputSignal : .signal(share: 0.35)
    return Curve(
      "\(self) inverse EOTF", domain: .nits(0)...(isAbsolute ? Luminance(toLight(1)) : PerceptualQuantizer.peak),
      breakpoints: breakpoints.lights.map { .nits($0) }, workingUnits: (workingUnit, nil), definition: inverse,
      tolerance: tolerance ?? usual
    ) { (light: Luminance) in SignalLevel(toSignal(light.nits)) }
  }

  private var inverse: Definition { Definition("inverse", definition) }

  /// The curve from a camera's signal to the scene in front of it.
  ///
  /// - Parameter white: The light that the scene's 1 represents.
  package func sceneLightFromSignal(upTo ceiling: SignalLevel, white: Luminance) -> Curve {
    Curve(
      "inverse of the camera curve", domain: 0...ceiling, breakpoints: breakpoints.signals.map { SignalLevel($0) },
      definition: Definition("scene", definition, white), tolerance: .light()
    ) { (signal: SignalLevel) in SceneLevel(white.nits * toLight(max(signal.value, 0))) }
  }

  /// The operations from the signal of a camera's log to BT.2020 light, as HLG's reference display shows the scene.
  ///
  /// Light outside BT.2020 is limited as in a camera's HLG. Codes below black are noise: they are kept down to a reflectance of −1 %, so that gray
  /// noise stays gray in another gamut.
  ///
  /// - Source: ITU-R BT.2408-8, Table 1, for a reflectance of 100 %; BT.2100-3, Table 5, *Reference OOTF*.
  /// - Parameter gamma: The system gamma, 1.2 in the reference surround.
  package func displayLightFromLog(
    upTo ceiling: SignalLevel, range: QuantizationRange, gamma: Double, toBT2020: Matrix3x3
  ) -> Operations {
    let hlg = HybridLogGamma(luminance: HybridLogGamma.reference.luminance, gamma: gamma)
    let peak = hlg.luminance.peak.nits
    let white = peak * CameraLog.hlgSceneLightOfWhite.value
    let (scale, offset) = argument(range: range)
    let minimum = -0.01
    let points = breakpoints.signals.filter { toLight($0) > minimum } + [toSignal(minimum)]
    let scene = Curve(
      "\(self) inverse", domain: 0...ceiling,
      breakpoints: points.map { SignalLevel(($0 - offset) / scale) }.filter { $0 > 0 },
      workingUnits: (nil, SceneLevel(peak)),
      // After the matrix, small light that is a difference of large light has the error of the large light. Logs are displayed at up to 10 000 cd/m²,
      // where PQ has finer codes in the dark than the usual errors allow for. A third of the usual error is within reach of polynomials for every log.
      tolerance: Tolerance { allowed, _, light in max(allowed.light(abs(light)) / 3, allowed.light(0)) }
    ) { (signal: SignalLevel) in SceneLevel(white * max(toLight(signal.value * scale + offset), minimum)) }
    return [scene, Affine(toBT2020), Limit.nonnegative, hlg.ootf(share: 1.0 / 3)]
  }
}

extension HybridLogGamma {
  /// The operations from signal to BT.2020 light.
  ///
  /// - Source: ITU-R BT.2100-3, Table 5, *Reference EOTF*: scene light here is multiplied by the peak.
  package func displayLightFromSignal(upTo ceiling: SignalLevel, toBT2020: Matrix3x3) -> Operations {
    let peak = luminance.peak.nits
    let scene = Curve(
      "HLG inverse OETF", domain: 0...ceiling, breakpoints: [signalOfBreakpoint],
      workingUnits: (nil, SceneLevel(peak)), definition: Definition("HLG inverse OETF", [peak, beta.value]),
      tolerance: .light()
    ) { (signal: SignalLevel) in SceneLevel(peak * liftedScene(ofComponent: signal).value) }
    return [scene, Affine(toBT2020), ootf()]
  }

  /// The gain from scene light times the peak to display light, both BT.2020; `share` is the fraction of the usual error of a factor.
  package func ootf(share: Double = 1) -> Gain {
    let factor = factor(SceneLevel.self, "OOTF(x) / x", share: share) { SystemGamma.gain(gamma, atShareOfPeak: $0) }
    return Gain(of: .bt2020Luminance, by: factor, isOneUpTo: gamma == 1 ? .infinity : nil, giving: .light())
  }

  /// The operations from BT.2020 light to signal.
  ///
  /// - Source: ITU-R BT.2100-3, Table 5: the inverses of the reference OOTF and of the inverse OETF.
  package func signalFromDisplayLight(fromBT2020: Matrix3x3) -> Operations {
    let peak = luminance.peak.nits
    let signal = Curve(
      "HLG OETF", domain: 0...SceneLevel(.infinity), breakpoints: [SceneLevel(Self.breakpoint.scene.value * peak)],
      workingUnits: (SceneLevel(peak), nil), definition: Definition("HLG OETF", [peak, beta.value]),
      tolerance: .outputSignal
    ) { (scene: SceneLevel) in component(ofLifted: SceneLevel(scene.value / peak)) }
    let converted: Operations = [Affine(fromBT2020, giving: .scene()), signal]
    guard gamma != 1 else { return converted }
    let factor = factor(Luminance.self, "inverse OOTF(x) / x") { SystemGamma.inverseGain(gamma, atShareOfPeak: $0) }
    return [Gain(of: .bt2020Luminance, by: factor, giving: .scene())] + converted
  }

  /// A factor between scene and display that depends on luminance relative to the peak.
  private func factor<From: Quantity>(
    _: From.Type, _ name: String, share: Double = 1, _ factor: @escaping @Sendable (RelativeLevel) -> Double
  ) -> Curve {
    let peak = luminance.peak.nits
    return Curve(
      name, workingUnits: (From(peak), nil), definition: Definition(name, [gamma, peak]),
      tolerance: .factor(share: share)
    ) { (light: From) in factor(RelativeLevel(light.value / peak)) }
  }
}
