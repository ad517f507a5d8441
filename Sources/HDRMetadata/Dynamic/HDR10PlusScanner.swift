internal import JSONText

/// The frames of HDR10+ as JSON, one after the other, from text that comes in parts.
///
///     var scanner = HDR10PlusScanner()
///     try scanner.take(part) { frame in … }
///     try scanner.finish()
///
/// The document of a feature film has some hundred megabytes. Of these, no more than one value is kept.
///
/// - Source: RFC 8259; the JSON of hdr10plus_tool.
package struct HDR10PlusScanner {
  /// The most bytes of a value: a frame takes a thousand, and the list of all scenes of a long film a few million.
  package static let longestValue = 64 << 20

  /// What comes next, apart from space.
  private enum Expectation {
    case document, firstKey, key, colon, value, memberEnd, firstScene, scene, sceneEnd, nothing
  }

  private var expectation = Expectation.document
  /// The bytes of a byte-order mark that were found.
  private var marks = 0
  private var position = 0
  /// The value that is being collected, and where it began.
  private var value: [UInt8] = []
  private var start = 0
  /// The objects and lists that are open in it, and whether a string is.
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private var key = ""
  /// The number of frames so far; `nil` before their list.
  private var frames: Int?

  package init() {}

  /// Takes the next part of the text, and calls `body` with each frame that is complete with it.
  ///
  /// - Throws: As `HDR10PlusDocument(json:)`; also `MetadataError.malformedJSON` for a value that is too long, and for a second list
  ///   of frames.
  package mutating func take(
    _ part: some Sequence<UInt8>, _ body: (HDR10PlusDocument.Frame) throws(MetadataError) -> Void
  ) throws(MetadataError) {
    for byte in part {
      // The byte after a number or a word ends it, and is no part of it.
      if value.isEmpty { try begin(with: byte) } else if try !goOn(with: byte, body) { try begin(with: byte) }
      position += 1
    }
  }

  /// Ends the text.
  ///
  /// - Throws: `MetadataError.malformedJSON` if it is not whole, or has no list of frames.
  package func finish() throws(MetadataError) {
    guard expectation == .nothing else { throw notJSON(from: position) }
    guard frames != nil else { throw withoutFrames }
  }
}

extension HDR10PlusScanner {
  private func notJSON(from byte: Int) -> MetadataError {
    .malformedJSON(
      path: "the document", found: "not JSON from byte \(byte) on", expected: "a JSON object in UTF-8")
  }

  private var withoutFrames: MetadataError {
    .malformedJSON(path: "the document", found: "an object", expected: "an object with one list SceneInfo")
  }

  /// Takes a byte between two values, or the first one of a value.
  private mutating func begin(with byte: UInt8) throws(MetadataError) {
    if [0x20, 0x0A, 0x0D, 0x09].contains(byte) { return }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    switch (expectation, byte) {
    case (.document, _) where position == marks && marks < mark.count && byte == mark[marks]: marks += 1
    case (.document, 0), (.document, 0xFE), (.document, 0xFF):
      throw .malformedJSON(
        path: "the document", found: "UTF-16 or UTF-32", expected: "a JSON object in UTF-8")
    case (.document, UInt8(ascii: "{")) where [0, mark.count].contains(marks): expectation = .firstKey
    case (.firstKey, UInt8(ascii: "}")), (.memberEnd, UInt8(ascii: "}")): expectation = .nothing
    case (.firstKey, UInt8(ascii: "\"")), (.key, UInt8(ascii: "\"")): collect(byte)
    case (.colon, UInt8(ascii: ":")): expectation = .value
    case (.value, UInt8(ascii: "[")) where key == "SceneInfo" && frames == nil:
      frames = 0
      expectation = .firstScene
    case (.value, _) where key == "SceneInfo": throw withoutFrames
    case (.memberEnd, UInt8(ascii: ",")): expectation = .key
    case (.firstScene, UInt8(ascii: "]")), (.sceneEnd, UInt8(ascii: "]")): expectation = .memberEnd
    case (.sceneEnd, UInt8(ascii: ",")): expectation = .scene
    case (.value, _), (.firstScene, _), (.scene, _): collect(byte)
    default: throw notJSON(from: position)
    }
  }

  private mutating func collect(_ first: UInt8) {
    value.append(first)
    start = position
    isInString = first == UInt8(ascii: "\"")
    depth = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? 1 : 0
  }

  /// Takes a byte after the first one of a value; returns whether it belongs to the value.
  private mutating func goOn(
    with byte: UInt8, _ body: (HDR10PlusDocument.Frame) throws(MetadataError) -> Void
  ) throws(MetadataError) -> Bool {
    if !isInString, depth == 0 {
      guard [0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(byte) else {
        try append(byte)
        return true
      }
      try end(body)
      return false
    }
    try append(byte)
    if isEscaped {
      isEscaped = false
    } else if isInString {
      isEscaped = byte == UInt8(ascii: "\\")
      isInString = byte != UInt8(ascii: "\"")
    } else {
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    if !isInString, depth == 0 { try end(body) }
    return true
  }

  private mutating func append(_ byte: UInt8) throws(MetadataError) {
    guard value.count < Self.longestValue else {
      throw .malformedJSON(
        path: frames.map { "SceneInfo[\($0)]" } ?? "the document",
        found: "a value of more than \(Self.longestValue) bytes from byte \(start) on",
        expected: "the metadata of a frame")
    }
    value.append(byte)
  }

  /// Takes the value that is complete.
  private mutating func end(
    _ body: (HDR10PlusDocument.Frame) throws(MetadataError) -> Void
  ) throws(MetadataError) {
    let found: JSONValue
    do { found = try JSONValue(text: value) } catch { throw notJSON(from: start) }
    value.removeAll(keepingCapacity: true)
    switch expectation {
    case .firstKey, .key:
      guard case .string(let name) = found else { throw notJSON(from: start) }
      key = name
      expectation = .colon
    case .firstScene, .scene:
      let index = frames ?? 0
      try body(HDR10PlusDocument.Frame(JSONNode(found, path: "SceneInfo[\(index)]"), index: index))
      frames = index + 1
      expectation = .sceneEnd
    default: expectation = .memberEnd
    }
  }
}
