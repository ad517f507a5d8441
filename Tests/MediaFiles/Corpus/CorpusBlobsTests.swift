import Foundation
import Colorimetry
import HDRMetadata
import MediaFiles
import TestSupport
import Testing

/// A blob of the corpus: a box or a payload, and the values read from it.
struct Blob: CustomStringConvertible {
  let file: String
  let kind: String
  let bytes: [UInt8]
  let source: String
  let carriedIn: String
  let values: [String: Any]
  var description: String { file }

  static func all() throws -> [Blob] {
    let folder = try #require(Corpus.folder).appending(path: "metadata")
    let list = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "metadata.json")))
    return try #require(list as? [[String: Any]]).map { entry in
      let file = try #require(entry["file"] as? String)
      let source = try #require(entry["source"] as? [String: Any])
      return Blob(
        file: file, kind: try #require(entry["kind"] as? String),
        bytes: [UInt8](try Data(contentsOf: folder.appending(path: file))),
        source: URL(filePath: source["path"] as? String ?? "").lastPathComponent,
        carriedIn: entry["carried_in"] as? String ?? "",
        values: (entry["values"] as? [String: Any])?["own_parser"] as? [String: Any] ?? [:])
    }
  }

  /// The type of an SEI message, or `nil` for other blobs.
  var messageType: Int? {
    kind.firstRange(of: "SEI payload ").flatMap { Int(kind[$0.upperBound...].prefix { $0.isNumber }) }
  }

  /// The box that carries it in a sample entry; `nil` if none does.
  var asProperty: [UInt8]? {
    if let type = messageType { return hvcC(hevcUnit(39, messages((type, bytes)))) }
    return kind.hasPrefix("whole ISO-BMFF box") ? bytes : nil
  }

  /// The integers of a key, in order.
  func numbers(_ key: String) -> [Int]? {
    (values[key] as? [Any])?.compactMap { $0 as? Int } ?? (values[key] as? Int).map { [$0] }
  }

  /// Whether a statement's value agrees with the other tools.
  func agrees(with value: Statement.Value) throws -> Bool {
    switch value {
    case .mastering(let mastering):
      let points = [mastering.green, mastering.blue, mastering.red, mastering.white]
      let coordinates = points.flatMap { [$0.x, $0.y] }.map { Int($0.units) }
      return coordinates + [mastering.maximumUnits, mastering.minimumUnits].map { Int($0.units) } == numbers("raw_u")
    case .contentLight(let light):
      let told = [light.maxCLL ?? 0, light.maxFALL ?? 0].map { Int($0.units) }
      return told == [numbers("MaxCLL")?[0], numbers("MaxFALL")?[0]]
    case .ambient(let ambient):
      return [
        Int(ambient.illuminanceUnits.units), Int(ambient.lightChromaticity.x.units),
        Int(ambient.lightChromaticity.y.units),
      ]
        == ["ambient_illuminance_raw", "ambient_light_x_raw", "ambient_light_y_raw"].map { numbers($0)?[0] }
    case .color(let color):
      return [color.primaries?.rawValue, color.transfer?.rawValue, color.matrix?.rawValue, color.range?.rawValue]
        == ["primaries", "transfer", "matrix", "full_range_flag"].map { numbers($0)?[0] }
    case .dolbyVision(let record):
      let flags = [record.hasRPU, record.hasEnhancementLayer, record.hasBaseLayer].map { $0 ? 1 : 0 }
      return [Int(record.profile), Int(record.level)] + flags + [Int(record.compatibility)]
        == ["profile", "level", "rpu_present", "el_present", "bl_present", "bl_signal_compatibility_id"].map {
          numbers($0)?[0]
        }
    case .alphaChannel(let alpha?):
      return [Int(alpha.useNumber), Int(alpha.bitDepth), Int(alpha.transparent.value), Int(alpha.opaque.value)]
        == ["use_idc", "bit_depth"].map { numbers("alpha_channel_\($0)")?[0] }
        + ["transparent", "opaque"].map { numbers("alpha_\($0)_value")?[0] }
    case .dynamicMetadata(let data):
      guard case .hdr10Plus(let metadata) = data else { return false }
      // Its numbers are compared in the tests of HDR10+; here, only its bytes.
      return try metadata.payload() == bytes
    default: return false
    }
  }
}

@Suite(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout"))
struct CorpusBlobsTests {
  @Test func boxesAreFoundInTheirOwnFilesWhereTheyWereFound() throws {
    let folder = try #require(Corpus.folder).appending(path: "files")
    var count = 0
    // A message in a box has no place of its own in the list.
    for blob in try Blob.all() where blob.carriedIn.hasPrefix("/moov") && blob.messageType == nil {
      let path = folder.appending(path: blob.source).path
      guard FileManager.default.fileExists(atPath: path) else { continue }
      let track = try MediaDescription(path: path).track
      // The corpus does not number tracks.
      let statement = try #require(
        track.statements.first {
          $0.carriedIn.description.replacing(/\[\d+\]/, with: "") == blob.carriedIn
        }, "\(blob)")
      #expect(try blob.agrees(with: statement.value), "\(blob)")
      count += 1
    }
    // dvvC, colr and amve of the phone; mdcv, clli and colr of the valley; colr and dvvC of the Dolby Vision file; three of mp4parse; one of
    // Android.
    #expect(count == 12)
  }

  @Test func messagesAreFoundInTheirOwnFiles() throws {
    let folder = try #require(Corpus.folder).appending(path: "files")
    var count = 0
    for blob in try Blob.all() {
      let path = folder.appending(path: blob.source).path
      guard let type = blob.messageType, FileManager.default.fileExists(atPath: path) else { continue }
      let track = try MediaDescription(path: path).track
      let statement = try #require(
        track.statements.first { $0.carriedIn.path.hasSuffix("SEI \(type)") }, "\(blob)")
      #expect(try blob.agrees(with: statement.value), "\(blob)")
      count += 1
    }
    // 148 of the phone, 137 and 144 of the Dolby Vision file; 137, 144 and 4 of HDR10+.
    #expect(count == 6)
  }

  @Test func everyBoxAndMessageIsFoundInAMadeUpFile() throws {
    var count = 0
    for blob in try Blob.all() {
      guard let property = blob.asProperty else { continue }
      let track = try MediaDescription(bytes: TestMovie(properties: [property]).bytes).track
      let value = try #require(track.statements.first?.value, "\(blob)")
      #expect(try blob.agrees(with: value), "\(blob)")
      count += 1
    }
    #expect(try count == (Blob.all().isEmpty ? 0 : 26))
  }
}
