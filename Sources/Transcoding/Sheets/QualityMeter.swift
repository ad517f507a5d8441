internal import JSONText
internal import SystemCalls

/// Measures with the program `cvvdp`, ColorVideoVDP, how visible the difference is between pictures on an SDR display and their source on a display
/// that shows it in full.
///
/// The program reads both as files of linear light in a temporary directory, which is removed with this object.
///
/// - Source: Mantiuk, Hanji, Ashraf, Asano and Chapiro, *ColorVideoVDP: A visual difference predictor for image, video and display distortions*,
///   2024, which defines the JOD.
final class QualityMeter {
  private let folder: Path
  private let size: PictureSize
  private let heldFolder: HeldFile
  private var files: [Path: HeldFile] = [:]
  /// The waiting pictures, by source number, as the indices that identify them.
  private var waiting: [Int: [Int]] = [:]
  private var qualities: [Int: Double] = [:]
  private var hasFailed = false

  /// The maximum number of waiting pictures: the program takes seconds to start, and pictures take space.
  private static let most = 40
  static var isInstalled: Bool { ChildProcess.isInstalled("cvvdp") }

  init(_ size: PictureSize) throws {
    self.size = size
    let parent = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var name = (Path(parent) / "tonemap.XXXXXX").bytes.map(CChar.init(bitPattern:)) + [0]
    guard unsafe name.withUnsafeMutableBufferPointer({ unsafe mkdtemp($0.baseAddress!) }) != nil else {
      throw TranscodingError.picture(.cannotCreateFolder(in: parent, reason: "\(SystemError.last)"))
    }
    folder = Path(name.dropLast().map(UInt8.init(bitPattern:)))
    heldFolder = HeldFile(folder)
    try write(display.line, as: "display_models_tonemap.json")
  }

  deinit {
    for file in Array(files.keys) { remove(file) }
    unsafe folder.withCString { _ = unsafe rmdir($0) }
    heldFolder.release()
  }

  /// The display: 30 inches, filled by the pictures, viewed in the dark from three picture heights.
  private var display: JSONValue {
    let (width, height) = (Double(size.width), Double(size.height))
    let inches = 30 * height / (width * width + height * height).squareRoot()
    return JSONValue([
      "tonemap": JSONValue([
        "name": "a display of light", "colorspace": "BT.2020-linear", "resolution": [size.width, size.height],
        "viewing_distance_meters": 3 * inches * 0.0254, "diagonal_size_inches": 30, "max_luminance": 10_000,
        "contrast": 1_000_000, "E_ambient": 0, "source": "none",
      ])
    ])
  }

  /// Adds a source, by the BT.2020 light of each pixel.
  func take(source number: Int, _ light: (Int) -> Light) throws {
    try write(openEXR(size, light), as: "source-\(number).exr")
  }

  /// Adds a picture of a source; `place` identifies it.
  func take(_ place: Int, ofSource number: Int, _ light: (Int) -> Light) throws {
    guard !hasFailed else { return }
    try write(openEXR(size, light), as: "\(place).exr")
    waiting[number, default: []].append(place)
    if waiting[number]!.count >= Self.most { try measure(number) }
  }

  /// The quality of each picture in JOD, by index; `nil` if the program failed.
  func finish() throws -> [Int: Double]? {
    for number in waiting.keys.sorted() { try measure(number) }
    return hasFailed ? nil : qualities
  }

  private func measure(_ number: Int) throws {
    let places = waiting.removeValue(forKey: number) ?? []
    guard !hasFailed, !places.isEmpty else { return }
    let pictures = places.map { folder / Path("\($0).exr") }
    let (display, source) = (folder / "display_models_tonemap.json", folder / Path("source-\(number).exr"))
    let words: [Path] = ["cvvdp", "-q", "-d", "tonemap", "-c", display, "-r", source, "-t"] + pictures
    let output = Destination(try System.openMemory(), name: "what cvvdp says", isFile: true)
    let code = ChildProcess.run(words, output: output.descriptor)
    let numbers = String(decoding: try output.bytes(), as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap {
      Double($0)
    }
    hasFailed = code != 0 || numbers.count != pictures.count || !numbers.allSatisfy(\.isFinite)
    for (place, quality) in zip(places, numbers) { qualities[place] = quality }
    for picture in pictures { remove(picture) }
  }

  private func remove(_ file: Path) {
    unsafe file.withCString { _ = unsafe unlink($0) }
    files.removeValue(forKey: file)?.release()
  }

  private func write(_ bytes: [UInt8], as name: String) throws {
    let path = folder / Path(name)
    files[path] = HeldFile(path)
    Signals.progressed()
    do throws(SystemError) {
      let file = try System.openFile(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      defer { try? SystemCall.closeFile(file) }
      try System.write(bytes, to: file)
    } catch {
      throw TranscodingError.picture(.cannotWrite("\(path)", reason: "\(error)"))
    }
  }
}

/// A file of linear light: an uncompressed OpenEXR.
///
/// - Source: *The OpenEXR File Layout* of the OpenEXR project: version field, header, offset table and scan lines.
private func openEXR(_ size: PictureSize, _ light: (Int) -> Light) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(size.height * (size.width * 12 + 16) + 400)
  func add(_ number: some FixedWidthInteger) {
    for place in 0..<number.bitWidth / 8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }
  func add(_ number: Float) { add(number.bitPattern) }
  func attribute(_ name: String, _ type: String, _ count: Int) {
    bytes += Array(name.utf8) + [0] + Array(type.utf8) + [0]
    add(Int32(count))
  }
  bytes += [0x76, 0x2F, 0x31, 0x01]
  add(Int32(2))
  attribute("channels", "chlist", 3 * 18 + 1)
  for channel in "BGR".utf8 {
    bytes += [channel, 0]
    // The type FLOAT, pLinear 0 as for light, and a sample at each pixel.
    for number in [2, 0, 1, 1] as [Int32] { add(number) }
  }
  bytes.append(0)
  attribute("compression", "compression", 1)
  bytes.append(0)
  for window in ["dataWindow", "displayWindow"] {
    attribute(window, "box2i", 16)
    for number in [0, 0, size.width - 1, size.height - 1] { add(Int32(number)) }
  }
  attribute("lineOrder", "lineOrder", 1)
  bytes.append(0)
  attribute("pixelAspectRatio", "float", 4)
  add(1 as Float)
  attribute("screenWindowCenter", "v2f", 8)
  for _ in 0..<2 { add(0 as Float) }
  attribute("screenWindowWidth", "float", 4)
  add(1 as Float)
  bytes.append(0)
  let (start, line) = (bytes.count + 8 * size.height, 8 + 12 * size.width)
  for row in 0..<size.height { add(UInt64(start + row * line)) }
  for row in 0..<size.height {
    add(Int32(row))
    add(Int32(12 * size.width))
    let lights = (0..<size.width).map { light(row * size.width + $0).components }
    for component in [2, 1, 0] { for light in lights { add(Float(light[component])) } }
  }
  return bytes
}
