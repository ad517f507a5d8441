public import Colorimetry

/// A chromaticity in metadata: two integers, in the units of their type.
///
///     CodedChromaticity(x: 15635, y: 16450).chromaticity  // D65: 0.3127, 0.3290
public struct CodedXY<Unit: CodedUnit, Integer: FixedWidthInteger & Sendable>: Hashable, Sendable
where Unit.Quantity == Double {
  /// One of the two numbers.
  public typealias Coordinate = CodedQuantity<Unit, Integer>
  /// The coordinates as stated.
  public var x, y: Coordinate

  /// The chromaticity of these integers.
  public init(x: Coordinate, y: Coordinate) { (self.x, self.y) = (x, y) }

  /// The point in the CIE 1931 diagram.
  public var chromaticity: Chromaticity { Chromaticity(x.quantity, y.quantity) }

  var bytes: [UInt8] { x.bytes + y.bytes }
}

/// The chromaticity of a display or of a light, in units of 0.00002.
///
/// - Source: Rec. ITU-T H.264, clauses D.2.29 and D.2.34; SMPTE ST 2086:2018.
public typealias CodedChromaticity = CodedXY<CoordinatesIn50000ths, UInt16>

extension CodedChromaticity {
  /// The integers nearest to a chromaticity.
  ///
  ///     try CodedChromaticity(nearest: .d65)  // 15635, 16450
  ///
  /// - Domain: `0...1.3107` for each coordinate, the range of 16 bits.
  /// - Throws: `MetadataError.outOfRange` outside the domain.
  public init(nearest chromaticity: Chromaticity) throws(MetadataError) {
    try self.init(nearest: chromaticity, field: "a chromaticity")
  }

  init(nearest chromaticity: Chromaticity, field: String) throws(MetadataError) {
    x = try CodedQuantity(nearest: chromaticity.x, field: "\(field): x")
    y = try CodedQuantity(nearest: chromaticity.y, field: "\(field): y")
  }

  /// The exact decimals: `0.3127,0.329`.
  var decimalForm: String {
    "\(decimalText(2 * Int(x.units), places: 5)),\(decimalText(2 * Int(y.units), places: 5))"
  }
}

extension Payload {
  func chromaticity<Unit, Integer>(at offset: Int) -> CodedXY<Unit, Integer> {
    CodedXY(x: quantity(at: offset), y: quantity(at: offset + Integer.bitWidth / 8))
  }
}
