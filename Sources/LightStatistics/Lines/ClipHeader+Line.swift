internal import Colorimetry
internal import HDRMetadata
internal import JSONText

extension ClipHeader {
  /// The name and the version of the format.
  static let format = "light statistics"
  static let version = 1

  /// The first line of a statistics file. It also states the units of the other lines' numbers.
  public var line: [UInt8] {
    JSONWriter.line { line in
      line.member("format", Self.format)
      line.member("version", Self.version)
      line.member("size", [width, height])
      line.member("primaries", primaries?.ffmpegName)
      line.member("transfer", transfer?.ffmpegName)
      line.member("frame_rate", frameRate?.fraction)
      line.member("frame_count", frameCount.map(Double.init))
      line.member("light", "cd/m²")
      line.member("sum", "1/256 cd/m²")
      line.member("codes", "PQ, 12 bits")
      line.member("percentages", LightDistribution.percentages.map(\.value))
    }
  }

  /// Parses a header line.
  init(parsing line: some Sequence<UInt8>) throws(LineFault) {
    let value: JSONValue
    do { value = try JSONValue(text: line) } catch {
      throw LineFault(found: "no JSON", expected: "an object of JSON in UTF-8")
    }
    guard case .object(let members) = value else { throw LineFault(found: "\(value)", expected: "an object of JSON") }
    func fault(_ key: String, _ expected: String) -> LineFault {
      members[key].map { LineFault(key: key, found: "\($0)", expected: expected) }
        ?? LineFault(missing: key)
    }
    guard members["format"] == .string(Self.format) else { throw fault("format", "\"\(Self.format)\"") }
    guard members["version"] == .number(Double(Self.version)) else { throw fault("version", "\(Self.version)") }
    guard members["percentages"] == .array(LightDistribution.percentages.map { .number($0.value) }) else {
      throw fault("percentages", "those of version \(Self.version), which end with 99.98 and 99.99")
    }
    let side = 1...65_536
    guard case .array(let sides)? = members["size"], sides.count == 2, case .number(let width) = sides[0],
      case .number(let height) = sides[1], let width = Int(exactly: width), let height = Int(exactly: height),
      side.contains(width), side.contains(height)
    else { throw fault("size", "the width and the height, each 1 to \(side.upperBound)") }
    self.init(width: width, height: height)
    func text(_ key: String) throws(LineFault) -> String? {
      switch members[key] {
      case nil, .null?: nil
      case .string(let text)?: text
      default: throw fault(key, "a name or null")
      }
    }
    if let name = try text("primaries") {
      guard let primaries = ColorPrimaries(name: name) else { throw fault("primaries", "a name of H.273's primaries") }
      self.primaries = primaries
    }
    if let name = try text("transfer") {
      guard let transfer = TransferCharacteristics(name: name) else {
        throw fault("transfer", "a name of H.273's transfer functions")
      }
      self.transfer = transfer
    }
    if let fraction = try text("frame_rate") {
      guard let rate = FrameRate(fraction: fraction) else { throw fault("frame_rate", "a fraction such as 24000/1001") }
      frameRate = rate
    }
    switch members["frame_count"] {
    case nil, .null?: break
    case .number(let number)?:
      guard let count = Int(exactly: number), count >= 0 else { throw fault("frame_count", "a number of frames") }
      frameCount = count
    default: throw fault("frame_count", "a number of frames or null")
    }
  }
}

extension FrameRate {
  /// The rate written as a fraction or an integer; `nil` for any other text.
  fileprivate init?(fraction: String) {
    let terms = fraction.split(separator: "/", omittingEmptySubsequences: false).map { Int(Int32($0) ?? 0) }
    guard (1...2).contains(terms.count) else { return nil }
    self.init(terms[0], terms.count == 2 ? terms[1] : 1)
  }
}
