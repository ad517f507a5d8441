enum HEVCSyntax: NALUnitSyntax {
  static let codec = CodecFacts.Codec.hevc

  /// - Source: Rec. ITU-T H.265, Table 7-1.
  static func role(_ start: [UInt8]) -> NALUnitRole {
    guard start.count >= 2 else { return .other }
    switch start[0] >> 1 & 0x3F {
    case 0...31: return .picture(isFirst: layer(start) == 0 && start.count > 2 && start[2] & 0x80 != 0)
    // Statements of an upper layer come between the layers of one picture.
    case 32, 33, 34, 39: return .statement(isBeforePicture: layer(start) == 0)
    case 40, 62: return .statement(isBeforePicture: false)
    default: return .other
    }
  }

  static func read(_ unit: NALUnit, into track: inout TrackDescription) throws(MediaFileError) {
    guard unit.bytes.count >= 2 else { return }
    let layer = layer(unit.bytes)
    track.facts.codec = .hevc
    switch unit.bytes[0] >> 1 & 0x3F {
    case 32: try readVideoParameterSet(unit, layer, into: &track)
    case 33: try readSequenceParameterSet(unit, layer, into: &track)
    case 34:
      var bits = unit.bits(after: 2, of: "PPS")
      track.facts.add(.picture, id: try bits.golomb(upTo: 63), layer: layer)
    case 39, 40: try unit.readMessages(of: .hevc, into: &track)
    case 62: track.state(.hevcUnit(62), unit.bytes, in: unit.place("NAL unit 62"), by: .message)
    default: break
    }
  }

  static func pass(_ start: [UInt8], of track: inout TrackDescription) {
    guard start.count >= 2, case .picture = role(start) else { return }
    track.facts.firstPictureTypes[layer(start), default: []].insert(Int(start[0] >> 1 & 0x3F))
  }

  private static func layer(_ header: [UInt8]) -> Int { Int(header[0] & 1) << 5 | Int(header[1] >> 3) }

  private static func readVideoParameterSet(
    _ unit: NALUnit, _ layer: Int, into track: inout TrackDescription
  ) throws(MediaFileError) {
    var set = HEVCVideoSet(bits: unit.bits(after: 2, of: "VPS"), facts: track.facts)
    // The fields before the damage in a set are still valid.
    defer {
      track.facts = set.facts
      if let id = set.id { track.facts.add(.video, id: id, layer: layer) }
      for layer in set.upperLayers { track.facts.state(layer) }
    }
    try set.read()
  }

  private static func readSequenceParameterSet(
    _ unit: NALUnit, _ layer: Int, into track: inout TrackDescription
  ) throws(MediaFileError) {
    var set = HEVCSequence(
      bits: unit.bits(after: 2, of: "SPS"), layer: layer, facts: layer == 0 ? track.facts : CodecFacts())
    // The fields before the damage in a set are still valid.
    defer {
      if layer == 0 { track.facts = set.facts } else { track.facts.state(CodecFacts.Layer(set.facts, id: layer)) }
      if let id = set.id { track.facts.add(.sequence, id: id, layer: layer) }
      if layer == 0, let size = set.size { track.take(width: size.width, height: size.height) }
    }
    try set.read()
    if layer == 0 { track.inferWhatIsAbsent(from: set.usability?.color, chroma: set.facts.chroma, in: unit) }
    guard let usability = set.usability else { return }
    guard layer == 0 else {
      guard let color = usability.color else { return }
      return track.state(.color(color), in: unit.place("SPS VUI of layer \(layer)"), by: .auxiliaryLayer)
    }
    // A tick is a picture, unless the stream codes fields.
    track.take(usability, ticksPerFrame: 1, in: unit.place("SPS VUI"))
  }
}

extension CodecFacts {
  mutating func add(_ kind: ParameterSet.Kind, id: Int, layer: Int) {
    let set = ParameterSet(kind: kind, id: id, layer: layer)
    // H.265 allows 16 of each of the first two kinds and 64 of the third, in 64 layers; no real file has that many.
    if parameterSets.count < 256, !parameterSets.contains(set) { parameterSets.append(set) }
  }

  /// Records a layer. Later values replace earlier ones, so those of a sequence parameter set replace those of the video parameter set.
  fileprivate mutating func state(_ layer: Layer) {
    guard let index = upperLayers.firstIndex(where: { $0.id == layer.id }) else {
      if upperLayers.count < 63 { upperLayers.append(layer) }
      return
    }
    var layer = layer
    layer.complete(from: upperLayers[index])
    upperLayers[index] = layer
  }
}

extension CodecFacts.Layer {
  fileprivate init(_ facts: CodecFacts, id: Int) {
    self.init(id: id)
    (profile, bitDepth, chromaBitDepth, chroma) = (facts.profile, facts.bitDepth, facts.chromaBitDepth, facts.chroma)
  }
}
