extension TransferCharacteristics {
  /// Whether signals of this transfer can be brighter than reference white; true for PQ and HLG.
  public var isHDR: Bool { self == .pq || self == .hlg }

  /// The camera whose function H.273 prints for this value; `nil` for linear signals and for values that describe a display, 4, 5, 16 and 17.
  ///
  ///     TransferCharacteristics.bt709.camera?.oetf(0.18)  // 0.4090
  ///
  /// - Source: ITU-T H.273, Table 3; sRGB with the constants that IEC 61966-2-1 prints.
  public var camera: (any CameraTransfer)? {
    switch self {
    case .bt709, .smpte170M, .bt2020_10, .bt2020_12: OffsetPower.bt709Continuous
    case .smpte240M: OffsetPower.smpte240MContinuous
    case .log100: LogTransfer.log100
    case .log316: LogTransfer.log316
    case .xvYCC: ExtendedGamutTransfer.xvYCC
    case .bt1361: ExtendedGamutTransfer.bt1361
    case .sRGB: OffsetPower.sRGBPrinted
    case .hlg: HybridLogGamma.reference
    case .bt470M, .bt470BG, .linear, .pq, .smpte428: nil
    }
  }

  /// The function that H.273 prints for this value, between linear light of `0...1` and signal: that of the camera, or of a display,
  /// relative to its peak or white.
  package var curve: any RelativeTransfer {
    switch self {
    case .bt470M: PowerTransfer(exponent: 2.2)
    case .bt470BG: PowerTransfer(exponent: 2.8)
    case .linear: LinearTransfer()
    case .pq: RelativePQ()
    case .smpte428: DigitalCinema()
    case .bt709, .smpte170M, .smpte240M, .bt2020_10, .bt2020_12, .log100, .log316, .xvYCC, .bt1361, .sRGB, .hlg:
      Self.curve(of: camera!)
    }
  }

  private static func curve(of camera: some CameraTransfer) -> any RelativeTransfer { CameraCurve(camera) }

  /// The display transfer for a signal of this transfer and this luminance range; `nil` for HLG, whose OOTF needs all three components.
  ///
  ///     TransferCharacteristics.bt709.displayTransfer(luminance: .nits(0...203))?.eotf(0.5)  // 38.5 cd/m²
  ///
  /// Signals made with a camera curve are shown on BT.1886, not on the inverse of the camera curve, which would be
  /// 1.37 times too bright at half signal. PQ is absolute and ignores the range. Linear and logarithmic signals have no
  /// standard display; their curve is inverted and scaled to the range.
  ///
  /// - Source: ITU-T H.273, clause 8.2, note 3, for BT.1886.
  /// - Parameter range: The light of signal 0 and of signal 1; for ST 428-1, the peak is reference white.
  /// - Precondition: The range's black is 0 or more and below its peak.
  public func displayTransfer(luminance range: LuminanceRange) -> (any DisplayTransfer)? {
    switch self {
    case .bt709, .smpte170M, .bt2020_10, .bt2020_12, .smpte240M: BT1886(luminance: range)
    case .bt470M: PowerDisplay(exponent: 2.2, luminance: range)
    case .bt470BG: PowerDisplay(exponent: 2.8, luminance: range)
    case .linear, .log100, .log316: InvertedCurveDisplay(curve, luminance: range)
    case .xvYCC: ExtendedGamutDisplay(luminance: range, compression: 1)
    case .bt1361: ExtendedGamutDisplay(luminance: range, compression: 4)
    case .sRGB: SRGBDisplay(luminance: range)
    case .pq: PerceptualQuantizer()
    case .smpte428: DigitalCinema(white: range.peak)
    case .hlg: nil
    }
  }
}
