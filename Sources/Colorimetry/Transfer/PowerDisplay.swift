/// A display whose light is a power of its signal, with a signal lift for its black.
///
///     PowerDisplay(exponent: 2.2, luminance: .nits(0...100)).eotf(0.5)  // 21.8 cd/m²
///
/// This is BT.1886 generalized to any exponent.
///
/// - Source: ITU-T H.273, Table 3, values 4 (2.2) and 5 (2.8), "assumed display gamma".
public struct PowerDisplay: DisplayTransfer, Hashable {
  /// The power from signal to light.
  public let exponent: Double
  /// The light of signal 0 and of signal 1.
  public let luminance: LuminanceRange
  /// The roots of black and of peak.
  private let darkest, brightest: Double

  /// The display with this exponent and range.
  ///
  /// - Precondition: `exponent` is above 0; the range's black is 0 or more and below its peak.
  public init(exponent: Double, luminance: LuminanceRange) {
    precondition(exponent > 0, "the exponent is \(exponent); it must be above 0")
    precondition(
      luminance.black.nits >= 0 && luminance.black < luminance.peak,
      "a display cannot span \(luminance); its black must be 0 or more and below its peak")
    self.exponent = exponent
    self.luminance = luminance
    darkest = Elementary.pow(luminance.black.nits, 1 / exponent)
    brightest = Elementary.pow(luminance.peak.nits, 1 / exponent)
  }

  /// From signal to display light.
  ///
  /// - Domain: All numbers; if the lifted signal is below 0, the light is 0.
  /// - Range: 0 cd/m² and above; above the peak for signals above 1.
  public func eotf(_ signal: SignalLevel) -> Luminance {
    .nits(Elementary.pow(max((brightest - darkest) * signal.value + darkest, 0), exponent))
  }

  /// From display light to signal.
  ///
  /// - Domain: 0 cd/m² and above; negative light is clamped to 0.
  /// - Range: Below 0 for light below black; above 1 for light above the peak.
  public func inverseEOTF(_ light: Luminance) -> SignalLevel {
    SignalLevel((Elementary.pow(max(light.nits, 0), 1 / exponent) - darkest) / (brightest - darkest))
  }
}

/// The reference display of high-definition television.
///
///     BT1886(luminance: .nits(0...100)).eotf(0.5)    // 18.95 cd/m²
///     BT1886(luminance: .nits(0.1...100)).eotf(0.5)  // 21.60 cd/m²
///
/// - Source: ITU-R BT.1886-0, Annex 1.
public struct BT1886: DisplayTransfer, Hashable {
  /// The power of every BT.1886 display.
  public static let exponent = 2.4
  private let display: PowerDisplay

  /// The luminance of black and of white, LB and LW.
  public var luminance: LuminanceRange { display.luminance }

  /// The display of this range.
  ///
  /// - Precondition: The range's black is 0 or more and below its peak.
  public init(luminance: LuminanceRange) { display = PowerDisplay(exponent: Self.exponent, luminance: luminance) }

  /// The EOTF: L = a · max(V + b, 0)^2.4.
  ///
  /// - Domain: All numbers.
  /// - Range: 0 cd/m² and above; LB at 0, LW at 1.
  public func eotf(_ signal: SignalLevel) -> Luminance { display.eotf(signal) }

  /// The inverse EOTF: V = (L/a)^(1/2.4) − b.
  ///
  /// - Domain: 0 cd/m² and above; negative light is clamped to 0.
  public func inverseEOTF(_ light: Luminance) -> SignalLevel { display.inverseEOTF(light) }
}
