import Foundation
import HDRMetadata
import TestSupport
import Testing

/// The bytes of a text such as `03 e8 01 90`, with or without spaces.
func bytes(hex: String) -> [UInt8] {
  let digits = hex.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// The numbers in a title such as `box mdcv P3-D65 1000/0.0001`: the last word, split at the slash.
func lastNumbers(of title: String) -> [Double] {
  (title.split(separator: " ").last ?? "").split(separator: "/").compactMap { Double($0) }
}

/// The published byte examples whose title starts with this: title and bytes.
func examples(_ prefix: String) throws -> [(title: String, bytes: [UInt8])] {
  let all = try JSONDecoder().decode([String: String].self, from: Vectors.data("metadata_bytes.json"))
  return all.filter { $0.key.hasPrefix(prefix) }.map { ($0.key, bytes(hex: $0.value)) }.sorted { $0.title < $1.title }
}

/// One blob of the corpus, and the result of our own reader for it, which was checked against other tools.
struct Blob: CustomStringConvertible {
  let file: String
  let bytes: [UInt8]
  let values: [String: Any]
  /// The values that FFmpeg reads from the same file, if any: `red_x` is `34000/50000`.
  let readings: [String: String]

  var description: String { file }

  /// The blobs whose file names have this suffix; expects `count` of them, or at least one.
  static func ending(_ suffixes: String..., count: Int? = nil) throws -> [Blob] {
    let folder = try #require(Corpus.folder).appending(path: "metadata")
    let list = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "metadata.json")))
    let blobs = try (list as! [[String: Any]]).compactMap { (entry) -> Blob? in
      let file = entry["file"] as! String
      guard suffixes.contains(where: { file.hasSuffix("\($0).bin") }) else { return nil }
      let values = entry["values"] as! [String: Any]
      return Blob(
        file: file, bytes: Array(try Data(contentsOf: folder.appending(path: file))),
        values: values["own_parser"] as! [String: Any],
        readings: readings(values["ffprobe_5.1.9"] ?? values["FFmpeg8_via_PyAV"]))
    }
    #expect(count.map { blobs.count == $0 } ?? !blobs.isEmpty)
    return blobs
  }

  /// The pairs of an object, of a list's first object, or of lines such as `red_x=34000/50000`.
  private static func readings(_ value: Any?) -> [String: String] {
    if let lines = value as? String {
      let pairs = lines.split(separator: "\n").map { $0.split(separator: "=").map(String.init) }
      return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { first, _ in first }
    }
    let object = value as? [String: Any] ?? (value as? [[String: Any]])?.first
    return (object ?? [:]).mapValues { "\($0)" }
  }
}

extension CodedQuantity {
  /// A random number of units.
  static func random(in units: ClosedRange<Integer>, using numbers: inout some RandomNumberGenerator) -> Self {
    Self(units: .random(in: units, using: &numbers))
  }
}
