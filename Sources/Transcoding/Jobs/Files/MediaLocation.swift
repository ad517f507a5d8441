/// The name of a file: bytes, which are never decoded, since systems allow any but 0. They become text only for printing.
public struct MediaLocation: Hashable, Sendable, ExpressibleByStringLiteral {
  package let bytes: [UInt8]
  private let isStandardStream: Bool

  /// Creates the location of a file by its name, even `-`; a descriptor of this process is `/dev/fd/` with its number.
  public init(_ path: String) { self.init(path.utf8) }

  /// Creates the location of a file by the bytes of its name.
  public init(_ bytes: some Sequence<UInt8>) { (self.bytes, isStandardStream) = (Array(bytes), false) }

  /// Creates the location that a user names: `-` is the standard stream, input for reading, output for writing.
  package init(named bytes: [UInt8]) { (self.bytes, isStandardStream) = (bytes, bytes == Array("-".utf8)) }

  package static let standardStream = MediaLocation(named: Array("-".utf8))
  /// The standard input of this process, and its standard output.
  public static let standardInput = standardStream, standardOutput = standardStream

  public init(stringLiteral text: String) { self.init(text.utf8) }

  package static func + (path: Path, ending: String) -> Path { Path(path.bytes + ending.utf8) }

  package static func / (folder: Path, name: Path) -> Path { Path(folder.bytes + [slash] + name.bytes) }

  package var split: (folder: Path, name: Path) {
    guard let slash = bytes.lastIndex(of: Self.slash) else { return (".", self) }
    return (slash == 0 ? "/" : Path(bytes[..<slash]), Path(bytes[(slash + 1)...]))
  }

  /// The path with a text before the extension of its name; that of an incomplete file, `out.png.part`, is the one before `.part`.
  func inserting(_ text: String) -> Path {
    let (whole, folder) = (FileEnding.complete(self).bytes, bytes.count - split.name.bytes.count)
    let dot = whole[folder...].lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
    return Path(bytes[..<dot] + text.utf8 + bytes[dot...])
  }

  var isAbsolute: Bool { bytes.first == Self.slash }

  /// The components of the path, the file's own name included.
  var names: [ArraySlice<UInt8>] { bytes.split(separator: Self.slash) }

  private static let slash = UInt8(ascii: "/")

  func withCString<Result, Failure: Error>(
    _ call: (UnsafePointer<CChar>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe (bytes.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer {
      characters throws(Failure) in try unsafe call(characters.baseAddress!)
    }
  }
}

extension MediaLocation: CustomStringConvertible {
  /// The name as it is printed: invalid UTF-8, and characters that would move a terminal's cursor, are escaped; an empty name is `""`.
  public var description: String {
    var text = bytes.isEmpty ? "\"\"" : ""
    var (parser, iterator, position) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator(), 0)
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        text += scalar.isShown ? String(scalar) : scalar.escaped(asASCII: true)
        position += encoded.count
      case .error(let length):
        for byte in bytes[position..<position + length] { text += "\\x\(String(byte, radix: 16))" }
        position += length
      case .emptyInput: return text
      }
    }
  }
}

/// The name of any file of a job, including those that no setting names.
package typealias Path = MediaLocation

// A name as a word of a command line, a string that keeps every byte: each byte above 127 is a character of its own, from the end of a
// private use area.
extension MediaLocation {
  /// The offset of the characters of bytes: the character of byte 0, if it had one.
  private static let base: UInt32 = 0x10FF00

  package init(word: String) {
    self.init(
      named: word.unicodeScalars.flatMap { scalar in
        scalar.value >= Self.base + 0x80 ? [UInt8(scalar.value - Self.base)] : Array(String(scalar).utf8)
      })
  }

  package var word: String {
    bytes.reduce(into: "") { text, byte in
      text.unicodeScalars.append(
        byte < 0x80 ? Unicode.Scalar(byte) : Unicode.Scalar(Self.base + UInt32(byte)) ?? Unicode.Scalar(byte))
    }
  }
}

/// A file to read: its role in messages, and its name if it has one.
package typealias ReadFile = (role: String, path: Path?)
