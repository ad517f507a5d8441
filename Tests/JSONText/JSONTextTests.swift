import Foundation
import HDRMetadata
import JSONText
import TestSupport
import Testing

/// The JSON reader, tested through the one public string and the one public number that accept any value.
@Suite struct JSONTextTests {
  static func string(_ literal: String) throws -> String? {
    try ColorSidecar(json: #"{"pix_fmt": \#(literal)}"#.utf8).pixelFormat
  }

  @Test(arguments: [
    #""""#, #""a\"b\\c\/d""#, #""\b\f\n\r\t""#, #""\u00e9\u20AC\ud83d\ude00""#, "\"é€😀\"", #""\u0000""#,
  ])
  func strings(literal: String) throws {
    let expected = try JSONDecoder().decode(String.self, from: Data(literal.utf8))
    #expect(try Self.string(literal) == expected)
  }

  @Test(
    arguments: [
      "\"", "\"\n\"", #""\x""#, #""\u12""#, #""\u12g4""#, #""\ud83d""#, #""\ud83d\u0041""#, #""\ude00""#, "'a'", "nul",
      "truex", "[1,]", "[1 2]", #"{"a":1,}"#, #"{"a" 1}"#, "{a:1}", "[", "{", "1 1", "\u{FEFF}1", "Infinity", "NaN",
    ])
  func refused(literal: String) {
    #expect(throws: MetadataError.self) { try ColorSidecar(json: #"{"color": null, "other": \#(literal)}"#.utf8) }
  }

  @Test func refusedBytes() {
    let start = Array(#"{"color": null, "a": ""#.utf8)
    #expect(throws: MetadataError.self) { try ColorSidecar(json: start + [0xFF] + Array("\"}".utf8)) }
    let marked = [0xEF, 0xBB, 0xBF] + Array(" {\t\"color\": null} \r\n".utf8)
    #expect(throws: Never.self) { try ColorSidecar(json: marked) }
    let error = #expect(throws: MetadataError.self) { try ColorSidecar(json: "{} x".utf8) }
    #expect(
      error
        == .malformedJSON(path: "the document", found: "not JSON from byte 3 on", expected: "a JSON object in UTF-8"))
  }

  @Test(
    arguments: [
      "0", "-0", "1", "12", "314", "0.0001", "3.14e2", "3.14E+2", "31400e-2", "123456789012345", "1234567890123456",
    ])
  func numbers(literal: String) throws {
    let expected = try #require(Double(literal))
    let room = #"{"ambient_illuminance_lux": \#(literal), "ambient_light_x": 0.3, "ambient_light_y": 0.3}"#
    let text = #"{"metadata": {"ambient": \#(room)}}"#
    do throws(MetadataError) {
      let lux = try ColorSidecar(json: text.utf8).metadata.ambient?.illuminance.lux
      #expect(lux == expected)
    } catch {
      guard case .outOfRange(_, let found, _, _) = error else { throw error }
      #expect(found == expected)
    }
  }

  @Test(arguments: ["01", "-", "+1", ".5", "1.", "1e", "1e+", "1e999", "0x10", "--1", "1_000"])
  func refusedNumbers(literal: String) {
    let error = #expect(throws: MetadataError.self) { try ColorSidecar(json: #"{"width": \#(literal)}"#.utf8) }
    guard case .malformedJSON("the document", _, _) = error else {
      Issue.record("\(literal): \(String(describing: error))")
      return
    }
  }

  /// As deep as any metadata could be, and no deeper.
  @Test func depth() {
    func nested(_ depth: Int) -> String {
      #"{"color": null, "other": "# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
    }
    #expect(throws: Never.self) { try ColorSidecar(json: nested(199).utf8) }
    #expect(throws: MetadataError.self) { try ColorSidecar(json: nested(200).utf8) }
  }

  /// Random values are written byte for byte as Foundation's encoder writes them, and are read back.
  @Test func writing() throws {
    var numbers = SeededNumbers(seed: 11)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let scalars = (0..<0x180).compactMap(Unicode.Scalar.init) + ["\u{2028}", "😀"]
    func text() -> String {
      String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 0...6, using: &numbers)).map { _ in scalars.randomElement(using: &numbers)! }))
    }
    func value(_ depth: Int) -> JSONValue {
      switch Int.random(in: depth > 0 ? 0...6 : 0...4, using: &numbers) {
      case 0: .null
      case 1: .bool(.random(using: &numbers))
      case 2: .string(text())
      case 3: .number(Double(Int.random(in: -1000...1000, using: &numbers)))
      case 4:
        .number(Double.random(in: -1...1, using: &numbers) * [1, 1e-9, 1e17, 1e300].randomElement(using: &numbers)!)
      case 5: .array((0..<Int.random(in: 0...3, using: &numbers)).map { _ in value(depth - 1) })
      default:
        .object(
          Dictionary((0..<Int.random(in: 0...4, using: &numbers)).map { _ in (text(), value(depth - 1)) }) { $1 })
      }
    }
    for _ in 0..<2000 {
      let value = value(4)
      let text = value.text
      #expect(text.dropLast().elementsEqual(try encoder.encode(value)), "\(String(decoding: text, as: UTF8.self))")
      #expect(try JSONValue(text: text) == value)
    }
    #expect(
      JSONValue.array([.number(.infinity), .number(-.infinity), .number(.nan)]).text.elementsEqual(
        "[\n  \"inf\",\n  \"-inf\",\n  \"nan\"\n]\n".utf8))
  }
}
