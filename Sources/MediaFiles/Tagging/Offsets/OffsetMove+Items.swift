extension OffsetMove {
  /// Updates the locations of items, mostly pictures, in a `meta` box, which count from the start of the file or from a place in the box.
  ///
  /// - Source: ISO/IEC 14496-12, clauses 8.11.1 and 8.11.3.
  mutating func followItems(_ box: Box) throws(MediaFileError) {
    var content = box.content
    // QuickTime's box has no version and begins with its handler.
    let start = try content.bytes(min(8, content.remaining))
    let inside = start.dropFirst(4).elementsEqual("hdlr".utf8) ? box.content : try box.versioned().content
    for inner in inside.boxes where inner.type == "iloc" { try followLocations(inner) }
  }

  private mutating func followLocations(_ box: Box) throws(MediaFileError) {
    var (version, _, content) = try box.versioned()
    let widths = Int(try content.integer(bytes: 2))
    let (offsetWidth, lengthWidth, baseWidth) = (widths >> 12, widths >> 8 & 15, widths >> 4 & 15)
    let indexWidth = version == 0 ? 0 : widths & 15
    guard [offsetWidth, lengthWidth, baseWidth, indexWidth].allSatisfy({ [0, 4, 8].contains($0) }) else {
      throw .malformed(
        part: box.place.path, byte: box.start, found: "fields of \(hexadecimal(UInt16(widths).bigEndianBytes)) bytes",
        expected: "0, 4 or 8")
    }
    let idWidth = version < 2 ? 2 : 4
    for _ in 0..<(try content.integer(bytes: idWidth)) {
      try content.skip(idWidth)
      let method = version == 0 ? 0 : try content.integer(bytes: 2) & 15
      let reference = try content.integer(bytes: 2)
      let baseByte = content.position
      let base = try content.integer(bytes: baseWidth)
      var extents: [(offset: UInt64, byte: Int)] = []
      for _ in 0..<(try content.integer(bytes: 2)) {
        try content.skip(indexWidth)
        let byte = content.position
        extents.append((try content.integer(bytes: offsetWidth), byte))
        try content.skip(lengthWidth)
      }
      // 0: from the start of the file; and of this file, not another.
      guard method == 0, reference == 0 else { continue }
      // The base moves if all extents move by the same distance, or else each extent.
      let shifts = extents.map { shift(of: base &+ $0.offset) }
      if let first = shifts.first, shifts.allSatisfy({ $0 == first }), baseWidth > 0, base > 0 || offsetWidth == 0 {
        try grow(base, by: first, width: baseWidth, at: baseByte, in: box)
      } else {
        for (extent, shift) in zip(extents, shifts) {
          try grow(extent.offset, by: shift, width: offsetWidth, at: extent.byte, in: box)
        }
      }
    }
  }
}
