extension FileReader {
  func matroskaTracks() throws(MediaFileError) -> (tracks: [TrackDescription], languages: [String?], title: String?) {
    guard let segment = whole.elements.first(where: { $0.id == 0x1853_8067 }) else {
      throw problems.first ?? .missing(part: "segment", container: .matroska)
    }
    let parts = segment.parts()
    guard let list = parts[.tracks] else {
      throw problems.first ?? .missing(part: "list of tracks", container: .matroska)
    }
    var tracks: [TrackDescription] = []
    var number = 0
    for element in list.content.elements where element.id == 0xAE {
      guard !isFull(of: tracks, in: list.place) else { break }
      if let track = element.track(number: number) { tracks.append(track) }
      number += 1
    }
    if let cluster = parts[.cluster] { cluster.readFirstBlocks(into: &tracks) }
    if !tracks.isEmpty, parts[.chapters]?.hasOrderedEdition == true {
      tracks[0].remarks.append(
        Finding(
          code: "ordered-chapters", found: "the chapters are an ordered edition, which players show in its own order",
          consequence: "it is ignored: pictures stay in stored order",
          fix: "keep the file if the order is wanted"))
    }
    let titles = parts[.info]?.titles(beside: parts[.tags]) ?? []
    if !tracks.isEmpty, titles.count > 1 {
      let names = titles.map { "“\($0)”" }
      tracks[0].remarks.append(
        Finding(
          code: "several-titles",
          found: "the movie has the titles \(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])",
          consequence: "the output is named \(names[0]), and the others are left out"))
    }
    var languages: [String?] = []
    for entry in list.content.elements where entry.id == 0xAE && languages.count < MediaDescription.languagesLimit {
      entry.readLanguage(into: &languages)
    }
    return (tracks, languages, titles.count > 1 ? titles[0] : nil)
  }
}

/// The parts of a segment that are read, by their numbers.
///
/// - Source: RFC 9559, clause 5.1.
enum MatroskaPart: UInt64, CaseIterable {
  case tracks = 0x1654_AE6B
  case cluster = 0x1F43_B675
  case chapters = 0x1043_A770
  case info = 0x1549_A966
  case tags = 0x1254_C367
}

extension Element {
  /// The parts of a segment up to the first cluster, and those after it that the index locates.
  ///
  /// - Source: RFC 9559, clauses 5.1.1, 5.1.3, 5.1.4 and 5.1.7.
  func parts() -> [MatroskaPart: Element] {
    var parts: [MatroskaPart: Element] = [:]
    var positions: [MatroskaPart: [Int]] = [:]
    for element in content.elements {
      if let part = MatroskaPart(rawValue: element.id) { parts[part] = parts[part] ?? element }
      if element.id == 0x114D_9B74 {
        for part in MatroskaPart.allCases { positions[part, default: []] += element.positions(of: part.rawValue) }
      }
      guard parts[.cluster] != nil else { continue }
      // The rest of the file follows the first cluster; the index before it may locate the other parts.
      for (part, places) in positions where parts[part] == nil {
        parts[part] = places.lazy.compactMap { self.element(part.rawValue, at: $0) }.first
      }
      if parts[.tracks] != nil { break }
    }
    return parts
  }

  /// The distinct titles of a movie from the segment's information and tags, the best first: its own, the movie's, then others by level.
  ///
  /// - Source: RFC 9559, clauses 5.1.2.12 and 5.1.8.1: a target without numbers is the whole segment, and its level is 50 by default.
  fileprivate func titles(beside tags: Element?) -> [String] {
    var titles: [(title: String, level: UInt64)] = []
    content.reader.noting { () throws(MediaFileError) in
      if let title = try child(0x7BA9)?.text(limit: 4096) { titles.append((title, 0)) }
    }
    guard let tags else { return titles.map(\.title).filter { !$0.isEmpty } }
    for tag in tags.content.elements.prefix(256) where tag.id == 0x7373 {
      content.reader.noting { () throws(MediaFileError) in
        let targets = tag.child(0x63C0)
        let numbers: Set<UInt64> = [0x63C5, 0x63C9, 0x63C4, 0x63C6]
        guard targets?.content.elements.contains(where: { numbers.contains($0.id) }) != true else { return }
        let level = try targets?.child(0x68CA)?.unsigned() ?? 50
        for simple in tag.content.elements.prefix(256) where simple.id == 0x67C8 {
          guard try simple.child(0x45A3)?.text() == "TITLE", let title = try simple.child(0x4487)?.text(limit: 4096)
          else { continue }
          titles.append((title, level == 50 ? 1 : level))
        }
      }
    }
    return titles.sorted { $0.level < $1.level }.reduce(into: []) { all, next in
      if !next.title.isEmpty, !all.contains(next.title) { all.append(next.title) }
    }
  }

