/// The parts of a file that grew, and the new values of the offsets that depend on them.
///
/// Offsets from the start of the file are updated in all known boxes. Relative offsets stay unchanged
/// if both ends move by the same distance; otherwise the file is rejected.
struct OffsetMove {
  /// The offset after which everything moves, and by how many bytes.
  typealias Growth = (after: Int, count: Int)

  /// The parts that grew, in file order, each with the total growth up to its end.
  private let growths: [Growth]
  /// The places of the numbers that change, and their new bytes.
  private(set) var patches: [(place: Range<Int>, bytes: [UInt8])] = []

  init(_ growths: [Growth]) {
    var sum = 0
    self.growths = growths.map { growth in
      sum += growth.count
      return (growth.after, sum)
    }
  }

  func shift(of offset: UInt64) -> Int {
    var (low, high) = (0, growths.count)
    while low < high {
      let middle = (low + high) / 2
      if offset >= UInt64(growths[middle].after) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? growths[low - 1].count : 0
  }

  /// Records the new value of a file offset, stored in this many bytes at `byte`, if it changes.
  mutating func move(_ offset: UInt64, width: Int, at byte: Int, in box: Box) throws(MediaFileError) {
    try grow(offset, by: shift(of: offset), width: width, at: byte, in: box)
  }

  /// Records the new value of a number that grows by this amount, or throws if it does not fit.
  mutating func grow(_ number: UInt64, by shift: Int, width: Int, at byte: Int, in box: Box) throws(MediaFileError) {
    guard shift != 0 else { return }
    // A negative shift wraps around, as intended.
    let value = number &+ UInt64(bitPattern: Int64(shift))
    guard (value > number) == (shift > 0), width == 8 || value >> UInt64(8 * width) == 0 else {
      throw box.unsupported("an offset of \(number), whose new value does not fit in \(8 * width) bits")
    }
    patches.append((byte..<byte + width, Array(value.bigEndianBytes.suffix(width))))
  }

  /// Throws if a growing part lies between two related places, whose distance would change.
  func checkTogether(_ one: UInt64, _ other: UInt64, in box: Box) throws(MediaFileError) {
    guard shift(of: one) == shift(of: other) else {
      throw box.unsupported("a relative offset across the movie header, which cannot be updated")
    }
  }

  /// The levels of boxes in `moov`: `trak`, `mdia`, `minf`, `stbl`, `stco`.
  private static let levels = 6

  /// Records every offset in a box, beside or inside the movie header, and in its children.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.7.5, for chunks.
  mutating func follow(_ box: Box, level: Int = 1) throws(MediaFileError) {
    switch box.type {
    case "moov", "trak", "mdia", "minf", "dinf", "stbl":
      guard level < Self.levels else {
        throw .malformed(
          part: "\(box.type)", byte: box.start, found: "\(box.type) within \(level - 1) other boxes",
          expected: "at most \(Self.levels - 2)")
      }
      for inner in box.content.boxes { try follow(inner, level: level + 1) }
    case "stco", "co64":
      var content = try box.versioned().content
      try followTable(&content, width: box.type == "stco" ? 4 : 8, in: box)
    case "saio": try followAuxiliaryData(box)
    case "dref": try checkReferences(box)
    case "meta": try followItems(box)
    case "moof": try followFragment(box)
    case "sidx": try followIndex(box)
    case "mfra": for inner in box.content.boxes where inner.type == "tfra" { try followRandomAccess(inner) }
    default: break
    }
  }

  /// Records the offsets of auxiliary information of samples, mostly for encryption; in a sample table they count from the start of the file.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.7.9.
  private mutating func followAuxiliaryData(_ box: Box) throws(MediaFileError) {
    var (version, flags, content) = try box.versioned()
    if flags & 1 == 1 { try content.skip(8) }
    try followTable(&content, width: version == 0 ? 4 : 8, in: box)
  }

  private mutating func followTable(_ content: inout ByteWindow, width: Int, in box: Box) throws(MediaFileError) {
    let count = Int(try content.integer(bytes: 4))
    guard content.remaining / width >= count else {
      throw .truncated(part: box.place.path, byte: box.start, needed: count * width, found: content.remaining)
    }
    for _ in 0..<count {
      let byte = content.position
      try move(try content.integer(bytes: width), width: width, at: byte, in: box)
    }
  }

  /// Rejects media data in another file: they do not move, so their offsets must not change.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.7.2: the lowest flag means that media data are in this file.
  private func checkReferences(_ box: Box) throws(MediaFileError) {
    var content = try box.versioned().content
    try content.skip(4)
    for entry in content.boxes where try entry.versioned().flags & 1 == 0 {
      throw entry.unsupported("a reference to media data in another file")
    }
  }
}
