/// A quantity in metadata: the integer of a field, in the units of its type.
///
///     let peak: CodedLuminance<NitsInTenThousandths> = 10_000_000  // a literal takes the unit of its place
///     peak.luminance  // 1000 cd/m²
public struct CodedQuantity<Unit: CodedUnit, Integer: FixedWidthInteger & Sendable>: Hashable, Comparable, Sendable {
  /// The number of units, as stated.
  public var units: Integer

  public init(units: Integer) { self.units = units }

  /// The quantity that these units amount to.
  public var quantity: Unit.Quantity { Unit.quantity(number) }

  /// The number of cd/m², lux, stops, or wholes.
  var number: Double { (Double(units) - Unit.zero) / Unit.perOne }

  public static func < (a: Self, b: Self) -> Bool { a.units < b.units }

  var bytes: [UInt8] { units.bigEndianBytes }
}

/// A luminance in 32 bits.
public typealias CodedLuminance<Unit: LuminanceUnit> = CodedQuantity<Unit, UInt32>

extension CodedQuantity: ExpressibleByIntegerLiteral, CustomStringConvertible {
  public init(integerLiteral units: Integer.IntegerLiteralType) { self.init(units: Integer(integerLiteral: units)) }
  /// The number of units alone.
  public var description: String { "\(units)" }
}

extension CodedQuantity where Unit: LuminanceUnit {
  /// The luminance of these units.
  public var luminance: Luminance { quantity }
}

extension CodedQuantity where Integer: UnsignedInteger {
  /// The number of units nearest to a number of cd/m², lux, stops, or wholes.
  ///
  /// - Throws: `.outOfRange` if it is negative, NaN, too large for the integer, or rounds to less than `minimum`.
  init(
    nearest number: Double, perOne scale: Double = Unit.perOne, field: String, unit: String = "", minimum: Integer = 0
  ) throws(MetadataError) {
    guard number >= 0, let units = Integer(exactly: (number * scale).rounded()), units >= minimum else {
      throw .outOfRange(
        field: field, found: number, expected: Double(minimum) / scale...Double(Integer.max) / scale, unit: unit)
    }
    self.init(units: units)
  }

  init(nearest luminance: Luminance, field: String) throws(MetadataError) where Unit: LuminanceUnit {
    try self.init(nearest: luminance.nits, field: field, unit: " cd/m²")
  }

  /// The number of units nearest to a luminance, clamped to the range of the integer.
  package init(clamping luminance: Luminance) where Unit: LuminanceUnit {
    units = Integer(max(0, min(Double(Integer.max), (luminance.nits * Unit.perOne).rounded())))
  }
}

extension Payload {
  func quantity<Unit, Integer>(at offset: Int) -> CodedQuantity<Unit, Integer> {
    CodedQuantity(units: Integer(bigEndianBytes: bytes[offset..<offset + Integer.bitWidth / 8]))
  }
}

/// A unit of a quantity in metadata. A unit of one field is nested in the type that has it.
public protocol CodedUnit: Sendable {
  associatedtype Quantity = Double
  /// The number of these units in 1 cd/m², 1 lux, 1 stop, or a whole.
  static var perOne: Double { get }
  /// The number of these units that stands for 0; 0 except for quantities that may be negative.
  static var zero: Double { get }
  /// The quantity of a number of cd/m², lux, stops, or wholes.
  static func quantity(_ number: Double) -> Quantity
}

extension CodedUnit {
  public static var zero: Double { 0 }
}

extension CodedUnit where Quantity == Double {
  public static func quantity(_ number: Double) -> Double { number }
}

extension CodedUnit where Quantity: Colorimetry.Quantity {
  public static func quantity(_ number: Double) -> Quantity { Quantity(number) }
}

/// A unit of light in metadata.
public protocol LuminanceUnit: CodedUnit where Quantity == Luminance {}

/// Units of 1 cd/m².
public enum WholeNits: LuminanceUnit { public static var perOne: Double { 1 } }
/// Units of 0.1 cd/m².
public enum NitsInTenths: LuminanceUnit { public static var perOne: Double { 10 } }
/// Units of 0.0001 cd/m².
public enum NitsInTenThousandths: LuminanceUnit { public static var perOne: Double { 10_000 } }
/// Units of 0.00002 of a chromaticity coordinate.
public enum CoordinatesIn50000ths: CodedUnit { public static var perOne: Double { 50_000 } }
/// Angles in degrees.
public enum Degrees: CodedUnit { public static var perOne: Double { 180 } }

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
  /// - Domain: `0...1.3107` for each coordinate, the range of 16 bits.
  /// - Throws: `MetadataError.outOfRange` outside the domain.
  package init(nearest chromaticity: Chromaticity, field: String) throws(MetadataError) {
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
