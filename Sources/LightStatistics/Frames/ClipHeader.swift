internal import JSONText

/// The first line of a statistics file, which applies to all others.
///
/// Files that are folded together have the same header.
public struct ClipHeader: Hashable, Sendable {
  /// The size of a picture in pixels.
  public var width, height: Int
  /// The primaries of the source, as known or assumed.
  public var primaries: ColorPrimaries?
  /// The transfer of the source, as known or assumed.
  public var transfer: TransferCharacteristics?
  /// The frames per second; `nil` if frames have individual times, or none.
  public var frameRate: FrameRate?
  /// The number of frames of the whole clip, if the container states it.
  public var frameCount: Int?

  public init(
    width: Int, height: Int, primaries: ColorPrimaries? = nil, transfer: TransferCharacteristics? = nil,
    frameRate: FrameRate? = nil, frameCount: Int? = nil
  ) {
    (self.width, self.height) = (width, height)
    (self.primaries, self.transfer) = (primaries, transfer)
    (self.frameRate, self.frameCount) = (frameRate, frameCount)
  }

  /// The name and the version of the format.
  private static let format = "light statistics"
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
      line.member("frame_count", frameCount)
      line.member("light", "cd/m²")
      line.member("sum", "1/256 cd/m²")
      line.member("codes", "PQ, 12 bits")
      line.member("percentages", LightDistribution.percentages.map(\.value))
    }
  }

  init(_ header: LineNode) throws(StatisticsError) {
    func require(_ key: String, _ value: JSONValue, _ expected: String) throws(StatisticsError) {
      let found = try header.member(key)
      guard found.value == value else { throw found.mismatch(expected: expected) }
    }
    /// The value of a key, made of its text; `nil` if it is absent or `null`.
    func named<Value>(_ key: String, _ expected: String, _ make: (String) -> Value?) throws(StatisticsError) -> Value? {
      guard let name = try header.child(key) else { return nil }
      guard let value = make(try name.string()) else { throw name.mismatch(expected: expected) }
      return value
    }
    try require("format", .string(Self.format), "\"\(Self.format)\"")
    try require("version", .number(Double(Self.version)), "\(Self.version)")
    try require(
      "percentages", LightDistribution.percentages.map(\.value).jsonValue,
      "those of version \(Self.version), which end with 99.98 and 99.99")
    let sides = try header.member("size").integers(2, in: 1...65_536, "a side of 1 to 65536")
    (width, height) = (sides[0], sides[1])
    primaries = try named("primaries", "a name of H.273's primaries") { ColorPrimaries(name: $0) }
    transfer = try named("transfer", "a name of H.273's transfer functions") { TransferCharacteristics(name: $0) }
    frameRate = try named("frame_rate", "a fraction such as 24000/1001") { text in
      let terms = text.split(separator: "/", omittingEmptySubsequences: false).map { Int(Int32($0) ?? 0) }
      return (1...2).contains(terms.count) ? FrameRate(terms[0], terms.count == 2 ? terms[1] : 1) : nil
    }
    frameCount = try header.child("frame_count")?.integer(in: 0...Int.max, "a number of frames")
  }
}
