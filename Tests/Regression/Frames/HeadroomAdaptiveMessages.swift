import TestSupport
import ToneMapping

/// The messages of ST 2094-50 in the vectors, as conversions to several displays.
enum HeadroomAdaptiveMessages {
  static let cases: [FrameReferenceTests.Case] = maps.flatMap { name, map in
    [("SDR", Display.sdr), ("HDR", Display(.bt2020, transfer: .pq, bitDepth: 10, luminance: .nits(0...400)))].map {
      FrameReferenceTests.Case(
        name: "\(name), for \($0)", source: .hdr10(), display: $1, tone: .st2094_50(map), gamut: .clip,
        statesItsPeak: true)
    }
  }

  /// All but one, which needs more numbers beside a color than the lanes have rows; that is reported, and converted color by color.
  static let onLanes = cases.filter { !$0.name.hasPrefix("two full mixings, for HDR") }

  private static let maps: [(String, HeadroomAdaptiveToneMap)] = {
    var maps: [(String, HeadroomAdaptiveToneMap)] = []
    for row in (try? Vectors.rows("st2094_50_gains.csv")) ?? [] {
      guard let name = row["case"], maps.last?.0 != name, let payload = row["payload"],
        case .headroomAdaptiveMetadata(let metadata)? = try? RegisteredUserData(parsing: Vectors.bytes(ofHex: payload)),
        let map = try? HeadroomAdaptiveToneMap(metadata, frame: 0)
      else { continue }
      maps.append((name, map))
    }
    precondition(maps.count == 13, "the vectors have thirteen messages")
    return maps
  }()
}
