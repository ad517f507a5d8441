public import Colorimetry
internal import ElementaryMath

extension ColorCurve {
  /// The EOTF of PQ.
  ///
  /// - Source: ITU-R BT.2100-3, Table 4.
  public static let pq = ColorCurve(
    "PQ EOTF", from: .signal, to: .light, domain: 0...1, undoes: "PQ inverse EOTF", key: [], precision: .light()
  ) { PerceptualQuantizer().eotf($0).nits }

  /// The inverse of the EOTF of PQ.
  ///
  /// - Source: ITU-R BT.2100-3, Table 4.
  public static let inversePQ = ColorCurve(
    "PQ inverse EOTF", from: .light, to: .signal, domain: 0...PerceptualQuantizer.peak.nits, key: [], precision: .shown
  ) { PerceptualQuantizer().inverseEOTF(.nits($0)) }
}

extension DisplayTransfer {
  /// From signal to light.
  ///
  /// - Parameter ceiling: The greatest signal.
  public func linearization(upTo ceiling: Double) -> [ColorOperation] {
    if self is PerceptualQuantizer { return [.curve(.pq)] }
    return [
      .curve(
        ColorCurve(
          "\(self) EOTF", from: .signal, to: .light, domain: 0...ceiling, corners: joints.signals, key: key,
          precision: .light()
        ) { eotf($0).nits })
    ]
  }

  /// From light to signal.
  ///
  /// - Parameter peak: The light that an evaluator may take as 1.
  public func delinearization(peak: Luminance) -> [ColorOperation] {
    var curve = ColorCurve.inversePQ
    if !(self is PerceptualQuantizer) {
      curve = ColorCurve(
        "\(self) inverse EOTF", from: .light, to: .signal, domain: 0...PerceptualQuantizer.peak.nits,
        corners: joints.lights, key: key, precision: .shown
      ) { inverseEOTF(.nits($0)) }
    }
    curve.nominal.argument = peak.nits
    return [.curve(curve)]
  }

  /// What distinguishes a transfer from others of its name: its range, and its shape in between.
  private var key: [Double] { [0, 0.25, 0.5, 1].map { eotf($0).nits } }
}

extension HybridLogGamma {
  /// From signal to BT.2020 light.
  ///
  /// - Parameter ceiling: The greatest signal.
  /// - Parameter toBT2020: From the signal's primaries to BT.2020.
  /// - Source: ITU-R BT.2100-3, Table 5, *Reference EOTF*: scene light here is multiplied by the peak.
  public func linearization(upTo ceiling: Double, toBT2020: Matrix3x3) -> [ColorOperation] {
    let peak = range.peak.nits
    let joint = (Self.joint.signal - beta) / (1 - beta)
    let scene = ColorCurve(
      "HLG inverse OETF", from: .signal, to: .light, domain: 0...ceiling, corners: [joint], nominal: (nil, peak),
      key: [peak, beta], precision: .light()
    ) { peak * inverseOETF($0 * (1 - beta) + beta) }
    return [.curve(scene), .matrix(toBT2020), .gain(ootf())]
  }

  /// From scene light times the peak to display light, both BT.2020.
  ///
  /// - Parameter share: The share of the usual error of a factor.
  func ootf(share: Double = 1) -> Gain { system(gamma - 1, above: 1e-9, name: "OOTF(x) / x", share: share) }

  /// From BT.2020 light to signal.
  ///
  /// - Parameter fromBT2020: From BT.2020 to the signal's primaries.
  /// - Source: ITU-R BT.2100-3, Table 5: the inverses of the reference OOTF and of the inverse OETF.
  public func delinearization(fromBT2020: Matrix3x3) -> [ColorOperation] {
    let peak = range.peak.nits
    let signal = ColorCurve(
      "HLG OETF", from: .light, to: .signal, domain: 0 ... .infinity, corners: [Self.joint.scene * peak],
      nominal: (peak, nil), key: [peak, beta], precision: .shown
    ) { (oetf($0 / peak) - beta) / (1 - beta) }
    let inverse =
      gamma == 1 ? [] : [ColorOperation.gain(system((1 - gamma) / gamma, above: 1e-10, name: "inverse OOTF(x) / x"))]
    return inverse + [.matrix(fromBT2020), .curve(signal)]
  }

  /// The factor (Y / peak)^power, where Y is luminance.
  ///
  /// - Parameter least: The part of the peak below which the factor stays the same, because it may be infinite at 0: a signal then
  ///   differs from the printed equation's by less than 1e-5.
  private func system(_ power: Double, above least: Double, name: String, share: Double = 1) -> Gain {
    let peak = range.peak.nits
    return Gain(
      of: .weighted(LumaWeights.bt2020.vector),
      by: ColorCurve(name, from: .light, to: .factor, nominal: (peak, nil), precision: .factor(share: share)) {
        Elementary.pow(max($0 / peak, least), power)
      })
  }
}
