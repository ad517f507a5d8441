/// The fields of an H.265 video parameter set that are read here, including the part of the extension that describes two layers.
struct HEVCVideoSet {
  var bits: BitReader
  /// The facts of the stream, which the set replaces as far as it states them; its own upper layers are apart.
  var facts = CodecFacts()
  private(set) var id: Int?
  var upperLayers: [CodecFacts.Layer] = []
  /// Whether IDR pictures of the upper layer have an order count: *poc_lsb_not_present_flag* is 0.
  var numbersInstantRefresh = false

  /// Whether the base layer is in this stream instead of being provided externally.
  private(set) var isBaseInternal = true
  /// *vps_max_sub_layers_minus1*.
  private(set) var sublayers = 0
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
    facts.layers = count
    // For a single layer, the sequence parameter set states everything else.
    guard count > 1 else { return }
    sublayers = try bits.bits(3)
    try bits.skip(1 + 16)
    let baseProfile = try HEVCProfile(&bits, sublayers: sublayers)
    let areAllStated = try bits.flag()
    for _ in (areAllStated ? 0 : sublayers)...sublayers { for _ in 0..<3 { _ = try bits.golomb() } }
    try readLayerSets()
    try skipTiming()
    let hasExtension = try bits.flag()
    facts.hasLayerExtension = hasExtension
    guard hasExtension else { return }
    try bits.skip((8 - bits.position % 8) % 8)
    try readExtension(count, baseProfile)
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

  /// Reads the kind of each layer, the layers from which it is predicted, and for two layers their profiles and formats.
  ///
  /// - Source: Rec. ITU-T H.265, clauses F.7.3.2.1.1 and F.7.4.3.1.1.
  private mutating func readExtension(_ layers: Int, _ baseProfile: HEVCProfile) throws(MediaFileError) {
    var profiles = [baseProfile]
    if isBaseInternal { profiles.append(try HEVCProfile(&bits, sublayers: sublayers, continuing: baseProfile)) }
    let views = try readLayers(layers)
    let viewBits = try bits.bits(4)
    try bits.skip(views * viewBits)
    for index in 1..<layers {
      var isPredicted = false
      for _ in 0..<index where try bits.flag() { isPredicted = true }
      upperLayers[index - 1].isPredicted = isPredicted
    }
    // Only streams of two layers need the other fields.
    guard layers == 2 else { return }
    let isPredicted = upperLayers[0].isPredicted == true
    if !isPredicted, try bits.golomb(upTo: 1023) > 0 { return }
    var maximumSublayers = [sublayers, sublayers]
    if try bits.flag() { for layer in 0..<2 { maximumSublayers[layer] = try bits.bits(3) } }
    if try bits.flag(), isPredicted { try bits.skip(3) }
    try bits.skip(1)
    let profileCount = try bits.golomb(upTo: 63) + 1
    while profiles.count < profileCount {
      let hasProfile = try bits.flag()
      profiles.append(try HEVCProfile(&bits, sublayers: sublayers, continuing: hasProfile ? nil : profiles.last))
    }
    guard let output = try readOutputSet(profiles: profileCount) else { return }
    if let index = output.profile, profiles.indices.contains(index) { upperLayers[0].profile = profiles[index].profile }
    try readFormats()
    try bits.skip(2)
    // VideoToolbox's extension has another syntax from the output layer sets on, and only one set; its IDR pictures have no order counts.
    if !isPredicted, try !bits.flag(), layerSetCount > 1 { numbersInstantRefresh = true }
    try readAlignment(after: output, sublayers: maximumSublayers, isPredicted: isPredicted)
  }

  /// Reads the kind of each layer above the base; returns the number of views.
  private mutating func readLayers(_ layers: Int) throws(MediaFileError) -> Int {
    let isSplit = try bits.flag()
    let mask = try bits.bits(16)
    let kinds = (0..<16).filter { mask >> (15 - $0) & 1 == 1 }
    var lengths: [Int] = []
    for _ in 0..<max(0, kinds.count - (isSplit ? 1 : 0)) { lengths.append(try bits.bits(3) + 1) }
    let hasNumbers = try bits.flag()
    var views: Set = [0]
    for index in 1..<layers {
      var layer = CodecFacts.Layer(id: hasNumbers ? try bits.bits(6) : index)
      layer.auxiliary = 0
      var view = 0
      var offset = 0
      for (place, kind) in kinds.enumerated() {
        let value: Int
        if isSplit {
          // The layer's number is split into the dimensions; the last takes the remainder of its six bits.
          let length = place < lengths.count ? lengths[place] : max(0, 6 - offset)
          value = layer.id >> min(offset, 6) & (1 << length - 1)
          offset += length
        } else {
          value = try bits.bits(lengths[place])
        }
        if kind == 1 { view = value }
        if kind == 3 { layer.auxiliary = value }
      }
      views.insert(view)
      upperLayers.append(layer)
    }
    return views.count
  }

