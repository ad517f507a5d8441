/// The ambient light for which a picture was made.
///
///     let ambient = try AmbientViewingEnvironment(parsing: amveBox)
///     ambient.illuminance  // 314 lux
///     ambient.surround     // 99.95 cd/m²
///
/// The standard forbids an illuminance of 0 and coordinates above 1, and gives them no meaning, so they are invalid here.
///
/// - Source: Rec. ITU-T H.264, clause D.2.34, ambient viewing environment SEI message; Apple TN3145 on box `amve`.
public struct AmbientViewingEnvironment: Hashable, Sendable {
  /// The illuminance as stated; not 0.
  public let illuminanceUnits: CodedQuantity<LuxInTenThousandths, UInt32>
  /// The chromaticity of the ambient light as stated; no coordinate above 1.
  public let lightChromaticity: CodedChromaticity

  /// The environment of these integers.
  ///
  /// - Domain: an illuminance above 0; `0...50_000` units for each coordinate.
  /// - Throws: `MetadataError.outOfRange` outside the domain.
  public init(
    illuminanceUnits: CodedQuantity<LuxInTenThousandths, UInt32>, lightChromaticity: CodedChromaticity
  ) throws(MetadataError) {
    guard illuminanceUnits > 0 else {
      throw .outOfRange(
        field: "an ambient illuminance", found: 0, expected: 0.0001...Double(UInt32.max) / LuxInTenThousandths.perOne,
        unit: " lux")
    }
    for (name, code) in [("x", lightChromaticity.x), ("y", lightChromaticity.y)] where code > 50_000 {
      throw .outOfRange(field: "the ambient light: \(name)", found: code.quantity, expected: 0...1, unit: "")
    }
    (self.illuminanceUnits, self.lightChromaticity) = (illuminanceUnits, lightChromaticity)
  }

  /// The environment of this light, each number rounded to the nearest unit.
  ///
  /// - Domain: `0.0001...429_496.7295` lux; `0...1` for each coordinate.
  /// - Throws: `MetadataError.outOfRange` outside the domain.
  public init(_ illuminance: Illuminance, lightChromaticity: Chromaticity) throws(MetadataError) {
    try self.init(
      illuminanceUnits: try CodedQuantity(
        nearest: illuminance.lux, field: "an ambient illuminance", unit: " lux", minimum: 1),
      lightChromaticity: try CodedChromaticity(nearest: lightChromaticity, field: "the ambient light"))
  }

  /// The light that falls on the walls of this room.
  public var illuminance: Illuminance { illuminanceUnits.quantity }

  /// The luminance of a matte white wall in this room.
  ///
  /// The message states the illuminance of the walls, but not their reflectance. With a reflectance of 1, the 314 lux of a phone's video are 99.95
  /// cd/m²; a gray wall of 0.5 would give half.
  ///
  /// - Range: Above 0, to 136 713 cd/m².
  /// - Source: The luminance of a Lambertian reflector; its reflectance is this package's choice.
  public var surround: Luminance { illuminance.luminance() }

  /// Units of 0.0001 lux.
  public enum LuxInTenThousandths: CodedUnit {
    public static var perOne: Double { 10_000 }
    public typealias Quantity = Illuminance
  }
}

extension AmbientViewingEnvironment {
  /// Parses the 8 bytes of an SEI message 148 or of a box `amve`, or the whole box of 16 bytes.
  ///
  ///     try AmbientViewingEnvironment(parsing: [0x00, 0x2F, 0xE9, 0xA0, 0x3D, 0x13, 0x40, 0x42])  // 314 lux, D65
  ///
  /// - Source: Rec. ITU-T H.264, clause D.2.34; ISO/IEC 14496-12, clause 12.1.9, box `amve`.
  /// - Throws: `MetadataError.wrongLength` or `.wrongBox` when the bytes are neither; `.outOfRange` for an illuminance of 0 or a coordinate above 1.
  public init(parsing bytes: some Sequence<UInt8>) throws(MetadataError) {
    let payload = try Payload(of: bytes, box: "amve", length: 8)
    try self.init(illuminanceUnits: payload.quantity(at: 0), lightChromaticity: payload.chromaticity(at: 4))
  }

  /// The 8 bytes of the message, without the header of a box.
  public var payload: [UInt8] { illuminanceUnits.bytes + lightChromaticity.bytes }

  /// The whole box `amve`, 16 bytes.
  public var box: [UInt8] { Payload.box("amve", payload) }

  /// Parses text: lux, then the chromaticity of the light.
  ///
  ///     try AmbientViewingEnvironment(text: "314,0.3127,0.3290")
  ///
  /// - Domain: `0.0001...429_496.7295` lux; `0...1` for each coordinate. Each is rounded to the nearest unit.
  /// - Throws: `MetadataError.malformedText` if it is not three numbers; `.outOfRange` outside the domain.
  public init(text: String) throws(MetadataError) {
    guard let numbers = numberList(text, count: 3) else {
      throw .malformedText(found: text, expected: "lux,x,y, as in 314,0.3127,0.3290")
    }
    try self.init(.lux(numbers[0].value), lightChromaticity: Chromaticity(numbers[1].value, numbers[2].value))
  }

  /// The exact text: `314.0,0.3127,0.329`.
  public var text: String { "\(decimalText(illuminanceUnits.units, places: 4)),\(lightChromaticity.decimalForm)" }
}

extension AmbientViewingEnvironment: CustomStringConvertible {
  public var description: String { "\(illuminance) of light (\(lightChromaticity.decimalForm))" }
}
