import MediaFiles

/// A synthetic movie with every kind of file offset, each right by construction.
struct TestFragments {
  /// The content of the sample entry.
  var properties: [[UInt8]]
  /// The base of the fragments' offsets.
  var base = Base.fragment
  /// The position of the segment index: before the movie header, after it, or none.
  var index: Index?
  var isLong = false

  enum Base: CaseIterable { case file, fragment, nothing }
  enum Index: CaseIterable { case front, back }

  /// The bytes of the file: header, two fragments with two tracks each, and the list of their positions.
  var bytes: [UInt8] {
    let type = box("ftyp", Array("iso5".utf8), zeros(4))
    // Only the header's length matters here, and its numbers do not change it.
    let header = moov(dataAt: 0).count
    let segments = fragment(at: 0).count
    let length = sidx(to: 0, size: 0).count
    var file = type
    if index == .front { file += sidx(to: header, size: 2 * segments) }
    file += moov(dataAt: file.count + header + (index == .back ? length : 0) + segments - 8, at: file.count)
    if index == .back { file += sidx(to: 0, size: 2 * segments) }
    let first = file.count
    file += fragment(at: first)
    let second = file.count
    file += fragment(at: second)
    return file + randomAccess([first, second])
  }

  private var wide: Int { isLong ? 8 : 4 }

  private func moov(dataAt start: Int, at place: Int = 0) -> [UInt8] {
    // Data of the samples may lie in the header itself; its position is known only after the header is made.
    let keys = moov(dataAt: start, keysAt: 0).firstRange(of: Array("senc".utf8))
    return moov(dataAt: start, keysAt: place + (keys?.upperBound ?? 0))
  }

  private func moov(dataAt start: Int, keysAt keys: Int) -> [UInt8] {
    var movie = TestMovie(properties: properties, sample: zeros(8))
    movie.isLong = isLong
    let track = movie.track(sampleOffset: start)
    // The media is the last box of the track, the information the last of the media, the table the last of that: all grow with the content.
    let places =
      fullBox(
        "saio", version: isLong ? 1 : 0, flags: 1, zeros(8), big(2, 4), big(UInt64(start + 2), wide),
        big(UInt64(keys), wide)) + fullBox("senc", zeros(8))
    let locations = box(
      "meta", zeros(4),
      fullBox(
        "iloc", version: 1, [0x44, 0x40], big(3, 2),
        // From the start of the file, by base and by offset; from the box itself.
        big(1, 2), big(0, 2), big(0, 2), big(UInt64(start), 4), big(1, 2), big(3, 4), big(1, 4),
        big(2, 2), big(0, 2), big(0, 2), big(0, 4), big(2, 2), big(0, 4), big(1, 4), big(UInt64(start), 4), big(1, 4),
        big(3, 2), big(1, 2), big(0, 2), big(0xFFFF, 4), big(1, 2), big(0xFFFF, 4), big(1, 4)))
    let itself = box("dinf", fullBox("dref", big(1, 4), fullBox("url ", flags: 1)))
    let second = box("trak", box("mdia", box("minf", itself, box("stbl", places))))
    return box("moov", track, second, locations, box("mvex", fullBox("trex", zeros(20))))
  }

  /// A fragment with two tracks and their eight bytes of media data.
  private func fragment(at start: Int) -> [UInt8] {
    func moof(_ length: Int) -> [UInt8] {
      func header(_ track: UInt64) -> [UInt8] {
        switch base {
        case .file: fullBox("tfhd", flags: 1, big(track, 4), big(UInt64(start + length), 8))
        case .fragment: fullBox("tfhd", flags: 0x02_0000, big(track, 4))
        case .nothing: fullBox("tfhd", big(track, 4))
        }
      }
      func run(_ place: Int) -> [UInt8] {
        let distance = UInt64(base == .file ? place : length + place)
        return fullBox("trun", flags: 1, big(1, 4), big(distance, 4))
          + fullBox("saio", version: 1, big(1, 4), big(distance, 8))
      }
      return box("moof", fullBox("mfhd", big(1, 4)), box("traf", header(1), run(8)), box("traf", header(2), run(12)))
    }
    return moof(moof(0).count) + box("mdat", Array("sample 1".utf8))
  }

  private func sidx(to distance: Int, size: Int) -> [UInt8] {
    index == nil
      ? []
      : fullBox(
        "sidx", version: isLong ? 1 : 0, big(1, 4), big(1000, 4), zeros(wide), big(UInt64(distance), wide), zeros(2),
        big(1, 2), big(UInt64(size), 4), big(10, 4), zeros(4))
  }

  private func randomAccess(_ starts: [Int]) -> [UInt8] {
    let entries = starts.flatMap { big(7, wide) + big(UInt64($0), wide) + [1, 0, 1, 1] }
    let list = fullBox("tfra", version: isLong ? 1 : 0, big(1, 4), big(0b00_01_00, 4), big(2, 4), entries)
    return box("mfra", list, fullBox("mfro", big(UInt64(list.count + 24), 4)))
  }
}
