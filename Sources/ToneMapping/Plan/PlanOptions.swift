/// The choices of a conversion that have a default.
public struct PlanOptions: Hashable, Sendable {
  /// How a curve of one number is applied to color; `nil` is `luminance`.
  ///
  /// Operators that define their own application (BT.2446, Khronos PBR Neutral) refuse one.
  public var variant: ToneVariant?
  /// The peak of the source, where the caller knows better than its metadata.
  public var sourcePeak: Luminance?
  /// What SDR 100 % stands for.
  ///
  /// - Source: ITU-R BT.2408-7, clause 2.2, for the default of 203 cd/m²; 100 cd/m² is the older practice.
  public var referenceWhite: Luminance
  /// Which curve stands for the transfer of SDR signals tagged BT.709, BT.601 or BT.2020.
  public var sdrTransfer: SDRTransfer
  /// How far static metadata is believed.
  public var trust: MetadataTrust
  /// How colors are carried from one white to another.
  public var adaptation: ChromaticAdaptation
  /// The mean luminance of the scene, where it was measured; the `spline` operator puts its knee there.
  public var sceneAverage: Luminance?
  /// The curve of the `st2094-40` operator, from HDR10+ metadata.
  public var bezier: BezierCurve?
  /// What the `perceptual` gamut map lets colors give up that are too bright and too colorful, `0...1`: 0 keeps intensity and gives up chroma; 1
  /// keeps as much chroma as still lets different colors stay different. `nil` is 0.5.
  ///
  /// The other gamut maps have no strength, and refuse one.
  public var gamutStrength: Double?
  /// What is added to codes before they are rounded.
  public var dither: Dither
  /// The samples along each component of a lattice that frames are converted by, `2...129`; `nil`, the default, for the stages
  /// themselves.
  ///
  /// A lattice is an approximation, which the stages on the lanes are not: ``ConversionPlan/approximation`` tells how far it is
  /// from them. `plan(color)` stays the truth.
  public var lattice: Int?
  /// Refuse every assumption.
  public var strict: Bool

  /// The defaults, with what is named changed.
  public init(
    variant: ToneVariant? = nil, sourcePeak: Luminance? = nil, referenceWhite: Luminance = .referenceWhite,
    sdrTransfer: SDRTransfer = .bt1886, trust: MetadataTrust = .auto, adaptation: ChromaticAdaptation = .bradford,
    sceneAverage: Luminance? = nil, bezier: BezierCurve? = nil, gamutStrength: Double? = nil,
    dither: Dither = .blueNoise, lattice: Int? = nil, strict: Bool = false
  ) {
    self.variant = variant
    self.sourcePeak = sourcePeak
    self.referenceWhite = referenceWhite
    self.sdrTransfer = sdrTransfer
    self.trust = trust
    self.adaptation = adaptation
    self.sceneAverage = sceneAverage
    self.bezier = bezier
    self.gamutStrength = gamutStrength
    self.dither = dither
    self.lattice = lattice
    self.strict = strict
  }
}

/// The curve between SDR signal and light; the tags of BT.709, BT.601 and BT.2020 name a camera's, not a display's.
public enum SDRTransfer: String, CaseIterable, Sendable {
  /// The reference display of studios.
  ///
  /// - Source: ITU-R BT.1886, Annex 1.
  case bt1886
  /// The camera curve run backward.
  ///
  /// - Source: ITU-R BT.709-6, item 1.2.
  case bt709Camera = "bt709-camera"
  /// The sRGB display.
  ///
  /// - Source: IEC 61966-2-1:1999, clause 5.2.
  case srgb
  /// A pure power of 2.2.
  case gamma22
}

/// How far static metadata is believed.
public enum MetadataTrust: String, CaseIterable, Sendable {
  /// Believed where it does not contradict itself.
  case auto
  /// Believed wherever it is a luminance at all.
  case always
  /// Not believed.
  case never
}
