extension HeadroomAdaptiveMetadata {
  /// The bytes before the metadata: country code (United States), provider code (SMPTE) and the provider's code (1).
  ///
  /// - Source: SMPTE ST 2094-50:2026 (clauses as in its public draft), 7.3.
  public static let header: [UInt8] = [0xB5, 0x00, 0x90, 0x00, 0x01]

  /// Parses the bytes after the header; `nil` if readers that only know the first version must ignore them.
  init?(afterHeader bytes: some Sequence<UInt8>) throws(MetadataError) {
    var reader = BitReader(bytes, of: "a message of ST 2094-50")
    applicationVersion = try reader.number(3)
    guard try reader.unsigned(3) == 0 else { return nil }
    try reader.zeros(2)
    let (hasWhite, hasToneMap) = (try reader.flag(), try reader.flag())
    try reader.zeros(6)
    if hasWhite { referenceWhiteUnits = try reader.quantity(16) }
    if hasToneMap { toneMap = try HeadroomAdaptiveMetadata.ToneMap(&reader) }
  }

  /// The bytes of the message, the country code first.
  ///
  /// - Throws: `MetadataError.outOfRange` if a number does not fit its field; `.malformedBytes` if lists do not match.
  public func payload() throws(MetadataError) -> [UInt8] {
    var writer = BitWriter()
    for byte in Self.header { writer.append(low: byte, bits: 8) }
    try writer.append(applicationVersion, bits: 3, field: "the version of ST 2094-50")
    writer.append(low: 0 as UInt8, bits: 5)
    writer.append(bit: referenceWhiteUnits != nil)
    writer.append(bit: toneMap != nil)
    writer.append(low: 0 as UInt8, bits: 6)
    if let referenceWhiteUnits { writer.append(low: referenceWhiteUnits.units, bits: 16) }
    try toneMap?.write(&writer)
    return writer.bytes
  }
}

extension HeadroomAdaptiveMetadata.ToneMap {
  fileprivate init(_ reader: inout BitReader) throws(MetadataError) {
    baselineHeadroomUnits = try reader.quantity(16)
    if try reader.flag() {
      try reader.zeros(7)
    } else {
      alternates = try Alternates(&reader)
    }
  }

  fileprivate func write(_ writer: inout BitWriter) throws(MetadataError) {
    writer.append(low: baselineHeadroomUnits.units, bits: 16)
    writer.append(bit: alternates == nil)
    guard let alternates else { return writer.append(low: 0 as UInt8, bits: 7) }
    try alternates.write(&writer)
  }
}

extension HeadroomAdaptiveMetadata.ToneMap.Alternates {
  fileprivate init(_ reader: inout BitReader) throws(MetadataError) {
    // The field has three bits, but 5, 6 and 7 mean 4: C.2.3 and C.3.4.
    let count = Int(min(try reader.unsigned(3), 4))
    let space = Int(try reader.unsigned(2))
    (sharesMixing, sharesCurve) = (try reader.flag(), try reader.flag())
    if space < 3 {
      self.space = HeadroomAdaptiveMetadata.ToneMap.Space.numbered[space]
    } else {
      let numbers: [CodedChromaticity.Coordinate] = try reader.quantities(8, bits: 16)
      self.space = .custom(stride(from: 0, to: 8, by: 2).map { .init(x: numbers[$0], y: numbers[$0 + 1]) })
    }
    images = []
    for _ in 0..<count {
      let headroom: HeadroomAdaptiveMetadata.ToneMap.CodedStops = try reader.quantity(16)
      let first = images.first
      let mixing: HeadroomAdaptiveMetadata.ToneMap.Mixing
      if let first, sharesMixing { mixing = first.mixing } else { mixing = try .init(&reader) }
      let curve = try HeadroomAdaptiveMetadata.ToneMap.Curve(&reader, like: sharesCurve ? first?.curve : nil)
      images.append(.init(headroomUnits: headroom, mixing: mixing, curve: curve))
    }
  }

