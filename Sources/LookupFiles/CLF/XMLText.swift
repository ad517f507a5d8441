internal import CExpat

/// An element of an XML text.
struct XMLElement {
  /// The name without its namespace prefix.
  let name: String
  /// The values of the attributes by name.
  let attributes: [String: String]
}

/// A receiver of the events of an XML text, in document order.
protocol XMLListener: AnyObject {
  func start(_ element: XMLElement, of text: XMLText) throws(LookupFileError)
  /// A piece of the text between tags; a word may continue in the next piece.
  func characters(_ piece: UnsafeBufferPointer<UInt8>, of text: XMLText) throws(LookupFileError)
  func end(of text: XMLText) throws(LookupFileError)
}

/// An XML text, read by expat from its start to its end.
///
/// A document type is rejected: no LUT needs one, and the entities that it could define may expand to any length.
@safe final class XMLText {
  private let listener: any XMLListener
  private let parser: XML_Parser
  private var error: LookupFileError?

  /// Parses a text and passes its events to a listener.
  ///
  /// - Throws: The listener's error; ``LookupFileError`` with the line for malformed XML or a document type.
  static func read(_ bytes: [UInt8], _ listener: any XMLListener) throws(LookupFileError) {
    guard let parser = unsafe XML_ParserCreate(nil) else { throw .noMemory }
    try unsafe XMLText(parser, listener).read(bytes)
  }

  private init(_ parser: XML_Parser, _ listener: any XMLListener) {
    unsafe (self.parser, self.listener) = (parser, listener)
  }

  deinit { unsafe XML_ParserFree(parser) }

  /// The current line, counted from 1.
  var line: Int { unsafe Int(XML_GetCurrentLineNumber(parser)) }

  /// The error for unexpected content in the current line.
  func unexpected(_ found: String, _ expected: String) -> LookupFileError {
    .unexpected(line: line, found: found, expected: expected)
  }

  private func read(_ bytes: [UInt8]) throws(LookupFileError) {
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { text, name, attributes in
        guard let text = unsafe XMLText.listening(text), let name = unsafe name else { return }
        text.tell { () throws(LookupFileError) in
          try text.listener.start(unsafe XMLText.element(name, attributes), of: text)
        }
      },
      { text, _ in
        guard let text = unsafe XMLText.listening(text) else { return }
        text.tell { () throws(LookupFileError) in try text.listener.end(of: text) }
      })
    unsafe XML_SetCharacterDataHandler(parser) { text, characters, count in
      guard let text = unsafe XMLText.listening(text), let characters = unsafe characters else { return }
      unsafe characters.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { characters in
        let piece = unsafe UnsafeBufferPointer(start: characters, count: Int(count))
        text.tell { () throws(LookupFileError) in try unsafe text.listener.characters(piece, of: text) }
      }
    }
    unsafe XML_SetStartDoctypeDeclHandler(parser) { text, _, _, _, _ in
      guard let text = unsafe XMLText.listening(text) else { return }
      text.tell { () throws(LookupFileError) in
        throw text.unexpected("a document type", "a text without one, since LUTs need none")
      }
    }
    let status = unsafe bytes.withUnsafeBytes { bytes in
      unsafe XML_Parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), 1)
    }
    if let error { throw error }
    guard status == XML_STATUS_OK else {
      let code = unsafe XML_GetErrorCode(parser)
      if code == XML_ERROR_NO_MEMORY { throw .noMemory }
      let reason = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) } ?? "an unknown fault"
      throw unexpected("no XML (\(reason))", "well-formed XML")
    }
  }

  /// The text of a callback, unless an error has stopped parsing.
  private static func listening(_ pointer: UnsafeMutableRawPointer?) -> XMLText? {
    guard let pointer = unsafe pointer else { return nil }
    let text = unsafe Unmanaged<XMLText>.fromOpaque(pointer).takeUnretainedValue()
    return text.error == nil ? text : nil
  }

  /// Calls the listener; keeps its error for the caller of `read` and stops parsing, since expat's callbacks cannot throw.
  private func tell(_ event: () throws(LookupFileError) -> Void) {
    do { try event() } catch {
      self.error = error
      unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
    }
  }

  private static func element(
    _ name: UnsafePointer<XML_Char>, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) -> XMLElement {
    var values: [String: String] = [:]
    if var pair = unsafe attributes {
      while let name = unsafe pair[0], let value = unsafe pair[1] {
        values[unsafe String(cString: name)] = unsafe String(cString: value)
        unsafe pair += 2
      }
    }
    let name = unsafe String(cString: name)
    return XMLElement(
      name: String(name[(name.lastIndex(of: ":").map(name.index(after:)) ?? name.startIndex)...]), attributes: values)
  }
}
