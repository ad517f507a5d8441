internal import HDRMetadata
internal import MediaFiles
internal import RawVideo
internal import Synchronization
internal import ToneMapping

/// PNG files whose names have numbers, such as `in-%05d.png`, as a clip: one frame each, in the order of their numbers.
final class PictureSequence: FrameSource {
  let clip: Clip
  /// The files.
  let files: [Path]
  /// Counts the frames.
  private let counter: ClipReader
  private let place: Place

  /// How many frames were read or skipped.
  private final class Place: Sendable {
    let count = Mutex(0)
  }

  /// A reader that counts frames, and reads none.
  private struct Counter: FrameReader {
    let format: PixelFormat
    let width, height: Int
    let frameRate: FrameRate?
    let frameCount: Int?
    let place: Place

    var position: Int { place.count.withLock { $0 } }

    func skip(frames count: Int) -> Int {
      let skipped = min(count, (frameCount ?? 0) - position)
      place.count.withLock { $0 += skipped }
      return skipped
    }

    func read(into frame: inout Frame) -> Bool { skip(frames: 1) == 1 }
  }

  /// - Parameter clip: What is known of the first picture.
  init(_ files: [Path], _ clip: Clip) {
    (self.files, self.clip, place) = (files, clip, Place())
    let size = clip.openedSize
    counter = ClipReader(
      Counter(
        format: clip.format, width: size.width, height: size.height, frameRate: clip.frameRate, frameCount: files.count,
        place: place), clip)
  }

  var decodes: Bool { false }
  var firstMessages: FrameMessages { FrameMessages() }
  var unkeptTimes: Finding? { nil }
  var faults: [Finding] { [] }

  func select(_ frames: FrameSelection, hasFrameBefore: Bool) throws(TranscodingError) -> FrameRange? {
    try counter.select(frames, hasFrameBefore: hasFrameBefore)
  }

  func seconds(of picture: RawPicture, index: Int) -> Double? { counter.seconds(of: picture, index: index) }

  func makePicture() throws -> RawPicture { try counter.makePicture() }

  func read(into picture: RawPicture) throws -> Bool {
    guard try counter.read(into: picture) else { return false }
    let file = files[place.count.withLock { $0 } - 1]
    var reader = try PNGReader(MediaInput(file))
    let size = PictureSize(width: reader.width, height: reader.height)
    guard reader.format == clip.format, size == clip.size else {
      throw TranscodingError.data(
        "\(file) is \(size) pixels of \(reader.format.name), but \(clip.openedSize) of \(clip.format.name) was expected, as in \(files[0]);"
          + " convert it by itself")
    }
    _ = picture.frame.withLock { reader.read(into: &$0) }
    return true
  }
}

extension Choices {
  /// Opens a sequence of PNG files; `nil` for everything else.
  ///
  /// - Throws: `notFound` if no file has such a name; `data` if the files differ in what their headers say.
  func sequence(at path: Path) throws(TranscodingError) -> PictureSequence? {
    guard PictureNames.areOfSequence(path) else { return nil }
    let names = try PictureNames(path)
    let numbers: [Int]
    do {
      numbers = try Folder(names.folder).names(beginningWith: "").compactMap(names.frame(named:)).sorted()
    } catch {
      throw .notFound("the directory \(names.folder) of the pictures \(path) cannot be read (\(error)); check its path")
    }
    guard let first = numbers.first, let last = numbers.last else {
      throw .notFound("there is no picture with a name like \(path), such as \(names.name(of: 1)); check the name")
    }
    let files = numbers.map { names.name(of: $0) }
    let opened = MediaInput(files[0])
    let header = try PNGHeader(opened)
    for file in files.dropFirst() { try PNGHeader(MediaInput(file)).check(against: header, of: files[0], file) }
    guard let picture = try picture(of: opened) else {
      throw .data("\(files[0]) is no PNG, but the pictures of a sequence have to be PNG; convert it with FFmpeg first")
    }
    var clip = picture.clip
    (clip.name, clip.frameCount) = ("\(path)", files.count)
    if let missing = Self.missing(numbers) {
      clip.assumptions.append(
        Finding(
          code: "missing-pictures",
          found:
            "\(names.name(of: missing.first)) \(missing.count > 1 ? "and \(missing.count - 1) more are" : "is") missing between"
            + " \(names.name(of: first)) and \(names.name(of: last))",
          consequence: "the others follow each other without a gap"))
    }
    return PictureSequence(files, clip)
  }

  /// The first number that is missing among sorted ones, and how many are.
  private static func missing(_ numbers: [Int]) -> (first: Int, count: Int)? {
    let count = numbers[numbers.count - 1] - numbers[0] + 1 - numbers.count
    guard count > 0, let gap = zip(numbers, numbers.dropFirst()).first(where: { $1 > $0 + 1 }) else { return nil }
    return (gap.0 + 1, count)
  }
}

/// What all pictures of a sequence have in common: the header of a PNG, and what stands before its pixels about color.
///
/// - Source: W3C, Portable Network Graphics (third edition), clauses 5.3, 11.2.1 and 11.3.
private struct PNGHeader {
  private let layout: [UInt8]
  private let color: [UInt8]
  private let orientation: PictureOrientation

  /// Color is stated within this many bytes, or a profile is longer and compared as far as it is there.
  private static let longest = 1 << 16
  private static let colorChunks = ["cICP", "iCCP", "sRGB", "gAMA", "cHRM", "mDCV", "mDCv", "cLLI", "cLLi"].map {
    Array($0.utf8)
  }

  init(_ input: MediaInput) throws(TranscodingError) {
    let path = input.path
    let bytes: [UInt8]
    do {
      bytes = try input.start(Self.longest)
    } catch {
      throw .notFound("the picture \(path) cannot be read (\(error)); check its rights")
    }
    orientation = (try? MediaDescription(bytes: bytes))?.tracks.first?.geometry.orientation ?? .upright
    var (place, color) = (33, [UInt8]())
    guard bytes.count >= place, bytes[12..<16].elementsEqual("IHDR".utf8) else {
      throw .data("\(path) is a truncated or corrupt PNG; give one that is not damaged")
    }
    while place + 8 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = Array(bytes[place + 4..<place + 8])
      if type == Array("IDAT".utf8) { break }
      let end = min(place + length + 12, bytes.count)
      if Self.colorChunks.contains(type) { color += bytes[place..<end] }
      place += length + 12
    }
    (layout, self.color) = (Array(bytes[16..<26]), color)
  }

  private var size: PictureSize {
    func side(_ place: Int) -> Int { layout[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    return PictureSize(width: side(0), height: side(4))
  }

  /// Makes sure that a picture can follow the first one.
  func check(against first: PNGHeader, of firstFile: Path, _ file: Path) throws(TranscodingError) {
    guard size == first.size else {
      throw .data(
        "\(file) has \(size) pixels, but \(first.size) were expected, as in \(firstFile); scale it first, or convert it by itself"
      )
    }
    guard layout == first.layout else {
      throw .data(
        "\(file) has another bit depth or color type than \(firstFile), but the same was expected; convert it by itself"
      )
    }
    guard color == first.color else {
      throw .data("\(file) states another color than \(firstFile), but the same was expected; convert it by itself")
    }
    guard orientation == first.orientation else {
      throw .data(
        "\(file) is \(orientation), but \(first.orientation) was expected, as in \(firstFile); convert it by itself")
    }
  }
}
