/// The changes that tag the sample entries of a movie header.
struct MovieEditor {
  let tags: MovieTags
  let isQuickTime: Bool
  /// The number of the track to tag; `nil` for all video tracks.
  let track: Int?
  /// The numbers of the video tracks, tagged or not.
  private(set) var tracks: [Int] = []
  /// The place in the file of the boxes in each tagged sample entry, and the new boxes.
  private(set) var entries: [(place: Range<Int>, boxes: [UInt8])] = []
  /// The tagged entries and the boxes around them inside the header, by their offsets, and the number of bytes by which they grow.
  private(set) var grown: [Int: (box: Box, count: Int)] = [:]
  /// Whether a range was given for a form of `colr` that cannot state one.
  private(set) var hasLostRange = false
  private(set) var removed: Set<FourCharacterCode> = []

  /// The former ends of the tagged sample entries, and the number of bytes by which they grow.
  var growths: [OffsetMove.Growth] { entries.map { ($0.place.upperBound, $0.boxes.count - $0.place.count) } }

  /// - Source: ISO/IEC 14496-12, clause 8.4.3, for the handler.
  mutating func tag(_ movie: Box) throws(MediaFileError) {
    for box in try movie.content.wholeBoxes() {
      guard box.type != "cmov" else {
        throw .unsupported(part: "/moov/cmov", byte: box.content.start, found: "a compressed movie header")
      }
      guard box.type == "trak", let media = try box.content.wholeBoxes().first(where: { $0.type == "mdia" }),
        let handler = try media.content.wholeBoxes().first(where: { $0.type == "hdlr" }),
        (try? handler.handlerType()) == "vide"
      else { continue }
      let number = (try? box.trackNumber()) ?? 0
      tracks.append(number)
      if track ?? number == number { try tagEntries(in: ["minf", "stbl", "stsd"], of: [box, media]) }
    }
  }

  /// Tags the entries in the last of the boxes of these types, each inside the previous one and all inside the boxes of `path`.
  private mutating func tagEntries(in types: ArraySlice<FourCharacterCode>, of path: [Box]) throws(MediaFileError) {
    var content = path[path.count - 1].content
    if let type = types.first {
      guard let inner = try content.wholeBoxes().first(where: { $0.type == type }) else { return }
      return try tagEntries(in: types.dropFirst(), of: path + [inner])
    }
    // An `stsd` box has a version, flags and a count before its entries.
    try content.skip(8)
    for entry in try content.wholeBoxes() {
      let growth = try tag(entry: entry)
      for box in path + [entry] { grown[box.start] = (box, (grown[box.start]?.count ?? 0) + growth) }
    }
  }

  /// - Source: ISO/IEC 14496-12, clauses 8.5.2 and 12.1.3: 78 bytes of fields, then boxes.
  /// - Returns: The number of bytes by which the entry grows.
  private mutating func tag(entry: Box) throws(MediaFileError) -> Int {
    var content = entry.content
    try content.skip(78)
    let place = content.position..<content.end
    var new: [UInt8] = []
    var color: (value: ColorDescription, form: ColorDescription.BoxForm)?
    let replaced = replacedTypes
    for box in try content.wholeBoxes() {
      let payload = try content.bytes(to: box.content.end).suffix(box.content.remaining)
      if box.type == "colr", tags.color != ColorDescription(),
        let form = ColorDescription.BoxForm(rawValue: String(decoding: payload.prefix(4), as: UTF8.self))
      {
        if color == nil { color = try self.color(payload, form, in: box).map { ($0, form) } }
        continue
      }
      if tags.removed.contains(box.type) { removed.insert(box.type) }
      if !replaced.contains(box.type) { new += box.type.box(payload, isLong: box.isLong) }
    }
    if tags.color != ColorDescription() {
      let value = color.map { tags.color.completed(by: $0.value) } ?? tags.color
      let form = color.map { $0.form == .clcn ? .nclc : $0.form } ?? (isQuickTime ? .nclc : .nclx)
      if form == .nclc, tags.color.range != nil { hasLostRange = true }
      new += FourCharacterCode("colr").box(value.payload(form))
    }
    if let configuration = tags.dolbyVision {
      new += FourCharacterCode(bytes: configuration.boxType.utf8).box(configuration.payload)
    }
    if let mastering = tags.metadata.mastering { new += FourCharacterCode("mdcv").box(mastering.payload) }
    if let light = tags.metadata.contentLight { new += FourCharacterCode("clli").box(light.payload) }
    if let room = tags.metadata.ambient { new += FourCharacterCode("amve").box(room.payload) }
    // QuickTime's zeros or padding.
    new += try content.bytes(to: content.end)
    entries.append((place, new))
    return new.count - place.count
  }

  /// The color of a `colr` box of this form; `nil` if it is unreadable and all its tags are replaced.
  private func color(
    _ payload: ArraySlice<UInt8>, _ form: ColorDescription.BoxForm, in box: Box
  ) throws(MediaFileError) -> ColorDescription? {
    do throws(MetadataError) {
      return try ColorDescription(parsing: payload.prefix(form.payloadLength))
    } catch {
      let new = tags.color
      guard new.primaries != nil, new.transfer != nil, new.matrix != nil else {
        throw .unreadable(part: box.content.path, byte: box.content.start, error)
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

extension FourCharacterCode {
  /// A box of this type, with its header.
  func box(_ payload: some Sequence<UInt8>, isLong: Bool = false) -> [UInt8] {
    Payload.box(rawValue.bigEndianBytes, Array(payload), isLong: isLong)
  }
}

extension Box {
  var isLong: Bool { content.start - start == 16 }

  /// The place of the size in the header, and the size of a box that has grown by this many bytes.
  func size(grownBy count: Int) -> (place: Range<Int>, bytes: [UInt8]) {
    let size = content.end - start + count
    return isLong
      ? (start + 8..<start + 16, UInt64(size).bigEndianBytes) : (start..<start + 4, UInt32(size).bigEndianBytes)
  }
}

extension ByteWindow {
  /// The boxes from here on, of which each must be whole; fewer than 8 bytes, or zeros, may follow them.
  fileprivate func wholeBoxes() throws(MediaFileError) -> [Box] {
    let boxes = Array(boxes.prefix(FileReader.stepsLimit + 1))
    let problem = reader.consumeProblems().first
    if let problem, boxes.last?.isWhole == false || end - (boxes.last?.content.end ?? position) >= 8 { throw problem }
    guard boxes.count <= FileReader.stepsLimit else {
      throw .overLimit(part: path, byte: position, limit: FileReader.stepsLimit, of: "parts")
    }
    return boxes
  }

  fileprivate mutating func bytes(to end: Int) throws(MediaFileError) -> [UInt8] { try bytes(end - position) }
}