  /// Adds the language of a track's entry, unless FFmpeg skips the track.
  ///
  /// - Source: RFC 9559, clauses 5.1.4.1.3 and 5.1.4.1.20.
  fileprivate func readLanguage(into languages: inout [String?]) {
    content.reader.noting { () throws(MediaFileError) in
      guard [1, 2, 17].contains(try child(0x83)?.unsigned() ?? 0) else { return }
      languages.append(nil)
      guard let tag = try child(0x22B59D)?.text() else { return }
      languages[languages.count - 1] = MediaDescription.language(tag)
    }
  }

  /// Whether an edition of chapters is ordered.
  ///
  /// - Source: RFC 9559, clause 5.1.7.1, EditionFlagOrdered.
  fileprivate var hasOrderedEdition: Bool {
    content.elements.prefix(256).contains { edition in
      edition.id == 0x45B9
        && content.reader.noting { () throws(MediaFileError) in try edition.child(0x45DD)?.unsigned() == 1 } ?? false
    }
  }

  /// The offsets of elements of a kind, relative to the content of the segment, from an index.
  private func positions(of kind: UInt64) -> [Int] {
    content.elements.filter { $0.id == 0x4DBB }.prefix(64).compactMap { entry in
      content.reader.noting { () throws(MediaFileError) in
        guard try entry.child(0x53AB)?.unsigned() == kind else { return nil }
        return try entry.child(0x53AC).map { element throws(MediaFileError) in Int(clamping: try element.unsigned()) }
      } ?? nil
    }
  }

  /// The element of a kind at an offset in this segment, or `nil` if it is absent.
  private func element(_ kind: UInt64, at offset: Int) -> Element? {
    var content = content
    guard offset < content.remaining, (try? content.skip(offset)) != nil else { return nil }
    return content.elements.first { _ in true }.flatMap { $0.id == kind ? $0 : nil }
  }

  /// Reads the additions to a block of a track: dynamic metadata, or alpha if the track announces it.
  ///
  /// - Source: RFC 9559, clauses 5.1.3.5.2 and 10.3; WebM container guidelines: there, 4 is ITU-T T.35 without a mapping.
  func readBlockAdditions(into track: inout TrackDescription) {
    for addition in content.elements.prefix(64) where addition.id == 0xA6 {
      content.reader.noting { () throws(MediaFileError) in
        let number = try addition.child(0xEE)?.unsigned() ?? 1
        guard track.blockAdditions[number, default: number] == 4, var payload = addition.child(0xA5)?.content,
          case let bytes = try payload.rest(), RegisteredUserData.isForPictures(bytes)
        else { return }
        track.state(.blockAddition(4), bytes, in: addition.place, by: .container)
      }
    }
  }

  /// Reads the first frame of each track that still lacks one, if this cluster contains it.
  ///
  /// - Source: RFC 9559, clauses 5.1.3 and 10.
  fileprivate func readFirstBlocks(into tracks: inout [TrackDescription]) {
    var missing = Set(tracks.filter(\.hasPlainSamples).map(\.id))
    for element in content.elements.prefix(4096) {
      guard !missing.isEmpty else { return }
      let block = element.id == 0xA0 ? element.child(0xA1) : element.id == 0xA3 ? element : nil
      guard var content = block?.content else { continue }
      content.reader.noting { () throws(MediaFileError) in
        let number = Int(clamping: try content.variableInteger(keepsMarker: false).number)
        try content.skip(2)
        let flags = try content.integer(bytes: 1)
        // A block of several frames begins with a table of their lengths; no writer uses this for video.
        guard let index = tracks.firstIndex(where: { $0.id == number }), missing.contains(number), flags & 6 == 0
        else { return }
        missing.remove(number)
        content.readSample(into: &tracks[index])
        if element.id == 0xA0 { element.child(0x75A1)?.readBlockAdditions(into: &tracks[index]) }
      }
    }
  }
}
