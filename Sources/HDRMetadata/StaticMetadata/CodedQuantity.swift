public import Colorimetry

/// A quantity as metadata carries it: an integer of a field, which counts the units of its type.
///
///     let peak: CodedLuminance<NitsInTenThousandths> = 10_000_000  // a literal takes the unit of its place
///     peak.luminance  // 1000 cd/m²
public struct CodedQuantity<Unit: CodedUnit, Integer: FixedWidthInteger & Sendable>: Hashable, Comparable, Sendable {
  /// The number of units, as stated.
  public var units: Integer

  /// This number of units.
  public init(units: Integer) { self.units = units }

  /// What these units amount to.
  public var quantity: Unit.Quantity { Unit.quantity(Double(units) / Unit.perOne) }

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

extension CodedQuantity where Unit: LuminanceUnit, Integer: UnsignedInteger {
  /// The number of units nearest to a luminance.
  ///
  /// - Throws: `.outOfRange` if it does not fit.
  init(nearest luminance: Luminance, field: String) throws(MetadataError) {
    units = try nearestUnits(luminance.nits, perUnit: Unit.perOne, field: field, unit: " cd/m²")
  }

  /// The number of units nearest to a luminance, or the least or the greatest that fits.
  package init(clamping luminance: Luminance) {
    units = Integer(max(0, min(Double(Integer.max), (luminance.nits * Unit.perOne).rounded())))
  }
}

extension Payload {
  func quantity<Unit, Integer>(at offset: Int) -> CodedQuantity<Unit, Integer> {
    CodedQuantity(units: bytes[offset..<offset + Integer.bitWidth / 8].reduce(0) { $0 << 8 | Integer($1) })
  }
}

/// A unit in which metadata counts a quantity.
public protocol CodedUnit {
  /// What is counted.
  associatedtype Quantity = Double
  /// The number of these units in 1 of it: in 1 cd/m², in 1 lux, in 1 stop, or in a whole.
  static var perOne: Double { get }
  /// The quantity of a number of cd/m², lux, stops, or wholes.
  static func quantity(_ number: Double) -> Quantity
}

extension CodedUnit where Quantity == Double {
  public static func quantity(_ number: Double) -> Double { number }
}

/// A unit in which metadata counts light.
public protocol LuminanceUnit: CodedUnit where Quantity == Luminance {}

extension LuminanceUnit {
  public static func quantity(_ nits: Double) -> Luminance { .nits(nits) }
}

/// Units of 1 cd/m².
public enum WholeNits: LuminanceUnit { public static var perOne: Double { 1 } }
/// Units of 0.1 cd/m².
public enum NitsInTenths: LuminanceUnit { public static var perOne: Double { 10 } }
/// Units of 0.0001 cd/m².
public enum NitsInTenThousandths: LuminanceUnit { public static var perOne: Double { 10_000 } }
/// Units of 1/256 cd/m².
public enum NitsIn256ths: LuminanceUnit { public static var perOne: Double { 256 } }
/// Units of 1/16384 cd/m².
public enum NitsIn16384ths: LuminanceUnit { public static var perOne: Double { 16_384 } }
