/// The relation of color to alpha.
public enum AlphaMode: String, CaseIterable, Sendable {
  /// The color is that of the covering object, at any coverage.
  case straight
  /// The signal R′G′B′ was multiplied by alpha.
  case premultiplied
}

/// The meaning of an alpha layer's samples: their combination with color, and the transparent and the opaque value.
///
///     let alpha = try AlphaChannelInformation(use: .straight, bitDepth: 8, transparent: 0, opaque: 255)
///
/// - Source: Rec. ITU-T H.265, clause F.14.2.8, alpha channel information SEI message.
public struct AlphaChannelInformation: Hashable, Sendable {
  /// The combination of color and alpha.
  public enum Use: Int, CaseIterable, Sendable {
    /// Color must be multiplied by alpha.
    case straight = 0
    /// Color has been multiplied by alpha.
    case premultiplied = 1
    /// The combination is not specified.
    case unspecified = 2
  }

  /// The combination of color and alpha, as stated: 3 to 7 are reserved.
  public let useNumber: UInt8
  /// The bit depth of alpha's samples, `8...15`.
  public let bitDepth: UInt8
  /// The sample values for 0 and for 1.
  public let transparent, opaque: CodeLevel
  /// Whether to add one to a decoded value that is above the middle.
  public let isIncremented: Bool
  /// Whether to clip decoded values to transparent and opaque; `nil` without such a step.
  public let clipType: Bool?

  /// The combination of color and alpha, or `nil` for a reserved number.
  public var use: Use? { Use(rawValue: Int(useNumber)) }

  /// The information with these properties.
  ///
  /// - Domain: `bitDepth` in `8...15`; whole samples with at most one more bit than that.
  /// - Throws: `MetadataError.outOfRange` outside the domain.
  public init(
    use: Use, bitDepth: Int, transparent: CodeLevel, opaque: CodeLevel, isIncremented: Bool = false,
    clipType: Bool? = nil
  ) throws(MetadataError) {
    guard 8...15 ~= bitDepth else {
      throw .outOfRange(field: "an alpha bit depth", found: Double(bitDepth), expected: 8...15, unit: " bits")
    }
    for sample in [transparent, opaque] where !(Int(exactly: sample.value).map { 0..<2 << bitDepth ~= $0 } ?? false) {
      throw .outOfRange(
        field: "an alpha sample", found: sample.value, expected: 0...Double((2 << bitDepth) - 1), unit: "")
    }
    useNumber = UInt8(use.rawValue)
    self.bitDepth = UInt8(bitDepth)
    (self.transparent, self.opaque) = (transparent, opaque)
    (self.isIncremented, self.clipType) = (isIncremented, clipType)
  }

  /// Returns the coverage of a decoded sample; `nil` if transparent and opaque are the same value.
  public func alpha(ofSample sample: CodeLevel) -> Coverage? {
    guard transparent != opaque else { return nil }
    return Coverage((sample.value - transparent.value) / (opaque.value - transparent.value))
  }
}

extension AlphaChannelInformation {
  /// The content of an SEI message 165; `nil` if it cancels the previous one.
  static func message(_ bytes: [UInt8]) throws(MetadataError) -> AlphaChannelInformation? {
    var reader = BitReader(bytes, of: "a payload of SEI message 165")
    return try reader.flag() ? nil : AlphaChannelInformation(&reader)
  }

  private init(_ reader: inout BitReader) throws(MetadataError) {
    useNumber = try reader.number(3)
    bitDepth = try reader.number(3) + 8
    transparent = CodeLevel(try reader.number(Int(bitDepth) + 1) as Int)
    opaque = CodeLevel(try reader.number(Int(bitDepth) + 1) as Int)
    isIncremented = try reader.flag()
    clipType = try reader.flag() ? try reader.flag() : nil
  }

  /// The bytes of an SEI message 165.
  public var payload: [UInt8] {
    var writer = BitWriter()
    writer.append(bit: false)
    writer.append(low: useNumber, bits: 3)
    writer.append(low: bitDepth - 8, bits: 3)
    writer.append(low: UInt16(transparent.value), bits: Int(bitDepth) + 1)
    writer.append(low: UInt16(opaque.value), bits: Int(bitDepth) + 1)
    writer.append(bit: isIncremented)
    writer.append(bit: clipType != nil)
    if let clipType { writer.append(bit: clipType) }
    writer.align()
    return writer.bytes
  }
}
