public import Foundation

/// The published numbers that tests compare with, stored next to this file.
public enum Vectors {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Vectors")

  /// The bytes of a vector file.
  public static func data(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }

  /// The NAL unit of the RPU whose name in `dolby_vision_rpus.json` has this text in it; those of AV1 are in no unit.
  public static func rpuUnit(_ name: String) throws -> [UInt8] {
    let list = try JSONSerialization.jsonObject(with: data("dolby_vision_rpus.json")) as? [[String: Any]]
    guard let known = list?.first(where: { ($0["name"] as? String)?.contains(name) == true }),
      let hex = known["hex"] as? String
    else { throw CocoaError(.fileReadNoSuchFile) }
    let bytes = bytes(ofHex: hex)
    return known["form"] as? String == "nal" ? bytes : [0x7C, 0x01] + bytes
  }

  /// The bytes that pairs of hexadecimal digits state.
  public static func bytes(ofHex hex: String) -> [UInt8] {
    let digits = hex.compactMap { $0.hexDigitValue.map(UInt8.init) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The rows of a CSV file, each a dictionary from column title to text.
  public static func rows(_ name: String) throws -> [[String: String]] {
    let text = String(decoding: try data(name), as: UTF8.self)
    var lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.map(fields)
    let titles = lines.removeFirst()
    return lines.map { Dictionary(uniqueKeysWithValues: zip(titles, $0)) }
  }

  /// The fields of one line of CSV; a quoted field may contain commas.
  static func fields(_ line: some StringProtocol) -> [String] {
    var fields = [""]
    var quoted = false
    for character in line {
      switch character {
      case "\"": quoted.toggle()
      case "," where !quoted: fields.append("")
      default: fields[fields.count - 1].append(character)
      }
    }
    return fields
  }
}

/// The corpus of real HDR material, if it lies next to this checkout.
public enum Corpus {
  /// The folder `shared/corpus` next to the checkout, or `nil`.
  public static var folder: URL? {
    var checkout = URL(filePath: #filePath)
    for _ in 0..<3 { checkout.deleteLastPathComponent() }
    let folder = checkout.deletingLastPathComponent().appending(path: "shared/corpus")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }
}
