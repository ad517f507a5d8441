package import SystemCalls

/// The coded pictures of a chunk of a movie, in a file: their data, then an index.
///
///     data of the packets, in decoding order
///     a checksum of all that follows
///     for each packet: presentation time, duration, size, 1 for a key picture
///     the encoder's parameters of the stream, then the caller's note
///     the number of packets, the sizes of parameters and note, a checksum of the data, and the mark
///
/// All numbers have 64 bits, the lowest byte first. Times are in the time base of the encoding; an unknown duration is -1.
package struct ChunkFile: Sendable {
  struct Picture: Hashable, Sendable {
    let time, duration: Int64
    let size: Int
    let isKey: Bool
  }

  package let note: [UInt8]
  /// The encoder's parameters of the stream, outside of packets.
  let parameters: [UInt8]
  let pictures: [Picture]
  /// The position of the first packet in the file.
  let start: Int
  let name: String
  let checksum: Checksum
  /// Opens the file: a movie has more chunks than a process may have open files.
  private let open: @Sendable () throws(SystemError) -> Descriptor

  package var count: Int { pictures.count }

  private static let mark: [UInt8] = Array("tmchunk2".utf8)
  private static let word = 8
  /// The size of everything after the note.
  private static let footer = 5 * word

  /// Reads the index of a chunk: a part of a file, by default the whole file.
  ///
  /// - Throws: ``MovieError``: `.notAChunk`, `.cannotOpen` or `.cannotRead`.
  package init(
    in range: Range<Int>? = nil, name: String, open: @escaping @Sendable () throws(SystemError) -> Descriptor
  ) throws(MovieError) {
    (self.name, self.open) = (name, open)
    let file: Descriptor
    do { file = try open() } catch { throw .cannotOpen(name, error) }
    let range = range ?? 0..<(SystemCall.status(of: file.number)?.length ?? 0)
    func bytes(at place: Int, _ count: Int) throws(MovieError) -> [UInt8] {
      guard count >= 0, place >= range.lowerBound, count <= range.upperBound - place else { throw .notAChunk(name) }
      let read: [UInt8]
      do { read = try SystemCall.bytes(of: file.number, at: place, count: count) } catch {
        throw .cannotRead(name, error)
      }
      guard read.count == count else { throw .notAChunk(name) }
      return read
    }
    let footer = try bytes(at: range.upperBound - Self.footer, Self.footer)
    guard footer.suffix(Self.word).elementsEqual(Self.mark) else { throw .notAChunk(name) }
    let footers = Self.numbers(footer)
    let counts = footers.prefix(3).map { Int($0) }
    guard counts.allSatisfy({ (0...min(range.count, 1 << 50)).contains($0) }) else { throw .notAChunk(name) }
    let (rows, parameterSize) = (counts[0] * 4 * Self.word, counts[1])
    let length = Self.word + rows + parameterSize + counts[2] + Self.footer
    let index = try bytes(at: range.upperBound - length, length)
    let rest = Array(index[Self.word...])
    guard index.starts(with: Self.checksum(of: rest)) else { throw .notAChunk(name) }
    parameters = Array(rest[rows..<rows + parameterSize])
    note = Array(rest[rows + parameterSize..<rest.count - Self.footer])
    let numbers = Self.numbers(Array(rest[..<rows]))
    pictures = (0..<counts[0]).map { place in
      let row = numbers[4 * place..<4 * place + 4]
      return Picture(
        time: row[4 * place], duration: row[4 * place + 1], size: Int(row[4 * place + 2]),
        isKey: row[4 * place + 3] != 0)
    }
    var size = 0
    for picture in pictures {
      guard (0...range.count).contains(picture.size), picture.time == picture.time.clamped else {
        throw .notAChunk(name)
      }
      size += picture.size
    }
    guard size == range.count - length else { throw .notAChunk(name) }
    start = range.lowerBound
    checksum = Checksum(value: UInt64(bitPattern: footers[3]))
  }

  /// Returns a descriptor of the file, at the first packet.
  func opened() throws(MovieError) -> Descriptor {
    do { return try open().reopened(at: start) } catch { throw .cannotOpen(name, error) }
  }

  /// The bytes after the packets.
  static func index(
    _ pictures: [Picture], _ parameters: [UInt8], _ note: [UInt8], _ checksum: Checksum
  ) -> [UInt8] {
    let rows: [Int64] = pictures.flatMap { picture -> [Int64] in
      [picture.time, picture.duration, Int64(picture.size), picture.isKey ? 1 : 0]
    }
    let counts = [pictures.count, parameters.count, note.count].map { Int64($0) }
    let rest = bytes(rows) + parameters + note + bytes(counts + [Int64(bitPattern: checksum.value)]) + mark
    return self.checksum(of: rest) + rest
  }

  private static func checksum(of rest: [UInt8]) -> [UInt8] {
    var checksum = Checksum()
    unsafe rest.withUnsafeBytes { unsafe checksum.add($0) }
    return bytes([Int64(bitPattern: checksum.value)])
  }

  /// A checksum of data, which finds damage: FNV-1a over words of 8 bytes, the last of each packet filled with zeros.
  struct Checksum: Hashable, Sendable {
    fileprivate(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
      var place = 0
      while place + word <= bytes.count {
        add(UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        place += word
      }
      var last: UInt64 = 0
      for index in place..<bytes.count { last |= unsafe UInt64(bytes[index]) << UInt64(8 * (index - place)) }
      add(last)
    }

    private mutating func add(_ number: UInt64) { value = (value ^ number) &* 0x100_0000_01b3 }
  }

  private static func bytes(_ numbers: [Int64]) -> [UInt8] {
    numbers.flatMap { $0.bigEndianBytes.reversed() }
  }

  private static func numbers(_ bytes: [UInt8]) -> [Int64] {
    stride(from: 0, to: bytes.count, by: word).map { Int64(bigEndianBytes: bytes[$0..<$0 + word].reversed()) }
  }
}
