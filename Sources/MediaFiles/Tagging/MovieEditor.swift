internal import HDRMetadata

/// Puts tags into the sample entries of a movie header, and moves chunk offsets behind it.
struct MovieEditor {
  let tags: MovieTags
  let isQuickTime: Bool
  /// Where the movie header was.
  let old: Range<Int>
  /// How many sample entries were tagged.
  private(set) var entries = 0
  /// Whether a range was to be written into a form of `colr` that has none.
  private(set) var hasLostRange = false

  init(tags: MovieTags, isQuickTime: Bool, old: Range<Int>) {
    self.tags = tags
    self.isQuickTime = isQuickTime
    self.old = old
  }

  /// The movie header with the tags, its offsets as they were.
  mutating func tagged(_ movie: BoxBytes) throws(MediaFileError) -> BoxBytes {
    var copy = self
    let result = try movie.changing(in: "/moov", at: old.lowerBound) { box throws(MediaFileError) in
      guard box.type != "cmov" else {
        throw .unsupported(part: "/moov/cmov", byte: old.lowerBound, found: "a compressed movie header")
      }
      guard box.type == "trak", try copy.showsPictures(box) else { return box }
      return try copy.taggedInside(box, path: ["mdia", "minf", "stbl", "stsd"][...], part: "/moov/trak")
    }
    self = copy
    return result
  }

  /// - Source: ISO/IEC 14496-12, clause 8.4.3.
  private func showsPictures(_ track: BoxBytes) throws(MediaFileError) -> Bool {
    let media = try inside(track).first { $0.type == "mdia" }
    guard let handler = try media.map(inside)?.first(where: { $0.type == "hdlr" }), handler.content.count >= 12 else {
      return false
    }
    return FourCharacterCode(bytes: handler.content[8..<12]) == "vide"
  }

  private func inside(_ box: BoxBytes) throws(MediaFileError) -> [BoxBytes] {
    try BoxBytes.list(box.content[...], in: "\(box.type)", at: old.lowerBound).boxes
  }

  private mutating func taggedInside(
    _ box: BoxBytes, path: ArraySlice<FourCharacterCode>, part: String
  ) throws(MediaFileError) -> BoxBytes {
    var copy = self
    // A `stsd` box has a version, flags and a count before its entries.
    let result = try box.changing(after: path.isEmpty ? 8 : 0, in: part, at: old.lowerBound) {
      inner throws(MediaFileError) in
      guard let next = path.first else { return try copy.taggedEntry(inner, part: "\(part)/\(inner.type)") }
      guard inner.type == next else { return inner }
      return try copy.taggedInside(inner, path: path.dropFirst(), part: "\(part)/\(next)")
    }
    self = copy
    return result
  }

  /// - Source: ISO/IEC 14496-12, clauses 8.5.2 and 12.1.3: 78 bytes of fields, then boxes.
  private mutating func taggedEntry(_ entry: BoxBytes, part: String) throws(MediaFileError) -> BoxBytes {
    guard entry.content.count >= 78 else {
      throw .truncated(part: part, byte: old.lowerBound, needed: 78, found: entry.content.count)
    }
    let (boxes, rest) = try BoxBytes.list(entry.content[78...], in: part, at: old.lowerBound)
    var kept: [BoxBytes] = []
    var color: (value: ColorDescription, form: ColorDescription.BoxForm)?
    let replaced = replacedTypes
    for box in boxes {
      if box.type == "colr", let form = box.colorForm {
        let value = try? ColorDescription(parsing: box.content.prefix(form.payloadLength))
        color = color ?? value.map { ($0, form) }
        if tags.color != ColorDescription() { continue }
      }
      if !replaced.contains(box.type) { kept.append(box) }
    }
    if tags.color != ColorDescription() {
      let value = color.map { tags.color.completed(by: $0.value) } ?? tags.color
      let form = color.map { $0.form == .clcn ? .nclc : $0.form } ?? (isQuickTime ? .nclc : .nclx)
      if form == .nclc, tags.color.range != nil { hasLostRange = true }
      kept.append(BoxBytes(type: "colr", content: value.payload(form)))
    }
    if let mastering = tags.metadata.mastering { kept.append(BoxBytes(type: "mdcv", content: mastering.payload)) }
    if let light = tags.metadata.contentLight { kept.append(BoxBytes(type: "clli", content: light.payload)) }
    if let room = tags.metadata.ambient { kept.append(BoxBytes(type: "amve", content: room.payload)) }
    entries += 1
    return BoxBytes(type: entry.type, content: Array(entry.content[..<78]) + kept.flatMap(\.bytes) + rest)
  }

