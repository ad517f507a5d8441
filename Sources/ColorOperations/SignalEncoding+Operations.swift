public import Colorimetry

extension SignalEncoding {
  /// From the coded components to R′, G′, B′.
  public var decoding: [ColorOperation] {
    switch form {
    case .linear(_, .identity): []
    case .linear(_, let inverse): [.matrix(inverse)]
    case .constantLuminance(let coding): [.decodeConstantLuminance(coding)]
    case .iCtCp(let coding): coding.decoding
    }
  }

  /// From R′, G′, B′ to the coded components.
  ///
  /// - Parameter peak: The light that an evaluator may take as 1, in encodings that pass through light.
  public func encoding(peak: Luminance) -> [ColorOperation] {
    switch form {
    case .linear(.identity, _): []
    case .linear(let forward, _): [.matrix(forward)]
    case .constantLuminance(let coding): [.encodeConstantLuminance(coding)]
    case .iCtCp(let coding): coding.encoding(peak: peak)
    }
  }
}

extension ICtCpEncoding {
  fileprivate var decoding: [ColorOperation] {
    [.matrix(toCones), .curve(light), .matrix(ICtCp.bt2020FromLMS), .curve(signal)]
  }

  fileprivate func encoding(peak: Luminance) -> [ColorOperation] {
    var coded = signal
    if camera is PerceptualQuantizer { coded.nominal.argument = peak.nits }
    return [.curve(light), .matrix(ICtCp.lmsFromBT2020), .curve(coded), .matrix(fromCones)]
  }

  private var light: ColorCurve { camera is PerceptualQuantizer ? .pq : .linearized(by: camera) }
  private var signal: ColorCurve { camera is PerceptualQuantizer ? .inversePQ : .encoded(by: camera) }
}

extension ColorCurve {
  /// From signal to linear signal, both sides of 0.
  ///
  /// Green, or a cone, may be the small difference of large lights, so these must be as exact as `Float` allows for the steepest curve, PQ.
  package static func linearized(by camera: any CameraTransfer) -> ColorCurve {
    ColorCurve(
      "inverse OETF", from: .signal, to: .signal, corners: camera.joints.signals,
      precision: Precision { _, _, light in max((abs(light) > 1 ? 5e-6 : 1e-6) * abs(light), 1e-10) }
    ) { camera.inverseOETF($0) }
  }

  /// From linear signal to signal, both sides of 0.
  ///
  /// A fiftieth of the whole; far outside `0...1`, where codes are as fine as the spacing of `Float`, relative to the signal.
  package static func encoded(by camera: any CameraTransfer) -> ColorCurve {
    ColorCurve(
      "OETF", from: .signal, to: .signal, corners: camera.joints.lights,
      precision: Precision { allowed, _, value in max(allowed.signal / 50, 2e-6 * abs(value)) }
    ) { camera.oetf($0) }
  }
}
