struct ItemLocations {
  /// The bytes of items that are contiguous in the file.
  private var places: [UInt32: Range<Int>] = [:]

  /// Reads an `iloc` box; items in several pieces, in other files or made from other items are left out.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.11.3.
  init(_ box: Box?, idat: Box?) throws(MediaFileError) {
    guard let header = try box?.versioned(), header.version <= 2 else { return }
    var content = header.content
    let sizes = Int(try content.integer(bytes: 2))
    let widths = (offset: sizes >> 12, length: sizes >> 8 & 15, base: sizes >> 4 & 15, index: sizes & 15)
    guard [widths.offset, widths.length, widths.base].allSatisfy({ [0, 4, 8].contains($0) }) else { return }
    for _ in 0..<(try content.integer(bytes: header.version < 2 ? 2 : 4)) {
      guard content.reader.step(content.path, at: content.position), places.count < PictureItems.limit else { return }
      let item = UInt32(try content.integer(bytes: header.version < 2 ? 2 : 4))
      let method = header.version == 0 ? 0 : try content.integer(bytes: 2) & 15
      let file = try content.integer(bytes: 2)
      let base = Int(clamping: try content.integer(bytes: widths.base))
      let extents = try content.integer(bytes: 2)
      for number in 0..<extents {
        if header.version > 0 { try content.skip(widths.index) }
        let offset = Int(clamping: try content.integer(bytes: widths.offset))
        let length = Int(clamping: try content.integer(bytes: widths.length))
        let start = base.addingReportingOverflow(offset)
        let origin = method == 0 ? 0 : idat?.content.start
        guard number == 0, extents == 1, file == 0, method < 2, let origin, length > 0, !start.overflow,
          start.partialValue <= content.reader.size, length <= content.reader.size - start.partialValue - origin
        else { continue }
        places[item] = origin + start.partialValue..<origin + start.partialValue + length
      }
    }
  }

  /// Reads the statements in the coded data of an item: its sequence header or its messages.
  func readData(of item: UInt32, into track: inout TrackDescription, in reader: FileReader) {
    guard [.av1, .hevc].contains(track.facts.codec), let place = places[item] else { return }
    ByteWindow(reader: reader, path: "item \(item)", start: place.lowerBound, end: place.upperBound).readSample(
      into: &track)
  }
}
