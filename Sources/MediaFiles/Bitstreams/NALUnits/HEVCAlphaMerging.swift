/// Two streams of H.265 merged into one with an alpha layer, as in Apple's profile: the alpha layer has its own parameter sets, and both layers share
/// a video parameter set.
///
/// Both streams come from one encoder, have the same structure and one layer each, and number their parameter sets from 0.
///
/// - Source: Rec. ITU-T H.265, clauses 7.3.2 and F.7.3.2; Apple, *HEVC Video with Alpha Interoperability Profile*.
package struct HEVCAlphaMerging: Sendable {
  private let information: AlphaChannelInformation
  private let width, height: Int

  /// The merging of streams of this size in pixels.
  package init(_ information: AlphaChannelInformation, width: Int, height: Int) {
    (self.information, self.width, self.height) = (information, width, height)
  }

  /// The numbers of the alpha layer's parameter sets. The picture parameter set's number is eight bits longer than 0, so the fields after it in
  /// slices keep their bit position within bytes.
  private static let (sequence, picture) = (1, 15)

  /// The units of both streams, with start codes, merged into those of one access unit or configuration.
  package func merge(_ base: [UInt8], _ alpha: [UInt8]) throws(MediaFileError) -> [[UInt8]] {
    let (own, upper) = (Self.units(base), Self.units(alpha))
    guard own.filter(Self.isPicture).map(Self.type) == upper.filter(Self.isPicture).map(Self.type) else {
      throw Self.place("pictures").malformed("other types in the alpha layer", expected: "the same")
    }
    var units: [[UInt8]] = []
    for unit in own where Self.type(unit) < 40 && !Self.isPicture(unit) {
      units.append(Self.type(unit) == 32 ? try videoSet(unit) : unit)
    }
    for unit in upper where [33, 34].contains(Self.type(unit)) {
      units.append(Self.type(unit) == 33 ? try Self.sequenceSet(unit) : try Self.pictureSet(unit))
    }
    if own.contains(where: { Self.type($0) == 32 }),
      let message = try? SEIMessage(type: 165, payload: information.payload)
    {
      units.append(SEIUnit([message], of: .hevc).bytes)
    }
    units += own.filter(Self.isPicture)
    for unit in upper where Self.isPicture(unit) { units.append(try Self.slice(unit)) }
    return units + own.filter { Self.type($0) >= 40 }
  }

  /// The configuration of a stream, `hvcC`, from the units before its pictures.
  ///
  /// - Source: ISO/IEC 14496-15, clause 8.3.3.1.
  package static func configuration(_ units: [[UInt8]]) throws(MediaFileError) -> [UInt8] {
    guard let set = units.first(where: { type($0) == 33 }) else {
      throw place("SPS").malformed("none", expected: "one")
    }
    let profile = EmulationPrevention.removing(from: set.dropFirst(2)).dropFirst().prefix(12)
    // 8-bit 4:2:0, no average rate, one temporal layer, 4-byte lengths.
    var record = [1] + profile + [0xF0, 0, 0xFC, 0xFD, 0xF8, 0xF8, 0, 0, 0x0F]
    let kinds = [32, 33, 34, 39].filter { kind in units.contains { type($0) == kind } }
    record.append(UInt8(kinds.count))
    for kind in kinds {
      let own = units.filter { type($0) == kind }
      record += [UInt8(kind == 39 ? kind : kind | 0x80)] + UInt16(truncatingIfNeeded: own.count).bigEndianBytes
      for unit in own { record += UInt16(truncatingIfNeeded: unit.count).bigEndianBytes + unit }
    }
    return record
  }

  /// The units joined, each after its 4-byte length or a start code.
  package static func joined(_ units: [[UInt8]], hasLengths: Bool) -> [UInt8] {
    units.flatMap { (hasLengths ? UInt32(truncatingIfNeeded: $0.count).bigEndianBytes : [0, 0, 0, 1]) + $0 }
  }

  private static func units(_ stream: [UInt8]) -> [[UInt8]] {
    var content = UnitsInMemory(stream, of: "a packet")
    return ((try? content.units(lengthBytes: nil)) ?? []).filter { $0.count > 2 }.map(Array.init)
  }

  private static func type(_ unit: [UInt8]) -> Int { Int(unit[0] >> 1 & 0x3F) }
  private static func isPicture(_ unit: [UInt8]) -> Bool { type(unit) < 32 }
  private static func place(_ name: String) -> Place { Place(path: name, byte: -1) }
}

