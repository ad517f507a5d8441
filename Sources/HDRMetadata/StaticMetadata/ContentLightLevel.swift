public import Colorimetry

/// The brightest pixel of a stream, and its brightest frame on average.
///
///     let light = try ContentLightLevel(parsing: clliBox)
///     light.maximum  // MaxCLL, 1000 cd/m², or nil
///
/// The level of a pixel is that of its largest linear component, not its CIE luminance. Unknown is 0 in the message and `nil` here.
///
/// - Source: Rec. ITU-T H.264, clause D.2.31, content light level information SEI message; CTA-861.3.
public struct ContentLightLevel: Hashable, Sendable {
  /// MaxCLL, the maximum content light level, in whole cd/m²; `nil` if unknown, never 0.
  public let maxCLL: UInt16?
  /// MaxFALL, the maximum frame-average light level, in whole cd/m²; `nil` if unknown, never 0.
  public let maxFALL: UInt16?

  /// The levels of these numbers; 0 and `nil` both mean unknown.
  public init(maxCLL: UInt16?, maxFALL: UInt16?) {
    self.maxCLL = maxCLL == 0 ? nil : maxCLL
    self.maxFALL = maxFALL == 0 ? nil : maxFALL
  }

  /// The light of the brightest pixel, or `nil` if unknown.
  public var maximum: Luminance? { maxCLL.map { .nits(Double($0)) } }

  /// The average light of the brightest frame, or `nil` if unknown.
  public var maximumFrameAverage: Luminance? { maxFALL.map { .nits(Double($0)) } }
}

extension ContentLightLevel {
  /// From the 4 bytes of an SEI message 144 or of a box `clli`, or from that whole box of 12 bytes.
  ///
  ///     try ContentLightLevel(parsing: [0x03, 0xE8, 0x01, 0x90])  // 1000, 400
  ///
  /// - Source: Rec. ITU-T H.264, clause D.2.31; ISO/IEC 14496-12, box `clli`.
  /// - Throws: `MetadataError.wrongLength` or `.wrongBox` when the bytes are neither.
  public init(parsing bytes: some Sequence<UInt8>) throws(MetadataError) {
    let payload = try Payload(of: bytes, box: "clli", length: 4)
    self.init(maxCLL: payload.uint16(at: 0), maxFALL: payload.uint16(at: 2))
  }

  /// The 4 bytes of the message, without the header of a box.
  public var payload: [UInt8] { (maxCLL ?? 0).bigEndianBytes + (maxFALL ?? 0).bigEndianBytes }

  /// The whole box `clli`, 12 bytes.
  public var box: [UInt8] { Payload.box("clli", payload) }
}

extension ContentLightLevel {
  /// From the text that encoders take: MaxCLL and MaxFALL in whole cd/m².
  ///
  ///     try ContentLightLevel(text: "1000,400")
  ///
  /// - Domain: `0...65_535` each; 0 means unknown.
  /// - Source: x265, `--max-cll`; SVT-AV1, `--content-light`.
  /// - Throws: `MetadataError.malformedText` if it is not two whole numbers; `.outOfRange` outside the domain.
  public init(text: String) throws(MetadataError) {
    guard let numbers = numberList(text, count: 2), !numbers.contains(where: \.isDecimal) else {
      throw .malformedText(found: text, expected: "the form MaxCLL,MaxFALL in whole cd/m², such as 1000,400,")
    }
    self.init(
      maxCLL: try nearestUnits(numbers[0].value, perUnit: 1, field: "MaxCLL", unit: " cd/m²"),
      maxFALL: try nearestUnits(numbers[1].value, perUnit: 1, field: "MaxFALL", unit: " cd/m²"))
  }

  /// The text that encoders take: `1000,400`, with 0 for unknown.
  public var text: String { "\(maxCLL ?? 0),\(maxFALL ?? 0)" }
}

extension ContentLightLevel: CustomStringConvertible {
  public var description: String {
    func level(_ value: UInt16?) -> String { value.map { "\($0) cd/m²" } ?? "unknown" }
    return "MaxCLL \(level(maxCLL)), MaxFALL \(level(maxFALL))"
  }
}