  fileprivate func write(_ writer: inout BitWriter) throws(MetadataError) {
    guard images.count <= 4 else {
      throw .outOfRange(
        field: "the number of images of ST 2094-50", found: Double(images.count), expected: 0...4, unit: "")
    }
    writer.append(low: UInt8(images.count), bits: 3)
    writer.append(low: space.number, bits: 2)
    writer.append(bit: sharesMixing)
    writer.append(bit: sharesCurve)
    if case .custom(let points) = space {
      guard points.count == 4 else { throw disagreement("\(points.count) chromaticities", "four") }
      for number in points.flatMap({ [$0.x, $0.y] }) { writer.append(low: number.units, bits: 16) }
    }
    for (index, image) in images.enumerated() {
      let shared = index > 0 ? images[0] : nil
      writer.append(low: image.headroomUnits.units, bits: 16)
      if let shared, sharesMixing {
        guard shared.mixing == image.mixing else { throw disagreement("mixings that differ", "one for all") }
      } else {
        try image.mixing.write(&writer)
      }
      try image.curve.write(&writer, like: sharesCurve ? shared?.curve : nil)
    }
  }
}

extension HeadroomAdaptiveMetadata.ToneMap.Space {
  /// The spaces of numbers 0 to 2; 3 is any other.
  fileprivate static let numbered: [Self] = [.bt709, .p3D65, .bt2020]

  fileprivate var number: UInt8 { UInt8(Self.numbered.firstIndex(of: self) ?? 3) }
}

extension HeadroomAdaptiveMetadata.ToneMap.Mixing {
  /// The mixings of numbers 0 to 2; 3 is any other.
  private static let numbered: [Self] = [.maximum, .component, .blend]

  fileprivate init(_ reader: inout BitReader) throws(MetadataError) {
    let number = try reader.unsigned(2)
    guard number == 3 else {
      try reader.zeros(6)
      self = Self.numbered[Int(number)]
      return
    }
    var isSent: [Bool] = []
    for _ in 0..<6 { isSent.append(try reader.flag()) }
    self = .custom(try isSent.map { (sent) throws(MetadataError) in sent ? try reader.quantity(16) : nil })
  }

  fileprivate func write(_ writer: inout BitWriter) throws(MetadataError) {
    var weights = [CodedQuantity<HeadroomAdaptiveMetadata.WeightsIn50000ths, UInt16>?](repeating: nil, count: 6)
    if case .custom(let custom) = self {
      guard custom.count == 6 else { throw disagreement("\(custom.count) mixing weights", "six") }
      weights = custom
    }
    writer.append(low: UInt8(Self.numbered.firstIndex(of: self) ?? 3), bits: 2)
    for weight in weights { writer.append(bit: weight != nil) }
    for case .some(let weight) in weights { writer.append(low: weight.units, bits: 16) }
  }
}

extension HeadroomAdaptiveMetadata.ToneMap.Curve {
  fileprivate init(_ reader: inout BitReader, like shared: Self?) throws(MetadataError) {
    let isPCHIP: Bool
    if let shared {
      (x, isPCHIP) = (shared.x, shared.angles == nil)
    } else {
      let count = Int(try reader.unsigned(5)) + 1
      isPCHIP = try reader.flag()
      try reader.zeros(2)
      x = try reader.quantities(count, bits: 16)
    }
    y = try reader.quantities(x.count, bits: 16)
    angles = isPCHIP ? nil : try reader.quantities(x.count, bits: 16)
  }

  fileprivate func write(_ writer: inout BitWriter, like shared: Self?) throws(MetadataError) {
    guard 1...32 ~= x.count, y.count == x.count, angles.map({ $0.count == x.count }) ?? true else {
      throw disagreement("\(x.count) places and \(y.count) gains", "as many of both, 1 to 32")
    }
    if let shared {
      guard shared.x == x, (shared.angles == nil) == (angles == nil) else {
        throw disagreement("curves that differ", "one list of places for all")
      }
    } else {
      writer.append(low: UInt8(x.count - 1), bits: 5)
      writer.append(bit: angles == nil)
      writer.append(low: 0 as UInt8, bits: 2)
      for place in x { writer.append(low: place.units, bits: 16) }
    }
    for units in y.map(\.units) + (angles ?? []).map(\.units) { writer.append(low: units, bits: 16) }
  }
}

private func disagreement(_ found: String, _ expected: String) -> MetadataError {
  .malformedBytes(of: "a tone map of ST 2094-50", found: found, expected: expected)
}
