internal import CPNGFiles

extension TranscodingError {
  /// Creates the error of libpng.
  ///
  /// - Parameter other: Returns the error for any reason but missing memory, which libpng states in its own words.
  init(_ reason: pngfile_reason, _ other: (String) -> TranscodingError) {
    let words = unsafe withUnsafeBytes(of: reason.text) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    // Without words, memory ran out too.
    self = words.isEmpty || words.contains("memory") ? .output(.noMemoryForPNG) : other(words)
  }
}
