import Foundation
import HDRMetadata
import TestSupport
import Testing

/// Every blob of the corpus, by the kind that its list gives it: it is read and written, and the bytes are the same.
///
/// Comparisons with other tools are in the tests of each kind. This test counts blobs, so that none is forgotten.
@Suite(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout"))
struct CorpusTests {
  @Test func everyBlobComesBack() throws {
    let folder = try #require(Corpus.folder).appending(path: "metadata")
    let list = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "metadata.json")))
    var unread: Set<String> = []
    for entry in try #require(list as? [[String: Any]]) {
      let (file, kind) = (try #require(entry["file"] as? String), try #require(entry["kind"] as? String))
      let bytes = Array(try Data(contentsOf: folder.appending(path: file)))
      guard let back = try Self.writtenBack(bytes, kind: kind) else {
        unread.insert(String(kind.prefix { $0 != "(" }).trimmingCharacters(in: .whitespaces))
        continue
      }
      #expect(back == bytes, "\(file)")
    }
    // The JSON has its own test, because its keys come back in another order.
    #expect(unread == ["HDR10+ JSON written by hdr10plus_tool"])
  }

  private static func writtenBack(_ bytes: [UInt8], kind: String) throws -> [UInt8]? {
    if let type = kind.split(separator: " ").first(where: { $0.contains(":") })?.split(separator: ":").first,
      let number = Int(type), kind.contains("SEI payload")
    {
      let message = try SEIMessage(type: number, payload: bytes)
      // Through a NAL unit and its content, as a stream carries it.
      let unit = try SEIUnit(parsing: SEIUnit([message], of: .hevc).bytes, of: .hevc)
      return try SEIMessage(unit.messages[0].content()).payload
    }
    if kind.hasPrefix("Dolby Vision RPU as HEVC NAL") {
      return [0x7C, 0x01] + EmulationPrevention.adding(to: try DolbyVisionRPU(parsing: bytes).payload)
    }
    if kind.hasPrefix("RPU NAL file") {
      let rpu = try DolbyVisionRPU(payload: EmulationPrevention.removing(from: bytes.dropFirst(4)))
      return [0, 0, 0, 1] + EmulationPrevention.adding(to: rpu.payload)
    }
    guard kind.hasPrefix("whole ISO-BMFF box "), let type = kind.split(separator: " ").dropFirst(3).first else {
      return nil
    }
    switch type {
    case "colr":
      let color = try ColorDescription(parsing: bytes)
      return color.box(color.range == nil ? .nclc : .nclx)
    case "mdcv": return try MasteringDisplayColorVolume(parsing: bytes).box
    case "clli": return try ContentLightLevel(parsing: bytes).box
    case "amve": return try AmbientViewingEnvironment(parsing: bytes).box
    case "dvcC", "dvvC", "dvwC": return try DolbyVisionConfiguration(parsing: bytes).box
    default: return nil
    }
  }
}
