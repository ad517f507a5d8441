import Colorimetry
import Foundation
import HDRMetadata
import MediaFiles
import TestSupport
import Testing

/// The values that ffprobe, FFmpeg 8 and mediainfo read from the blobs of the corpus, word for word, compared with ours.
@Suite(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout"))
struct OtherToolsTests {
  @Test func everyFactOfEveryToolIsReadHereToo() throws {
    let folder = try #require(Corpus.folder).appending(path: "metadata")
    let list = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "metadata.json")))
    let entries = try #require(list as? [[String: Any]])
    var counts: [String: Int] = [:]
    // A file with two pictures; the tools report the first.
    for blob in try Blob.all() where blob.file != "colors_avif_colr_2.bin" {
      guard let properties = blob.asProperty else { continue }
      let track = try MediaDescription(bytes: TestMovie(properties: [properties]).bytes).track
      let value = try #require(track.statements.first?.value, "\(blob)")
      let tools = try #require(entries.first { $0["file"] as? String == blob.file }?["values"] as? [String: Any])
      for (tool, told) in tools where tool != "own_parser" {
        for (key, text) in Self.pairs(told) {
          guard let read = value.words(of: key, in: tool) else { continue }
          // If mediainfo reports two formats, the second has no such value.
          #expect(read == text.replacing(" / ", with: ""), "\(tool): \(key) of \(blob)")
          counts[tool.split(separator: "_")[0].description, default: 0] += 1
        }
      }
    }
    print(
      "facts compared: \(counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))")
    // The corpus decides which values exist; this count ensures that none is skipped.
    #expect(counts == ["ffprobe": 137, "FFmpeg8": 6, "mediainfo": 40])
  }

  /// Keys and values of objects, of a list's objects, and of lines such as `max_content=1000`; each key has its first value.
  private static func pairs(_ told: Any) -> [String: String] {
    if let lines = told as? String {
      let pairs = lines.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
      return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { first, _ in first }
    }
    let objects = told as? [[String: Any]] ?? [told as? [String: Any] ?? [:]]
    return Dictionary(objects.flatMap { $0.map { ($0.key, "\($0.value)") } }) { first, _ in first }
  }
}

extension Statement.Value {
  /// The part of this value with this name in a tool, as the tool writes it; `nil` if it belongs to another value.
  fileprivate func words(of key: String, in tool: String) -> String? {
    let isMediaInfo = tool.hasPrefix("mediainfo")
    switch self {
    case .color(let color):
      if isMediaInfo {
        let names = [9: "BT.2020", 16: "PQ", 18: "HLG"]
        return switch key {
        case "colour_primaries": names[color.primaries?.rawValue ?? 0]
        case "transfer_characteristics": names[color.transfer?.rawValue ?? 0]
        case "matrix_coefficients": color.matrix == .bt2020NCL ? "BT.2020 non-constant" : nil
        // QuickTime's form states no range; mediainfo then reports the stream's.
        case "colour_range": color.range.map { $0 == .full ? "Full" : "Limited" }
        default: nil
        }
      }
      return switch key {
      case "color_primaries": color.primaries?.ffmpegName
      case "color_transfer": color.transfer?.ffmpegName
      case "color_space": color.matrix?.ffmpegName
      case "color_range": color.range?.ffmpegName
      default: nil
      }
    case .mastering(let display): return Self.words(of: key, in: display)
    case .contentLight(let light):
      return switch key {
      case "max_content": "\(light.maxCLL ?? 0)"
      case "max_average": "\(light.maxFALL ?? 0)"
      case "MaxCLL": "\(light.maxCLL ?? 0) cd/m2"
      case "MaxFALL": "\(light.maxFALL ?? 0) cd/m2"
      default: nil
      }
    case .ambient(let room):
      return switch key {
      case "ambient_illuminance": "\(room.illuminanceUnits)/10000"
      case "ambient_light_x": "\(room.lightChromaticity.x)/50000"
      case "ambient_light_y": "\(room.lightChromaticity.y)/50000"
      default: nil
      }
    case .dolbyVision(let record): return Self.words(of: key, in: record)
    case .dynamicMetadata(.hdr10Plus(let metadata)):
      // Only the first value of lists; all their values are compared in the tests of HDR10+.
      let window = metadata.windows[0]
      return switch key {
      case "application version": "\(metadata.applicationVersion)"
      case "num_windows": "\(metadata.windows.count)"
      case "targeted_system_display_maximum_luminance": "\(metadata.targetedDisplayMaximum.units)/1"
      case "maxscl": "\(window.maximumComponents[0].units)/100000"
      case "average_maxrgb": "\(window.averageMaxRGB.units)/100000"
      case "num_distribution_maxrgb_percentiles": "\(window.distribution.count)"
      case "distribution_maxrgb_percentage": window.distribution.first.map { "\($0.percentage)" }
      case "distribution_maxrgb_percentile": window.distribution.first.map { "\($0.number)/100000" }
      case "knee_point_x": window.bezierCurve.map { "\($0.kneeX)/4095" }
      case "knee_point_y": window.bezierCurve.map { "\($0.kneeY)/4095" }
      case "num_bezier_curve_anchors": window.bezierCurve.map { "\($0.anchors.count)" }
      case "bezier_curve_anchors": window.bezierCurve.map { "\($0.anchors[0])/1023" }
      default: nil
      }
    default: return nil
    }
  }

  private static func words(of key: String, in display: MasteringDisplayColorVolume) -> String? {
    let points = [
      "red": display.red, "green": display.green, "blue": display.blue, "white_point": display.white,
    ]
    if let (name, point) = points.first(where: { key == "\($0.key)_x" || key == "\($0.key)_y" }) {
      return "\(key == "\(name)_x" ? point.x : point.y)/50000"
    }
    switch key {
    case "max_luminance": return "\(display.maximumUnits.units)/10000"
    case "min_luminance": return "\(display.minimumUnits.units)/10000"
    case "MasteringDisplay_Luminance": return MediaInfoReading.luminances(display)
    case "MasteringDisplay_ColorPrimaries":
      func words(_ point: CodedChromaticity) -> String {
        "x=" + [point.x, point.y].map { String(format: "%.6f", $0.quantity) }.joined(separator: " y=")
      }
      let others = "R: \(words(display.red)), G: \(words(display.green)), B: \(words(display.blue))"
      // For common displays it reports the name.
      return display.red == CodedChromaticity(x: 34000, y: 16000)
        ? "Display P3" : "\(others), White point: \(words(display.white))"
    default: return nil
    }
  }

  private static func words(of key: String, in record: DolbyVisionConfiguration) -> String? {
    func flag(_ value: Bool) -> String { value ? "1" : "0" }
    return switch key {
    case "dv_profile": "\(record.profile)"
    case "dv_level": "\(record.level)"
    case "rpu_present_flag": flag(record.hasRPU)
    case "el_present_flag": flag(record.hasEnhancementLayer)
    case "bl_present_flag": flag(record.hasBaseLayer)
    case "dv_bl_signal_compatibility_id": "\(record.compatibility)"
    case "HDR_Format_Profile": "dvhe.0\(record.profile)"
    case "HDR_Format_Level": "0\(record.level)"
    case "HDR_Format_Settings": "BL+RPU"
    default: nil
    }
  }
}
