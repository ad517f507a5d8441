public import Colorimetry

/// The known properties of the pictures to convert: their color tags, their metadata and their height.
///
///     let clip = Source.hdr10(mastering: mastering, contentLight: light)
///     let rushes = Source.log(.sLog3, in: .sGamut3)
///
/// Unknown properties are `nil`; a ``ConversionPlan`` fills them in and lists them in its assumptions.
public struct Source: Hashable, Sendable {
  /// Primaries, transfer, matrix, range and chroma location, as far as the stream states them.
  public var color: ColorDescription
  /// The transfer if it is the log of a camera; the transfer of `color`, which cannot represent it, is then `nil`.
  public var log: CameraLog?
  /// The transfer if it is neither in H.273 nor the log of a camera: a function of your own. Light of a camera is shown as on HLG's reference display.
  public var transfer: TransferFunction?
  /// The primaries if H.273 does not define them; the primaries of `color` are then `nil`.
  public var gamut: Gamut?
  /// Mastering display, content light level and ambient viewing environment, as far as the stream states them.
  public var metadata: StaticMetadata
  /// The storage of alpha, if the pictures have any.
  public var alpha: AlphaCoding?
  /// The number of rows in a frame, if known; untagged pictures of 576 rows or fewer are treated as SD.
  public var height: Int?
  /// The number of bits of a code in the stream, if frames store it in more, as for rotated or scaled pictures; `nil` if it equals the format's. More
  /// than 8 may be HDR.
  package var codedBitDepth: Int?
  /// The measured maximum of R, G and B in scene-linear pictures, where 1 is the reference white, if known.
  package var maximumSample: Double?
  /// Whether the picture is a still image file: stills never came from a broadcast, their matrix does not imply a transfer, and their gray has full
  /// range.
  package var isStill = false
  /// Whether the stream carries HDR10+ metadata; without a transfer tag, that means PQ.
  public var carriesHDR10Plus: Bool
  /// Whether the stream carries Dolby Vision metadata, which no conversion uses.
  public var carriesDolbyVision: Bool
  /// Whether the pictures are Dolby Vision without a base layer that other players can show, such as profile 5: a plan cannot be made for them, since
  /// their samples are not Y′CbCr, regardless of the tags.
  public var isDolbyVisionOnly: Bool
  /// The names of unsupported dynamic metadata: `HDR Vivid`, `SL-HDR`.
  package var otherMetadata: [String] = []
  /// Whether the stream carries ST 2094-50 metadata.
  public var carriesHeadroomAdaptiveMetadata: Bool

  public init(
    color: ColorDescription, metadata: StaticMetadata = StaticMetadata(), height: Int? = nil,
    carriesHDR10Plus: Bool = false, carriesDolbyVision: Bool = false, isDolbyVisionOnly: Bool = false,
    carriesHeadroomAdaptiveMetadata: Bool = false,
    log: CameraLog? = nil, transfer: TransferFunction? = nil, gamut: Gamut? = nil,
    alpha: AlphaCoding? = nil
  ) {
    (self.color, self.log, self.transfer, self.gamut) = (color, log, transfer, gamut)
    (self.metadata, self.alpha, self.height) = (metadata, alpha, height)
    (self.carriesHDR10Plus, self.carriesDolbyVision) = (carriesHDR10Plus, carriesDolbyVision)
    self.isDolbyVisionOnly = isDolbyVisionOnly
    self.carriesHeadroomAdaptiveMetadata = carriesHeadroomAdaptiveMetadata
  }

  /// The transfer that is stated beside the tags; a function of H.273 has its number.
  var ownTransfer: TransferFunction? {
    guard let transfer else { return log?.curve }
    return TransferCharacteristics.allCases.first { $0.curve == transfer }?.function ?? transfer
  }

  /// The metadata that only PQ streams carry, in words; `nil` if absent.
  ///
  /// An ambient viewing environment is no evidence: HLG streams carry it too.
  var evidenceOfPQ: String? {
    if metadata.mastering != nil { return "a mastering display" }
    if metadata.contentLight != nil { return "a content light level" }
    return carriesHDR10Plus ? "HDR10+ metadata" : nil
  }

  /// PQ in BT.2020, narrow range, as in HDR10.
  public static func hdr10(
    mastering: MasteringDisplayColorVolume? = nil, contentLight: ContentLightLevel? = nil,
    ambient: AmbientViewingEnvironment? = nil
  ) -> Source {
    Source(
      color: bt2100(.pq),
      metadata: StaticMetadata(mastering: mastering, contentLight: contentLight, ambient: ambient))
  }

  /// HLG in BT.2020, narrow range, as in Dolby Vision 8.4's base layer; `ambient` is its `amve`.
  public static func hlg(ambient: AmbientViewingEnvironment? = nil) -> Source {
    Source(color: bt2100(.hlg), metadata: StaticMetadata(ambient: ambient))
  }

  private static func bt2100(_ transfer: TransferCharacteristics) -> ColorDescription {
    ColorDescription(
      primaries: .bt2020, transfer: transfer, matrix: .bt2020NCL, range: .narrow, chromaLocation: .topLeft)
  }

  /// The log of a camera, narrow range; in the log's default gamut if none is given.
  public static func log(_ log: CameraLog, in gamut: Gamut? = nil) -> Source {
    Source(color: ColorDescription(matrix: log.matrix, range: .narrow, chromaLocation: .left), log: log, gamut: gamut)
  }

  /// BT.709, narrow range.
  public static let sdr = Source(
    color: ColorDescription(
      primaries: .bt709, transfer: .bt709, matrix: .bt709, range: .narrow, chromaLocation: .left))

  /// The assumptions made because metadata of each scene or frame is not used by an operator.
  package func unusedMetadata(by tone: ToneOperator? = nil, consequence: String) -> [Finding] {
    let unused = [
      carriesHDR10Plus && tone?.hdr10PlusCurve == nil ? "HDR10+" : nil, carriesDolbyVision ? "Dolby Vision" : nil,
      carriesHeadroomAdaptiveMetadata && tone?.headroomAdaptiveToneMap == nil ? "ST 2094-50" : nil,
    ]
    return (unused.compactMap(\.self) + otherMetadata).map { name in
      Finding(
        code: Finding.unusedMetadata, found: "the source carries \(name) metadata, which is not used",
        consequence: consequence)
    }
  }
}
