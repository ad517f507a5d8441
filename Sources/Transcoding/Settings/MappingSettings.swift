internal import HDRMetadata
public import ToneMapping

/// How the light of the source is mapped to the display.
public struct MappingSettings: Sendable {
  /// The tone-mapping operator, with its parameters: `.spline(kneeAdaptation: 0.2)`.
  public var toneMapping = ToneOperator.spline
  /// How the tone curve is applied to color; `nil` is as the operator does by default.
  public var toneMappingVariant: ToneVariant?
  /// How colors outside the display's gamut are brought into it: `.perceptual(chromaPreservation: 0.5)`.
  public var gamutMapping = GamutOperator.perceptual
  /// How far the knee of `spline` moves, `0...1`; `nil` is the operator's default.
  package var kneeAdaptation: Double?
  /// What perceptual gamut mapping keeps of chroma, `0...1`; `nil` is the map's default.
  package var preserveChroma: Double?
  /// Whether the highlights of SDR become brighter for HDR, up to the display's peak.
  public var expandHighlights = false
  /// The peak luminance of the source, if it is known better than by its metadata.
  public var sourcePeak: Luminance?
  /// The peak luminance of the display.
  public var targetPeak: Luminance?
  /// The luminance of SDR white.
  public var referenceWhite = Luminance.referenceWhite
  /// The samples of a 3D table by which the conversion is approximated, along each component; `nil` for none.
  public var lattice: Int?
  /// What is changed of the light itself.
  public var look = Look()
  /// The transfer function of SDR signals.
  public var sdrTransfer = SDRTransfer.bt1886
  /// The light around the display; `nil` is the light that the picture was made for.
  public var surround: Surround?

  /// The defaults.
  public init() {}

  /// The tone-mapping operator, with what frames or their metadata say.
  package func tone(following curve: FrameCurve? = nil) -> ToneOperator {
    let chosen: ToneOperator =
      switch curve {
      case .hdr10Plus(let curve) where toneMapping == .st2094_40: .st2094_40(curve)
      case .headroom(let map) where toneMapping == .st2094_50: .st2094_50(map)
      default: kneeAdaptation.map { .spline(kneeAdaptation: $0) } ?? toneMapping
      }
    return chosen.applied(by: toneMappingVariant)
  }

  /// The gamut map.
  package var gamut: GamutOperator { preserveChroma.map { .perceptual(chromaPreservation: $0) } ?? gamutMapping }

  /// Refuses a parameter of another operator than that which was chosen.
  func checkParameters() throws(TranscodingError) {
    if preserveChroma != nil, gamutMapping != .perceptual {
      throw .settings(
        "the gamut map \(gamutMapping) has no chroma preservation to choose; omit it, or choose perceptual")
    }
    if kneeAdaptation != nil, toneMapping != .spline {
      throw .settings(
        "the tone-mapping operator \(toneMapping) has no knee adaptation to choose; omit it, or choose spline")
    }
  }
}

/// A lookup table that takes the place of all work on light.
public struct LookupSettings: Sendable {
  /// The file; `nil` for none.
  public var file: MediaLocation?
  /// How a cube is interpolated; `nil` is as the file says, tetrahedral if it does not.
  public var interpolation: CubeInterpolation?
  /// The R′G′B′ that the table takes and gives; `nil` is as the file says, full if it does not.
  public var range: QuantizationRange?

  /// No table.
  public init() {}
}
