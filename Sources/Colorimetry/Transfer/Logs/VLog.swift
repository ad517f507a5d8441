extension CameraLog {
  /// V-Log, the logarithm of Panasonic's cameras.
  ///
  ///     CameraLog.vLog.curve.oetf(0.18)  // 0.4233, code 433
  ///
  /// Black is 0.125, code 128; signal 1 is 46.1.
  ///
  /// - Source: Panasonic, *V-Log/V-Gamut Reference Manual*, Rev. 1.0, clause 3.
  public static let vLog = CameraLog(
    "vlog", "Panasonic V-Log", gamuts: [.vGamut], countsAllCodes: true,
    breakpoints: ([cutSignal], [cut]),
    reflectance: { $0 >= cutSignal ? Elementary.pow(10, ($0 - d) / c) - b : ($0 - 0.125) / 5.6 },
    signal: { $0 >= cut ? c * Elementary.log10($0 + b) + d : 5.6 * $0 + 0.125 })
}

// cut1, cut2, b, c and d as printed; the two pieces meet to within 8e-7.
private let cut = 0.01
private let cutSignal = 0.181
private let b = 0.00873
private let c = 0.241514
private let d = 0.598206
