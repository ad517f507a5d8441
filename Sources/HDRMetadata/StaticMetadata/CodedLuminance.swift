public import Colorimetry

/// A luminance as metadata carries it: an integer that counts the units of its type.
///
///     let peak: CodedLuminance<NitsInTenThousandths> = 10_000_000  // a literal takes the unit of its place
///     peak.luminance  // 1000 cd/m²
public struct CodedLuminance<Unit: LuminanceUnit>: Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral {
  /// The number of units, as stated.
  public var units: UInt32

  /// This number of units.
  public init(units: UInt32) { self.units = units }
  public init(integerLiteral units: UInt32) { self.units = units }

  /// The luminance of these units.
  public var luminance: Luminance { .nits(Double(units) / Unit.perNit) }

  public static func < (a: Self, b: Self) -> Bool { a.units < b.units }

  /// The number of units nearest to a luminance.
  ///
  /// - Throws: `.outOfRange` if it does not fit.
  init(nearest luminance: Luminance, field: String) throws(MetadataError) {
    units = try nearestUnits(luminance.nits, perUnit: Unit.perNit, field: field, unit: " cd/m²")
  }

  /// The number of units nearest to a luminance, or the least or the greatest that fits.
  package init(clamping luminance: Luminance) {
    units = UInt32(max(0, min(Double(UInt32.max), (luminance.nits * Unit.perNit).rounded())))
  }

  var bytes: [UInt8] { units.bigEndianBytes }
}

extension Payload {
  func luminance<Unit>(at offset: Int) -> CodedLuminance<Unit> { CodedLuminance(units: uint32(at: offset)) }
}

/// A unit in which metadata counts light.
public protocol LuminanceUnit {
  /// The number of these units in 1 cd/m².
  static var perNit: Double { get }
}

/// Units of 1 cd/m².
public enum WholeNits: LuminanceUnit { public static var perNit: Double { 1 } }
/// Units of 0.1 cd/m².
public enum NitsInTenths: LuminanceUnit { public static var perNit: Double { 10 } }
/// Units of 0.0001 cd/m².
public enum NitsInTenThousandths: LuminanceUnit { public static var perNit: Double { 10_000 } }
/// Units of 1/256 cd/m².
public enum NitsIn256ths: LuminanceUnit { public static var perNit: Double { 256 } }
/// Units of 1/16384 cd/m².
public enum NitsIn16384ths: LuminanceUnit { public static var perNit: Double { 16_384 } }
