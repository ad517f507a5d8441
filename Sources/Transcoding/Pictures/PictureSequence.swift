internal import HDRMetadata
internal import MediaFiles
internal import RawVideo
internal import ToneMapping

/// A reader that counts frames, and reads none.
private struct FrameCount: FrameReader {
  let format: PixelFormat
  let width, height: Int
  let frameRate: FrameRate?
  let frameCount: Int?
  private(set) var position = 0

  mutating func skip(frames count: Int) -> Int {
    let skipped = min(count, (frameCount ?? 0) - position)
    position += skipped
    return skipped
  }

  mutating func read(into frame: inout Frame) -> Bool { skip(frames: 1) == 1 }
}

extension Choices {
  /// PNG files whose names have numbers, such as `in-%05d.png`, as a clip of one frame each, in the order of their numbers; `nil` for everything
  /// else.
  ///
  /// - Throws: `notFound` if no file has such a name; `data` if the files differ in what their headers say.
  func sequence(at path: Path) throws(TranscodingError) -> ClipReader? {
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
    (clip.name, clip.files, clip.frameCount) = ("\(path)", files, files.count)
    if let missing = Self.missing(numbers) {
      clip.assumptions.append(
        Finding(
          code: "missing-pictures",
          found:
            "\(names.name(of: missing.first)) \(missing.count > 1 ? "and \(missing.count - 1) more are" : "is") missing between"
            + " \(names.name(of: first)) and \(names.name(of: last))",
          consequence: "the others follow each other without a gap"))
    }
    let (format, size) = (clip.format, clip.openedSize)
    let frames = FrameCount(
      format: format, width: size.width, height: size.height, frameRate: clip.frameRate, frameCount: files.count)
    return ClipReader(frames, clip) { index, frame throws(TranscodingError) in
      var reader = try PNGReader(index == 0 ? opened : MediaInput(files[index]))
      let found = PictureSize(width: reader.width, height: reader.height)
      guard reader.format == format, found == size else {
        throw .data(
          "\(files[index]) is \(found) pixels of \(reader.format.name), but \(size) of \(format.name) was expected, as in \(files[0]);"
            + " convert it by itself")
      }
      _ = reader.read(into: &frame)
    }
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
  private static let colorChunks = ["cICP", "iCCP", "sRGB", "gAMA", "cHRM", "mDCV", "mDCv", "cLLI", "cLLi"]

  init(_ input: MediaInput) throws(TranscodingError) {
    let path = input.path
    let bytes: [UInt8]
    do {
      bytes = try input.start(Self.longest)
    } catch {
      throw .notFound("the picture \(path) cannot be read (\(error)); check its rights")
    }
    orientation = (try? MediaDescription(bytes: bytes))?.tracks.first?.geometry.orientation ?? .upright
    guard bytes.count >= 33, bytes[12..<16].elementsEqual("IHDR".utf8) else {
      throw .data("\(path) is a truncated or corrupt PNG; give one that is not damaged")
    }
    let chunks = PNGFile.chunks(of: bytes).prefix { $0.type != "IDAT" }
    color = chunks.flatMap { Self.colorChunks.contains($0.type) ? Array(bytes[$0.place]) : [] }
    layout = Array(bytes[16..<26])
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
