/// A synthetic H.265 video parameter set with two layers or more, written as clauses F.7.3.2.1 and F.7.3.2.1.1 list it.
struct TestHEVCVideoSet {
  var layers = 2
  var sublayers = 0
  var hasExtension = true
  /// The number of decoder buffer models in the timing; `nil` without timing.
  var bufferModels: Int?
  /// The bits of *scalability_mask_flag* that are set, and the upper layer's number for each: 3 is auxiliary, 1 alpha.
  var dimensions = [(kind: 3, value: 1)]
  var isSplit = false
  /// *layer_id_in_nuh*, if it is stated.
  var layerID: Int?
  var isPredicted = false
  /// Profiles besides the base's; the first repeats the base's own.
  var profiles = [1]
  var layerSets = 2
  /// *default_output_layer_idc*.
  var output = 0
  /// *chroma_format_vps_idc* and depth, for each format.
  var formats = [(chroma: 1, depth: 8)]
  /// The index of the upper layer's format, if it is stated.
  var formatIndex: Int?
  /// Whether IDR pictures of upper layers have order counts.
  var numbersInstantRefresh = false
  /// *cross_layer_pic_type_aligned_flag*; `nil` without usability information.
  var areTypesAligned: Bool? = true

  private static func width(_ count: Int) -> Int {
    var width = 0
    while 1 << width < count { width += 1 }
    return width
  }

  private func writeProfile(_ bits: inout BitWriter, _ profile: Int?) {
    if let profile {
      bits.put(profile, 8)
      bits.put(1 << (31 - profile), 32)
      bits.put(0, 48)
    }
    bits.put(93, 8)
    // Each sublayer states its level.
    for _ in 0..<sublayers { bits.put(1, 2) }
    if sublayers > 0 { for _ in sublayers..<8 { bits.put(0, 2) } }
    for _ in 0..<sublayers { bits.put(90, 8) }
  }

  var payload: [UInt8] {
    var bits = BitWriter()
    bits.put(0, 4)
    bits.put(3, 2)
    bits.put(layers - 1, 6)
    bits.put(sublayers, 3)
    bits.flag(true)
    bits.put(0xFFFF, 16)
    writeProfile(&bits, 1)
    bits.flag(true)
    for _ in 0...sublayers { for value in [4, 2, 0] { bits.golomb(value) } }
    bits.put(layers - 1, 6)
    bits.golomb(layerSets - 1)
    for _ in 1..<layerSets { for _ in 0..<layers { bits.flag(true) } }
    bits.flag(bufferModels != nil)
    if let bufferModels {
      bits.put(1001, 32)
      bits.put(24000, 32)
      bits.flag(true)
      bits.golomb(0)
      bits.golomb(bufferModels)
    }
    bits.flag(hasExtension)
    if hasExtension {
      while bits.bits.count % 8 != 0 { bits.flag(true) }
      writeExtension(&bits)
      bits.flag(false)
    }
    return bits.payload
  }

  var unit: [UInt8] { hevcUnit(32, payload) }

  private func writeExtension(_ bits: inout BitWriter) {
    writeProfile(&bits, nil)
    writeLayers(&bits)
    bits.put(0, 4)
    for layer in 1..<layers { for other in 0..<layer { bits.flag(isPredicted && other == 0) } }
    if !isPredicted { bits.golomb(0) }
    bits.flag(true)
    for _ in 0..<layers { bits.put(sublayers, 3) }
    bits.flag(true)
    if isPredicted { for _ in 1..<layers { bits.put(7, 3) } }
    bits.flag(false)
    bits.golomb(profiles.count)
    for profile in profiles.dropFirst() {
      bits.flag(true)
      writeProfile(&bits, profile)
    }
    if layerSets > 1 { writeOutput(&bits) }
    writeFormats(&bits)
    bits.put(0, 2)
    if !isPredicted { for _ in 1..<layers { bits.flag(!numbersInstantRefresh) } }
    writeEnd(&bits)
  }

  private func writeLayers(_ bits: inout BitWriter) {
    bits.flag(isSplit)
    for kind in 0..<16 { bits.flag(dimensions.contains { $0.kind == kind }) }
    for dimension in dimensions.dropLast(isSplit ? 1 : 0) {
      bits.put(Self.width(dimension.value + 1) - 1, 3)
    }
    bits.flag(layerID != nil)
    for layer in 1..<layers {
      if let layerID { bits.put(layerID + layer - 1, 6) }
      if !isSplit { for dimension in dimensions { bits.put(dimension.value, Self.width(dimension.value + 1)) } }
    }
  }

  /// One output layer set besides the base's own, in which the upper layer has the last profile.
  private func writeOutput(_ bits: inout BitWriter) {
    bits.golomb(0)
    bits.put(output, 2)
    let shown = output == 1 ? [1] : [0, 1]
    if output == 2 { for layer in [0, 1] { bits.flag(shown.contains(layer)) } }
    for layer in [0, 1] where shown.contains(layer) || (layer == 0 && isPredicted) {
      bits.put(layer == 0 ? 0 : profiles.count, Self.width(profiles.count + 1))
    }
    if output == 1, isPredicted { bits.flag(false) }
  }

  private func writeFormats(_ bits: inout BitWriter) {
    bits.golomb(formats.count - 1)
    for format in formats {
      bits.put(1920, 16)
      bits.put(1088, 16)
      bits.flag(true)
      bits.put(format.chroma, 2)
      if format.chroma == 3 { bits.flag(false) }
      bits.put(format.depth - 8, 4)
      bits.put(format.depth - 8, 4)
      bits.flag(true)
      for value in [0, 0, 0, 4] { bits.golomb(value) }
    }
    guard formats.count > 1 else { return }
    bits.flag(formatIndex != nil)
    if let formatIndex { bits.put(formatIndex, Self.width(formats.count)) }
  }

  /// Buffer sizes, kinds of dependency, bytes of other data, and the start of the usability information.
  private func writeEnd(_ bits: inout BitWriter) {
    if layerSets > 1 {
      bits.flag(sublayers > 0)
      for sublayer in 0...sublayers {
        if sublayer > 0 { bits.flag(sublayer % 2 == 0) }
        guard sublayer % 2 == 0 else { continue }
        for layer in [0, 1] where output != 1 || layer == 1 || isPredicted { bits.golomb(4 + layer) }
        bits.golomb(2)
        bits.golomb(0)
      }
    }
    bits.golomb(0)
    bits.flag(false)
    if isPredicted { bits.put(2, 2) }
    bits.golomb(3)
    bits.put(0xABCDEF, 24)
    bits.flag(areTypesAligned != nil)
    guard let areTypesAligned else { return }
    while bits.bits.count % 8 != 0 { bits.flag(true) }
    bits.flag(areTypesAligned)
    if !areTypesAligned { bits.flag(false) }
    bits.put(0, 3)
  }
}
