/// The optional choices of a conversion, each with a default.
public struct PlanOptions: Hashable, Sendable {
  /// The peak of the source; overrides its metadata.
  public var sourcePeak: Luminance?
  /// The luminance that SDR 100 % stands for.
  ///
  /// - Source: ITU-R BT.2408-8, clause 2.2, for the default of 203 cd/m²; 100 cd/m² is the older practice.
  public var referenceWhite: Luminance
  /// The curve used for SDR signals tagged BT.709, BT.601 or BT.2020.
  public var sdrTransfer: SDRTransfer
  /// How far static metadata is trusted.
  public var trust: MetadataTrust
  /// How colors are adapted from one white to another.
  public var adaptation: ChromaticAdaptation
  /// The maximum light of the scene, `0...10_000` cd/m², if it was measured: where the tone curve of an HDR source ends, in place of the source's peak.
  ///
  /// What else depends on the source's peak stays: the display of HLG, and the light that a surround does not change. So a clip whose
  /// scenes have peaks of their own changes in nothing but its curve.
  public var scenePeak: Luminance?
  /// The average light of the scene, if it is known; the `spline` operator puts its knee there.
  ///
  /// The operator is made for the light of the mean PQ signal, as `DynamicLight` measures it, but takes the averages of metadata as well.
  public var sceneAverage: Luminance?
  /// What is changed of the light itself, before it is fitted to the display; nothing, by default.
  public var look: Look
  /// Whether the highlights of an SDR source become brighter on an HDR display: see `HighlightExpansion`. An operator that expands by a
  /// document's rule does that instead.
  public var expandsHighlights: Bool
  /// What becomes of alpha; `nil` keeps it as the source has it.
  public var alpha: AlphaOutput?
  /// The dither that is added to codes before they are rounded.
  public var dither: Dither
  /// The samples along each component of a lattice through which frames are converted, `2...129`; `nil`, the default, runs the
  /// stages themselves.
  ///
  /// A lattice is an approximation; the vectorized stages are not. ``ConversionPlan/approximation`` states how far the lattice is
  /// from them. `plan(color)` stays the reference.
  public var latticeSize: Int?
  /// Whether the plan serves one scene or one frame, so that its curves must be found in a tenth of the time.
  ///
  /// Both kinds of curves keep to the same allowed error, and they usually cost the same for each pixel; but their last bits differ, so
  /// frames that are to have the same bits need plans of the same kind.
  public var compilesQuickly: Bool
  /// Whether any assumption is an error.
  public var strict: Bool

  /// The defaults, except for the arguments given.
  public init(
    sourcePeak: Luminance? = nil, referenceWhite: Luminance = .referenceWhite,
    sdrTransfer: SDRTransfer = .bt1886, trust: MetadataTrust = .auto, adaptation: ChromaticAdaptation = .bradford,
    scenePeak: Luminance? = nil, sceneAverage: Luminance? = nil, look: Look = .neutral,
    expandsHighlights: Bool = false, alpha: AlphaOutput? = nil, dither: Dither = .blueNoise, latticeSize: Int? = nil,
    compilesQuickly: Bool = false, strict: Bool = false
  ) {
    self.sourcePeak = sourcePeak
    self.referenceWhite = referenceWhite
    self.sdrTransfer = sdrTransfer
    self.trust = trust
    self.adaptation = adaptation
    self.scenePeak = scenePeak
    self.sceneAverage = sceneAverage
    self.look = look
    self.expandsHighlights = expandsHighlights
    self.alpha = alpha
    self.dither = dither
    self.latticeSize = latticeSize
    self.compilesQuickly = compilesQuickly
    self.strict = strict
  }
}

/// The curve between SDR signal and light; the tags BT.709, BT.601 and BT.2020 name a camera's curve, not a display's.
public enum SDRTransfer: String, CaseIterable, Sendable {
  /// The reference display in studios.
  ///
  /// - Source: ITU-R BT.1886, Annex 1.
  case bt1886
  /// The camera curve run backward.
  ///
  /// - Source: ITU-R BT.709-6, item 1.2.
  case bt709InverseOETF = "bt709-camera"
  /// The scene in front of the camera, whose white HLG's reference display shows at the reference white: for pictures of cameras that stand
  /// beside those of HDR cameras, not for graphics. It concerns sources only; displays have BT.1886.
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
