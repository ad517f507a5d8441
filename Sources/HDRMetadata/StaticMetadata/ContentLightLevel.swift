/// The light of the brightest pixel of a stream, and the average of its brightest frame.
///
///     let light = try ContentLightLevel(parsing: clliBox)
///     light.maximum  // MaxCLL, 1000 cd/m², or nil
///
/// The level of a pixel is that of its largest linear component, not its CIE luminance. Unknown is 0 in the message and `nil` here.
///
/// - Source: Rec. ITU-T H.264, clause D.2.31, content light level information SEI message; CTA-861.3.
public struct ContentLightLevel: Hashable, Sendable {
  /// A level as stated.
  public typealias Level = CodedQuantity<WholeNits, UInt16>

  /// MaxCLL, the maximum content light level; `nil` if unknown, never 0.
  public let maxCLL: Level?
  /// MaxFALL, the maximum frame-average light level; `nil` if unknown, never 0.
  public let maxFALL: Level?

  /// These levels; 0 and `nil` both mean unknown.
  public init(maxCLL: Level?, maxFALL: Level?) {
    self.maxCLL = maxCLL == 0 ? nil : maxCLL
    self.maxFALL = maxFALL == 0 ? nil : maxFALL
  }

  /// The light of the brightest pixel, or `nil` if unknown.
  public var maximum: Luminance? { maxCLL?.luminance }

  /// The average light of the brightest frame, or `nil` if unknown.
  public var maximumFrameAverage: Luminance? { maxFALL?.luminance }
}

extension ContentLightLevel {
  /// Parses the 4 bytes of an SEI message 144 or of a box `clli`, or the whole box of 12 bytes.
  ///
  ///     try ContentLightLevel(parsing: [0x03, 0xE8, 0x01, 0x90])  // 1000, 400
  ///
  /// - Source: Rec. ITU-T H.264, clause D.2.31; ISO/IEC 14496-12, box `clli`.
  /// - Throws: `MetadataError.wrongLength` or `.wrongBox` when the bytes are neither.
  public init(parsing bytes: some Sequence<UInt8>) throws(MetadataError) {
    let payload = try Payload(of: bytes, box: "clli", length: 4)
    self.init(maxCLL: payload.quantity(at: 0), maxFALL: payload.quantity(at: 2))
  }

  /// The 4 bytes of the message, without the header of a box.
  public var payload: [UInt8] { (maxCLL ?? 0).bytes + (maxFALL ?? 0).bytes }

  /// The whole box `clli`, 12 bytes.
  public var box: [UInt8] { Payload.box("clli", payload) }

  /// Parses the text that encoders take: MaxCLL and MaxFALL in whole cd/m².
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
      maxCLL: try CodedQuantity(nearest: .nits(numbers[0].value), field: "MaxCLL"),
      maxFALL: try CodedQuantity(nearest: .nits(numbers[1].value), field: "MaxFALL"))
  }

  /// The text that encoders take: `1000,400`, with 0 for unknown.
  public var text: String { "\(maxCLL ?? 0),\(maxFALL ?? 0)" }
}

extension ContentLightLevel: CustomStringConvertible {
  public var description: String {
    func level(_ value: Luminance?) -> String { value?.description ?? "unknown" }
    return "MaxCLL \(level(maximum)), MaxFALL \(level(maximumFrameAverage))"
  }
}
