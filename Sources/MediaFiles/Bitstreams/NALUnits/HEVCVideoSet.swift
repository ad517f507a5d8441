/// The fields of an H.265 video parameter set that are read here, including the part of the extension that describes two layers.
struct HEVCVideoSet {
  var bits: BitReader
  private(set) var id: Int?
  private(set) var layers: Int?
  private(set) var hasExtension: Bool?
  var upperLayers: [CodecFacts.Layer] = []
  /// *cross_layer_pic_type_aligned_flag*.
  var areTypesAligned: Bool?
  /// Whether IDR pictures of the upper layer have an order count: *poc_lsb_not_present_flag* is 0.
  var numbersInstantRefresh = false

  /// Whether the base layer is in this stream instead of being provided externally.
  private(set) var isBaseInternal = true
  /// *vps_max_sub_layers_minus1*.
  private(set) var sublayers = 0
  private(set) var baseProfile: HEVCProfile?
  /// The layers of the layer sets 1 and 2. Set 0 contains only the base.
  private(set) var layerSets: [[Int]] = []
  private(set) var layerSetCount = 1

  /// Reads the set. Fields that were read before a failure are kept.
  ///
  /// - Source: Rec. ITU-T H.265, clause F.7.3.2.1.
  mutating func read() throws(MediaFileError) {
    id = try bits.bits(4)
    isBaseInternal = try bits.flag()
    try bits.skip(1)
    let count = try bits.bits(6) + 1
    layers = count
    // For a single layer, the sequence parameter set states everything else.
    guard count > 1 else { return }
    sublayers = try bits.bits(3)
    try bits.skip(1 + 16)
    baseProfile = try HEVCProfile(&bits, sublayers: sublayers)
    let areAllStated = try bits.flag()
    for _ in (areAllStated ? 0 : sublayers)...sublayers { for _ in 0..<3 { _ = try bits.golomb() } }
    try readLayerSets()
    try skipTiming()
    let hasExtension = try bits.flag()
    self.hasExtension = hasExtension
    guard hasExtension else { return }
    try bits.skip((8 - bits.position % 8) % 8)
    try readExtension()
  }

  private mutating func readLayerSets() throws(MediaFileError) {
    let maximum = try bits.bits(6)
    layerSetCount = try bits.golomb(upTo: 1023) + 1
    for _ in 1..<max(layerSetCount, 1) {
      var set: [Int] = []
      for layer in 0...maximum where try bits.flag() { set.append(layer) }
      if layerSets.count < 2 { layerSets.append(set) }
    }
  }

  private mutating func skipTiming() throws(MediaFileError) {
    guard try bits.flag() else { return }
    try bits.skip(64)
    if try bits.flag() { _ = try bits.golomb() }
    let count = try bits.golomb(upTo: 1024)
    guard count == 0 else {
      throw bits.malformed(
        "\(count) models of a decoder's buffer", expected: "none before an extension that is to be read")
    }
  }
}
