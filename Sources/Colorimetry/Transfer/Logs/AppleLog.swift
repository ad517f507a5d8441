extension CameraLog {
  /// Apple Log: a logarithm above a reflectance of 1 %, a parabola below it.
  ///
  ///     CameraLog.appleLog.curve.oetf(0.18)  // 0.4883
  ///
  /// The signal is 0 for light of −0.0564 and less, 0.1505 for black; signal 1 is 12.0.
  ///
  /// - Source: Apple, *Apple Log Profile White Paper*, 2023.
  public static let appleLog = apple("applelog", "Apple Log", Gamut(.bt2020))
  /// Apple Log 2: the curve of Apple Log in another gamut (Apple, *Apple Log 2 White Paper*, as OpenColorIO states it).
  public static let appleLog2 = apple("applelog2", "Apple Log 2", .appleWideGamut)

  private static func apple(_ name: String, _ title: String, _ gamut: Gamut) -> CameraLog {
    CameraLog(
      name, title, gamuts: [gamut], matrix: .bt2020NCL,
      breakpoints: ([cutSignal], [vertex, cut]),
      reflectance: { signal in
        if signal >= cutSignal { return Elementary.exp2((signal - delta) / gamma) - beta }
        return signal < 0 ? vertex : (signal / scale).squareRoot() + vertex
      },
      signal: { light in
        if light >= cut { return gamma * Elementary.log2(light + beta) + delta }
        return light < vertex ? 0 : scale * (light - vertex) * (light - vertex)
      })
  }
}

// R0, Rt, c, β, γ and δ as printed.
private let vertex = -0.05641088
private let cut = 0.01
private let scale = 47.28711236
private let beta = 0.00964052
private let gamma = 0.08550479
private let delta = 0.69336945
/// The signal of `cut`, Pt.
private let cutSignal = scale * (cut - vertex) * (cut - vertex)
