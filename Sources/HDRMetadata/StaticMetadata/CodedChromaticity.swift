public import Colorimetry

/// A chromaticity as metadata carries it: two integers, in units of 0.00002.
///
///     CodedChromaticity(x: 15635, y: 16450).chromaticity  // D65: 0.3127, 0.3290
///
/// - Source: Rec. ITU-T H.264, clauses D.2.29 and D.2.34; SMPTE ST 2086:2018.
public struct CodedChromaticity: Hashable, Sendable {
  /// The coordinates, in units of 0.00002.
  public var x, y: UInt16

  /// The chromaticity of these integers.
  public init(x: UInt16, y: UInt16) {
    self.x = x
    self.y = y
  }

  /// The integers nearest to a chromaticity.
  ///
  ///     try CodedChromaticity(nearest: .d65)  // 15635, 16450
  ///
  /// - Domain: `0...1.3107` for each coordinate, the range of 16 bits.
  /// - Throws: `MetadataError.outOfRange` outside it.
  public init(nearest chromaticity: Chromaticity) throws(MetadataError) {
    try self.init(nearest: chromaticity, field: "a chromaticity")
  }

  init(nearest chromaticity: Chromaticity, field: String) throws(MetadataError) {
    x = try nearestUnits(chromaticity.x, perUnit: Self.perUnit, field: "\(field): x")
    y = try nearestUnits(chromaticity.y, perUnit: Self.perUnit, field: "\(field): y")
  }

  /// The point in the CIE 1931 diagram.
  public var chromaticity: Chromaticity { Chromaticity(Double(x) / Self.perUnit, Double(y) / Self.perUnit) }

  /// The number of units in 1.
  static let perUnit = 50_000.0

  /// The same point as decimals, exactly: `0.3127,0.329`.
  var decimalForm: String { "\(decimalText(2 * Int(x), places: 5)),\(decimalText(2 * Int(y), places: 5))" }

  var bytes: [UInt8] { x.bigEndianBytes + y.bigEndianBytes }
}

extension Payload {
  func chromaticity(at offset: Int) -> CodedChromaticity {
    CodedChromaticity(x: uint16(at: offset), y: uint16(at: offset + 2))
  }
}
