/// The options of a conversion, each with a default.
public struct PlanOptions: Hashable, Sendable {
  /// The peak of the source; overrides its metadata.
  public var sourcePeak: Luminance?
  /// The luminance of SDR 100 %.
  ///
  /// - Source: ITU-R BT.2408-8, clause 2.2, for the default of 203 cd/m²; 100 cd/m² is the older practice.
  public var referenceWhite: Luminance
  /// The curve used for SDR signals tagged BT.709, BT.601 or BT.2020.
  public var sdrTransfer: SDRTransfer
  public var trust: MetadataTrust
  /// The measured maximum light of the scene, `0...10_000` cd/m²: the end of the tone curve of an HDR source, in place of the source's peak.
  ///
  /// Everything else that depends on the source's peak is unchanged: the display of HLG, and the light that a surround does not change. A clip whose
  /// scenes have their own peaks therefore varies only in its curve.
  public var scenePeak: Luminance?
  /// The average light of the scene, if it is known; the `spline` operator places its knee there.
  ///
  /// The operator is designed for the light of the mean PQ signal, as measured by `DynamicLight`, but accepts the averages of metadata as well.
  public var sceneAverage: Luminance?
  /// The adjustments to the light itself, before it is fitted to the display; none by default.
  public var look: Look
  /// Whether the highlights of an SDR source become brighter on an HDR display: see `HighlightExpansion`. An operator whose document defines an
  /// expansion takes precedence.
  public var expandsHighlights: Bool
  /// The treatment of alpha; `nil` keeps it as in the source.
  public var alpha: AlphaOutput?
  /// The dither that is added to codes before they are rounded.
  public var dither: Dither
  /// The number of samples along each component of a lattice through which frames are converted, `2...129`; `nil`, the default, runs the stages
  /// themselves.
  ///
  /// A lattice is an approximation; the vectorized stages are not. ``ConversionPlan/approximation`` states the error of the lattice relative to them.
  /// `plan(color)` remains the reference.
  public var latticeSize: Int?
  /// Whether the plan serves one scene or one frame, so that its curves must be compiled in a tenth of the time.
  ///
  /// Both kinds of curves meet the same allowed error, and usually cost the same per pixel; but their last bits differ, so frames that must have the
  /// same bits need plans of the same kind.
  public var compilesQuickly: Bool
  /// Whether any assumption is an error.
  public var strict: Bool

  public init(
    sourcePeak: Luminance? = nil, referenceWhite: Luminance = .referenceWhite,
    sdrTransfer: SDRTransfer = .bt1886, trust: MetadataTrust = .auto,
    scenePeak: Luminance? = nil, sceneAverage: Luminance? = nil, look: Look = .neutral,
    expandsHighlights: Bool = false, alpha: AlphaOutput? = nil, dither: Dither = .blueNoise, latticeSize: Int? = nil,
    compilesQuickly: Bool = false, strict: Bool = false
  ) {
    (self.sourcePeak, self.referenceWhite, self.sdrTransfer) = (sourcePeak, referenceWhite, sdrTransfer)
    (self.trust, self.scenePeak, self.sceneAverage, self.look) = (trust, scenePeak, sceneAverage, look)
    (self.expandsHighlights, self.alpha, self.dither) = (expandsHighlights, alpha, dither)
    (self.latticeSize, self.compilesQuickly, self.strict) = (latticeSize, compilesQuickly, strict)
  }
}

/// The curve between SDR signal and light; the tags BT.709, BT.601 and BT.2020 name a camera's curve, not a display's.
public enum SDRTransfer: String, CaseIterable, Sendable {
  /// The reference display in studios.
  ///
  /// - Source: ITU-R BT.1886, Annex 1.
  case bt1886
  /// The inverse of the camera curve.
  ///
  /// - Source: ITU-R BT.709-6, item 1.2.
  case bt709InverseOETF = "bt709-camera"
  /// The scene in front of the camera, whose white HLG's reference display shows at the reference white: for pictures of cameras beside those of HDR
  /// cameras, not for graphics. It applies to sources only; displays use BT.1886.
  ///
  /// - Source: ITU-R BT.2408-8, clause 5.1.4; BT.2100-3, Table 5, *Reference OOTF*.
  case bt709SceneLight = "bt709-scene"
  /// The sRGB display.
  ///
  /// - Source: IEC 61966-2-1:1999, clause 5.2.
  case srgb
  /// A pure power of 2.2.
  case power22 = "gamma22"
}
