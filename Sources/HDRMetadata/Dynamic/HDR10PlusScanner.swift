internal import JSONText

/// The frames of HDR10+ as JSON, one after the other, from text that arrives in parts.
///
///     var scanner = HDR10PlusScanner()
///     try scanner.take(part) { frame in … }
///     try scanner.finish { frame in … }
///
/// The document of a feature film has some hundred megabytes. Only one value and one part are kept in memory.
///
/// - Source: RFC 8259; the JSON of hdr10plus_tool.
package struct HDR10PlusScanner {
  /// The maximum number of bytes of a value: a frame takes a thousand, and the list of all scenes of a long film a few million.
  package static let longestValue = 64 << 20

  /// The next item, apart from space.
  private enum Place { case document, firstKey, key, memberEnd, firstScene, scene, sceneEnd, nothing }

  private var json = JSONCursor([])
  private var place = Place.document
  /// The number of frames so far; `nil` before their list.
  private var frames: Int?
  /// The number of bytes with which reading is tried again, so that a long value costs no more than twice its length.
  private var enough = 0

  package init() {}

  /// Takes the next part of the text, and calls `body` with the frames that it completes.
  ///
  /// - Throws: As `HDR10PlusDocument(json:)`; also `MetadataError.malformedJSON` for a value that is too long, and for a second list of frames.
  package mutating func take(
    _ part: some Sequence<UInt8>, _ body: (HDR10PlusDocument.Frame) throws(MetadataError) -> Void
  ) throws(MetadataError) {
    json.append(part)
    guard json.rest >= enough else { return }
    try scan(isWhole: false, body)
  }

  /// Ends the text, and calls `body` with the remaining frames.
  ///
  /// - Throws: `MetadataError.malformedJSON` if the text is incomplete, or has no list of frames.
  package mutating func finish(
    _ body: (HDR10PlusDocument.Frame) throws(MetadataError) -> Void
  ) throws(MetadataError) {
    try scan(isWhole: true, body)
    guard frames != nil else { throw Self.withoutFrames }
  }
}

extension HDR10PlusScanner {
  private static let withoutFrames = MetadataError.malformedJSON(
    path: "the document", found: "an object", expected: "an object with one list SceneInfo")

  private mutating func scan(
    isWhole: Bool, _ body: (HDR10PlusDocument.Frame) throws(MetadataError) -> Void
  ) throws(MetadataError) {
    while place != .nothing || json.rest > 0 {
      var ahead = self
      let scene: JSONValue?
      do {
        scene = try ahead.step()
      } catch let error as JSONSyntaxError {
        guard !isWhole, json.mayGoOn(after: error) else {
          let form = place == .document ? json.otherForm : nil
          throw .malformedJSON(
            path: "the document", found: form ?? "not JSON from byte \(error.position) on",
            expected: "a JSON object in UTF-8")
        }
        guard json.rest <= Self.longestValue else {
          throw .malformedJSON(
            path: frames.map { "SceneInfo[\($0)]" } ?? "the document",
            found: "a value of more than \(Self.longestValue) bytes", expected: "the metadata of a frame")
        }
        enough = min(2 * json.rest, Self.longestValue + 1)
        return
      } catch { throw Self.withoutFrames }
      self = ahead
      if let scene, let index = frames {
        try body(HDR10PlusDocument.Frame(MetadataNode(scene, path: "SceneInfo[\(index)]"), index: index))
        frames = index + 1
      }
    }
    enough = 0
  }

  /// Reads a key with its value, a scene, or the text between them; returns the scene.
  ///
  /// - Throws: `JSONSyntaxError`; `MetadataError` for a `SceneInfo` that is not a list, or a second one.
  private mutating func step() throws -> JSONValue? {
    if place == .document { json.skipMark() }
    json.skipSpace()
    switch place {
    case .document:
      guard json.take("{") else { throw json.notJSON }
      place = .firstKey
    case .firstKey where json.take("}"), .memberEnd where json.take("}"): place = .nothing
    case .firstScene where json.take("]"), .sceneEnd where json.take("]"): place = .memberEnd
    case .memberEnd where json.take(","): place = .key
    case .sceneEnd where json.take(","): place = .scene
    case .firstKey, .key:
      let isList = try json.key() == "SceneInfo"
      json.skipSpace()
      guard json.rest > 0 else { throw json.notJSON }
      if isList {
        guard frames == nil, json.take("[") else { throw Self.withoutFrames }
        (frames, place) = (0, .firstScene)
      } else {
        _ = try completeValue()
        place = .memberEnd
      }
    case .firstScene, .scene:
      place = .sceneEnd
      return try completeValue()
    case .memberEnd, .sceneEnd: throw json.notJSON
    case .nothing: guard json.rest == 0 else { throw json.notJSON }
    }
    return nil
  }

  /// A value that is not at the end of the text, because a number at the end of a part may continue in the next.
  private mutating func completeValue() throws(JSONSyntaxError) -> JSONValue {
    let value = try json.value()
    guard json.rest > 0 else { throw json.notJSON }
    return value
  }
}
