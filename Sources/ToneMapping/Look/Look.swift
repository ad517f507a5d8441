/// A look: the user's adjustments to the light itself, before it is fitted to a display.
///
///     let options = PlanOptions(look: Look(exposure: 0.5, contrast: 1.1, saturation: 1.2))
///     let plan = try ConversionPlan(from: .hdr10(), to: .sdr, options: options)
///
/// It acts on the source's light in BT.2020, cd/m², between the source's curve and the tone curve. Light that becomes brighter or more colorful is
/// therefore tone mapped and gamut mapped like other light, and not clipped. In this order:
///
/// 1. *Saturation* s: each component x becomes Y + s (x − Y), where Y is luminance, which is unchanged. Above 1, colors may leave BT.2020;
///    components below 0 become 0, as in a camera's HLG.
/// 2. *Exposure* E: light is multiplied by 2^E.
/// 3. *Contrast* c: luminance Y becomes G (Y / G)^c, and all three components are multiplied by the same factor, so their ratios stay. G is
///    the light of an 18 % gray card, which contrast does not change: ``contrastPivot`` in HDR, and the same fraction of white in SDR.
///    Below 3e-6 cd/m² before exposure, less than the first step of 12-bit PQ, the factor is constant, so black remains black.
///
/// The source's peak goes through the same steps, and the tone curve ends at the result, at most 10 000 cd/m². So does a display whose luminance
/// range follows from the source's.
///
/// A neutral value adds nothing to a plan: with ``neutral`` it has the same stages and gives the same bits as without a look.
///
/// - Source: Specific to this package, except for gray: ITU-R BT.2408-8, Table 1.
public struct Look: Hashable, Sendable {
  /// The gain in stops: `-6...6`; 0 changes nothing, 1 doubles the light.
  public var exposure: Stops
  /// The exponent of luminance relative to gray: `0.5...2`; 1 changes nothing.
  public var contrast: Double
  /// The factor on the difference between a color and its gray: `0...4`; 1 changes nothing, 0 gives black and white.
  public var saturation: Double

  /// Creates a look; the defaults change nothing.
  ///
  /// - Parameters:
  ///   - exposure: Stops, `-6...6`.
  ///   - contrast: The exponent of luminance, `0.5...2`.
  ///   - saturation: The factor on differences from gray, `0...4`.
  public init(exposure: Stops = 0, contrast: Double = 1, saturation: Double = 1) {
    (self.exposure, self.contrast, self.saturation) = (exposure, contrast, saturation)
  }

  /// The look that changes nothing.
  public static let neutral = Look()

  /// The light of an 18 % gray card, which contrast does not change; in SDR, the corresponding fraction of white, relative to 203 cd/m².
  ///
  /// - Source: ITU-R BT.2408-8, Table 1.
  public static let contrastPivot = Luminance.nits(26)

  /// The parts of a look, by the names of the command-line options.
  public enum Part: String, CaseIterable, Hashable, Sendable {
    case exposure, contrast, saturation

    /// The setting that states it, the allowed values, in stops for exposure, and the limits and the effect of typical values, for error messages.
    var row: (setting: SettingName, limits: ClosedRange<Double>, expectation: String) {
      switch self {
      case .exposure: (.exposure, -6...6, "-6 to 6 stops; 1 doubles light, -1 halves it")
      case .contrast: (.contrast, 0.5...2, "0.5 to 2; 1 changes nothing, 1.2 is a strong contrast, 0.8 a weak one")
      case .saturation:
        (.saturation, 0...4, "0 to 4; 1 changes nothing, 0 is black and white, 1.2 is colorful")
      }
    }
  }

  /// The value of a part, in stops for exposure.
  private subscript(part: Part) -> Double {
    switch part {
    case .exposure: exposure.value
    case .contrast: contrast
    case .saturation: saturation
    }
  }

  /// - Throws: ``PlanError/lookOutOfRange(_:_:)`` for the first part that is out of range or NaN.
  func check() throws(PlanError) {
    for part in Part.allCases where !part.row.limits.contains(self[part]) { throw .lookOutOfRange(part, self[part]) }
  }
}
