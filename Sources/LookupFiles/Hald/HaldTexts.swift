/// The texts of a picture.
struct HaldTexts {
  private(set) var title: String?
  private(set) var comments: [String] = []

  /// Keeps a text: a title, or comments, a line each, after the key if it is another one.
  mutating func add(_ key: String, _ text: String) {
    if key == "Title", title == nil {
      title = text
    } else {
      let prefix = key == "Comment" ? "" : "\(key): "
      comments += text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { prefix + $0 }
    }
  }

  /// A text in UTF-8 or in Latin-1, whose bytes are Unicode's first 256 characters.
  static func string(_ bytes: UnsafeBufferPointer<UInt8>, isUTF8: Bool) -> String {
    guard !isUTF8 else { return unsafe String(decoding: bytes, as: UTF8.self) }
    return String(String.UnicodeScalarView(unsafe bytes.map { Unicode.Scalar($0) }))
  }
}
