/// The colors and luminances that occur in a picture, as opposed to those that its format can carry.
///
///     let volume = try ContentColorVolume(parsing: cclvBox)
///     volume.luminance(volume.maximum, transfer: .pq)  // 1000 cd/m²
///
/// - Source: Rec. ITU-T H.264, clause D.2.33, content colour volume SEI message; ISO/IEC 23008-12, box `cclv`.
public struct ContentColorVolume: Hashable, Sendable {
  /// A chromaticity that may lie outside the diagram; the standard allows −5 000 000 to 5 000 000 units.
  public typealias Point = CodedXY<CoordinatesIn50000ths, Int32>
  /// A luminance of the volume, as a share of the nominal range.
  public typealias Level = CodedQuantity<PeakInTenMillionths, UInt32>

  /// Whether an SEI message holds until the next one, instead of for its picture only.
  public var persists = false
  /// The primaries of the volume, in the order of the message; the standard suggests green, blue, red.
  public private(set) var primaries: [Point]?
  /// The minimum, maximum and average luminance.
  public var minimum, maximum, average: Level?

  public init(
    primaries: (Point, Point, Point)? = nil, minimum: Level? = nil, maximum: Level? = nil, average: Level? = nil,
    persists: Bool = false
  ) {
    self.primaries = primaries.map { [$0, $1, $2] }
    (self.minimum, self.maximum, self.average, self.persists) = (minimum, maximum, average, persists)
  }

  /// One of the luminances in cd/m²: relative to 10 000 for PQ, 1000 for HLG, 100 for SDR.
  ///
  /// - Source: Rec. ITU-T H.264, clause D.2.33: linear with BT.1886 at 100 cd/m², HLG at 1000 cd/m², else by the table.
  public func luminance(_ level: Level?, transfer: TransferCharacteristics) -> Luminance? {
    let nominal: [TransferCharacteristics: Double] = [.pq: 10_000, .hlg: 1000]
    return level.map { .nits(Double($0.units) * (nominal[transfer] ?? 100) / PeakInTenMillionths.perOne) }
  }

  /// Units of 0.000 0001 of the nominal peak of a transfer function.
  public enum PeakInTenMillionths: CodedUnit {
    public typealias Quantity = RelativeLevel
    public static var perOne: Double { 10_000_000 }
  }
}

extension ContentColorVolume {
  /// Parses the payload of a box `cclv`, or the whole box.
  ///
  /// - Throws: `MetadataError.truncated` if bytes are missing; `.malformedBytes` if it cancels a message, which a box cannot do.
  public init(parsing bytes: some Sequence<UInt8>) throws(MetadataError) {
    guard let volume = try Self.message(Payload.content(of: bytes, box: "cclv")) else {
      throw .malformedBytes(of: "a box cclv", found: "a set cancel flag", expected: "a color volume")
    }
    self = volume
  }

  /// The bytes of the message or of the payload of a box.
  public var payload: [UInt8] {
    let flags: [(Bool, UInt8)] = [
      (persists, 0x40), (primaries != nil, 0x20), (minimum != nil, 0x10), (maximum != nil, 0x08),
      (average != nil, 0x04),
    ]
    return [flags.reduce(0) { $1.0 ? $0 | $1.1 : $0 }]
      + (primaries ?? []).flatMap(\.bytes)
      + [minimum, maximum, average].flatMap { $0?.bytes ?? [] }
  }

  /// The whole box `cclv`.
  public var box: [UInt8] { Payload.box("cclv", payload) }

  /// The content of an SEI message 149; `nil` if it cancels the previous one.
  static func message(_ bytes: [UInt8]) throws(MetadataError) -> ContentColorVolume? {
    var reader = BitReader(bytes, of: "a payload of cclv")
    if try reader.flag() { return nil }
    var volume = ContentColorVolume(persists: try reader.flag())
    let (hasPrimaries, hasMinimum) = (try reader.flag(), try reader.flag())
    let (hasMaximum, hasAverage) = (try reader.flag(), try reader.flag())
    _ = try reader.unsigned(2)
    if hasPrimaries {
      let numbers: [Point.Coordinate] = try reader.quantities(6, bits: 32)
      volume.primaries = stride(from: 0, to: 6, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
    }
    if hasMinimum { volume.minimum = try reader.quantity(32) }
    if hasMaximum { volume.maximum = try reader.quantity(32) }
    if hasAverage { volume.average = try reader.quantity(32) }
    return volume
  }
}
