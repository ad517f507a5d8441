extension OffsetMove {
  /// Updates a fragment, whose offsets count from itself, from an explicit offset, or from the end of the previous track.
  ///
  /// - Source: ISO/IEC 14496-12, clauses 8.8.4 to 8.8.8.
  mutating func followFragment(_ box: Box) throws(MediaFileError) {
    for (track, start) in box.trackFragments {
      var base = start.map { UInt64($0) }
      for inner in track.content.boxes {
        switch inner.type {
        case "tfhd":
          var (_, flags, content) = try inner.versioned()
          try content.skip(4)
          if flags & 0x00_0001 != 0 {
            let byte = content.position
            let offset = try content.integer(bytes: 8)
            try move(offset, width: 8, at: byte, in: inner)
            base = offset
          } else if flags & 0x02_0000 != 0 {
            base = UInt64(box.start)
          }
        case "trun": if let base { try checkRun(inner, from: base) }
        case "saio": if let base { try checkAuxiliaryData(inner, from: base) }
        default: break
        }
      }
    }
  }

  /// - Source: ISO/IEC 14496-12, clause 8.8.8: a signed distance, present if the lowest flag is set.
  private func checkRun(_ box: Box, from base: UInt64) throws(MediaFileError) {
    var (_, flags, content) = try box.versioned()
    guard flags & 1 == 1 else { return }
    try content.skip(4)
    let distance = Int32(truncatingIfNeeded: try content.integer(bytes: 4))
    try checkTogether(base, base &+ UInt64(bitPattern: Int64(distance)), in: box)
  }

  /// - Source: ISO/IEC 14496-12, clause 8.7.9: in a fragment, places count from the same base as samples.
  private func checkAuxiliaryData(_ box: Box, from base: UInt64) throws(MediaFileError) {
    var (version, flags, content) = try box.versioned()
    if flags & 1 == 1 { try content.skip(8) }
    for _ in 0..<(try content.integer(bytes: 4)) {
      try checkTogether(base, base &+ (try content.integer(bytes: version == 0 ? 4 : 8)), in: box)
    }
  }

  /// Updates a segment index, which counts from its own end, then from segment to segment.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.16.3.
  mutating func followIndex(_ box: Box) throws(MediaFileError) {
    var (version, _, content) = try box.versioned()
    try content.skip(8)
    let width = version == 0 ? 4 : 8
    try content.skip(width)
    let byte = content.position
    let distance = try content.integer(bytes: width)
    // The movie header may lie between an index and its segments; the distance then grows.
    let anchor = UInt64(box.content.end)
    var start = anchor &+ distance
    try grow(distance, by: shift(of: start) - shift(of: anchor), width: width, at: byte, in: box)
    try content.skip(2)
    let first = start
    for _ in 0..<(try content.integer(bytes: 2)) {
      let size = try content.integer(bytes: 4) & 0x7FFF_FFFF
      try content.skip(8)
      // A movie header between two segments or inside one would make a size wrong.
      if size > 0 { try checkTogether(first, start &+ size &- 1, in: box) }
      start &+= size
    }
  }

  /// - Source: ISO/IEC 14496-12, clause 8.8.10.
  mutating func followRandomAccess(_ box: Box) throws(MediaFileError) {
    var (version, _, content) = try box.versioned()
    try content.skip(4)
    let lengths = Int(try content.integer(bytes: 4))
    let numbers = (lengths >> 4 & 3) + (lengths >> 2 & 3) + (lengths & 3) + 3
    let width = version == 0 ? 4 : 8
    let count = Int(try content.integer(bytes: 4))
    guard content.remaining / (2 * width + numbers) >= count else {
      throw .truncated(
        part: box.place.path, byte: box.start, needed: count * (2 * width + numbers), found: content.remaining)
    }
    for _ in 0..<count {
      try content.skip(width)
      let byte = content.position
      try move(try content.integer(bytes: width), width: width, at: byte, in: box)
      try content.skip(numbers)
    }
  }
}
