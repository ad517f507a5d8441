struct Element {
  let id: UInt64
  let start: Int
  var content: ByteWindow
  /// Whether its size is unknown, so that it extends to the end of its parent.
  var isOpenEnded = false

  var place: Place { Place(path: content.path, byte: start) }
}

extension ByteWindow {
  /// The elements from here on. Anything that is not an element ends the sequence and is noted.
  var elements: ElementSequence { ElementSequence(window: self) }
}

/// The elements in a window, one after the other. Elements inside them are not entered.
///
/// A segment or a cluster of unknown size extends to the end of the window, so later elements appear inside it. Of a truncated element, a list is
/// returned as far as possible; a value is an error.
struct ElementSequence: Sequence, IteratorProtocol {
  fileprivate var window: ByteWindow

  mutating func next() -> Element? {
    guard window.remaining > 0, window.reader.step(window.path, at: window.position) else { return nil }
    return window.reader.noting(errorOf: try readElement())
  }

  /// The elements that are lists: the segment, the list of tracks, a track, its video, its private data, a cluster, and blocks with their units.
  private static let lists: Set<UInt64> = [
    0x1853_8067, 0x1654_AE6B, 0xAE, 0xE0, 0x63A2, 0x1F43_B675, 0xA0, 0xA1, 0xA3,
  ]

  /// - Source: RFC 8794, clauses 4 to 6.
  private mutating func readElement() throws(MediaFileError) -> Element {
    let start = window.position
    let (id, _) = try window.variableInteger(keepsMarker: true)
    let path = "\(window.path)/\(Element.name(of: id))"
    let (size, bytes) = try window.variableInteger(keepsMarker: false)
    if size == (1 << UInt64(7 * bytes)) - 1 {
      return Element(id: id, start: start, content: window.renamed(path), isOpenEnded: true)
    }
    let length = Int(clamping: size)
    if length > window.remaining, Self.lists.contains(id) {
      window.reader.note(.truncated(part: path, byte: window.position, needed: length, found: window.remaining))
    }
    let found = Self.lists.contains(id) ? Swift.min(length, window.remaining) : length
    return Element(id: id, start: start, content: try window.window(found, path: path))
  }
}

extension ByteWindow {
  /// A number of EBML, whose first bits encode its length in bytes.
  ///
  /// - Source: RFC 8794, clause 4.
  mutating func variableInteger(keepsMarker: Bool) throws(MediaFileError) -> (number: UInt64, bytes: Int) {
    let start = position
    guard let first = try peek() else {
      throw .truncated(part: path.isEmpty ? "the file" : path, byte: start, needed: 1, found: 0)
    }
    let count = first.leadingZeroBitCount + 1
    guard count <= (keepsMarker ? 4 : 8) else {
      throw .malformed(
        part: path.isEmpty ? "the file" : path, byte: start, found: "a number of \(count) bytes",
        expected: "an element of Matroska")
    }
    let number = try integer(bytes: count)
    return (keepsMarker ? number : number & ((1 << UInt64(7 * count)) - 1), count)
  }
}

extension Element {
  func unsigned() throws(MediaFileError) -> UInt64 {
    var content = content
    guard content.remaining <= 8 else { throw malformed(expected: "a number of at most 8 bytes") }
    return try content.integer(bytes: content.remaining)
  }

  /// The content as a floating-point number of 4 or 8 bytes; 0 for an empty element.
  func float() throws(MediaFileError) -> Double {
    var content = content
    switch content.remaining {
    case 0: return 0
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: try content.integer(bytes: 4))))
    case 8: return Double(bitPattern: try content.integer(bytes: 8))
    default: throw malformed(expected: "a floating-point number of 4 or 8 bytes")
    }
  }

  /// The content as text, up to the first zero.
  func text(limit: Int = 256) throws(MediaFileError) -> String {
    var content = content
    return String(decoding: try content.rest(limit: limit).prefix { $0 != 0 }, as: UTF8.self)
  }

  func child(_ id: UInt64) -> Element? { content.elements.first { $0.id == id } }

  func malformed(expected: String) -> MediaFileError {
    .malformed(part: content.path, byte: start, found: "\(content.remaining) bytes", expected: expected)
  }

  static func name(of id: UInt64) -> String { names[id] ?? "0x" + String(id, radix: 16, uppercase: true) }

  private static let names: [UInt64: String] = [
    0x1A45_DFA3: "EBML", 0x1853_8067: "Segment", 0x114D_9B74: "SeekHead", 0x4DBB: "Seek", 0x1654_AE6B: "Tracks",
    0xAE: "TrackEntry", 0xE0: "Video", 0x55B0: "Colour", 0x55D0: "MasteringMetadata", 0x53C0: "AlphaMode",
    0x63A2: "CodecPrivate", 0x41E4: "BlockAdditionMapping", 0x1F43_B675: "Cluster", 0xA0: "BlockGroup", 0xA1: "Block",
    0xA3: "SimpleBlock", 0x75A1: "BlockAdditions", 0xA6: "BlockMore", 0x1549_A966: "Info", 0x1C53_BB6B: "Cues",
    0x1254_C367: "Tags",
  ]
}
