public import Colorimetry

extension ColorCurve {
  /// The EOTF of PQ.
  ///
  /// - Source: ITU-R BT.2100-3, Table 4.
  public static let pq = ColorCurve(
    "PQ EOTF", from: .signal, to: .light, domain: 0...1, undoes: "PQ inverse EOTF", key: [], precision: .light()
  ) { PerceptualQuantizer().eotf(SignalLevel($0)).nits }

  /// The inverse of the EOTF of PQ.
  ///
  /// - Source: ITU-R BT.2100-3, Table 4.
  public static let inversePQ = ColorCurve(
    "PQ inverse EOTF", from: .light, to: .signal, domain: 0...PerceptualQuantizer.peak.nits, key: [], precision: .shown
  ) { PerceptualQuantizer().inverseEOTF(.nits($0)).value }
}

extension DisplayTransfer {
  /// From signal to light.
  ///
  /// - Parameter ceiling: The greatest signal.
  public func linearization(upTo ceiling: SignalLevel) -> Operations<Signal, Light> {
    if self is PerceptualQuantizer { return .curve(.pq) }
    return .curve(
      ColorCurve(
        "\(self) EOTF", from: .signal, to: .light, domain: 0...ceiling.value,
        breakpoints: breakpoints.signals.map(\.value),
        key: key, precision: .light()
      ) { eotf(SignalLevel($0)).nits })
  }

  /// From light to signal.
  ///
  /// - Parameter peak: The light that an evaluator may take as 1.
  public func delinearization(peak: Luminance) -> Operations<Light, Signal> {
    var curve = ColorCurve.inversePQ
    if !(self is PerceptualQuantizer) {
      curve = ColorCurve(
        "\(self) inverse EOTF", from: .light, to: .signal, domain: 0...PerceptualQuantizer.peak.nits,
        breakpoints: breakpoints.lights.map(\.nits), key: key, precision: .shown
      ) { inverseEOTF(.nits($0)).value }
    }
    curve.nominal.argument = peak.nits
    return .curve(curve)
  }

  /// What distinguishes a transfer from others of its name: its range, and its shape in between.
  private var key: [Double] { ([0, 0.25, 0.5, 1] as [SignalLevel]).map { eotf($0).nits } }
}

extension RelativeTransfer {
  /// From a camera's signal to the scene in front of it.
  ///
  /// - Parameters:
  ///   - ceiling: The greatest signal.
  ///   - white: What the scene's 1 counts as.
  public func sceneLight(upTo ceiling: SignalLevel, white: Luminance) -> Operations<Signal, ScaledSceneLight> {
    @Sendable func light(_ signal: Double) -> Double { white.nits * self.light(of: SignalLevel(max(signal, 0))).value }
    return .curve(
      ColorCurve(
        "inverse of the camera curve", from: .signal, to: .scene, domain: 0...ceiling.value,
        breakpoints: breakpoints.signals.map(\.value), key: [0, 0.25, 0.5, 1].map(light), precision: .light(), light))
  }
}

extension HybridLogGamma {
  /// From signal to BT.2020 light.
  ///
  /// - Parameter ceiling: The greatest signal.
  /// - Parameter toBT2020: From the signal's primaries to BT.2020.
  /// - Source: ITU-R BT.2100-3, Table 5, *Reference EOTF*: scene light here is multiplied by the peak.
  public func linearization(upTo ceiling: SignalLevel, toBT2020: Matrix3x3) -> Operations<Signal, Light> {
    let peak = range.peak.nits
    let scene = ColorCurve(
      "HLG inverse OETF", from: .signal, to: .scene, domain: 0...ceiling.value, breakpoints: [signalOfBreakpoint.value],
      nominal: (nil, peak), key: [peak, beta.value], precision: .light()
    ) { peak * self.scene(ofComponent: SignalLevel($0)).value }
    return Operations<Signal, ScaledSceneLight>.curve(scene).then(.matrix(toBT2020)).then(ootf())
  }

  /// From scene light times the peak to display light, both BT.2020.
  ///
  /// - Parameter share: The share of the usual error of a factor.
  package func ootf(share: Double = 1) -> Operations<ScaledSceneLight, Light> {
    .gain(
      gain("OOTF(x) / x", from: .scene, to: .light, share: share) { SystemGamma.gain(gamma, atShareOfPeak: $0) })
  }

  /// From BT.2020 light to signal.
  ///
  /// - Parameter fromBT2020: From BT.2020 to the signal's primaries.
  /// - Source: ITU-R BT.2100-3, Table 5: the inverses of the reference OOTF and of the inverse OETF.
  public func delinearization(fromBT2020: Matrix3x3) -> Operations<Light, Signal> {
    let peak = range.peak.nits
    let signal = ColorCurve(
      "HLG OETF", from: .scene, to: .signal, domain: 0 ... .infinity, breakpoints: [Self.breakpoint.scene.value * peak],
      nominal: (peak, nil), key: [peak, beta.value], precision: .shown
    ) { component(ofScene: SceneLevel($0 / peak)).value }
    let inverse = gain("inverse OOTF(x) / x", from: .light, to: .scene) {
      SystemGamma.inverseGain(gamma, atShareOfPeak: $0)
    }
    let scene: Operations<Light, ScaledSceneLight> = gamma == 1 ? Operations(unchecked: []) : .gain(inverse)
    return scene.then(.matrix(fromBT2020)).then(.curve(signal))
  }

  /// A factor that depends on luminance relative to the peak.
  private func gain(
    _ name: String, from: ColorCurve.Quantity, to result: ColorCurve.Quantity, share: Double = 1,
    _ factor: @escaping @Sendable (RelativeLuminance) -> Double
  ) -> Gain {
    let peak = range.peak.nits
    return Gain(
      of: .luminance,
      by: ColorCurve(name, from: from, to: .factor, nominal: (peak, nil), precision: .factor(share: share)) {
        factor(RelativeLuminance($0 / peak))
      }, to: result)
  }
}
