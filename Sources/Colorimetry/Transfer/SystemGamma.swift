/// The exponent of the HLG OOTF, which depends on the display's peak and its surround.
///
/// The two formulas for the peak differ by 0.011 at 400 and by 0.007 at 2000 cd/m². Plans use the extended one at every peak.
public enum SystemGamma {
  /// The surround of the reference viewing environment: ITU-R BT.2100-3, Table 3.
  public static let referenceSurround = Luminance.nits(5)

  /// The gamma for a display with a peak of `400...2000` cd/m² in the reference surround: 1.2 + 0.42 log10(peak / 1000).
  ///
  /// - Source: ITU-R BT.2100-3, Table 5, note 5f.
  public static func bt2100(peak: Luminance) -> Double { 1.2 + 0.42 * Elementary.log10(peak.nits / 1000) }

  /// The gamma for a display with any peak above 0 cd/m² in the reference surround: 1.2 · 1.111^log2(peak / 1000).
  ///
  ///     SystemGamma.extended(peak: .nits(1000))  // 1.2
  ///
  /// - Source: ITU-R BT.2100-3, Table 5, note 5f, for peaks outside `400...2000` cd/m²; ITU-R BT.2390-11, clause 6.2.
  public static func extended(peak: Luminance) -> Double {
    1.2 * Elementary.pow(1.111, Elementary.log2(peak.nits / 1000))
  }

  /// The factor of an OOTF with this gamma, above 0, which multiplies all three components of a color: Y^(gamma − 1), Y its luminance.
  ///
  ///     SystemGamma.gain(1.2, atShareOfPeak: 0.5)  // 0.8706
  ///
  /// The factor is constant below 1e-9 of the peak, light that has no code, because at 0 the equation gives infinity if gamma is below 1.
  ///
  /// - Source: ITU-R BT.2100-3, Table 5, *Reference OOTF*.
  public static func gain(_ gamma: Double, atShareOfPeak share: RelativeLevel) -> Double {
    Elementary.pow(max(share.value, 1e-9), gamma - 1)
  }

  /// The factor that inverts `gain(_:atShareOfPeak:)`, given the resulting luminance: Y^((1 − gamma) / gamma).
  ///
  ///     SystemGamma.inverseGain(1.2, atShareOfPeak: 0.4353)  // 1.1487, which undoes 0.8706
  ///
  /// - Domain: Luminance relative to the peak; below 1e-10 it counts as 1e-10, which changes an HLG signal by less than 1e-5.
  /// - Source: ITU-R BT.2100-3, Table 5, *Reference OOTF*, inverted.
  public static func inverseGain(_ gamma: Double, atShareOfPeak share: RelativeLevel) -> Double {
    Elementary.pow(max(share.value, 1e-10), (1 - gamma) / gamma)
  }

  /// The factor by which a surround other than the reference changes the gamma: 0.98^log2(surround / 5).
  ///
  /// - Domain: Any surround; less than 0.05 cd/m², an unlit room, counts as 0.05.
  /// - Source: ITU-R BT.2390-11, clause 6.2.
  package static func surroundFactor(_ surround: Luminance, from reference: Luminance = referenceSurround) -> Double {
    Elementary.pow(0.98, Elementary.log2(max(surround.nits, 0.05) / max(reference.nits, 0.05)))
  }
}
