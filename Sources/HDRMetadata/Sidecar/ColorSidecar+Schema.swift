package import JSONText

extension ColorSidecar {
  /// The keys of the schema; at least one of them must be present.
  private static let keys: Set<String> = ["width", "height", "pix_fmt", "frame_rate", "color", "metadata"]

  init(_ document: MetadataNode) throws(MetadataError) {
    try document.checkVersion()
    let root = try document.pictures()
    guard case .object(let members) = root.value, !Self.keys.isDisjoint(with: members.keys) else {
      throw root.mismatch(expected: "an object with width, height, pix_fmt, frame_rate, color, metadata or tracks")
    }
    self.init(
      width: try root.child("width")?.positive(), height: try root.child("height")?.positive(),
      pixelFormat: try root.child("pix_fmt")?.string(), frameRate: try root.child("frame_rate")?.frameRate())
    if let color = try root.child("color") { self.color = try ColorDescription(color) }
    guard let metadata = try root.child("metadata") else { return }
    self.metadata = try StaticMetadata(metadata)
    carriesHDR10Plus = try metadata.child("hdr10plus") != nil
    let dolbyVision = try metadata.child("dolby_vision")
    carriesDolbyVision = dolbyVision != nil
    if case .object? = dolbyVision?.value {
      isDolbyVisionOnly = try dolbyVision?.child("bl_signal_compatibility_id")?.number() == 0
    }
  }

  package var jsonValue: JSONValue {
    JSONValue(all: [
      "version": Self.version, "width": width, "height": height, "pix_fmt": pixelFormat,
      "frame_rate": frameRate?.fraction, "color": color.jsonValue, "metadata": metadata.jsonValue,
    ])
  }
}

extension MetadataNode {
  fileprivate func positive() throws(MetadataError) -> Int {
    try integer(in: 1...Int.max, "a whole number above 0")
  }

  /// Checks that the version of this document is known. A document without a version has version 1.
  fileprivate func checkVersion() throws(MetadataError) {
    guard case .object = value, let number = try child("version")?.positive() else { return }
    guard number <= ColorSidecar.version else { throw .laterVersion(found: number, known: ColorSidecar.version) }
  }

  /// The first track that is not auxiliary, if this is a report of `tonemap info`; else this document.
  fileprivate func pictures() throws(MetadataError) -> MetadataNode {
    guard let tracks = try child("tracks") else { return self }
    let all = try tracks.list(1...Int.max, of: "a list of tracks")
    for track in all where try track.child("auxiliary")?.value != .bool(true) { return track }
    return all[0]
  }

  /// A rate such as `"30000/1001"`, `"25"` or `25`.
  fileprivate func frameRate() throws(MetadataError) -> FrameRate {
    let terms: [Int] =
      switch value {
      case .number(let number): [Int(exactly: number) ?? 0]
      case .string(let text): text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
      default: []
      }
    guard (1...2).contains(terms.count), let rate = FrameRate(counted: terms[0], terms.count == 2 ? terms[1] : 1) else {
      throw mismatch(expected: "a rate such as \"30000/1001\"")
    }
    return rate
  }
}

extension ColorDescription {
  /// Parses the object `color` of a sidecar.
  init(_ node: MetadataNode) throws(MetadataError) {
    let numbers = try node.child("cicp")?.list(3...4, of: "a list of primaries, transfer, matrix and range numbers")
    self.init(
      primaries: try Self.property("primaries", of: node, number: numbers?[0]),
      transfer: try Self.property("transfer", of: node, number: numbers?[1]),
      matrix: try Self.property("matrix", of: node, number: numbers?[2]),
      range: try Self.property("range", of: node, number: numbers?.dropFirst(3).first),
      chromaLocation: try Self.property("chroma_location", of: node, number: nil))
  }

  /// The object `color` of a sidecar.
  var jsonValue: JSONValue {
    JSONValue(all: [
      "primaries": primaries?.ffmpegName, "transfer": transfer?.ffmpegName, "matrix": matrix?.ffmpegName,
      "range": range?.ffmpegName, "cicp": codePoints + [range?.rawValue].compactMap(\.self),
      "chroma_location": chromaLocation?.ffmpegName,
    ])
  }

  /// Returns a property stated by a name, a number or both.
  private static func property<Property: CodePoint>(
    _ key: String, of node: MetadataNode, number: MetadataNode?
  ) throws(MetadataError) -> Property? {
    let named: Property? = try node.child(key)?.codePoint()
    let numbered: Property? = try number?.codePoint()
    if let named, let numbered, named != numbered, let name = try node.child(key), let number {
      throw .contradiction(
        path: name.path, found: "\(name.value)", otherPath: number.path,
        other: "\(numbered.rawValue) (\(numbered.ffmpegName))")
    }
    return named ?? numbered
  }
}

