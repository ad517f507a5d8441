/// What is known about the pictures to convert: their color tags, their metadata and their height.
///
///     let clip = Source.hdr10(mastering: mastering, contentLight: light)
///     let rushes = Source.log(.sLog3, in: .sGamut3)
///
/// Whatever is `nil` is unknown; a ``ConversionPlan`` fills it in and lists it in its assumptions.
public struct Source: Hashable, Sendable {
  /// Primaries, transfer, matrix, range and chroma location, as far as the stream states them.
  public var color: ColorDescription
  /// The transfer if it is the log of a camera; `color`, which has no number for it, then states none.
  public var log: CameraLog?
  /// The primaries if H.273 has no number for them; `color` then states none.
  public var gamut: Gamut?
  /// Mastering display, content light level and ambient viewing environment, as far as the stream states them.
  public var metadata: StaticMetadata
  /// How alpha is stored, if the pictures have any.
  public var alpha: AlphaCoding?
  /// The number of rows in a frame, if known; untagged pictures of 576 rows or fewer are treated as SD.
  public var height: Int?
  /// The bits of a code in the stream, if frames hold it in more, as pictures do that were turned or scaled; `nil` if they are the format's. More than
  /// 8 may be HDR.
  package var codedBitDepth: Int?

  /// The maximum of R, G and B in scene-linear pictures, where 1 is the reference white, if it was measured.
  package var maximumSample: Double?
  /// Whether it is a picture in a file of its own: those never came from a broadcast, a matrix says nothing about their transfer, and gray is of full
  /// range.
  package var isStill = false

  /// Whether the stream carries HDR10+ metadata; without a transfer tag, that means PQ.
  public var carriesHDR10Plus: Bool

  /// Whether the stream carries Dolby Vision metadata, which no conversion uses.
  public var carriesDolbyVision: Bool

  /// Whether the pictures are Dolby Vision without a base layer that other players can show, as profile 5: no plan is made for them, since
  /// their samples are no Y′CbCr, whatever the tags say.
  public var isDolbyVisionOnly: Bool

  /// The names of dynamic metadata that nothing here uses: `HDR Vivid`, `SL-HDR`.
  package var otherMetadata: [String] = []

  /// Whether the stream carries ST 2094-50 metadata.
  public var carriesHeadroomAdaptiveMetadata: Bool

  /// A source with these tags and metadata.
  public init(
    color: ColorDescription, metadata: StaticMetadata = StaticMetadata(), height: Int? = nil,
    carriesHDR10Plus: Bool = false, carriesDolbyVision: Bool = false, isDolbyVisionOnly: Bool = false,
    carriesHeadroomAdaptiveMetadata: Bool = false,
    log: CameraLog? = nil, gamut: Gamut? = nil,
    alpha: AlphaCoding? = nil
  ) {
    self.color = color
    self.log = log
    self.gamut = gamut
    self.metadata = metadata
    self.alpha = alpha
    self.height = height
    self.carriesHDR10Plus = carriesHDR10Plus
    self.carriesDolbyVision = carriesDolbyVision
    self.isDolbyVisionOnly = isDolbyVisionOnly
    self.carriesHeadroomAdaptiveMetadata = carriesHeadroomAdaptiveMetadata
  }

  /// The metadata that only PQ streams carry, as a sentence names it; `nil` if there is none.
  ///
  /// An ambient viewing environment is no evidence: HLG streams carry it too.
  var evidenceOfPQ: String? {
    let found = [
      metadata.mastering != nil ? "a mastering display" : nil,
      metadata.contentLight != nil ? "a content light level" : nil,
      carriesHDR10Plus ? "HDR10+ metadata" : nil,
    ].compactMap(\.self)
    return found.first
  }

  /// PQ in BT.2020, narrow range, as in HDR10.
  public static func hdr10(
    mastering: MasteringDisplayColorVolume? = nil, contentLight: ContentLightLevel? = nil,
    ambient: AmbientViewingEnvironment? = nil
  ) -> Source {
    Source(
      color: ColorDescription(
        primaries: .bt2020, transfer: .pq, matrix: .bt2020NCL, range: .narrow, chromaLocation: .topLeft),
      metadata: StaticMetadata(mastering: mastering, contentLight: contentLight, ambient: ambient))
  }

  /// HLG in BT.2020, narrow range, as in Dolby Vision 8.4's base layer; `ambient` is its `amve`.
  public static func hlg(ambient: AmbientViewingEnvironment? = nil) -> Source {
    Source(
      color: ColorDescription(
        primaries: .bt2020, transfer: .hlg, matrix: .bt2020NCL, range: .narrow, chromaLocation: .topLeft),
      metadata: StaticMetadata(mastering: nil, contentLight: nil, ambient: ambient))
  }

  /// The log of a camera, narrow range; in the log's usual gamut if none is given.
  public static func log(_ log: CameraLog, in gamut: Gamut? = nil) -> Source {
    Source(
      color: ColorDescription(matrix: log.matrix, range: .narrow, chromaLocation: .left), log: log, gamut: gamut)
  }

  /// BT.709, narrow range.
  public static let sdr = Source(
    color: ColorDescription(
      primaries: .bt709, transfer: .bt709, matrix: .bt709, range: .narrow, chromaLocation: .left))
}
