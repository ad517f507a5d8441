extension CameraLog {
  /// S-Log3, the logarithm of Sony's cameras.
  ///
  ///     CameraLog.sLog3.curve.oetf(0.18)  // 420 / 1023
  ///
  /// Black is code 95; light of −0.014 has the code 0, and signal 1 is 38.4.
  ///
  /// - Source: Sony, *Technical Summary for S-Gamut3.Cine/S-Log3 and S-Gamut3/S-Log3*, Appendix.
  public static let sLog3 = CameraLog(
    "slog3", "Sony S-Log3", gamuts: [.sGamut3Cine, .sGamut3], countsAllCodes: true,
    breakpoints: ([cutCode / 1023], [cut]),
    reflectance: { signal in
      let code = signal * 1023
      return code >= cutCode
        ? Elementary.pow(10, (code - 420) / 261.5) * (0.18 + 0.01) - 0.01 : (code - 95) * cut / (cutCode - 95)
    },
    signal: { light in
      let code =
        light >= cut
        ? 420 + Elementary.log10((light + 0.01) / (0.18 + 0.01)) * 261.5 : light * (cutCode - 95) / cut + 95
      return code / 1023
    })
}

// As printed.
private let cut = 0.01125000
private let cutCode = 171.2102946929
