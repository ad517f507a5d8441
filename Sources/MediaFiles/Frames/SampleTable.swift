/// The samples of a track from the tables of its `stbl` box.
///
/// - Source: ISO/IEC 14496-12, clauses 8.6.1, 8.7.3, 8.7.4 and 8.7.5.
struct SampleTable {
  private var sizes: SampleSizes
  private var chunks: ByteWindow
  private let chunkBytes: Int
  private var chunksLeft: UInt64
  /// The table of samples per chunk: the first chunk of each entry, and the number of samples in each of its chunks.
  private var groups: ByteWindow
  private var groupsLeft: UInt64
  private var group: (first: UInt64, samples: UInt64) = (1, 0)
  private var following: (first: UInt64, samples: UInt64)?
  private var chunk: UInt64 = 0
  private var samplesLeft: UInt64 = 0
  private var position = 0
  private var durations, offsets: RunTable?
  private var time = 0

  init?(_ table: Box) throws(MediaFileError) {
    guard let sizes = try SampleSizes(table), let place = table.child("stco") ?? table.child("co64"),
      let groups = table.child("stsc")
    else { return nil }
    self.sizes = sizes
    chunkBytes = place.type == "co64" ? 8 : 4
    chunks = try place.versioned().content
    chunksLeft = try chunks.integer(bytes: 4)
    self.groups = try groups.versioned().content
    groupsLeft = try self.groups.integer(bytes: 4)
    durations = try table.child("stts").map { box throws(MediaFileError) in try RunTable(box) }
    offsets = try table.child("ctts").map { box throws(MediaFileError) in try RunTable(box) }
    following = try nextGroup()
  }

  mutating func next() throws(MediaFileError) -> MovieSample? {
    guard let length = try sizes.next() else { return nil }
    while samplesLeft == 0 {
      guard chunksLeft > 0 else {
        throw .malformed(
          part: chunks.path, byte: chunks.start, found: "fewer samples than have sizes", expected: "as many")
      }
      chunksLeft -= 1
      chunk += 1
      if let next = following, next.first <= chunk {
        group = next
        following = try nextGroup()
      }
      position = Int(clamping: try chunks.integer(bytes: chunkBytes))
      samplesLeft = group.samples
    }
    samplesLeft -= 1
    defer { position &+= length }
    let duration = try durations?.next()
    let offset = try offsets?.next().map { Int(Int32(bitPattern: $0)) } ?? 0
    defer { time &+= Int(duration ?? 0) }
    return MovieSample(start: position, length: length, time: duration.map { _ in time &+ offset })
  }

  private mutating func nextGroup() throws(MediaFileError) -> (first: UInt64, samples: UInt64)? {
    guard groupsLeft > 0 else { return nil }
    groupsLeft -= 1
    let entry = (first: try groups.integer(bytes: 4), samples: try groups.integer(bytes: 4))
    try groups.skip(4)
    return entry
  }
}

struct SampleSizes {
  private var content: ByteWindow
  private let common: Int
  private let bits: Int
  private var left: UInt64
  /// The second of two sizes packed into one byte.
  private var half: Int?

  init?(_ table: Box) throws(MediaFileError) {
    guard let box = table.child("stsz") ?? table.child("stz2") else { return nil }
    content = try box.versioned().content
    let field = Int(try content.integer(bytes: 4))
    (common, bits) = box.type == "stsz" ? (field, 32) : (0, field & 0xFF)
    left = try content.integer(bytes: 4)
    guard left == 0 || box.type == "stsz" || [4, 8, 16].contains(bits) else {
      throw .malformed(
        part: content.path, byte: content.start, found: "lengths of \(bits) bits", expected: "lengths of 4, 8 or 16")
    }
  }

  mutating func next() throws(MediaFileError) -> Int? {
    guard left > 0, content.reader.step(content.path, at: content.position) else { return nil }
    left -= 1
    if common > 0 { return common }
    guard bits == 4 else { return Int(try content.integer(bytes: bits / 8)) }
    if let half {
      self.half = nil
      return half
    }
    let pair = Int(try content.integer(bytes: 1))
    half = pair & 15
    return pair >> 4
  }
}

/// A table of run lengths: the number of consecutive samples with each value.
private struct RunTable {
  private var content: ByteWindow
  private var entriesLeft: UInt64
  private var left: UInt64 = 0
  private var value: UInt32 = 0

  init(_ box: Box) throws(MediaFileError) {
    content = try box.versioned().content
    entriesLeft = try content.integer(bytes: 4)
  }

  mutating func next() throws(MediaFileError) -> UInt32? {
    while left == 0 {
      guard entriesLeft > 0 else { return nil }
      entriesLeft -= 1
      left = try content.integer(bytes: 4)
      value = try content.integer()
    }
    left -= 1
    return value
  }
}
