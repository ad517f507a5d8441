/// The Dolby Vision metadata of one picture, its *RPU*: the light of the picture, and its area in the frame.
///
///     let rpu = try DolbyVisionRPU(parsing: nal)
///     rpu.level1?.maximum.luminance  // the brightest pixel, 1000 cd/m²
///
/// The operations of a Dolby Vision display are not interpreted; ``ignored`` names them.
///
/// - Source: Dolby Vision's RPU, as in FFmpeg and dovi_tool; no public standard has all of its levels.
public struct DolbyVisionRPU: Hashable, Sendable {
  /// The bytes, without emulation prevention, from the prefix 25 to the byte 128 at the end.
  public let payload: [UInt8]
  /// The profile implied by the header, 4, 5, 7 or 8; `nil` for any other.
  ///
  /// Only the container states whether the base layer of profile 8 is PQ (8.1), SDR (8.2) or HLG (8.4).
  public internal(set) var profile: Int?
  /// Whether a scene begins with this picture.
  public internal(set) var refreshesScene = false
  /// The black and the peak of the display on which the source was graded; `nil` if the picture shares that of others.
  public internal(set) var source: Source?
  /// The light of the picture.
  public internal(set) var level1: LightLevels?
  /// The offsets to the light of level 1.
  public internal(set) var level3: Offsets?
  /// Level 5: the part of the frame that is the picture.
  public internal(set) var activeArea: ActiveArea?
  /// The metadata of the whole stream.
  public internal(set) var level6: Stream?
  /// The parts of the RPU that are not interpreted.
  public internal(set) var ignored: [Part] = []

  /// Parses the bytes of an RPU without emulation prevention, from the prefix 25 on. Zeros at the end are ignored.
  ///
  /// - Throws: `MetadataError.wrongChecksum` if the bytes were damaged; `.malformedBytes` if they are not an RPU, or one of an unknown kind;
  ///   `.truncated` if they end too early.
  public init(payload bytes: some Sequence<UInt8>) throws(MetadataError) {
    let given = Array(bytes)
    let payload = Array(given.prefix((given.lastIndex { $0 != 0 } ?? -1) + 1))
    // The prefix, at least one byte, the checksum and the end.
    guard payload.count >= 7 else { throw .truncated(of: Self.name, afterBytes: given.count) }
    guard payload[0] == 25, payload.last == 0x80 else {
      throw .malformedBytes(
        of: Self.name, found: "the bytes \(payload[0]) and \(payload[payload.count - 1]) at its ends",
        expected: "25 and 128")
    }
    let content = payload[1..<payload.count - 5]
    let stated = UInt32(bigEndianBytes: payload[(payload.count - 5)..<payload.count - 1])
    let computed = CRC32.of(content)
    guard computed == stated else { throw .wrongChecksum(of: Self.name, stated: stated, computed: computed) }
    self.payload = payload
    var reader = BitReader(content, of: Self.name)
    try read(&reader)
  }

  private static let name = "a Dolby Vision RPU"

  /// Units of 1/2048 of PQ's signal.
  public enum SignalIn2048ths: CodedUnit {
    public typealias Quantity = SignalLevel
    public static var perOne: Double { 2048 }
  }
}

extension DolbyVisionRPU {
  /// The display on which the source was graded.
  public struct Source: Hashable, Sendable {
    /// Its black and its peak.
    public let minimum, maximum: PQ12Code
  }

  /// The light of a picture.
  public struct LightLevels: Hashable, Sendable {
    /// The darkest, the brightest and the average.
    public let minimum, maximum, average: PQ12Code
  }

  /// The offsets to the light of a picture.
  public struct Offsets: Hashable, Sendable {
    /// The offsets to the minimum, the maximum and the average.
    ///
    /// - Range: `-2048...2047` units.
    public let minimum, maximum, average: CodedQuantity<SignalIn2048ths, Int16>
  }

  /// The part of a frame that is picture, as distances from its edges.
  public struct ActiveArea: Hashable, Sendable {
    /// The distances, in pixels.
    ///
    /// - Range: `0...8191`.
    public let left, right, top, bottom: UInt16
  }

  /// The metadata of a whole stream.
  public struct Stream: Hashable, Sendable {
    /// The peak of the mastering display.
    public let masteringMaximum: CodedLuminance<WholeNits>
    /// The black of the mastering display.
    public let masteringMinimum: CodedLuminance<NitsInTenThousandths>
    /// MaxCLL and MaxFALL.
    public let contentLight: ContentLightLevel
  }

  /// A part of an RPU that is not interpreted.
  public enum Part: Hashable, Sendable {
    /// The polynomials from the signal of the base layer to Dolby Vision's.
    case reshaping
    /// The coding of the residual of an enhancement layer.
    case residual
    /// The blocks of this level: 2 and 8 are trims, the others describe displays and content.
    case level(UInt8)
  }
}

extension DolbyVisionRPU: CustomStringConvertible {
  /// The profile and the light of the picture: `profile 8, 0…1000.2 cd/m², average 24.1 cd/m², a scene begins`.
  public var description: String {
    let words = [
      profile.map { "profile \($0)" } ?? "an unknown profile", level1.map(\.description) ?? "light not stated",
      refreshesScene ? "a scene begins" : nil,
    ]
    return words.compactMap(\.self).joined(separator: ", ")
  }
}

extension DolbyVisionRPU.LightLevels: CustomStringConvertible {
  public var description: String {
    "\(minimum.text)…\(maximum.text) cd/m², average \(average.text) cd/m²"
  }
}

extension PQ12Code {
  /// The luminance in cd/m², as exactly as a code distinguishes it.
  fileprivate var text: String {
    let nits = luminance.nits
    let scale = nits < 1 ? 10_000.0 : nits < 100 ? 100 : 10
    return plain((nits * scale).rounded() / scale)
  }
}

extension DolbyVisionRPU.Part: CustomStringConvertible {
  public var description: String {
    switch self {
    case .reshaping: "reshaping"
    case .residual: "residual"
    case .level(let number): "level \(number)"
    }
  }
}
