/// The conversion between one nonlinear component and the light of a display.
///
/// A display transfer is absolute: its light is a `Luminance`, BT.2100's F_D, "the luminance of a displayed linear component". HLG has no
/// display transfer, because its light depends on all three components; see `HybridLogGamma`.
///
/// - Source: ITU-R BT.2100-3, Table 4, *Reference PQ EOTF*, for the terms.
public protocol DisplayTransfer: Sendable {
  /// The electro-optical transfer function: from signal to display light.
  ///
  /// - Parameter signal: One nonlinear component, nominally `0...1`.
  /// - Returns: The light of that component.
  func eotf(_ signal: SignalLevel) -> Luminance

  /// The inverse of the EOTF: from display light to signal.
  ///
  /// - Parameter light: The light of one component.
  /// - Returns: Its nonlinear component.
  func inverseEOTF(_ light: Luminance) -> SignalLevel

  /// The points at which two pieces of the function join; an approximation is split there.
  var breakpoints: TransferBreakpoints<Luminance> { get }

  /// Whether signals up to 1 stand for the same light on every display, as in PQ.
  var isAbsolute: Bool { get }
}

extension DisplayTransfer {
  public var isAbsolute: Bool { false }
  public var breakpoints: TransferBreakpoints<Luminance> { TransferBreakpoints() }
}

/// A display that applies the inverse of a camera's curve, or of another relative curve, scaled to a luminance range.
///
///     let matched = InvertedCurveDisplay(OffsetPower.bt709Continuous, luminance: .nits(0...203))
///     matched.eotf(0.5)  // 52.7 cd/m²; BT.1886 gives 38.5
///
/// No standard BT.709 display does this. Some software does, and this type exists to match it.
public struct InvertedCurveDisplay: DisplayTransfer {
  /// The curve, for example a camera's.
  package var curve: any RelativeTransfer
  /// The light of the curve's 0 and of its 1.
  public var luminance: LuminanceRange

  /// The display that inverts a curve of relative light.
  public init(_ curve: any RelativeTransfer, luminance: LuminanceRange) {
    self.curve = curve
    self.luminance = luminance
  }

  /// The display that inverts a camera's curve: a scene light of 1 is displayed at the range's peak.
  public init(_ camera: some CameraTransfer, luminance: LuminanceRange) {
    self.init(CameraCurve(camera), luminance: luminance)
  }

  /// From signal to display light: black + (peak − black) · light of the curve.
  ///
  /// - Domain: 0 and above; black for negative signals.
  /// - Range: Black and above; above the peak for signals above 1.
  public func eotf(_ signal: SignalLevel) -> Luminance {
    let span = luminance.peak.nits - luminance.black.nits
    return .nits(luminance.black.nits + span * curve.light(of: SignalLevel(max(signal.value, 0))).value)
  }

  /// From display light to signal.
  ///
  /// - Domain: Black and above; darker light is clamped to black.
  /// - Range: 0 and above.
  public func inverseEOTF(_ light: Luminance) -> SignalLevel {
    let span = luminance.peak.nits - luminance.black.nits
    return curve.signal(of: RelativeLevel(max((light.nits - luminance.black.nits) / span, 0)))
  }

  public var breakpoints: TransferBreakpoints<Luminance> {
    let breakpoints = curve.breakpoints
    return TransferBreakpoints(
      signals: breakpoints.signals,
      lights: breakpoints.lights.map {
        .nits(luminance.black.nits + (luminance.peak.nits - luminance.black.nits) * $0.value)
      })
  }
}

/// The sRGB display: the curve of IEC 61966-2-1, scaled to a luminance range.
///
///     SRGBDisplay(luminance: .nits(0...80)).eotf(0.5)  // 17.1 cd/m²
///
/// - Source: IEC 61966-2-1:1999, clause 5.2; its reference display has a white of 80 cd/m².
public struct SRGBDisplay: DisplayTransfer {
  /// The light of signal 0 and of signal 1.
  public var luminance: LuminanceRange

  /// The display of this range.
  public init(luminance: LuminanceRange) { self.luminance = luminance }

  /// From signal to display light.
  ///
  /// - Domain: 0 and above; black for negative signals.
  /// - Range: Black and above; above the peak for signals above 1.
  public func eotf(_ signal: SignalLevel) -> Luminance {
    InvertedCurveDisplay(OffsetPower.sRGBPrinted, luminance: luminance).eotf(signal)
  }

  /// From display light to signal.
  ///
  /// - Domain: Black and above; darker light is clamped to black.
  /// - Range: 0 and above.
  public func inverseEOTF(_ light: Luminance) -> SignalLevel {
    InvertedCurveDisplay(OffsetPower.sRGBPrinted, luminance: luminance).inverseEOTF(light)
  }

  public var breakpoints: TransferBreakpoints<Luminance> {
    InvertedCurveDisplay(OffsetPower.sRGBPrinted, luminance: luminance).breakpoints
  }
}

// The names of the curves as printed in a plan.

extension PerceptualQuantizer: CustomStringConvertible {
  public var description: String { "PQ" }
}

extension BT1886: CustomStringConvertible {
  public var description: String { "BT.1886" }
}

extension PowerDisplay: CustomStringConvertible {
  public var description: String { "a power of \(exponent)" }
}

extension SRGBDisplay: CustomStringConvertible {
  public var description: String { "sRGB" }
}

extension InvertedCurveDisplay: CustomStringConvertible {
  public var description: String { "the inverse of the \(curve is any CameraTransfer ? "camera " : "")curve" }
}

extension DigitalCinema: CustomStringConvertible {
  public var description: String { "ST 428-1" }
}

extension ExtendedGamutDisplay: CustomStringConvertible {
  public var description: String { "BT.1886, mirrored below black" }
}
