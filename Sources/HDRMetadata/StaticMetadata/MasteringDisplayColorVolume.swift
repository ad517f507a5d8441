public import Colorimetry

/// The display on which a picture was mastered: its primaries, its white, its darkest and brightest light.
///
///     let mastering = try MasteringDisplayColorVolume(parsing: mdcvBox)
///     mastering.luminance.peak  // 1000 cd/m²
///
/// The ten integers of the message are kept as they came, so that writing is the exact inverse of reading. Any ten are
/// a value, absurd ones too: metadata in the wild lies, and what it says has to be reported before it is disbelieved.
/// What the standard calls unknown is `nil` in `primaries`, `maximum` and `minimum`; what is suspect is told by
/// `StaticMetadata.findings(transfer:)`. What a person types is held to more: see `init(text:)`.
///
/// - Source: Rec. ITU-T H.264, clause D.2.29, mastering display colour volume SEI message; SMPTE ST 2086:2018.
public struct MasteringDisplayColorVolume: Hashable, Sendable {
  /// The chromaticities as stated.
  public var red, green, blue, white: CodedChromaticity
  /// The nominal maximum and minimum luminance as stated, in units of 0.0001 cd/m².
  public var maximumUnits, minimumUnits: UInt32

  /// The message of these integers.
  ///
  /// - Parameter maximumUnits: The maximum luminance, in units of 0.0001 cd/m².
  /// - Parameter minimumUnits: The minimum luminance, in units of 0.0001 cd/m².
  public init(
    red: CodedChromaticity, green: CodedChromaticity, blue: CodedChromaticity, white: CodedChromaticity,
    maximumUnits: UInt32, minimumUnits: UInt32
  ) {
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
    self.maximumUnits = maximumUnits
    self.minimumUnits = minimumUnits
  }

  /// The message that describes a display, each number at the unit nearest to it.
  ///
  ///     try MasteringDisplayColorVolume(primaries: .p3D65, luminance: .nits(0.0001...1000))
  ///
  /// - Domain: Coordinates `0...1.3107`; luminances `0...429_496.7295` cd/m², what the fields hold.
  /// - Throws: `MetadataError.outOfRange` outside of the domain; `.emptyLuminanceRange` when the peak is not above black.
  public init(primaries: RGBPrimaries, luminance: LuminanceRange) throws(MetadataError) {
    self.init(
      red: try CodedChromaticity(nearest: primaries.red, field: "the red primary"),
      green: try CodedChromaticity(nearest: primaries.green, field: "the green primary"),
      blue: try CodedChromaticity(nearest: primaries.blue, field: "the blue primary"),
      white: try CodedChromaticity(nearest: primaries.white, field: "the white point"),
      maximumUnits: try nearestUnits(
        luminance.peak.nits, perUnit: Self.unitsPerNit, field: "the mastering maximum", unit: " cd/m²"),
      minimumUnits: try nearestUnits(
        luminance.black.nits, perUnit: Self.unitsPerNit, field: "the mastering minimum", unit: " cd/m²"))
    guard !isEmpty else { throw .emptyLuminanceRange(maximum: luminance.peak, minimum: luminance.black) }
  }

  /// The luminances as stated, whatever they are: `0...0` where the message says nothing, and perhaps upside down.
  ///
  /// - Range: `0...429_496.7295` cd/m² each. `maximum` and `minimum` are the ones that may be unknown.
  public var luminance: LuminanceRange {
    LuminanceRange(black: Self.luminance(minimumUnits), peak: Self.luminance(maximumUnits))
  }

  /// The brightest light of the mastering display, or `nil` where the standard calls it unknown.
  ///
  /// - Range: `5...10_000` cd/m².
  /// - Source: Rec. ITU-T H.264, clause D.2.29: a value outside of 50 000…100 000 000 units says unknown.
  public var maximum: Luminance? { Self.knownMaximum.contains(maximumUnits) ? luminance.peak : nil }

  /// The darkest light of the mastering display, or `nil` where the standard calls it unknown; 0 is unknown.
  ///
  /// - Range: `0.0001...5` cd/m².
  /// - Source: Rec. ITU-T H.264, clause D.2.29: a value outside of 1…50 000 units says unknown.
  public var minimum: Luminance? { Self.knownMinimum.contains(minimumUnits) ? luminance.black : nil }

  /// The primaries and white of the mastering display, or `nil` where the standard calls any of them unknown.
  ///
  /// - Range: x `0.0001...0.74`, y `0.0001...0.84`.
  /// - Source: Rec. ITU-T H.264, clause D.2.29: x outside of 5…37 000 or y outside of 5…42 000 units says unknown.
  public var primaries: RGBPrimaries? {
    guard [red, green, blue, white].allSatisfy({ Self.knownX.contains($0.x) && Self.knownY.contains($0.y) }) else {
      return nil
    }
    return RGBPrimaries(
      red: red.chromaticity, green: green.chromaticity, blue: blue.chromaticity, white: white.chromaticity)
  }

  /// Whether the maximum does not exceed the minimum: no display is so, and 0 with 0 says that neither is known.
  public var isEmpty: Bool { maximumUnits <= minimumUnits }

  static let unitsPerNit = 10_000.0
  static let knownX: ClosedRange<UInt16> = 5...37_000
  static let knownY: ClosedRange<UInt16> = 5...42_000
  static let knownMaximum: ClosedRange<UInt32> = 50_000...100_000_000
  static let knownMinimum: ClosedRange<UInt32> = 1...50_000

  private static func luminance(_ units: UInt32) -> Luminance { .nits(Double(units) / unitsPerNit) }
}

extension MasteringDisplayColorVolume {
  /// From the 24 bytes of an SEI message 137 or of a box `mdcv`, or from that whole box of 32 bytes.
  ///
  ///     try MasteringDisplayColorVolume(parsing: mdcvBox)
  ///
  /// Primaries come in the order green, blue, red, which the standard suggests. Every value of the fields is taken as
  /// it stands: a maximum that does not exceed the minimum is a value too, `isEmpty`, so that it can be reported.
  ///
  /// - Source: Rec. ITU-T H.264, clause D.2.29; ISO/IEC 14496-12, box `mdcv`.
  /// - Throws: `MetadataError.wrongLength` or `.wrongBox` when the bytes are neither.
  public init(parsing bytes: some Sequence<UInt8>) throws(MetadataError) {
    let payload = try Payload(of: bytes, box: "mdcv", length: 24)
    self.init(
      red: payload.chromaticity(at: 8), green: payload.chromaticity(at: 0), blue: payload.chromaticity(at: 4),
      white: payload.chromaticity(at: 12), maximumUnits: payload.uint32(at: 16), minimumUnits: payload.uint32(at: 20))
  }

  /// The 24 bytes of the message, without the header of a box.
  public var payload: [UInt8] {
    [green, blue, red, white].flatMap(\.bytes) + maximumUnits.bigEndianBytes + minimumUnits.bigEndianBytes
  }

  /// The whole box `mdcv`, 32 bytes.
  public var box: [UInt8] { Payload.box("mdcv", payload) }
}
