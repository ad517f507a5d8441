import Colorimetry
import Foundation
import HDRMetadata
import MediaFiles
import TestSupport

/// The values that mediainfo reads from a file, in its own words: a parser that shares no code with FFmpeg's.
struct MediaInfoReading {
  private let tracks: [[String: Any]]

  /// `nil` if mediainfo reads nothing from such a file, such as a bare AV1 stream.
  init?(path: String) {
    guard let told = OtherPrograms.output(of: "mediainfo", ["--Output=JSON", path]),
      let root = try? JSONSerialization.jsonObject(with: told) as? [String: Any],
      let tracks = (root["media"] as? [String: Any])?["track"] as? [[String: Any]]
    else { return nil }
    self.tracks = tracks.filter { ["Video", "Image"].contains($0["@type"] as? String) }
    if self.tracks.isEmpty { return nil }
  }

  /// The first value with this name in any track.
  func word(_ key: String) -> String? { tracks.lazy.compactMap { $0[key] as? String }.first }

  /// The number before the unit, if there is one.
  func number(_ key: String) -> Int? { word(key)?.split(separator: " ").first.flatMap { Int($0) } }

  /// The size of the last picture: a picture made of tiles comes after its tiles.
  var size: [Int?] { ["Width", "Height"].map { key in (tracks.last?[key] as? String).flatMap { Int($0) } } }

  /// The color in H.273's numbers; `nil` for values that it does not report.
  var codes: [Int?] {
    let transfers = [
      "PQ": 16, "HLG": 18, "BT.2020 (10-bit)": 14, "BT.709": 1, "HLG / BT.2020 (10-bit)": 18, "sRGB/sYCC": 13,
    ]
    let matrices = ["BT.2020 non-constant": 9, "BT.709": 1, "BT.601": 6, "Identity": 0]
    return [
      word("colour_primaries").flatMap { ["BT.2020": 9, "BT.709": 1][$0] },
      word("transfer_characteristics").flatMap { transfers[$0] },
      word("matrix_coefficients").flatMap { matrices[$0] },
      word("colour_range").flatMap { ["Limited": 0, "Full": 1][$0] },
    ]
  }

  /// The luminances of the mastering display as it prints them.
  static func luminances(_ display: MasteringDisplayColorVolume) -> String {
    let minimum = String(format: "%.4f", Double(display.minimumUnits.units) / 10_000)
    return "min: \(minimum) cd/m2, max: \(display.maximumUnits.units / 10_000) cd/m2"
  }
}
