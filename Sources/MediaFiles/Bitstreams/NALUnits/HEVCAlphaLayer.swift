/// The base layer and the alpha layer of H.265 as two streams with start codes, each decodable by a single-layer decoder.
///
/// - Source: Rec. ITU-T H.265, clauses 7.3.1.2, F.7.3.2.1 and F.7.3.2.2.1, and Annex B.
package struct HEVCAlphaLayer: Sendable {
  package struct Streams: Sendable {
    package fileprivate(set) var base: [UInt8] = []
    package fileprivate(set) var alpha: [UInt8] = []
    /// Whether there is a part of a picture of each layer.
    package fileprivate(set) var (hasBasePicture, hasAlphaPicture) = (false, false)
  }

  /// The parameter sets and messages of the codec's configuration.
  package private(set) var setup = Streams()
  /// *nuh_layer_id* of alpha.
  private let layer: UInt8
  /// The size of the length before each unit of a picture; `nil` for start codes.
  private let lengthBytes: Int?

  /// - Parameter configuration: `hvcC`, or units with start codes.
  /// - Returns: `nil` if the video parameter set has no independently decodable alpha layer. Such a layer is not predicted from the base, and has a
  ///   complete sequence parameter set and no order counts in IDR pictures, as VideoToolbox and x265 write it.
  package init?(configuration: [UInt8]) {
    var content = UnitsInMemory(configuration, of: "hvcC")
    let isRecord = configuration.first == 1 && configuration.count > 22
    lengthBytes = isRecord ? Int(configuration[21] & 3) + 1 : nil
    guard let units = try? isRecord ? content.unitsOfRecord() : content.units(lengthBytes: nil) else { return nil }
    var found: Int?
    for unit in units where unit.hevcType == 32 {
      let payload = EmulationPrevention.removing(from: unit.dropFirst(2))
      var set = HEVCVideoSet(bits: BitReader(payload, in: Place(path: "VPS", byte: 0)))
      try? set.read()
      guard !set.numbersInstantRefresh else { return nil }
      found = set.upperLayers.first { $0.auxiliary == CodecFacts.Layer.alpha && $0.isPredicted == false }?.id
    }
    guard let found, 1...62 ~= found else { return nil }
    layer = UInt8(found)
    for unit in units {
      // In an upper layer, 7 means that the video parameter set has the other fields.
      let isPartial =
        unit.hevcType == 33 && unit.hevcLayer == layer && unit.count > 2 && unit[unit.startIndex + 2] & 0xE == 0xE
      guard !isPartial else { return nil }
      append(unit, to: &setup)
    }
  }

  package func split(_ picture: some Sequence<UInt8>) throws(MetadataError) -> Streams {
    var content = UnitsInMemory(picture, of: "a coded picture")
    var streams = Streams()
    for unit in try content.units(lengthBytes: lengthBytes) { append(unit, to: &streams) }
    return streams
  }

  private func append(_ unit: ArraySlice<UInt8>, to streams: inout Streams) {
    guard let type = unit.hevcType, let own = unit.hevcLayer else { return }
    var unit = unit
    // Each stream declares one layer, because a multilayer decoder would look for the other.
    if type == 32, own == 0, unit.count > 3 {
      unit[unit.startIndex + 2] &= 0xFC
      unit[unit.startIndex + 3] &= 0x0F
    }
    if own == 0 {
      streams.base += [0, 0, 1] + unit
      if type < 32 { streams.hasBasePicture = true }
      // An upper layer may use the base's parameter sets, and ends with the base's sequence.
      if [32, 33, 34, 36, 37].contains(type) { streams.alpha += [0, 0, 1] + unit }
    } else if own == layer {
      unit[unit.startIndex] &= 0xFE
      unit[unit.startIndex + 1] &= 0x07
      streams.alpha += [0, 0, 1] + unit
      if type < 32 { streams.hasAlphaPicture = true }
    }
  }
}

extension ArraySlice<UInt8> {
  /// *nal_unit_type*; `nil` without a whole header.
  fileprivate var hevcType: Int? { count > 1 ? Int(self[startIndex] >> 1 & 0x3F) : nil }
  fileprivate var hevcLayer: UInt8? { count > 1 ? (self[startIndex] & 1) << 5 | self[startIndex + 1] >> 3 : nil }
}

extension UnitsInMemory {
  /// - Source: ISO/IEC 14496-15, clause 8.3.2.
  fileprivate mutating func unitsOfRecord() throws(MetadataError) -> [ArraySlice<UInt8>] {
    try skip(22)
    var units: [ArraySlice<UInt8>] = []
    for _ in 0..<(try integer(bytes: 1)) {
      try skip(1)
      for _ in 0..<(try integer(bytes: 2)) { units.append(bytes[try nextUnit(lengthBytes: 2)]) }
    }
    return units
  }

  mutating func units(lengthBytes: Int?) throws(MetadataError) -> [ArraySlice<UInt8>] {
    var units: [ArraySlice<UInt8>] = []
    guard let lengthBytes else {
      var scanner = StartCodeScanner(self)
      while let unit = try scanner.nextUnit() { units.append(bytes[unit]) }
      return units
    }
    while remaining > 0 { units.append(bytes[try nextUnit(lengthBytes: lengthBytes)]) }
    return units
  }
}
