extension CodecFacts {
  /// A layer of H.265 above the base; `nil` for what is not said of it.
  public struct Layer: Hashable, Sendable {
    /// The number in the headers of its units, *nuh_layer_id*.
    public var id: Int
    /// What it is beside pictures, *AuxId*: 0 nothing else, 1 alpha, 2 depth.
    public var auxiliary: Int?
    /// Whether its pictures are predicted from those of another layer.
    public var isPredicted: Bool?
    /// The number of the profile.
    public var profile: Int?
    /// How many bits a luma sample has.
    public var bitDepth: Int?
    /// How many bits a chroma sample has.
    public var chromaBitDepth: Int?
    /// How chroma is sampled.
    public var chroma: ChromaSampling?

    init(id: Int) { self.id = id }

    /// The number of *AuxId* that says alpha.
    ///
    /// - Source: Rec. ITU-T H.265, Table F.2.
    public static let alpha = 1

    /// Takes over what another says and this one does not.
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
