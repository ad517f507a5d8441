/// The properties of a stream from its codec's configuration and parameter sets; `nil` for those not stated.
public struct CodecFacts: Hashable, Sendable {
  public var codec: Codec?
  /// The number of the profile: H.264's *profile_idc*, H.265's *general_profile_idc*, AV1's *seq_profile*, VP9's profile.
  public var profile: Int?
  /// The other H.265 profiles to which the stream conforms; bit 31 is profile 0.
  public var compatibleProfiles: UInt32?
  /// The number of the level as the codec writes it: 93 is H.265's 3.1, 31 H.264's.
  public var level: Int?
  /// Whether the stream uses the high tier of its level.
  public var isHighTier: Bool?
  /// The bit depths of luma and chroma.
  public var bitDepth, chromaBitDepth: Int?
  public var chroma: ChromaFormat?
  /// The number of layers; 2 for H.265 with alpha.
  public var layers: Int?
  /// Whether H.265's video parameter set has the extension that describes further layers.
  public var hasLayerExtension: Bool?
  /// H.265's layers above the base, from that extension and their own sequence parameter sets.
  public var upperLayers: [Layer] = []
  /// Whether that extension guarantees that simultaneous pictures of all layers have the same type.
  public var areTypesAligned: Bool?
  /// The types, *nal_unit_type*, of the units of H.265's first picture, by layer; movies only.
  public var firstPictureTypes: [Int: Set<Int>] = [:]
  /// The differences between H.265's configuration record and the base layer's sequence parameter set in it; `nil` without either.
  var differencesOfRecord: [String]?
  /// Whether the chroma of the first alpha picture is neutral, if that was read.
  package var isAlphaChromaNeutral: Bool?
  /// The parameter sets in the codec's configuration and before the first picture, without duplicates.
  public var parameterSets: [ParameterSet] = []

  public enum Codec: String, CaseIterable, Sendable {
    case avc, hevc, av1, vp8, vp9, proRes, png
  }

  /// - Source: Rec. ITU-T H.264 and H.265, *chroma_format_idc*.
  public enum ChromaFormat: Int, CaseIterable, Sendable {
    case monochrome = 0
    case yuv420 = 1
    case yuv422 = 2
    case yuv444 = 3
  }

  /// A parameter set of H.264 or H.265.
  public struct ParameterSet: Hashable, Sendable {
    public var kind: Kind
    /// Its number among sets of its kind.
    public var id: Int
    /// The H.265 layer to which it belongs.
    public var layer: Int

    public enum Kind: String, CaseIterable, Sendable { case video, sequence, picture }
  }

  func canHave(_ matrix: MatrixCoefficients) -> Bool {
    // VP8 is always 4:2:0, and does not state it.
    matrix.isPossible(subsamplingChroma: codec == .vp8 || chroma == .yuv420 || chroma == .yuv422)
  }

  /// The common name of the profile, such as `Main 10`; `nil` if its number is unknown.
  public var profileName: String? {
    guard let codec, let profile else { return nil }
    return switch codec {
    case .hevc: Self.hevcProfiles[profile]
    case .avc: Self.avcProfiles[profile]
    case .av1: [0: "Main", 1: "High", 2: "Professional"][profile]
    case .vp8, .vp9: "Profile \(profile)"
    case .proRes, .png: nil
    }
  }

  /// Rec. ITU-T H.265, Annexes A, F to I.
  private static let hevcProfiles = [
    1: "Main", 2: "Main 10", 3: "Main Still Picture", 4: "Format Range Extensions", 5: "High Throughput",
    6: "Multiview Main", 7: "Scalable Main", 8: "3D Main", 9: "Screen Content Coding",
    10: "Scalable Format Range Extensions", 11: "High Throughput Screen Content Coding",
  ]

  /// Rec. ITU-T H.264, Annex A.
  private static let avcProfiles = [
    66: "Baseline", 77: "Main", 88: "Extended", 100: "High", 110: "High 10", 122: "High 4:2:2",
    244: "High 4:4:4 Predictive", 44: "CAVLC 4:4:4 Intra",
  ]

  package var hasAlphaLayer: Bool { upperLayers.contains { $0.auxiliary == Layer.alpha } }

  /// A layer of H.265 above the base; `nil` for properties that are not stated.
  public struct Layer: Hashable, Sendable {
    /// The number in the headers of its units, *nuh_layer_id*.
    public var id: Int
    /// Its auxiliary kind, *AuxId*: 0 none, 1 alpha, 2 depth.
    public var auxiliary: Int?
    /// Whether its pictures are predicted from another layer.
    public var isPredicted: Bool?
    public var profile: Int?
    /// The bit depths of luma and chroma.
    public var bitDepth, chromaBitDepth: Int?
    public var chroma: ChromaFormat?

    init(id: Int) { self.id = id }

    /// The value of *AuxId* for alpha.
    ///
    /// - Source: Rec. ITU-T H.265, Table F.2.
    public static let alpha = 1

    mutating func complete(from other: Layer) {
      auxiliary = auxiliary ?? other.auxiliary
      isPredicted = isPredicted ?? other.isPredicted
      profile = profile ?? other.profile
      bitDepth = bitDepth ?? other.bitDepth
      chromaBitDepth = chromaBitDepth ?? other.chromaBitDepth
      chroma = chroma ?? other.chroma
    }
  }
}
