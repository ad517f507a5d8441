/// Decompresses data in zlib's format; `nil` for damaged data, or if the result has more than `limit` bytes.
///
/// - Source: RFC 1950 and RFC 1951. The checksum is not compared.
func inflated(_ bytes: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
  var stream = DeflateStream(bytes.dropFirst(2))
  guard bytes.count > 2, bytes[bytes.startIndex] & 15 == 8, bytes[bytes.startIndex + 1] & 32 == 0 else { return nil }
  do throws(DeflateStream.Damage) { return try stream.read(limit: limit) } catch { return nil }
}

private struct DeflateStream {
  struct Damage: Error {}

  private let bytes: ArraySlice<UInt8>
  private var place: Int
  private var held = 0
  private var heldBits = 0
  private var output: [UInt8] = []

  init(_ bytes: ArraySlice<UInt8>) { (self.bytes, place) = (bytes, bytes.startIndex) }

  /// A code as the number of symbols of each length, and the symbols in the order of their codes: RFC 1951, clause 3.2.2.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(_ lengths: some Sequence<Int>) {
      let lengths = Array(lengths)
      for length in lengths where length > 0 { counts[length] += 1 }
      symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
    }
  }

  private mutating func bits(_ count: Int) throws(Damage) -> Int {
    while heldBits < count {
      guard place < bytes.endIndex else { throw Damage() }
      held |= Int(bytes[place]) << heldBits
      (place, heldBits) = (place + 1, heldBits + 8)
    }
    defer { (held, heldBits) = (held >> count, heldBits - count) }
    return held & (1 << count - 1)
  }

  private mutating func symbol(_ code: Code) throws(Damage) -> Int {
    var (word, first, index) = (0, 0, 0)
    for length in 1...15 {
      word |= try bits(1)
      let count = code.counts[length]
      if word - first < count, word >= first { return code.symbols[index + word - first] }
      (index, first) = (index + count, (first + count) << 1)
      word <<= 1
    }
    throw Damage()
  }

  mutating func read(limit: Int) throws(Damage) -> [UInt8] {
    var isLast = false
    while !isLast {
      isLast = try bits(1) == 1
      switch try bits(2) {
      case 0: try stored(limit)
      case 1: try coded(Self.fixed.0, Self.fixed.1, limit)
      case 2:
        let codes = try codes()
        try coded(codes.0, codes.1, limit)
      default: throw Damage()
      }
    }
    return output
  }

  private mutating func stored(_ limit: Int) throws(Damage) {
    (held, heldBits) = (0, 0)
    let (count, complement) = (try bits(16), try bits(16))
    guard count ^ complement == 0xFFFF, count <= bytes.endIndex - place, output.count + count <= limit else {
      throw Damage()
    }
    output += bytes[place..<place + count]
    place += count
  }

  private static let fixed = (
    Code([(8, 144), (9, 112), (7, 24), (8, 8)].flatMap { [Int](repeating: $0, count: $1) }),
    Code([Int](repeating: 5, count: 30))
  )

  /// The codes of lengths and of distances: clause 3.2.7.
  private mutating func codes() throws(Damage) -> (Code, Code) {
    let (lengthCount, distanceCount, count) = (try bits(5) + 257, try bits(5) + 1, try bits(4) + 4)
    var order = [Int](repeating: 0, count: 19)
    for index in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].prefix(count) {
      order[index] = try bits(3)
    }
    let code = Code(order)
    var lengths: [Int] = []
    while lengths.count < lengthCount + distanceCount {
      let symbol = try symbol(code)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw Damage() }
        lengths += [Int](repeating: last, count: 3 + (try bits(2)))
      case 17: lengths += [Int](repeating: 0, count: 3 + (try bits(3)))
      case 18: lengths += [Int](repeating: 0, count: 11 + (try bits(7)))
      default: lengths.append(symbol)
      }
    }
    guard lengths.count == lengthCount + distanceCount, lengthCount <= 286 else { throw Damage() }
    return (Code(lengths[..<lengthCount]), Code(lengths[lengthCount...]))
  }

  /// Decodes a compressed block: clause 3.2.5.
  private mutating func coded(_ lengths: Code, _ distances: Code, _ limit: Int) throws(Damage) {
    while true {
      let symbol = try symbol(lengths)
      if symbol == 256 { return }
      guard output.count < limit else { throw Damage() }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      let length = symbol - 257
      guard length < 29 else { throw Damage() }
      let count =
        length == 28
        ? 258 : length < 8 ? length + 3 : (4 + length % 4) << (length / 4 - 1) + 3 + (try bits(length / 4 - 1))
      let code = try self.symbol(distances)
      guard code < 30 else { throw Damage() }
      let distance = code < 4 ? code + 1 : (2 + code % 2) << (code / 2 - 1) + 1 + (try bits(code / 2 - 1))
      guard distance <= output.count, output.count + count <= limit else { throw Damage() }
      for _ in 0..<count { output.append(output[output.count - distance]) }
    }
  }
}
