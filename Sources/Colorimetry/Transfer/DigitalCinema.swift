/// The digital cinema projector, from X′, Y′, Z′ to light, with white below the maximum signal.
///
///     DigitalCinema().eotf(1)                   // 52.37 cd/m²
///     DigitalCinema().inverseEOTF(.nits(48))    // 0.9670
///
/// - Source: SMPTE ST 428-1:2006; ITU-T H.273, Table 3, value 17.
public struct DigitalCinema: DisplayTransfer, RelativeTransfer, Hashable {
  /// The luminance of reference white, 48 cd/m² in a cinema.
  public var white: Luminance

  /// The projector with this white.
  public init(white: Luminance = .nits(48)) { self.white = white }

  /// From signal to display light: 52.37 cd/m² · signal^2.6 if white is 48 cd/m².
  ///
  /// - Domain: 0 and above; 0 for negative signals.
  public func eotf(_ signal: SignalLevel) -> Luminance { .nits(white.nits * light(of: signal).value) }

  /// From display light to signal.
  ///
  /// - Domain: 0 cd/m² and above; negative light is clamped to 0.
  public func inverseEOTF(_ light: Luminance) -> SignalLevel { signal(of: RelativeLevel(light.nits / white.nits)) }

  /// From light relative to white to signal: (48 · light / 52.37)^(1/2.6).
  ///
  /// - Domain: 0 and above; 0 for negative light.
  public func signal(of light: RelativeLevel) -> SignalLevel {
    SignalLevel(Elementary.pow(48 * max(light.value, 0) / 52.37, 1 / 2.6))
  }

  /// From signal to light relative to white.
  ///
  /// - Domain: 0 and above; 0 for negative signals.
  public func light(of signal: SignalLevel) -> RelativeLevel {
    RelativeLevel(52.37 / 48 * Elementary.pow(max(signal.value, 0), 2.6))
  }
}