// The units that are changed.
extension HEVCAlphaMerging {
  /// The base's video parameter set with an extension that declares the alpha layer.
  ///
  /// - Source: Rec. ITU-T H.265, clauses F.7.3.2.1 and F.7.3.2.1.1.
  private func videoSet(_ unit: [UInt8]) throws(MediaFileError) -> [UInt8] {
    var set = Rewriting(unit, in: Self.place("VPS"))
    try set.copy(6)
    try set.bits.skip(6)
    set.put(1, 6)
    try set.requireOneSublayer()
    try set.copy(1 + 16)
    let profile = set.bits
    try set.copy(88)
    let level = try set.bits.bits(8)
    set.put(level, 8)
    try set.copy(1)
    var buffer: [Int] = []
    for _ in 0..<3 { buffer.append(try set.bits.golomb()) }
    for number in buffer { set.golomb(number) }
    // The highest layer is 1; a second layer set contains both layers; no timing; an extension follows.
    set.put(1, 6)
    set.golomb(1)
    set.put(0b11_0_1, 4)
    while !set.writer.isAligned { set.put(1, 1) }
    set.put(level, 8)
    // Auxiliary scalability with a 1-bit dimension; layers numbered in order; layer 1 is alpha; one view; no prediction between layers.
    set.put(0, 1)
    set.put(1 << 12, 16)
    set.put(0, 3)
    set.put(0, 1)
    set.put(CodecFacts.Layer.alpha, 1)
    set.put(0, 4 + 1)
    set.golomb(0)
    set.put(0, 3)
    // Three profiles: those of the set and of the extension, both the base's, and an equal one for alpha.
    set.golomb(2)
    set.put(1, 1)
    set.bits = profile
    try set.copy(96)
    // No output layer set besides the layer set's own, which outputs both: the base with profile 1, alpha with profile 2.
    set.golomb(0)
    set.put(0, 2)
    set.put(0b01_10, 4)
    set.golomb(0)
    let (coded, rows) = ((width + 7) / 8 * 8, (height + 7) / 8 * 8)
    set.put(coded, 16)
    set.put(rows, 16)
    // 8-bit 4:2:0.
    set.put(0b1_01_0000_0000, 11)
    let isCropped = coded > width || rows > height
    set.put(isCropped ? 1 : 0, 1)
    if isCropped { for side in [0, (coded - width) / 2, 0, (rows - height) / 2] { set.golomb(side) } }
    // At most one reference layer, unaligned order counts, none in alpha's IDR pictures; each layer has the base's buffer sizes.
    set.put(0b101, 3)
    set.put(0, 1)
    for number in [buffer[0], buffer[0], buffer[1], buffer[2]] { set.golomb(number) }
    set.golomb(0)
    set.put(0, 1)
    set.golomb(0)
    // No usability information, and no second extension.
    set.put(0, 2)
    return set.unit(layer: 0)
  }

  /// - Source: Rec. ITU-T H.265, clause 7.3.2.2.1.
  private static func sequenceSet(_ unit: [UInt8]) throws(MediaFileError) -> [UInt8] {
    var set = Rewriting(unit, in: place("SPS"))
    try set.copy(4)
    try set.requireOneSublayer()
    try set.copy(1 + 96)
    try set.renumber(sequence)
    try set.copyRest()
    return set.unit(layer: 1)
  }

  /// - Source: Rec. ITU-T H.265, clause 7.3.2.3.1.
  private static func pictureSet(_ unit: [UInt8]) throws(MediaFileError) -> [UInt8] {
    var set = Rewriting(unit, in: place("PPS"))
    try set.renumber(picture)
    try set.renumber(sequence)
    try set.copyRest()
    return set.unit(layer: 1)
  }

  /// - Source: Rec. ITU-T H.265, clause 7.3.6.1.
  private static func slice(_ unit: [UInt8]) throws(MediaFileError) -> [UInt8] {
    let raw = EmulationPrevention.removing(from: unit.dropFirst(2))
    // Random access pictures have two flags here, others one; then comes the set's number, 0, coded as a single 1 bit.
    let before = 16...23 ~= type(unit) ? 2 : 1
    guard let first = raw.first, first >> (7 - before) & 1 == 1 else {
      throw place("slice").malformed("another PPS", expected: "PPS 0")
    }
    let flags = Int(first) & (0xFF00 >> before)
    let start = flags << 8 | (picture + 1) << (7 - before) | Int(first) & (0x7F >> before)
    let raised = UInt16(truncatingIfNeeded: start).bigEndianBytes + raw.dropFirst()
    return Rewriting.header(unit, layer: 1) + EmulationPrevention.adding(to: raised)
  }

  private struct Rewriting {
    private let old: [UInt8]
    var bits: BitReader
    var writer = BitWriter()

    init(_ unit: [UInt8], in place: Place) {
      old = unit
      bits = BitReader(EmulationPrevention.removing(from: unit.dropFirst(2)), in: place)
    }

    mutating func put(_ number: Int, _ count: Int) { writer.append(low: UInt64(number), bits: count) }

    mutating func golomb(_ number: Int) {
      let length = Int.bitWidth - (number + 1).leadingZeroBitCount
      put(number + 1, 2 * length - 1)
    }

    mutating func copy(_ count: Int) throws(MediaFileError) {
      for _ in 0..<count { writer.append(bit: try bits.flag()) }
    }

    mutating func requireOneSublayer() throws(MediaFileError) {
      let sublayers = try bits.bits(3)
      guard sublayers == 0 else { throw bits.malformed("\(sublayers + 1) temporal layers", expected: "one") }
      put(0, 3)
    }

    mutating func renumber(_ number: Int) throws(MediaFileError) {
      let old = try bits.golomb()
      guard old == 0 else { throw bits.malformed("number \(old)", expected: "0") }
      golomb(number)
    }

    /// Copies up to the last set bit, which ends the parameter set.
    mutating func copyRest() throws(MediaFileError) {
      var rest: [Bool] = []
      while bits.remaining > 0 { rest.append(try bits.flag()) }
      for bit in rest[..<(rest.lastIndex(of: true) ?? 0)] { writer.append(bit: bit) }
    }

    func unit(layer: UInt8) -> [UInt8] {
      var writer = writer
      writer.append(bit: true)
      while !writer.isAligned { writer.append(bit: false) }
      return Self.header(old, layer: layer) + EmulationPrevention.adding(to: writer.bytes)
    }

    static func header(_ unit: [UInt8], layer: UInt8) -> [UInt8] { [unit[0] & 0xFE, layer << 3 | unit[1] & 7] }
  }
}
