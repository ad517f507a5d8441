/// A mastering display in the units of AV1 and VP9, which are binary fractions, and in the order red, green, blue.
///
///     let display = try FixedPointMasteringDisplay(parsing: smDmBox)
///     let mastering = try MasteringDisplayColorVolume(nearest: display)
///
/// The layout resembles that of HEVC and `mdcv`, but the order and every unit differ.
///
/// - Source: AV1 bitstream specification, clause 6.7.4, *metadata high dynamic range mastering display color volume*; box
///   `SmDm` of the VP codec ISO media file format binding.
public struct FixedPointMasteringDisplay: Hashable, Sendable {
  /// A chromaticity in units of 1/65536.
  public typealias Point = CodedXY<CoordinatesIn65536ths, UInt16>

  /// The chromaticities as stated.
  public var red, green, blue, white: Point
  /// The maximum luminance as stated.
  public var maximumUnits: CodedLuminance<NitsIn256ths>
  /// The minimum luminance as stated.
  public var minimumUnits: CodedLuminance<NitsIn16384ths>

  public init(
    red: Point, green: Point, blue: Point, white: Point, maximumUnits: CodedLuminance<NitsIn256ths>,
    minimumUnits: CodedLuminance<NitsIn16384ths>
  ) {
    (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
    (self.maximumUnits, self.minimumUnits) = (maximumUnits, minimumUnits)
  }

  /// The luminances as stated.
  public var luminance: LuminanceRange {
    LuminanceRange(black: minimumUnits.luminance, peak: maximumUnits.luminance)
  }

  /// Units of 1/256 cd/m².
  public enum NitsIn256ths: LuminanceUnit { public static var perOne: Double { 256 } }
  /// Units of 1/16384 cd/m².
  public enum NitsIn16384ths: LuminanceUnit { public static var perOne: Double { 16_384 } }
  /// Units of 1/65536 of a chromaticity coordinate.
  public enum CoordinatesIn65536ths: CodedUnit { public static var perOne: Double { 65_536 } }
}

extension FixedPointMasteringDisplay {
  /// Parses the 24 bytes of an AV1 metadata OBU, or a box `SmDm`: its payload of 28 bytes, version and flags first, or all of its 36 bytes.
  ///
  /// - Throws: `MetadataError.wrongLength` or `.wrongBox` when the bytes have neither form.
  public init(parsing bytes: some Sequence<UInt8>) throws(MetadataError) {
    var bytes = Payload.content(of: bytes, box: "SmDm")
    if bytes.count == 28 { bytes.removeFirst(4) }
    let payload = try Payload(of: bytes, box: "SmDm", length: 24)
    self.init(
      red: payload.chromaticity(at: 0), green: payload.chromaticity(at: 4), blue: payload.chromaticity(at: 8),
      white: payload.chromaticity(at: 12), maximumUnits: payload.quantity(at: 16),
      minimumUnits: payload.quantity(at: 20))
  }

  /// The 24 bytes of an AV1 metadata OBU.
  public var payload: [UInt8] {
    [red, green, blue, white].flatMap(\.bytes) + maximumUnits.bytes + minimumUnits.bytes
  }

  /// The whole box `SmDm`, 36 bytes.
  public var box: [UInt8] { Payload.box("SmDm", [0, 0, 0, 0] + payload) }

  /// The display nearest to one in the units of HEVC and `mdcv`.
  ///
  /// - Throws: `MetadataError.outOfRange` for a coordinate of 1 or more, or a minimum above 262 143 cd/m², which do not fit.
  public init(nearest display: MasteringDisplayColorVolume) throws(MetadataError) {
    func point(_ coded: CodedChromaticity) throws(MetadataError) -> Point {
      Point(
        x: try CodedQuantity(nearest: coded.x.quantity, field: "a coordinate in 16 bits"),
        y: try CodedQuantity(nearest: coded.y.quantity, field: "a coordinate in 16 bits"))
    }
    self.init(
      red: try point(display.red), green: try point(display.green), blue: try point(display.blue),
      white: try point(display.white),
      maximumUnits: try CodedLuminance(nearest: display.luminance.peak, field: "the mastering maximum"),
      minimumUnits: try CodedLuminance(nearest: display.luminance.black, field: "the mastering minimum"))
  }
}

extension MasteringDisplayColorVolume {
  /// The display nearest to one in the units of AV1 and VP9.
  ///
  /// Coordinates and minimum survive the round trip. A maximum does if it is a multiple of 1/256 cd/m²; otherwise it is off by at most 1/512 cd/m².
  ///
  /// - Throws: `MetadataError.outOfRange` for a luminance above 429 496.7295 cd/m², which does not fit.
  public init(nearest display: FixedPointMasteringDisplay) throws(MetadataError) {
    try self.init(
      nearest: RGBPrimaries(
        red: display.red.chromaticity, green: display.green.chromaticity, blue: display.blue.chromaticity,
        white: display.white.chromaticity), display.luminance)
  }
}

extension ContentLightLevel {
  /// Parses a box `CoLL`: its payload of 8 bytes, version and flags first, or all of its 16 bytes.
  ///
  /// - Source: VP codec ISO media file format binding, box `CoLL`.
  /// - Throws: `MetadataError.wrongLength` or `.wrongBox` when the bytes are neither.
  public init(parsingCoLL bytes: some Sequence<UInt8>) throws(MetadataError) {
    let payload = try Payload(of: bytes, box: "CoLL", length: 8)
    self.init(maxCLL: payload.quantity(at: 4), maxFALL: payload.quantity(at: 6))
  }

  /// The whole box `CoLL`, 16 bytes.
  public var boxCoLL: [UInt8] { Payload.box("CoLL", [0, 0, 0, 0] + payload) }
}
