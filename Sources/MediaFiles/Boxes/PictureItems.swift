extension Box {
  /// The pictures in a HEIF `meta` box: the primary one, its auxiliary pictures, and others that are neither tiles nor
  /// thumbnails.
  ///
  /// - Source: ISO/IEC 23008-12, clauses 6.2 to 6.6; ISO/IEC 14496-12, clause 8.11.
  func pictures() -> [TrackDescription] {
    let reader = content.reader
    // QuickTime's `meta` box is not a full box, but does not occur in a file of pictures.
    guard let inside = reader.noting(errorOf: try versioned().content) else { return [] }
    let meta = Box(type: type, start: start, content: inside)
    var items = PictureItems()
    reader.noting(errorOf: try items.readPrimary(meta.child("pitm")))
    reader.noting(errorOf: try items.readTypes(meta.child("iinf")))
    reader.noting(errorOf: try items.readReferences(meta.child("iref")))
    guard let properties = meta.child("iprp"), let list = properties.child("ipco") else { return [] }
    reader.noting(errorOf: try items.readAssociations(properties.child("ipma")))
    let boxes = Array(list.content.boxes.prefix(PictureItems.limit))
    reader.noting(errorOf: try items.readLocations(meta.child("iloc"), idat: meta.child("idat")))
    var pictures = items.described.map { items.describe($0, properties: boxes, in: reader) }
    // A gain map adapts the first picture to other displays; Apple's is auxiliary.
    let isMapped = pictures.contains { $0.codecTag == "tmap" || $0.isGainMap }
    if isMapped || pictures.dropFirst().contains(where: { !$0.isAuxiliary }) {
      pictures[0].remark(further: "further pictures, such as \(isMapped ? "a gain map" : "those of a burst")")
    }
    return pictures
  }
}

/// The tables of a `meta` box that are needed to assign properties to pictures.
struct PictureItems {
  private var primary: UInt32?
  private var types: [(item: UInt32, type: FourCharacterCode)] = []
  private var references: [(type: FourCharacterCode, from: UInt32, to: UInt32, place: Place)] = []
  private var associations: [UInt32: [Int]] = [:]
  /// The bytes of items that are contiguous in the file.
  private var places: [UInt32: Range<Int>] = [:]

  /// The maximum number of items, references and properties that are read.
  static let limit = 4096
  private static let describedLimit = 64

  /// - Source: ISO/IEC 14496-12, clause 8.11.4.
  mutating func readPrimary(_ box: Box?) throws(MediaFileError) {
    guard var header = try box?.versioned() else { return }
    primary = UInt32(try header.content.integer(bytes: header.version == 0 ? 2 : 4))
  }

  /// - Source: ISO/IEC 14496-12, clause 8.11.6.
  mutating func readTypes(_ box: Box?) throws(MediaFileError) {
    guard var header = try box?.versioned() else { return }
    try header.content.skip(header.version == 0 ? 2 : 4)
    for box in header.content.boxes.prefix(Self.limit) where box.type == "infe" {
      var entry = try box.versioned()
      guard entry.version >= 2 else { continue }
      let item = UInt32(try entry.content.integer(bytes: entry.version == 2 ? 2 : 4))
      try entry.content.skip(2)
      types.append((item, FourCharacterCode(rawValue: try entry.content.integer())))
    }
  }

  /// - Source: ISO/IEC 14496-12, clause 8.11.12.
  mutating func readReferences(_ box: Box?) throws(MediaFileError) {
    guard let header = try box?.versioned() else { return }
    let width = header.version == 0 ? 2 : 4
    for entry in header.content.boxes {
      var content = entry.content
      let from = UInt32(try content.integer(bytes: width))
      for _ in 0..<(try content.integer(bytes: 2)) {
        guard references.count < Self.limit else { return }
        let to = UInt32(try content.integer(bytes: width))
        references.append((entry.type, from, to, entry.place))
      }
    }
  }

  /// - Source: ISO/IEC 23008-12, clause 9.3.
  mutating func readAssociations(_ box: Box?) throws(MediaFileError) {
    guard let header = try box?.versioned() else { return }
    let wide = header.flags & 1 == 1
    var content = header.content
    for _ in 0..<(try content.integer(bytes: 4)) {
      guard content.reader.step(content.path, at: content.position), associations.count < Self.limit else { return }
      let item = UInt32(try content.integer(bytes: header.version == 0 ? 2 : 4))
      for _ in 0..<(try content.integer(bytes: 1)) {
        let index = Int(try content.integer(bytes: wide ? 2 : 1)) & (wide ? 0x7FFF : 0x7F)
        if associations[item, default: []].count < 64 { associations[item, default: []].append(index - 1) }
      }
    }
  }

