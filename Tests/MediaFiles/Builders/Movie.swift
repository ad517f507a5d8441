/// A synthetic movie with one track of pictures.
struct TestMovie {
  var entryType = "hvc1"
  var depth: UInt64 = 24
  /// The content of the sample entry after its fields.
  var properties: [[UInt8]] = []
  var handler = "vide"
  /// The first sample; may be empty.
  var sample: [UInt8] = []
  var timescale: UInt64 = 24000
  /// Pairs of a number of samples and the duration of each.
  var times: [(UInt64, UInt64)] = [(10, 1001)]
  var isLong = false
  /// The content of further sample entries, and the numbers of those that chunks of one sample use, from 1.
  var furtherEntries: [[[UInt8]]] = []
  var descriptions: [UInt64] = []
  var before: [UInt8] = box("ftyp", Array("qt  ".utf8), zeros(4), Array("qt  ".utf8))

  var bytes: [UInt8] {
    let data = box("mdat", sample)
    return before + data + box("moov", track(sampleOffset: before.count + 8))
  }

  var entry: [UInt8] { entry(properties) }

  private func entry(_ properties: [[UInt8]]) -> [UInt8] {
    box(
      entryType, zeros(6), big(1, 2), zeros(16), big(1920, 2), big(1080, 2), big(72 << 16, 4), big(72 << 16, 4),
      zeros(4),
      big(1, 2), zeros(32), big(depth, 2), [0xFF, 0xFF], properties.flatMap { $0 })
  }

  func track(sampleOffset: Int) -> [UInt8] {
    let count = times.reduce(0) { $0 + $1.0 }
    let duration = times.reduce(0) { $0 + $1.0 * $1.1 }
    let wide = isLong ? 8 : 4
    let table = box(
      "stbl", fullBox("stsd", big(UInt64(1 + furtherEntries.count), 4), entry, furtherEntries.flatMap(entry)),
      descriptions.isEmpty
        ? []
        : fullBox(
          "stsc", big(UInt64(descriptions.count), 4),
          descriptions.enumerated().flatMap { big(UInt64($0 + 1), 4) + big(1, 4) + big($1, 4) }),
      fullBox("stts", big(UInt64(times.count), 4), times.flatMap { big($0.0, 4) + big($0.1, 4) }),
      fullBox("stsz", big(0, 4), big(count, 4), big(UInt64(sample.count), 4)),
      fullBox(isLong ? "co64" : "stco", big(sample.isEmpty ? 0 : 1, 4), big(UInt64(sampleOffset), wide)))
    return box(
      "trak",
      fullBox(
        "tkhd", version: isLong ? 1 : 0, zeros(2 * wide), big(7, 4), zeros(4 + wide), zeros(52), big(1920 << 16, 4),
        big(1080 << 16, 4)),
      box(
        "mdia",
        fullBox("mdhd", version: isLong ? 1 : 0, zeros(2 * wide), big(timescale, 4), big(duration, wide), zeros(4)),
        fullBox("hdlr", zeros(4), Array(handler.utf8), zeros(13)), box("minf", table)))
  }
}

/// An H.265 configuration with these units, each in its own array.
func hvcC(_ units: [UInt8]...) -> [UInt8] {
  // Tier, profile and compatible profiles are those of the sequence parameter set.
  let profile = units.first { $0.count > 4 && $0[0] >> 1 == 33 }?[3...4] ?? [0x02, 0x20]
  let fields: [UInt8] =
    [1] + profile + zeros(9) + [153, 0xF0, 0, 0xFC, 0xFD, 0xFA, 0xFA, 0, 0, 0x0F]
  return box("hvcC", hevcConfiguration(fields, units))
}

/// The fields of a configuration, then the arrays.
func hevcConfiguration(_ fields: [UInt8], _ units: [[UInt8]]) -> [UInt8] {
  fields + [UInt8(units.count)] + units.flatMap { [$0[0] >> 1] + big(1, 2) + big(UInt64($0.count), 2) + $0 }
}

/// A `colr` box of form `nclc`, or `nclx` if a range is given.
func colr(_ codes: [UInt64], isFull: Bool? = nil) -> [UInt8] {
  box(
    "colr", Array((isFull == nil ? "nclc" : "nclx").utf8), codes.flatMap { big($0, 2) },
    isFull.map { [$0 ? 0x80 : 0] } ?? [])
}

/// A payload of 24 bytes: P3-D65, 1000 and 0.0001 cd/m².
let masteringPayload = bytes(hex: "33c286c41d4c0bb884d03e803d1340420098968000000001")
/// 314 lux, D65.
let ambientPayload = bytes(hex: "002fe9a03d134042")
/// 1000 and 400 cd/m².
let lightPayload = bytes(hex: "03e80190")
