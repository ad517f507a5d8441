/// A camera curve extended to negative signals, which represent colors outside the primaries.
///
///     ExtendedGamutTransfer.xvYCC.oetf(-0.1)   // -0.2907
///     ExtendedGamutTransfer.bt1361.oetf(-0.1)  // -0.1572
///
/// - Domain: All numbers.
/// - Source: ITU-T H.273, Table 3, values 11 and 12.
public struct ExtendedGamutTransfer: CameraTransfer, Hashable {
  /// The curve of positive light.
  public var curve: OffsetPower
  /// The factor by which the negative half is compressed, in light and in signal.
  public var compression: Double

  /// Extends a curve below 0.
  public init(_ curve: OffsetPower, compression: Double) {
    self.curve = curve
    self.compression = compression
  }

  /// xvYCC: the curve of BT.709, point-symmetric.
  ///
  /// - Source: IEC 61966-2-4; ITU-T H.273, Table 3, value 11.
  public static let xvYCC = ExtendedGamutTransfer(.bt709Continuous, compression: 1)

  /// BT.1361: the curve of BT.709, compressed to a quarter below 0.
  ///
  /// - Source: ITU-R BT.1361-0; ITU-T H.273, Table 3, value 12.
  public static let bt1361 = ExtendedGamutTransfer(.bt709Continuous, compression: 4)

  /// sYCC: the curve of sRGB, point-symmetric; the meaning of value 13 with a matrix other than identity.
  ///
  /// - Source: IEC 61966-2-1:1999, amendment 1; ITU-T H.273, Table 3, value 13.
  public static let sYCC = ExtendedGamutTransfer(.sRGBPrinted, compression: 1)

  public func oetf(_ scene: SceneLevel) -> SignalLevel {
    guard scene.value < 0 else { return curve.oetf(scene) }
    return SignalLevel(-curve.oetf(SceneLevel(-scene.value * compression)).value / compression)
  }

  public func inverseOETF(_ signal: SignalLevel) -> SceneLevel {
    guard signal.value < 0 else { return curve.inverseOETF(signal) }
    return SceneLevel(-curve.inverseOETF(SignalLevel(-signal.value * compression)).value / compression)
  }

  public var breakpoints: TransferBreakpoints<SceneLevel> {
    var breakpoints = curve.breakpoints
    breakpoints.signals += breakpoints.signals.map { SignalLevel(-$0.value / compression) }
    breakpoints.lights += breakpoints.lights.map { SceneLevel(-$0.value / compression) }
    return breakpoints
  }
}

/// The display of xvYCC and BT.1361: BT.1886, with its curve mirrored below black for negative signals.
///
/// Neither standard specifies a display. Both extend BT.709, whose display is BT.1886.
public struct ExtendedGamutDisplay: DisplayTransfer, Hashable {
  /// The display of positive signals.
  public let display: BT1886
  /// The factor by which the negative half is compressed.
  public let compression: Double

  /// The display of this range.
  ///
  /// - Precondition: The range's black is 0 or more and below its peak.
  public init(luminance: LuminanceRange, compression: Double) {
    display = BT1886(luminance: luminance)
    self.compression = compression
  }

  /// From signal to display light.
  ///
  /// - Domain: All numbers.
  /// - Range: Below black, and possibly below 0 cd/m², for negative signals.
  public func eotf(_ signal: SignalLevel) -> Luminance {
    guard signal.value < 0 else { return display.eotf(signal) }
    let black = display.luminance.black.nits
    return .nits(black - (display.eotf(SignalLevel(-signal.value * compression)).nits - black) / compression)
  }

  /// From display light to signal.
  ///
  /// - Domain: All numbers, in cd/m².
  public func inverseEOTF(_ light: Luminance) -> SignalLevel {
    guard light < display.luminance.black else { return display.inverseEOTF(light) }
    let black = display.luminance.black.nits
    return SignalLevel(
      -display.inverseEOTF(.nits(black + (black - light.nits) * compression)).value / compression)
  }
}
