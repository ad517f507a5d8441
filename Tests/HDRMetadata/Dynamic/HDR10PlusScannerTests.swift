import HDRMetadata
import TestSupport
import Testing

/// The scanner finds what the parser of whole documents finds.
@Suite struct HDR10PlusScannerTests {
  /// The frames that the scanner finds in a text that comes in parts of this length.
  private func scan(_ text: some Collection<UInt8>, parts: Int) throws(MetadataError) -> [HDR10PlusDocument.Frame] {
    var frames: [HDR10PlusDocument.Frame] = []
    var scanner = HDR10PlusScanner()
    var rest = Array(text)[...]
    while !rest.isEmpty {
      try scanner.take(rest.prefix(parts)) { frame in frames.append(frame) }
      rest = rest.dropFirst(parts)
    }
    try scanner.finish { frame in frames.append(frame) }
    return frames
  }

  static let texts = [
    #"{"SceneInfo": []}"#,
    #"{"SceneInfo":[{"SceneId":1},{"SceneId":2,"SceneFrameIndex":0}]}"#,
    #" { "a" : 1 , "b":[{"SceneInfo":[]}],"c":"]}\"\\", "SceneInfo" : [ {"x":"}\"{"} , {} ] , "d" : null } "#,
    "\u{FEFF}{\"SceneInfo\":[{\"TargetedSystemDisplayMaximumLuminance\":400}],\"ToolInfo\":{\"Tool\":\"t\"}}\n",
    #"{"SceneInfo":[{}],"n":-1.5e3}"#, #"{"\u0053ceneInfo":[{}]}"#,
  ]

  @Test(arguments: texts) func wholeDocuments(text: String) throws {
    let expected = try HDR10PlusDocument(json: Array(text.utf8)).frames
    for parts in [1, 2, 3, 7, 1000] { #expect(try scan(text.utf8, parts: parts) == expected) }
  }

  @Test func aFilm() throws {
    var window = HDR10PlusMetadata.Window()
    window.averageMaxRGB = 5
    let metadata = HDR10PlusMetadata(windows: [window], targetedDisplayMaximum: 500)
    let document = HDR10PlusDocument(
      scenes: Array(repeating: Array(repeating: metadata, count: 7), count: 20), tool: .init(name: "t", version: "1"))
    let text = try document.json()
    for parts in [1, 4096, text.count] { #expect(try scan(text, parts: parts) == document.frames) }
  }

  @Test(arguments: [
    "", " ", "[]", "{", "{}", "}", "{\"SceneInfo\":1}", "{\"SceneInfo\":[", "{\"SceneInfo\":[}", "{\"SceneInfo\":[,]}",
    "{\"SceneInfo\":[1]}", "{\"SceneInfo\":[{}]]}", "{\"SceneInfo\":[{},]}", "{\"SceneInfo\":[{}]} x",
    "{\"SceneInfo\":[],\"SceneInfo\":[]}", "{\"SceneInfo\":[{\"SceneId\":-1}]}", "{\"a\":}", "{\"a\":tru}", "{\"a\" 1}",
    "{\"SceneInfo\":[{]}", "{\"SceneInfo\":[{}}", "\0\0\0\0", "{\"a\":\"\u{1}\"}", "{,\"SceneInfo\":[]}",
    "{\"SceneInfo\":[] \"a\":1}",
  ])
  func whatIsNoDocument(text: String) {
    for parts in [1, 1000] { #expect(throws: MetadataError.self) { try scan(text.utf8, parts: parts) } }
  }

  /// One byte of a document changed: both accept it with the same frames, or neither does.
  @Test func changedBytes() throws {
    var numbers = SeededNumbers(seed: 13)
    var (accepted, refused) = (0, 0)
    for _ in 0..<4000 {
      var text = Array(Self.texts.randomElement(using: &numbers)!.utf8)
      let place = text.indices.randomElement(using: &numbers)!
      text[place] = Array(" {}[]\",:\\x0\u{0}".utf8).randomElement(using: &numbers)!
      let whole = try? HDR10PlusDocument(json: text).frames
      let scanned = try? scan(text, parts: 3)
      // A dictionary keeps the last of two equal keys; the scanner refuses the second list.
      #expect(whole == scanned, "\(String(decoding: text, as: UTF8.self))")
      if scanned == nil { refused += 1 } else { accepted += 1 }
    }
    #expect(accepted > 100 && refused > 100)
  }

  @Test func aValueWithoutAnEnd() throws {
    var scanner = HDR10PlusScanner()
    try scanner.take("{\"SceneInfo\":[\"".utf8) { _ in }
    let part = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
    #expect(throws: MetadataError.self) {
      for _ in 0...HDR10PlusScanner.longestValue / part.count { try scanner.take(part) { _ in } }
    }
  }
}
