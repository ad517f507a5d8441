extension CameraLog {
  /// Canon Log 3.
  ///
  ///     CameraLog.canonLog3.curve.oetf(0.18)  // 0.3434, code 351
  ///
  /// Black is code 128; signal 1 is 14.7. The paper counts a reflectance of 90 % as 1.
  ///
  /// - Source: Canon, *Canon Log Gamma Curves*, 2018, Appendix, *Canon Log 3 (Full %)*.
  public static let canonLog3 = CameraLog(
    "clog3", "Canon Log 3", gamuts: [.cinemaGamut, Gamut(.bt2020), Gamut(.bt709)], countsAllCodes: true,
    breakpoints: ([lowerSignal, upperSignal], [-cut * unit, cut * unit]),
    reflectance: { light(of: $0) * unit }, signal: { signal(of: $0 / unit) })
}

private let unit = 0.9
/// The light, on both sides of 0, at which the line ends and a logarithm starts.
private let cut = 0.014
// The signals of −cut and cut, as printed.
private let lowerSignal = 0.097465473
private let upperSignal = 0.15277891

private func light(of signal: Double) -> Double {
  if signal < lowerSignal { return (1 - Elementary.pow(10, (0.12783901 - signal) / 0.36726845)) / 14.98325 }
  if signal <= upperSignal { return (signal - 0.12512219) / 1.9754798 }
  return (Elementary.pow(10, (signal - 0.12240537) / 0.36726845) - 1) / 14.98325
}

private func signal(of light: Double) -> Double {
  if light < -cut { return -0.36726845 * Elementary.log10(1 - 14.98325 * light) + 0.12783901 }
  if light <= cut { return 1.9754798 * light + 0.12512219 }
  return 0.36726845 * Elementary.log10(14.98325 * light + 1) + 0.12240537
}
