extension CodecFacts {
  /// A layer of H.265 above the base; `nil` for properties that are not stated.
  public struct Layer: Hashable, Sendable {
    /// The number in the headers of its units, *nuh_layer_id*.
    public var id: Int
    /// Its auxiliary kind, *AuxId*: 0 none, 1 alpha, 2 depth.
    public var auxiliary: Int?
    /// Whether its pictures are predicted from another layer.
    public var isPredicted: Bool?
    /// The number of the profile.
    public var profile: Int?
    /// The bit depth of luma.
    public var bitDepth: Int?
    /// The bit depth of chroma.
    public var chromaBitDepth: Int?
    /// The chroma format.
    public var chroma: ChromaSampling?

    init(id: Int) { self.id = id }

    /// The value of *AuxId* for alpha.
    ///
    /// - Source: Rec. ITU-T H.265, Table F.2.
    public static let alpha = 1

    /// Fills in missing properties from another layer.
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
