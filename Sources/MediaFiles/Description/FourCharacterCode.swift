/// Four characters that name a box, a codec or a brand.
///
///     let code: FourCharacterCode = "hvc1"
///     print(code)  // hvc1
///
/// - Source: ISO/IEC 14496-12, clause 4.2; QuickTime File Format, *Atoms*.
public struct FourCharacterCode: RawRepresentable, Hashable, Sendable {
  /// The four bytes as a number, the first the most significant.
  public let rawValue: UInt32

  /// The code of this number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  package init(bytes: some Sequence<UInt8>) { self.init(rawValue: UInt32(bigEndianBytes: bytes)) }
}

extension FourCharacterCode: ExpressibleByStringLiteral {
  /// The code of these four ASCII characters.
  ///
  /// - Precondition: There are four.
  public init(stringLiteral text: StaticString) {
    precondition(text.utf8CodeUnitCount == 4, "a four-character code has four characters")
    // Without a string, because codes are compared for every box.
    rawValue = text.withUTF8Buffer { characters in unsafe characters.reduce(0) { $0 << 8 | UInt32($1) } }
  }
}

extension FourCharacterCode: CustomStringConvertible {
  /// The four characters; unprintable ones and slashes as `\x00`.
  public var description: String {
    stride(from: 24, through: 0, by: -8).map { shift in
      let byte = UInt8(truncatingIfNeeded: rawValue >> UInt32(shift))
      // The code is used in paths, where a slash would look like another box.
      let isPlain = (0x20...0x7E).contains(byte) && byte != 0x2F && byte != 0x5C
      return isPlain ? String(UnicodeScalar(byte)) : "\\x" + hexadecimal([byte])
    }.joined()
  }
}