extension MetadataNode {
  /// A code point by name or number; `nil` if it is unspecified or reserved.
  fileprivate func codePoint<Property: CodePoint>() throws(MetadataError) -> Property? {
    switch value {
    case .null: return nil
    case .number(let number):
      guard let number = Int(exactly: number), 0...255 ~= number else { break }
      return Property(h273: number)
    case .string(let name):
      if let property = Property(name: name) { return property }
      if Self.unspecifiedNames.contains(name.lowercased()) { return nil }
    default: break
    }
    let names = Property.allCases.map(\.ffmpegName).joined(separator: ", ")
    throw mismatch(expected: "an H.273 number or one of \(names)")
  }

  /// The names of an unspecified property in FFmpeg and x265.
  private static let unspecifiedNames: Set = ["unknown", "unspecified", "undef", "reserved", ""]
}

extension StaticMetadata {
  /// Parses the object `metadata` of a sidecar.
  init(_ node: MetadataNode) throws(MetadataError) {
    self.init()
    if let display = try node.child("mastering_display") { mastering = try MasteringDisplayColorVolume(display) }
    if let levels = try node.child("content_light") { contentLight = try ContentLightLevel(levels) }
    if let room = try node.child("ambient") { ambient = try AmbientViewingEnvironment(room) }
  }

  /// The object `metadata` of a sidecar.
  var jsonValue: JSONValue {
    JSONValue(all: [
      "mastering_display": mastering?.jsonValue, "content_light": contentLight?.jsonValue,
      "ambient": ambient?.jsonValue, "dolby_vision": nil, "hdr10plus": nil,
    ])
  }
}

extension MasteringDisplayColorVolume {
  /// Reads the object unchanged, like the bytes of a stream: an absent value is 0, which means unknown, and nothing is checked.
  fileprivate init(_ node: MetadataNode) throws(MetadataError) {
    self.init(
      red: try node.chromaticity("red"), green: try node.chromaticity("green"), blue: try node.chromaticity("blue"),
      white: try node.chromaticity("white"),
      maximumUnits: try node.luminance("max_cd_m2"), minimumUnits: try node.luminance("min_cd_m2"))
  }

  fileprivate var jsonValue: JSONValue {
    func point(_ coded: CodedChromaticity) -> [Double] { [coded.chromaticity.x, coded.chromaticity.y] }
    return JSONValue([
      "red": point(red), "green": point(green), "blue": point(blue), "white": point(white),
      "max_cd_m2": luminance.peak.nits, "min_cd_m2": luminance.black.nits,
    ])
  }
}

extension ContentLightLevel {
  fileprivate init(_ node: MetadataNode) throws(MetadataError) {
    self.init(maxCLL: try node.luminance("MaxCLL"), maxFALL: try node.luminance("MaxFALL"))
  }

  fileprivate var jsonValue: JSONValue {
    JSONValue(["MaxCLL": maximum?.nits ?? 0, "MaxFALL": maximumFrameAverage?.nits ?? 0])
  }
}

extension AmbientViewingEnvironment {
  fileprivate init(_ node: MetadataNode) throws(MetadataError) {
    func number(_ key: String) throws(MetadataError) -> Double {
      guard let child = try node.child(key) else { throw node.mismatch(expected: "an object with a number \(key)") }
      return try child.number()
    }
    let (lux, x, y) = (
      try number("ambient_illuminance_lux"), try number("ambient_light_x"), try number("ambient_light_y")
    )
    do throws(MetadataError) {
      try self.init(.lux(lux), lightChromaticity: Chromaticity(x, y))
    } catch {
      guard case .outOfRange(let field, let found, let expected, let unit) = error else { throw error }
      throw .outOfRange(field: "\(node.path): \(field)", found: found, expected: expected, unit: unit)
    }
  }

  fileprivate var jsonValue: JSONValue {
    let color = lightChromaticity.chromaticity
    return JSONValue([
      "ambient_illuminance_lux": illuminance.lux, "ambient_light_x": color.x, "ambient_light_y": color.y,
    ])
  }
}

extension MetadataNode {
  /// The luminance of a key, in the units of a message; 0 if it is absent.
  fileprivate func luminance<Unit: LuminanceUnit, Integer: UnsignedInteger>(
    _ key: String
  ) throws(MetadataError) -> CodedQuantity<Unit, Integer> {
    guard let child = try child(key) else { return 0 }
    return try CodedQuantity(nearest: .nits(try child.number()), field: child.path)
  }

  /// The pair of coordinates of a key; 0, 0 if it is absent.
  fileprivate func chromaticity(_ key: String) throws(MetadataError) -> CodedChromaticity {
    guard let child = try child(key) else { return CodedChromaticity(x: 0, y: 0) }
    let pair = try child.list(2...2, of: "a list of x and y")
    return try CodedChromaticity(
      nearest: Chromaticity(try pair[0].number(), try pair[1].number()), field: child.path)
  }
}