  /// The layers of the output layer set after the base's that must be decoded, 0 for the base and 1 for the other, and the upper layer's profile.
  private typealias OutputSet = (necessary: [Int], profile: Int?)

  /// - Returns: `nil` if there are more sets than a stream of two layers needs.
  private mutating func readOutputSet(profiles: Int) throws(MediaFileError) -> OutputSet? {
    var output: OutputSet = ([], nil)
    guard layerSetCount > 1 else { return output }
    guard layerSetCount == 2, try bits.golomb(upTo: 1023) == 0 else { return nil }
    let rule = try bits.bits(2)
    let members = layerSets[0].map { $0 == 0 ? 0 : 1 }
    guard Set(members).count == members.count, let last = members.last else { return nil }
    var shown = rule == 0 ? members : [last]
    if rule >= 2 {
      shown = []
      for member in members where try bits.flag() { shown.append(member) }
    }
    let isPredicted = upperLayers[0].isPredicted == true
    output.necessary = members.filter { shown.contains($0) || ($0 == 0 && isPredicted && shown.contains(1)) }
    if profiles > 1 {
      for member in output.necessary {
        let profile = try bits.bits(Self.width(of: profiles))
        if member == 1 { output.profile = profile }
      }
    }
    if shown == [1], isPredicted { try bits.skip(1) }
    return output
  }

  /// The number of bits that distinguish this many values.
  private static func width(of count: Int) -> Int { Int.bitWidth - (count - 1).leadingZeroBitCount }

  /// Reads the sample formats. The upper layer uses the one that it names, or the second, or the only one.
  private mutating func readFormats() throws(MediaFileError) {
    let count = try bits.golomb(upTo: 255) + 1
    var formats: [CodecFacts.Layer] = []
    for _ in 0..<count {
      var format = formats.last ?? CodecFacts.Layer(id: 0)
      try bits.skip(32)
      if try bits.flag() {
        let sampling = try bits.bits(2)
        format.chroma = CodecFacts.ChromaFormat(rawValue: sampling)
        if sampling == 3 { try bits.skip(1) }
        format.bitDepth = try bits.bits(4) + 8
        format.chromaBitDepth = try bits.bits(4) + 8
      }
      if try bits.flag() { for _ in 0..<4 { _ = try bits.golomb() } }
      formats.append(format)
    }
    var index = min(1, count - 1)
    if count > 1, try bits.flag() {
      if !isBaseInternal { try bits.skip(Self.width(of: count)) }
      index = try bits.bits(Self.width(of: count))
    }
    guard formats.indices.contains(index) else { return }
    upperLayers[0].complete(from: formats[index])
  }

  /// Reads whether pictures of both layers have the same type, the first field of the usability information.
  private mutating func readAlignment(
    after output: OutputSet, sublayers: [Int], isPredicted: Bool
  ) throws(MediaFileError) {
    if layerSetCount > 1 {
      let deepest = layerSets[0].map { sublayers[$0 == 0 ? 0 : 1] }.max() ?? 0
      let hasFlags = try bits.flag()
      for sublayer in 0...deepest {
        if sublayer > 0 {
          guard hasFlags, try bits.flag() else { continue }
        }
        for member in output.necessary where isBaseInternal || member != 0 { _ = try bits.golomb() }
        _ = try bits.golomb()
        _ = try bits.golomb()
      }
    }
    let typeBits = try bits.golomb(upTo: 30) + 2
    let isOneForAll = try bits.flag()
    if isOneForAll || (isPredicted && isBaseInternal) { try bits.skip(typeBits) }
    try bits.skip(try bits.golomb(upTo: 4096) * 8)
    guard try bits.flag() else { return }
    try bits.skip((8 - bits.position % 8) % 8)
    facts.areTypesAligned = try bits.flag()
  }
}
