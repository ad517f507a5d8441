/// A camera curve with negative signals, which stand for colors outside the primaries.
///
///     ExtendedGamut.xvYCC.oetf(-0.1)   // -0.2907
///     ExtendedGamut.bt1361.oetf(-0.1)  // -0.1572
///
/// - Domain: Every number.
/// - Source: ITU-T H.273, Table 3, values 11 and 12.
public struct ExtendedGamut: CameraTransfer, Hashable {
  /// The curve of positive light.
  public var curve: OffsetPower
  /// How many times the negative half is compressed, in light and in signal alike.
  public var compression: Double

  /// The extension of a curve below 0.
  public init(_ curve: OffsetPower, compression: Double) {
    self.curve = curve
    self.compression = compression
  }

  /// xvYCC: BT.709's curve, point-symmetric.
  ///
  /// - Source: IEC 61966-2-4; ITU-T H.273, Table 3, value 11.
  public static let xvYCC = ExtendedGamut(.bt709, compression: 1)

  /// BT.1361: BT.709's curve, and a quarter of it below 0.
  ///
  /// - Source: ITU-R BT.1361-0; ITU-T H.273, Table 3, value 12.
  public static let bt1361 = ExtendedGamut(.bt709, compression: 4)

  /// sYCC: sRGB's curve, point-symmetric; what value 13 means with a matrix other than identity.
  ///
  /// - Source: IEC 61966-2-1:1999, Amendment 1; ITU-T H.273, Table 3, value 13.
  public static let sYCC = ExtendedGamut(.sRGB, compression: 1)

  public func oetf(_ scene: Double) -> Double {
    scene < 0 ? -curve.oetf(-scene * compression) / compression : curve.oetf(scene)
  }

  public func inverseOETF(_ signal: Double) -> Double {
    signal < 0 ? -curve.inverseOETF(-signal * compression) / compression : curve.inverseOETF(signal)
  }
}

/// The display of xvYCC and BT.1361: BT.1886, and for negative signals the same curve below black.
///
/// Neither standard specifies a display; BT.1886 is the one of the BT.709 that both extend.
public struct ExtendedGamutDisplay: DisplayTransfer, Hashable {
  /// The display of positive signals.
  public let display: BT1886
  /// How many times the negative half is compressed.
  public let compression: Double

  /// The display of this range.
  ///
  /// - Precondition: The range's black is 0 or more and below its peak.
  public init(range: LuminanceRange, compression: Double) {
    display = BT1886(range: range)
    self.compression = compression
  }

  /// From signal to display light.
  ///
  /// - Domain: Every number.
  /// - Range: Below black, and below 0 cd/m², for negative signals.
  public func eotf(_ signal: Double) -> Luminance {
    guard signal < 0 else { return display.eotf(signal) }
    let black = display.range.black.nits
    return .nits(black - (display.eotf(-signal * compression).nits - black) / compression)
  }

  /// From display light to signal.
  ///
  /// - Domain: Every number of cd/m².
  public func inverseEOTF(_ light: Luminance) -> Double {
    guard light < display.range.black else { return display.inverseEOTF(light) }
    let black = display.range.black.nits
    return -display.inverseEOTF(.nits(black + (black - light.nits) * compression)) / compression
  }
}