  /// Reads an `iloc` box; items in several pieces, in other files or made from other items are left out.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.11.3.
  mutating func readLocations(_ box: Box?, idat: Box?) throws(MediaFileError) {
    guard let header = try box?.versioned(), header.version <= 2 else { return }
    var content = header.content
    let sizes = Int(try content.integer(bytes: 2))
    let widths = (offset: sizes >> 12, length: sizes >> 8 & 15, base: sizes >> 4 & 15, index: sizes & 15)
    guard [widths.offset, widths.length, widths.base].allSatisfy({ [0, 4, 8].contains($0) }) else { return }
    // The places are all or none.
    var places: [UInt32: Range<Int>] = [:]
    for _ in 0..<(try content.integer(bytes: header.version < 2 ? 2 : 4)) {
      guard content.reader.step(content.path, at: content.position), places.count < Self.limit else { break }
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
    self.places = places
  }

  var described: [UInt32] {
    let grids = Set(types.filter { $0.type == "grid" }.map(\.item))
    let tiles = Set(references.filter { $0.type == "dimg" && grids.contains($0.from) }.map(\.to))
    let thumbnails = Set(references.filter { $0.type == "thmb" }.map(\.from))
    let pictures = types.filter { Self.pictureTypes.contains($0.type) }.map(\.item)
    let others = pictures.filter { $0 != primary && !tiles.contains($0) && !thumbnails.contains($0) }
    return Array(((primary.map { [$0] } ?? []) + others).prefix(Self.describedLimit))
  }

  private static let pictureTypes: Set<FourCharacterCode> = [
    "hvc1", "hev1", "lhv1", "avc1", "av01", "grid", "iovl", "iden", "tmap", "jpeg", "j2k1", "unci", "vvc1",
  ]

  /// The description of an item from its properties. If it is assembled from other items, the codec is that of the first.
  fileprivate func describe(_ item: UInt32, properties: [Box], in reader: FileReader) -> TrackDescription {
    let type = types.first { $0.item == item }?.type
    var track = TrackDescription(id: Int(item), codecTag: type.map(String.init(describing:)) ?? "")
    track.facts.codec = ["hvc1": .hevc, "hev1": .hevc, "lhv1": .hevc, "avc1": .avc, "av01": .av1][track.codecTag]
    track.isAuxiliary = references.contains { $0.type == "auxl" && $0.from == item }
    track.isStill = true
    read(item, properties, into: &track, in: reader)
    if track.facts.codec == nil, let tile = references.first(where: { $0.type == "dimg" && $0.from == item })?.to {
      var part = TrackDescription(id: 0, codecTag: "")
      read(tile, properties, into: &part, in: reader)
      track.facts = part.facts
      // A picture made of others states its own color. Without one, it has the color of the others, unless light is mapped between them.
      let isMapped = type == "tmap"
      let isStated = isMapped || track.statements.contains { $0.topic == .color && $0.carrier == .container }
      track.statements += part.statements.filter { statement in
        statement.topic == .color
          ? !isMapped && (!isStated || statement.carrier != .container) : statement.carrier != .container
      }
      track.inferences = part.inferences
    }
    // Tags precede a profile, which supplies the values that they omit.
    let isProfile = { (statement: Statement) in if case .profile = statement.value { true } else { false } }
    track.statements = track.statements.filter { !isProfile($0) } + track.statements.filter(isProfile)
    if !track.isAuxiliary, type != "tmap" { track.inferColorOfStill(properties.first?.start ?? 0) }
    stateAlpha(of: item, properties, into: &track)
    return track
  }

  /// Reads the properties of an item, then the statements in its coded data: its sequence header or its messages.
  private func read(_ item: UInt32, _ properties: [Box], into track: inout TrackDescription, in reader: FileReader) {
    for index in associations[item] ?? [] where properties.indices ~= index {
      reader.noting(errorOf: try properties[index].readProperty(into: &track))
    }
    guard [.av1, .hevc].contains(track.facts.codec), let place = places[item] else { return }
    ByteWindow(reader: reader, path: "item \(item)", start: place.lowerBound, end: place.upperBound).readSample(
      into: &track)
  }

  /// States that another item is a picture's alpha, and whether the picture's color was multiplied by it.
  ///
  /// - Source: ISO/IEC 23008-12, clauses 6.6.2.1 (`auxl`) and 6.10.1.2 (`prem`), which an item without alpha lacks.
  private func stateAlpha(of item: UInt32, _ properties: [Box], into track: inout TrackDescription) {
    for reference in references.filter({ $0.type == "auxl" && $0.to == item }).prefix(8) {
      let isAlpha = (associations[reference.from] ?? []).contains { index in
        properties.indices ~= index && properties[index].isAlphaProperty
      }
      guard isAlpha else { continue }
      // The reference goes from the multiplied picture to its alpha; some writers reverse it.
      let isPremultiplied = references.contains {
        $0.type == "prem" && Set([$0.from, $0.to]) == [item, reference.from]
      }
      track.state(.alpha(isPremultiplied ? .premultiplied : .straight), in: reference.place, by: .container)
    }
  }
}

extension Box {
  fileprivate var isAlphaProperty: Bool {
    guard type == "auxC" else { return false }
    var track = TrackDescription(id: 0, codecTag: "")
    content.reader.noting(errorOf: try readProperty(into: &track))
    return track.statements.contains { $0.value == .alpha(nil) }
  }
}

extension TrackDescription {
  /// Whether this is an auxiliary picture with the name that Apple gives to gain maps.
  fileprivate var isGainMap: Bool {
    statements.contains {
      if case .auxiliary(let type) = $0.value { type.urn == "urn:com:apple:photo:2020:aux:hdrgainmap" } else { false }
    }
  }

  /// Infers the standard's color for a picture without a color property, unless its coded data states one.
  ///
  /// - Source: ISO/IEC 23000-22:2019/Amd 2:2021, clause 7.3.6.4: primaries 1, transfer 13, matrix 5 or 6, full range.
  fileprivate mutating func inferColorOfStill(_ start: Int) {
    guard !statements.contains(where: { $0.topic == .color && $0.carrier == .container }) else { return }
    let sRGB = ColorDescription(primaries: .bt709, transfer: .sRGB, matrix: .smpte170M, range: .full)
    inferences.insert(
      Statement(value: .color(sRGB), carriedIn: Place(path: Place.miaf, byte: start), carrier: .codecStandard), at: 0)
  }
}

extension Place {
  /// The standard that defines the color of pictures without color tags.
  package static let miaf = "MIAF"
}