  private var replacedTypes: Set<FourCharacterCode> {
    var types = tags.removed
    if tags.metadata.mastering != nil { types.formUnion(["mdcv", "SmDm"]) }
    if tags.metadata.contentLight != nil { types.formUnion(["clli", "CoLL"]) }
    if tags.metadata.ambient != nil { types.insert("amve") }
    return types
  }
}

extension MovieEditor {
  /// The movie header with every chunk offset behind it moved by so many bytes.
  func moved(_ box: BoxBytes, by shift: Int) throws(MediaFileError) -> BoxBytes {
    guard shift != 0 else { return box }
    return try box.changing(in: "/\(box.type)", at: old.lowerBound) { inner throws(MediaFileError) in
      switch inner.type {
      case "trak", "mdia", "minf", "stbl": return try moved(inner, by: shift)
      case "stco": return try movedTable(inner, width: 4, by: shift)
      case "co64": return try movedTable(inner, width: 8, by: shift)
      default:
        guard inner.type != "saio", inner.type != "meta" || !inner.holdsItems else {
          throw .unsupported(
            part: "/moov … /\(inner.type)", byte: old.lowerBound, found: "a table of offsets, which are not followed")
        }
        return inner
      }
    }
  }

  /// - Source: ISO/IEC 14496-12, clause 8.7.5.
  private func movedTable(_ table: BoxBytes, width: Int, by shift: Int) throws(MediaFileError) -> BoxBytes {
    let part = "/moov … /\(table.type)"
    guard table.content.count >= 8 else {
      throw .truncated(part: part, byte: old.lowerBound, needed: 8, found: table.content.count)
    }
    let count = Int(BoxBytes.number(table.content[4..<8]))
    guard (table.content.count - 8) / width >= count else {
      throw .truncated(part: part, byte: old.lowerBound, needed: count * width, found: table.content.count - 8)
    }
    var moved = table
    for start in stride(from: 8, to: 8 + count * width, by: width) {
      let offset = BoxBytes.number(table.content[start..<start + width])
      guard offset >= UInt64(old.upperBound) else { continue }
      let (new, overflow) = offset.addingReportingOverflow(UInt64(bitPattern: Int64(shift)))
      // A negative shift wraps around, and is right so.
      guard overflow == (shift < 0), width == 8 || new <= UInt64(UInt32.max) else {
        throw .unsupported(
          part: part, byte: old.lowerBound, found: "a chunk at \(offset), whose new offset has no room in 32 bits")
      }
      moved.content.replaceSubrange(start..<start + width, with: BoxBytes.big(new, width))
    }
    return moved
  }
}

extension BoxBytes {
  /// The form of a box `colr` with code points; `nil` for a profile.
  fileprivate var colorForm: ColorDescription.BoxForm? {
    ColorDescription.BoxForm(rawValue: String(decoding: content.prefix(4), as: UTF8.self))
  }

  /// Whether items are located in a box `meta`, by offsets from the beginning of the file.
  fileprivate var holdsItems: Bool {
    content.indices.dropLast(3).contains { content[$0..<$0 + 4].elementsEqual("iloc".utf8) }
  }
}
