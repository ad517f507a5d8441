extension JSONValue {
  /// The value of a JSON text, in UTF-8, with or without a byte order mark.
  package init(text: some Sequence<UInt8>) throws(JSONSyntaxError) {
    let bytes = Array(text)
    var cursor = JSONCursor(bytes, in: 0..<bytes.count)
    self = try cursor.value()
    try cursor.finish()
  }

  /// The JSON text of this value: two spaces of indentation, keys in alphabetical order, a final line feed. Non-finite numbers, which JSON lacks, are
  /// written as names: `"inf"`, `"-inf"`, `"nan"`.
  ///
  /// The layout is that of Foundation's encoder, which is not used because it would add megabytes to every program that converts a frame.
  package var text: [UInt8] { written(by: JSONWriter(isIndented: true)) + [UInt8(ascii: "\n")] }

  /// The JSON text of this value on one line, without a final line feed.
  package var line: [UInt8] { written(by: JSONWriter()) }

  private func written(by writer: JSONWriter) -> [UInt8] {
    var writer = writer
    writer.value(self)
    return writer.text
  }
}
