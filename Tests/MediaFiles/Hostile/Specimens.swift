import Foundation
import MediaFiles
import TestSupport

/// Synthetic files, one for each container, with as much content as the builders can produce.
enum Specimens {
  /// The containers, by their reader.
  enum Family: String, CaseIterable { case movie, pictures, matroska, nal = "annex-b", av1 = "obu-ivf" }

  static let all = Family.allCases.flatMap(made)

  private static func made(_ family: Family) -> [(name: String, bytes: [UInt8])] {
    switch family {
    case .movie:
      [("movie", movie), ("long movie", longMovie), ("h264 movie", h264Movie), ("av1 movie", av1Movie)]
    case .pictures: [("pictures", TestPictures().bytes), ("png", TestPNG.profiled.bytes)] + TestStills.all
    case .matroska: [("matroska", matroska), ("open matroska", openMatroska)]
    case .nal: [("h265", h265), ("h264", h264)]
    case .av1: [("av1", av1), ("delimited av1", delimitedAV1), ("ivf", ivf)]
    }
  }

  /// The synthetic files of a family, and the corpus's.
  static func of(_ family: Family) -> [(name: String, bytes: [UInt8])] {
    let endings =
      switch family {
      case .movie: ["mp4"]
      case .pictures: ["heic", "avif"]
      case .matroska: ["mkv"]
      case .nal: ["hevc"]
      case .av1: ["ivf", "obu"]
      }
    return made(family) + corpus.filter { file in endings.contains { file.name.hasSuffix($0) } }
  }

  private static let hevcUnits = [
    TestHEVCVideoSet(
      sublayers: 2, bufferModels: 0, isPredicted: true, profiles: [1, 2], formats: [(1, 8), (3, 10)]
    ).unit,
    TestHEVCSequence(sublayers: 2, hasScalingLists: true, referenceSets: 5).unit,
    hevcUnit(34, [0xC1, 0x80]),
    hevcUnit(39, messages((137, masteringPayload), (144, lightPayload), (148, ambientPayload), (147, [18]))),
    TestHEVCSequence(isExtended: true, layer: 1).unit,
  ]

  private static let properties = [
    colr([9, 18, 9], isFull: false), box("mdcv", masteringPayload), box("clli", lightPayload),
    box("amve", ambientPayload),
    box("dvvC", zeros(24)), box("lhvC", hevcConfiguration([1, 0xF0, 0, 0xFC, 0xCF], [hevcUnits[4]])),
    box("sinf", box("frma", Array("hvc1".utf8))),
  ]

  static let movie = TestMovie(
    properties: [hvcConfiguration] + properties,
    sample: withLengths(hevcUnits + [hevcUnit(19, [0x80] + zeros(40)), hevcUnit(62, [0x19])])
  ).bytes

  private static let hvcConfiguration = box(
    "hvcC",
    Array(hvcC().dropFirst(8).dropLast()) + [5]
      + hevcUnits.flatMap { [$0[0] >> 1] + big(1, 2) + big(UInt64($0.count), 2) + $0 })

  static let longMovie = TestMovie(
    properties: [colr([9, 16, 9]), box("colr", Array("prof".utf8), zeros(128))], times: [(9, 1001), (1, 1000)],
    isLong: true
  ).bytes

  static let h264Movie: [UInt8] = {
    let unit = TestAVCSequence(hasScalingLists: true, orderCountType: 1).unit
    let configuration = box(
      "avcC",
      [1, 110, 0, 41, 0xFF, 0xE1] + big(UInt64(unit.count), 2) + unit + [1, 0, 2, 0x68, 0xCE, 0xFD, 0xFA, 0xFA, 0])
    let messages = [0x06] + escaped(messages((137, masteringPayload), (4, [0xB5, 0, 0x3C, 0, 1, 4])))
    return TestMovie(entryType: "avc1", properties: [configuration], sample: withLengths([messages, [0x65, 0x80]]))
      .bytes
  }()

  static let av1Movie: [UInt8] = {
    let sequence = obu(1, TestAV1Sequence().payload)
    let configuration = box("av1C", [0x81, 0x09, 0x4C, 0] + sequence)
    let sample = AV1Tests.delimiter + sequence + obu(5, leb128(2) + zeros(25)) + obu(6, zeros(30))
    return TestMovie(entryType: "av01", properties: [configuration], sample: sample).bytes
  }()

  private static let matroskaColor: [UInt8] =
    element(0x55B1, [9]) + element(0x55BA, [16]) + element(0x55BC, big(1000, 2))
    + element(0x55D0, (0x55D1...0x55DA).flatMap { element(UInt64($0), big(0.3.bitPattern, 8)) })

  private static let frame = withLengths([hevcUnits[3], hevcUnit(19, [0x80])])

  static let matroska = TestMatroska(
    configuration: Array(hvcConfiguration.dropFirst(8)),
    entry: element(0x41E4, element(0x41E7, Array("dvvC".utf8)), element(0x41ED, zeros(24))),
    video: element(0x53C0, [1]),
    color: matroskaColor, cluster: element(0xA3, [0x81, 0, 0, 0x80] + frame), areTracksLast: true, hasIndex: true
  ).bytes

  static let openMatroska = TestMatroska(
    codec: "V_AV1", configuration: [0x81, 0x09, 0x4C, 0] + obu(1, TestAV1Sequence().payload),
    cluster: element(0xA0, element(0xA1, [0x81, 0, 0, 0x00] + AV1Tests.delimiter)), hasUnknownSizes: true
  ).bytes

  static let h265 = hevcUnits.flatMap { annexB($0) } + annexB(hevcUnit(19, [0x80] + zeros(60)), hevcUnit(62, [0x19]))

  static let h264 = annexB(
    [0x09, 0x10], TestAVCSequence(isInterlaced: true).unit, [0x0D, 0xA4], [0x68, 0xCE],
    [0x06] + escaped(messages((137, masteringPayload), (144, lightPayload))), [0x65, 0x80])

  static let av1 =
    AV1Tests.delimiter + obu(1, TestAV1Sequence().payload) + obu(5, leb128(1) + lightPayload) + obu(6, zeros(20))

  static let delimitedAV1: [UInt8] = {
    let units = [[0x10], [0x08] + TestAV1Sequence().payload, [0x28, 4, 0xB5, 0, 0x3C]].flatMap { leb128($0.count) + $0 }
    let frameUnit = leb128(units.count) + units
    return leb128(frameUnit.count) + frameUnit
  }()

  static let ivf: [UInt8] =
    Array("DKIF".utf8) + little(0, 2) + little(32, 2) + Array("AV01".utf8) + little(320, 2) + little(180, 2)
    + little(25, 4) + little(1, 4) + zeros(8) + little(UInt64(av1.count), 4) + zeros(8) + av1 + little(2, 4)
    + little(1, 8)
    + [0x12, 0]

  /// The files of the corpus that are small enough to be mangled many times.
  static var corpus: [(name: String, bytes: [UInt8])] {
    guard let folder = Corpus.folder?.appending(path: "files") else { return [] }
    return Reading.all.compactMap { reading in
      (try? Data(contentsOf: folder.appending(path: reading.file))).map { (reading.file, [UInt8]($0.prefix(20_000))) }
    }
  }
}
