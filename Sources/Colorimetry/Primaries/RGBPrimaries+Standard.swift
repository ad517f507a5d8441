extension Chromaticity {
  /// CIE illuminant C, the white of 1953 NTSC and of generic film.
  ///
  /// - Source: ITU-T H.273, Table 2, values 4 and 8.
  public static let illuminantC = Chromaticity(0.310, 0.316)

  /// The white of digital cinema.
  ///
  /// - Source: SMPTE RP 431-2; ITU-T H.273, Table 2, value 11.
  public static let dci = Chromaticity(0.314, 0.351)

  /// The white of equal energy.
  ///
  /// - Source: ITU-T H.273, Table 2, value 10.
  public static let equalEnergy = Chromaticity(1.0 / 3, 1.0 / 3)
}

extension RGBPrimaries {
  /// The primaries of 1953 NTSC.
  ///
  /// - Source: ITU-T H.273, Table 2, value 4.
  public static let bt470M = RGBPrimaries(
    red: Chromaticity(0.67, 0.33), green: Chromaticity(0.21, 0.71), blue: Chromaticity(0.14, 0.08),
    white: .illuminantC)

  /// The primaries of PAL and SECAM.
  ///
  /// - Source: ITU-T H.273, Table 2, value 5.
  public static let bt470BG = RGBPrimaries(
    red: Chromaticity(0.64, 0.33), green: Chromaticity(0.29, 0.60), blue: Chromaticity(0.15, 0.06), white: .d65)

  /// The SMPTE C primaries, used by BT.601 with 525 lines and by SMPTE ST 240.
  ///
  /// - Source: ITU-T H.273, Table 2, values 6 and 7.
  public static let smpte170M = RGBPrimaries(
    red: Chromaticity(0.630, 0.340), green: Chromaticity(0.310, 0.595), blue: Chromaticity(0.155, 0.070), white: .d65)

  /// The primaries of generic film.
  ///
  /// - Source: ITU-T H.273, Table 2, value 8.
  public static let film = RGBPrimaries(
    red: Chromaticity(0.681, 0.319), green: Chromaticity(0.243, 0.692), blue: Chromaticity(0.145, 0.049),
    white: .illuminantC)

  /// CIE 1931 X, Y, Z used as primaries; the map to X, Y, Z is the identity.
  ///
  /// - Source: SMPTE ST 428-1; ITU-T H.273, Table 2, value 10.
  public static let xyz = RGBPrimaries(
    red: Chromaticity(1, 0), green: Chromaticity(0, 1), blue: Chromaticity(0, 0), white: .equalEnergy)

  /// P3 with the white of digital cinema.
  ///
  /// - Source: SMPTE RP 431-2; ITU-T H.273, Table 2, value 11.
  public static let p3DCI = RGBPrimaries(
    red: Chromaticity(0.680, 0.320), green: Chromaticity(0.265, 0.690), blue: Chromaticity(0.150, 0.060), white: .dci)

  /// The phosphors of value 22: "EBU Tech. 3213-E" in older editions of H.273, JEDEC P22 in FFmpeg.
  ///
  /// - Source: ITU-T H.273, Table 2, value 22.
  public static let ebu3213 = RGBPrimaries(
    red: Chromaticity(0.630, 0.340), green: Chromaticity(0.295, 0.605), blue: Chromaticity(0.155, 0.077), white: .d65)
}
