struct MovieEditor {
  let tags: MovieTags
  let isQuickTime: Bool
  /// The number of the track to tag; `nil` for all video tracks.
  let track: Int?
  /// The numbers of the video tracks, tagged or not.
  private(set) var tracks: [Int] = []
  /// The former ends of the tagged sample entries, and the number of bytes by which they grew.
  private(set) var growths: [OffsetMove.Growth] = []
  /// Whether a range was given for a form of `colr` that cannot state one.
  private(set) var hasLostRange = false
  private(set) var removed: Set<FourCharacterCode> = []

  mutating func tagged(_ movie: BoxBytes) throws(MediaFileError) -> BoxBytes {
    try movie.changing(in: "/moov") { box throws(MediaFileError) in
      guard box.type != "cmov" else {
        throw .unsupported(part: "/moov/cmov", byte: box.start, found: "a compressed movie header")
      }
      guard box.type == "trak", try showsPictures(box) else { return box }
      let number = try number(of: box)
      tracks.append(number)
      guard track ?? number == number else { return box }
      return try taggedInside(box, path: ["mdia", "minf", "stbl", "stsd"][...], part: "/moov/trak")
    }
  }

  /// - Source: ISO/IEC 14496-12, clause 8.4.3.
  private func showsPictures(_ track: BoxBytes) throws(MediaFileError) -> Bool {
    let media = try track.list(in: "/moov/trak").boxes.first { $0.type == "mdia" }
    let handler = try media?.list(in: "/moov/trak/mdia").boxes.first { $0.type == "hdlr" }
    guard let handler, handler.content.count >= 12 else { return false }
    return FourCharacterCode(bytes: handler.content[8..<12]) == "vide"
  }

  /// - Source: ISO/IEC 14496-12, clause 8.3.2: the number follows two times of 32 or 64 bits.
  private func number(of track: BoxBytes) throws(MediaFileError) -> Int {
    guard let header = try track.list(in: "/moov/trak").boxes.first(where: { $0.type == "tkhd" })?.content,
      let version = header.first
    else { return 0 }
    let start = version == 1 ? 20 : 12
    return header.count < start + 4 ? 0 : Int(bigEndianBytes: header[start..<start + 4])
  }

  private mutating func taggedInside(
    _ box: BoxBytes, path: ArraySlice<FourCharacterCode>, part: String
  ) throws(MediaFileError) -> BoxBytes {
    // An `stsd` box has a version, flags and a count before its entries.
    try box.changing(after: path.isEmpty ? 8 : 0, in: part) { inner throws(MediaFileError) in
      guard let next = path.first else { return try taggedEntry(inner, part: "\(part)/\(inner.type)") }
      guard inner.type == next else { return inner }
      return try taggedInside(inner, path: path.dropFirst(), part: "\(part)/\(next)")
    }
  }

  /// - Source: ISO/IEC 14496-12, clauses 8.5.2 and 12.1.3: 78 bytes of fields, then boxes.
  private mutating func taggedEntry(_ entry: BoxBytes, part: String) throws(MediaFileError) -> BoxBytes {
    let (boxes, rest) = try entry.list(after: 78, in: part)
    var kept: [BoxBytes] = []
    var color: (value: ColorDescription, form: ColorDescription.BoxForm)?
    let replaced = replacedTypes
    for box in boxes {
      if box.type == "colr", let form = box.colorForm {
        if tags.color != ColorDescription() {
          if color == nil { color = try self.color(of: box, form, in: part).map { ($0, form) } }
          continue
        }
      }
      if tags.removed.contains(box.type) { removed.insert(box.type) }
      if !replaced.contains(box.type) { kept.append(box) }
    }
    if tags.color != ColorDescription() {
      let value = color.map { tags.color.completed(by: $0.value) } ?? tags.color
      let form = color.map { $0.form == .clcn ? .nclc : $0.form } ?? (isQuickTime ? .nclc : .nclx)
      if form == .nclc, tags.color.range != nil { hasLostRange = true }
      kept.append(BoxBytes(type: "colr", content: value.payload(form)))
    }
    if let configuration = tags.dolbyVision {
      kept.append(BoxBytes(type: FourCharacterCode(bytes: configuration.boxType.utf8), content: configuration.payload))
    }
    if let mastering = tags.metadata.mastering { kept.append(BoxBytes(type: "mdcv", content: mastering.payload)) }
    if let light = tags.metadata.contentLight { kept.append(BoxBytes(type: "clli", content: light.payload)) }
    if let room = tags.metadata.ambient { kept.append(BoxBytes(type: "amve", content: room.payload)) }
    var tagged = entry
    tagged.content = Array(entry.content[..<78]) + kept.flatMap(\.bytes) + rest
    let growth = tagged.content.count - entry.content.count
    growths.append((entry.start + entry.content.count, growth))
    return tagged
  }

  /// The color of a `colr` box of this form; `nil` if it is unreadable and all its tags are replaced.
  private func color(
    of box: BoxBytes, _ form: ColorDescription.BoxForm, in part: String
  ) throws(MediaFileError) -> ColorDescription? {
    do throws(MetadataError) {
      return try ColorDescription(parsing: box.content.prefix(form.payloadLength))
    } catch {
      let new = tags.color
      guard new.primaries != nil, new.transfer != nil, new.matrix != nil else {
        throw .unreadable(part: "\(part)/colr", byte: box.start, error)
      }
      return nil
    }
  }

  private var replacedTypes: Set<FourCharacterCode> {
    var types = tags.removed
    if tags.metadata.mastering != nil { types.formUnion(["mdcv", "SmDm"]) }
    if tags.metadata.contentLight != nil { types.formUnion(["clli", "CoLL"]) }
    if tags.metadata.ambient != nil { types.insert("amve") }
    if tags.dolbyVision != nil { types.formUnion(["dvcC", "dvvC", "dvwC"]) }
    return types
  }
}

extension BoxBytes {
  /// The form of a `colr` box with code points; `nil` for an ICC profile.
  fileprivate var colorForm: ColorDescription.BoxForm? {
    ColorDescription.BoxForm(rawValue: String(decoding: content.prefix(4), as: UTF8.self))
  }
}
