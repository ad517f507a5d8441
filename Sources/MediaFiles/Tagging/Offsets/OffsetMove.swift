/// What grew in a file, and so which numbers in it, that say where something lies, become what.
///
/// Offsets from the beginning of the file are followed wherever a file keeps them. What is counted from somewhere else stays,
/// where both ends move alike; where one would leave the other, the file is refused.
struct OffsetMove {
  /// A place behind which all lies so many bytes farther.
  struct Growth: Hashable {
    var after: Int
    var count: Int
  }

  /// What grew, in the order of the file.
  let growths: [Growth]
  /// The numbers that change, by where they are.
  private(set) var patches: [Patch] = []

  /// A number in a file, and what it becomes.
  struct Patch: Hashable {
    var byte: Int
    var width: Int
    var value: UInt64

    var bytes: [UInt8] { BoxBytes.big(value, width) }
    var range: Range<Int> { byte..<byte + width }
  }

  init(_ growths: [Growth]) { self.growths = growths }

  /// How many bytes farther lies what was at this offset.
  func shift(of offset: UInt64) -> Int {
    growths.reduce(0) { $0 + (offset >= UInt64($1.after) ? $1.count : 0) }
  }

  /// Notes the new value of an offset from the beginning of the file, which has so many bytes at `byte`, if it moves.
  ///
  /// - Throws: `.unsupported` where the new value has no room.
  mutating func move(_ offset: UInt64, width: Int, at byte: Int, in box: Box) throws(MediaFileError) {
    try grow(offset, by: shift(of: offset), width: width, at: byte, in: box)
  }

  /// Notes the new value of a number that grows by so many.
  ///
  /// - Throws: `.unsupported` where the new value has no room.
  mutating func grow(_ number: UInt64, by shift: Int, width: Int, at byte: Int, in box: Box) throws(MediaFileError) {
    guard shift != 0 else { return }
    // A negative shift wraps around, and is right so.
    let value = number &+ UInt64(bitPattern: Int64(shift))
    guard (value > number) == (shift > 0), width == 8 || value >> UInt64(8 * width) == 0 else {
      throw .unsupported(
        part: box.place.path, byte: box.start,
        found: "an offset of \(number), whose new value has no room in \(8 * width) bits")
    }
    patches.append(Patch(byte: byte, width: width, value: value))
  }

  /// Checks that two places which a file relates to each other stay as far from each other as they are.
  ///
  /// - Throws: `.unsupported` where what grows lies between them.
  func checkTogether(_ one: UInt64, _ other: UInt64, in box: Box) throws(MediaFileError) {
    guard shift(of: one) == shift(of: other) else {
      throw .unsupported(
        part: box.place.path, byte: box.start, found: "a distance across the movie header, which is not followed")
    }
  }
}

extension OffsetMove {
  /// Notes every offset that a box beside or in the movie header keeps, and the boxes in it.
  ///
  /// - Throws: `.truncated` and `.malformed` where a table is not whole; `.unsupported` where an offset cannot be followed.
  mutating func follow(_ box: Box) throws(MediaFileError) {
    switch box.type {
    case "moov", "trak", "mdia", "minf", "dinf", "stbl": for inner in box.content.boxes { try follow(inner) }
    case "stco": try followChunks(box, width: 4)
    case "co64": try followChunks(box, width: 8)
    case "saio": try followAuxiliaryData(box)
    case "dref": try checkReferences(box)
    case "meta": try followItems(box)
    case "moof": try followFragment(box)
    case "sidx": try followIndex(box)
    case "mfra": for inner in box.content.boxes where inner.type == "tfra" { try followRandomAccess(inner) }
    default: break
    }
  }

  /// - Source: ISO/IEC 14496-12, clause 8.7.5.
  private mutating func followChunks(_ box: Box, width: Int) throws(MediaFileError) {
    var content = try box.versioned().content
    try followTable(&content, count: Int(try content.integer(bytes: 4)), width: width, in: box)
  }

  /// The places of what belongs to samples, encryption's above all; in a sample table they count from the file's beginning.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.7.9.
  private mutating func followAuxiliaryData(_ box: Box) throws(MediaFileError) {
    let header = try box.versioned()
    var content = header.content
    if header.flags & 1 == 1 { try content.skip(8) }
    try followTable(&content, count: Int(try content.integer(bytes: 4)), width: header.version == 0 ? 4 : 8, in: box)
  }

  private mutating func followTable(
    _ content: inout ByteWindow, count: Int, width: Int, in box: Box
  ) throws(MediaFileError) {
    guard content.remaining / width >= count else {
      throw .truncated(part: box.place.path, byte: box.start, needed: count * width, found: content.remaining)
    }
    for _ in 0..<count {
      let byte = content.position
      try move(try content.integer(bytes: width), width: width, at: byte, in: box)
    }
  }

  /// Media data in another file do not move, and their offsets must not.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.7.2: the least flag says that media data are in this file.
  private func checkReferences(_ box: Box) throws(MediaFileError) {
    var content = try box.versioned().content
    try content.skip(4)
    for entry in content.boxes where try entry.versioned().flags & 1 == 0 {
      throw .unsupported(part: entry.place.path, byte: entry.start, found: "a reference to media data in another file")
    }
  }
}
