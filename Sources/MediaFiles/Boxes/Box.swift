package struct Box {
  package let type: FourCharacterCode
  package let start: Int
  package var content: ByteWindow
  var isWhole = true

  package var place: Place { Place(path: content.path, byte: start) }

  func unsupported(_ found: String) -> MediaFileError { .unsupported(part: content.path, byte: start, found: found) }
}

extension ByteWindow {
  /// The boxes from here on. Anything that is not a box ends the sequence and is noted.
  package var boxes: BoxSequence { BoxSequence(window: self) }
}

/// The boxes in a window, one after the other. Boxes inside them are neither entered nor read.
package struct BoxSequence: Sequence, IteratorProtocol {
  private var window: ByteWindow
  private let path: String

  init(window: ByteWindow) {
    self.window = window
    path = window.path
  }

  package mutating func next() -> Box? {
    guard window.remaining > 0, window.reader.step(path, at: window.position) else { return nil }
    return window.reader.noting(errorOf: try readBox()) ?? nil
  }

  /// - Source: ISO/IEC 14496-12, clause 4.2; QuickTime File Format, *Atoms*: a size of 1 means that a 64-bit size follows the type; a size of 0, that
  ///   the box extends to the end.
  private mutating func readBox() throws(MediaFileError) -> Box? {
    let start = window.position
    if window.remaining < 8 {
      // QuickTime ends a list of atoms with a 32-bit zero; some writers pad with more.
      guard try window.bytes(window.remaining).contains(where: { $0 != 0 }) else { return nil }
      throw .truncated(part: path + "/?", byte: start, needed: 8, found: window.end - start)
    }
    let header = try window.integer(bytes: 8)
    if header == 0 { return nil }
    var size = header >> 32
    let type = FourCharacterCode(rawValue: UInt32(truncatingIfNeeded: header))
    if size == 0 { size = UInt64(window.end - start) }
    if size == 1 { size = try window.integer(bytes: 8) }
    let headerLength = window.position - start
    guard size >= headerLength else {
      throw .malformed(
        part: "\(path)/\(type)", byte: start, found: "a size of \(size) bytes", expected: "at least \(headerLength)")
    }
    let length = Int(clamping: size - UInt64(headerLength))
    let isWhole = length <= window.remaining
    if !isWhole {
      // The remaining part of a truncated box may contain everything that is needed.
      let found = window.end - start
      window.reader.note(.truncated(part: "\(path)/\(type)", byte: start, needed: Int(clamping: size), found: found))
    }
    let content = try window.window(Swift.min(length, window.remaining), path: path, type: type)
    return Box(type: type, start: start, content: content, isWhole: isWhole)
  }
}

extension Box {
  /// The version and the flags of this full box, and its content after them.
  ///
  /// - Source: ISO/IEC 14496-12, clause 4.2.2.
  package func versioned() throws(MediaFileError) -> (version: Int, flags: Int, content: ByteWindow) {
    var content = content
    let word: UInt32 = try content.integer()
    return (Int(word >> 24), Int(word & 0xFF_FFFF), content)
  }

  package func child(_ type: FourCharacterCode) -> Box? { content.boxes.first { $0.type == type } }

  func descendant(_ types: FourCharacterCode...) -> Box? { types.reduce(self as Box?) { $0?.child($1) } }
}
