internal import HDRMetadata

/// The names of pictures: one name, or a pattern such as `out-%05d.png` with a place for the frame number.
///
/// `%d` is the number, `%05d` the number with at least five digits, and `%%` a percent sign. Directory names are taken literally.
package struct PictureNames {
  private let given: Path
  private let before, after: [UInt8]
  /// The minimum number of digits; `nil` if the name has no number.
  private let digits: Int?

  package init(_ path: Path) throws(TranscodingError) {
    let start = path.bytes.count - path.split.name.bytes.count
    var parts = [Array(path.bytes[..<start])]
    var digits: Int?
    var rest = path.bytes[start...]
    while let byte = rest.popFirst() {
      if byte != Self.percent || rest.first == Self.percent {
        parts[parts.count - 1].append(byte)
        if byte == Self.percent { rest.removeFirst() }
        continue
      }
      let width = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      rest = rest.dropFirst(width.count)
      guard rest.popFirst() == UInt8(ascii: "d"), let minimum = Self.minimum(width), digits == nil else {
        throw .output(.unknownPercent("\(path)"))
      }
      digits = minimum
      parts.append([])
    }
    (given, self.digits) = (path, digits)
    (before, after) = (parts[0], parts.count > 1 ? parts[1] : [])
  }

  /// The minimum number of digits: 1 by default, up to 18 after a zero.
  private static func minimum(_ width: ArraySlice<UInt8>) -> Int? {
    guard !width.isEmpty else { return 1 }
    guard width.count <= 3, width.first == UInt8(ascii: "0"), let minimum = Int(String(decoding: width, as: UTF8.self)),
      (1...18).contains(minimum)
    else { return nil }
    return minimum
  }

  package var isPattern: Bool { digits != nil }

  func name(of frame: Int) -> Path {
    guard let digits else { return given == .standardStream ? given : Path(before) }
    let number = "\(frame)"
    return Path(before + String(repeating: "0", count: max(0, digits - number.count)).utf8 + number.utf8 + after)
  }

  var folder: Path { name(of: 0).split.folder }

  /// The frame whose picture has this name in that directory; `nil` if no frame has it.
  func frame(named name: Path) -> Int? {
    let digits = name.bytes.dropFirst(Path(before).split.name.bytes.count).dropLast(after.count)
    // Formatting the number again rejects all other spellings.
    guard isPattern, let frame = Int(String(decoding: digits, as: UTF8.self)), frame >= 0,
      self.name(of: frame).split.name == name
    else { return nil }
    return frame
  }

  /// Whether a name is a pattern for a sequence: it has a place for a number, and no file has that name.
  package static func areOfSequence(_ path: Path) -> Bool {
    path != .standardStream && (try? PictureNames(path))?.isPattern == true && System.kind(of: path) == .nothing
  }

  func check(_ frames: Int?) throws(TranscodingError) {
    guard !isPattern, let frames, frames > 1 else { return }
    throw tooMany(frames)
  }

  func tooMany(_ frames: Int? = nil) -> TranscodingError {
    let isPipe = given == .standardStream
    let pattern = (isPipe ? "out.png" : given).inserting("-%05d")
    return .output(.onePictureOnly(isPipe ? "standard output" : "\(given)", frames: frames, pattern: "\(pattern)"))
  }

  private static let percent = UInt8(ascii: "%")
}
