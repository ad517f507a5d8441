internal import CExpat

/// An element, by its name without a namespace prefix.
typealias XMLElement = (name: String, attributes: [String: String])

/// An XML text, read by expat from its start to its end.
///
/// A document type is rejected: no LUT needs one, and the entities that it could define may expand to any length.
@safe final class XMLText {
  private let reader: CLFReader
  private let parser: XML_Parser
  private var error: LookupFileError?

  init(readBy reader: CLFReader) throws(LookupFileError) {
    guard let parser = unsafe XML_ParserCreate(nil) else { throw .noMemory }
    unsafe (self.parser, self.reader) = (parser, reader)
  }

  deinit { unsafe XML_ParserFree(parser) }

  /// The current line, counted from 1.
  var line: Int { unsafe Int(XML_GetCurrentLineNumber(parser)) }

  func unexpected(_ found: String, _ expected: String) -> LookupFileError {
    .unexpected(line: line, found: found, expected: expected)
  }

  /// Parses a text and passes its elements to the reader, in document order.
  ///
  /// - Throws: The reader's error; ``LookupFileError`` with the line for malformed XML or a document type.
  func parse(_ bytes: [UInt8]) throws(LookupFileError) {
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { text, name, attributes in
        unsafe XMLText.tell(text) { text throws(LookupFileError) in
          guard let name = unsafe name else { return }
          try text.reader.start(unsafe XMLText.element(name, attributes), of: text)
        }
      },
      { text, _ in unsafe XMLText.tell(text) { text throws(LookupFileError) in try text.reader.end(of: text) } })
    unsafe XML_SetCharacterDataHandler(parser) { text, characters, count in
      unsafe XMLText.tell(text) { text throws(LookupFileError) in
        let bytes = unsafe UnsafeRawPointer(characters)?.assumingMemoryBound(to: UInt8.self)
        try unsafe text.reader.characters(UnsafeBufferPointer(start: bytes, count: Int(count)), of: text)
      }
    }
    unsafe XML_SetStartDoctypeDeclHandler(parser) { text, _, _, _, _ in
      unsafe XMLText.tell(text) { text throws(LookupFileError) in
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

  /// Calls the reader, unless an error has stopped parsing; keeps its error for the caller of `parse` and stops parsing, since expat's
  /// callbacks cannot throw.
  private static func tell(_ pointer: UnsafeMutableRawPointer?, _ event: (XMLText) throws(LookupFileError) -> Void) {
    guard let pointer = unsafe pointer else { return }
    let text = unsafe Unmanaged<XMLText>.fromOpaque(pointer).takeUnretainedValue()
    guard text.error == nil else { return }
    do { try event(text) } catch {
      text.error = error
      unsafe XML_StopParser(text.parser, XML_Bool(XML_FALSE))
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
    return (String(name[(name.lastIndex(of: ":").map(name.index(after:)) ?? name.startIndex)...]), values)
  }
}
