import MediaFiles

/// The bytes of a number, most significant first.
func big(_ number: UInt64, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (count - 1 - $0))) }
}

/// The bytes of a number, least significant first.
func little(_ number: UInt64, _ count: Int) -> [UInt8] { big(number, count).reversed() }

/// Zero bytes.
func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

/// The bytes of a text such as `03 e8 01 90`, with or without spaces.
func bytes(hex: String) -> [UInt8] {
  let digits = hex.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// A box of ISO base media.
func box(_ type: String, _ contents: [UInt8]...) -> [UInt8] {
  let content = contents.flatMap { $0 }
  return big(UInt64(content.count + 8), 4) + Array(type.utf8) + content
}

/// A box with a version and flags.
func fullBox(_ type: String, version: UInt8 = 0, flags: UInt64 = 0, _ contents: [UInt8]...) -> [UInt8] {
  box(type, [version] + big(flags, 3) + contents.flatMap { $0 })
}

/// An EBML element; its size takes as many bytes as it needs.
func element(_ id: UInt64, _ contents: [UInt8]...) -> [UInt8] {
  let content = contents.flatMap { $0 }
  let length =
    content.count < 127 ? [UInt8(0x80 | content.count)] : big(0x0100_0000_0000_0000 | UInt64(content.count), 8)
  return elementID(id) + length + content
}

/// The bytes of an element's ID.
func elementID(_ id: UInt64) -> [UInt8] { Array(big(id, 8).drop { $0 == 0 }) }

/// A number in AV1's *leb128()*.
func leb128(_ number: Int) -> [UInt8] {
  number < 0x80 ? [UInt8(number)] : [UInt8(number & 0x7F | 0x80)] + leb128(number >> 7)
}

/// An AV1 unit that states its size.
func obu(_ type: Int, _ content: [UInt8]) -> [UInt8] { [UInt8(type << 3 | 2)] + leb128(content.count) + content }

/// A payload with emulation prevention, as in a unit of H.264 or H.265.
func escaped(_ payload: [UInt8]) -> [UInt8] {
  var escaped: [UInt8] = []
  for byte in payload {
    if byte <= 3, escaped.suffix(2) == [0, 0] { escaped.append(3) }
    escaped.append(byte)
  }
  return escaped
}

/// An H.265 unit with this type, in this layer.
func hevcUnit(_ type: Int, layer: Int = 0, _ payload: [UInt8]) -> [UInt8] {
  [UInt8(type << 1 | layer >> 5), UInt8((layer & 31) << 3 | 1)] + escaped(payload)
}

/// The payload of an SEI unit with these messages.
func messages(_ messages: (type: Int, bytes: [UInt8])...) -> [UInt8] {
  func number(_ value: Int) -> [UInt8] { Array(repeating: 0xFF, count: value / 255) + [UInt8(value % 255)] }
  return messages.flatMap { number($0.type) + number($0.bytes.count) + $0.bytes } + [0x80]
}

/// Units with start codes.
func annexB(_ units: [UInt8]...) -> [UInt8] { units.flatMap { [0, 0, 0, 1] + $0 } }

/// Units with 32-bit lengths.
func withLengths(_ units: [[UInt8]]) -> [UInt8] { units.flatMap { big(UInt64($0.count), 4) + $0 } }

/// Bits, most significant first.
struct BitWriter {
  private(set) var bits: [Bool] = []

  mutating func put(_ number: Int, _ count: Int) {
    for bit in (0..<count).reversed() { bits.append(number >> bit & 1 == 1) }
  }

  mutating func flag(_ value: Bool) { bits.append(value) }

  /// An Exp-Golomb code.
  mutating func golomb(_ number: Int) {
    let length = Int.bitWidth - (number + 1).leadingZeroBitCount
    put(0, length - 1)
    put(number + 1, length)
  }

  mutating func signedGolomb(_ number: Int) { golomb(number > 0 ? 2 * number - 1 : -2 * number) }

  /// The bytes, including the bit that ends a payload.
  var payload: [UInt8] {
    var bits = bits + [true]
    while bits.count % 8 != 0 { bits.append(false) }
    return stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
  }
}
