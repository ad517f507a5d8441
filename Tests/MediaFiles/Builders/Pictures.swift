/// A synthetic picture file: a grid of two tiles with alpha, a thumbnail, and another picture.
struct TestPictures {
  var isPremultiplied = false
  var isPremultipliedTurnedAround = false
  var version: UInt8 = 0
  /// The name of the auxiliary picture, and the type of the last one.
  var auxiliary = "urn:mpeg:hevc:2015:auxid:1"
  var other = "hvc1"

  var bytes: [UInt8] {
    let wide = version == 0 ? 2 : 4
    func id(_ number: UInt64) -> [UInt8] { big(number, wide) }
    func item(_ number: UInt64, _ type: String) -> [UInt8] {
      fullBox("infe", version: version == 0 ? 2 : 3, id(number), big(0, 2), Array(type.utf8), [0])
    }
    func reference(_ type: String, _ from: UInt64, _ to: [UInt64]) -> [UInt8] {
      box(type, id(from), big(UInt64(to.count), 2), to.flatMap(id))
    }
    var references = [
      reference("dimg", 1, [2, 3]), reference("auxl", 4, [1]), reference("thmb", 5, [1]), reference("cdsc", 6, [1]),
    ]
    if isPremultiplied {
      references.append(isPremultipliedTurnedAround ? reference("prem", 4, [1]) : reference("prem", 1, [4]))
    }
    let properties = [
      colr([9, 16, 9], isFull: true), fullBox("ispe", big(200, 4), big(100, 4)), hvcC(TestHEVCSequence().unit),
      box("clli", lightPayload), fullBox("auxC", Array(auxiliary.utf8) + [0]),
      fullBox("pixi", [1, 8]), colr([1, 13, 6], isFull: true),
    ]
    // The item, then the indices of its properties, counted from 1, with a bit for essential ones.
    let associations: [(UInt64, [UInt8])] = [
      (1, [0x81, 2, 4]), (2, [0x83]), (3, [0x83]), (4, [5, 6, 0x83, 99, 0]), (5, [0x83]), (6, [7]),
    ]
    let meta = fullBox(
      "meta", fullBox("hdlr", zeros(4), Array("pict".utf8), zeros(13)), fullBox("pitm", version: version, id(1)),
      fullBox(
        "iinf", version: version, big(6, wide), item(1, "grid"), item(2, "hvc1"), item(3, "hvc1"), item(4, "hvc1"),
        item(5, "hvc1"), item(6, other)),
      fullBox("iref", version: version, references.flatMap { $0 }),
      box(
        "iprp", box("ipco", properties.flatMap { $0 }),
        fullBox(
          "ipma", version: version,
          big(UInt64(associations.count), 4) + associations.flatMap { id($0.0) + [UInt8($0.1.count)] + $0.1 })))
    return box("ftyp", Array("heic".utf8), zeros(4), Array("mif1heic".utf8)) + meta
  }
}

/// A synthetic picture of AVIF, whose coded data lies in the box `idat`.
struct TestStill {
  /// The type of the item; one that is no codec is made of a second item of AV1.
  var type = "av01"
  /// The properties of the picture beside its configuration.
  var properties: [[UInt8]] = []
  /// The units of AV1.
  var units = obu(1, TestAV1Sequence(codes: nil, depth: 8, isFull: true).payload)

  var bytes: [UInt8] {
    let isCoded = type == "av01"
    func item(_ number: UInt64, _ type: String) -> [UInt8] {
      fullBox("infe", version: 2, big(number, 2), big(0, 2), Array(type.utf8), [0])
    }
    // AV1 of 8 bits, 4:2:0.
    let all = [box("av1C", [0x81, 0, 0x0C, 0])] + properties
    let own: [UInt8] = properties.indices.map { UInt8($0 + 2) }
    let coded: UInt64 = isCoded ? 1 : 2
    let first: (UInt64, [UInt8]) = (1, isCoded ? [UInt8(1)] + own : own)
    let associations: [(UInt64, [UInt8])] = isCoded ? [first] : [first, (coded, [UInt8(1)])]
    return box("ftyp", Array("avif".utf8), zeros(4), Array("mif1avif".utf8))
      + fullBox(
        "meta", fullBox("hdlr", zeros(4), Array("pict".utf8), zeros(13)), fullBox("pitm", big(1, 2)),
        fullBox(
          "iloc", version: 1, [0x44, 0x00], big(1, 2), big(coded, 2), big(1, 2), big(0, 2), big(1, 2), big(0, 4),
          big(UInt64(units.count), 4)),
        fullBox("iinf", big(isCoded ? 1 : 2, 2), item(1, type), isCoded ? [] : item(2, "av01")),
        isCoded ? [] : fullBox("iref", box("dimg", big(1, 2), big(1, 2), big(2, 2))),
        box(
          "iprp", box("ipco", all.flatMap { $0 }),
          fullBox(
            "ipma",
            big(UInt64(associations.count), 4) + associations.flatMap { big($0.0, 2) + [UInt8($0.1.count)] + $0.1 })),
        box("idat", units))
  }
}
