extension CameraLog {
  /// LogC4 of ARRI's cameras from ALEXA 35 on.
  ///
  ///     CameraLog.logC4.curve.oetf(0.18)  // 0.2784
  ///
  /// Black is 95 / 1023; signal 0 is −0.018, signal 1 is 469.8.
  ///
  /// - Source: ARRI, *ARRI LogC4 Logarithmic Color Space Specification*, 2022, clause 4.1.
  public static let logC4 = CameraLog(
    "log-c4", "ARRI LogC4", gamuts: [.arriWideGamut4], breakpoints: ([0], [t]),
    reflectance: { $0 >= 0 ? (Elementary.exp2(14 * (($0 - c) / b) + 6) - 64) / a : $0 * s + t },
    signal: { $0 >= t ? (Elementary.log2(a * $0 + 64) - 6) / 14 * b + c : ($0 - t) / s })
}

// As printed: s is the slope of the line and t the light of signal 0, so that value and slope are continuous there.
private let a = (0x1p18 - 16) / 117.45
private let b = (1023.0 - 95) / 1023
private let c = 95.0 / 1023
private let s = 7 * Elementary.log(2) * Elementary.exp2(7 - 14 * c / b) / (a * b)
private let t = (Elementary.exp2(14 * (-c / b) + 6) - 64) / a
