/// The display on which a picture was mastered: its primaries, white point, and minimum and maximum luminance.
///
///     let mastering = try MasteringDisplayColorVolume(parsing: mdcvBox)
///     mastering.luminance.peak  // 1000 cd/m²
///
/// The ten integers of the message are stored unchanged, so that writing is the exact inverse of reading. Any ten integers are valid, even absurd
/// ones: metadata in real files is often wrong, and wrong values must be reported. Values that mean unknown in the standard are `nil` in `primaries`,
/// `maximum` and `minimum`; doubtful ones are reported by `StaticMetadata.findings(transfer:)`. Typed text is checked more strictly: see
/// `init(text:)`.
///
/// - Source: Rec. ITU-T H.264, clause D.2.29, mastering display colour volume SEI message; SMPTE ST 2086:2018.
public struct MasteringDisplayColorVolume: Hashable, Sendable {
  /// The chromaticities as stated.
  public var red, green, blue, white: CodedChromaticity
  /// The nominal maximum and minimum luminance as stated.
  public var maximumUnits, minimumUnits: CodedLuminance<NitsInTenThousandths>

  public init(
    red: CodedChromaticity, green: CodedChromaticity, blue: CodedChromaticity, white: CodedChromaticity,
    maximumUnits: CodedLuminance<NitsInTenThousandths>, minimumUnits: CodedLuminance<NitsInTenThousandths>
  ) {
    (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
    (self.maximumUnits, self.minimumUnits) = (maximumUnits, minimumUnits)
  }

  /// The message for a display, each number rounded to the nearest unit.
  ///
  ///     try MasteringDisplayColorVolume(primaries: .p3D65, luminance: .nits(0.0001...1000))
  ///
  /// - Domain: Coordinates `0...1.3107`; luminances `0...429_496.7295` cd/m², the ranges of the fields.
  /// - Throws: `MetadataError.outOfRange` outside the domain; `.emptyLuminanceRange` if the peak is not above black.
  public init(primaries: RGBPrimaries, luminance: LuminanceRange) throws(MetadataError) {
    try self.init(nearest: primaries, luminance)
    guard !isEmpty else { throw .emptyLuminanceRange(maximum: luminance.peak, minimum: luminance.black) }
  }

  /// The message for a display, even with a peak that is not above black.
  init(nearest primaries: RGBPrimaries, _ luminance: LuminanceRange) throws(MetadataError) {
    self.init(
      red: try CodedChromaticity(nearest: primaries.red, field: "the red primary"),
      green: try CodedChromaticity(nearest: primaries.green, field: "the green primary"),
      blue: try CodedChromaticity(nearest: primaries.blue, field: "the blue primary"),
      white: try CodedChromaticity(nearest: primaries.white, field: "the white point"),
      maximumUnits: try CodedLuminance(nearest: luminance.peak, field: "the mastering maximum"),
      minimumUnits: try CodedLuminance(nearest: luminance.black, field: "the mastering minimum"))
  }

  /// The luminances as stated, even if absurd: `0...0` if the message leaves them unknown, and possibly reversed.
  ///
  /// - Range: `0...429_496.7295` cd/m² each. Use `maximum` and `minimum` for values that may be unknown.
  public var luminance: LuminanceRange {
    LuminanceRange(black: minimumUnits.luminance, peak: maximumUnits.luminance)
  }

  /// The maximum luminance of the mastering display, or `nil` if its value means unknown.
  ///
  /// - Range: `5...10_000` cd/m².
  /// - Source: Rec. ITU-T H.264, clause D.2.29: a value outside 50 000…100 000 000 units means unknown.
  public var maximum: Luminance? { Self.knownMaximum.contains(maximumUnits) ? luminance.peak : nil }

  /// The minimum luminance of the mastering display, or `nil` if its value means unknown, such as 0.
  ///
  /// - Range: `0.0001...5` cd/m².
  /// - Source: Rec. ITU-T H.264, clause D.2.29: a value outside 1…50 000 units means unknown.
  public var minimum: Luminance? { Self.knownMinimum.contains(minimumUnits) ? luminance.black : nil }

  /// The primaries and the white point of the mastering display, or `nil` if the value of any of them means unknown.
  ///
  /// - Range: x `0.0001...0.74`, y `0.0001...0.84`.
  /// - Source: Rec. ITU-T H.264, clause D.2.29: x outside 5…37 000 or y outside 5…42 000 units means unknown.
  public var primaries: RGBPrimaries? {
    guard [red, green, blue, white].allSatisfy({ Self.knownX.contains($0.x) && Self.knownY.contains($0.y) }) else {
      return nil
    }
    return RGBPrimaries(
      red: red.chromaticity, green: green.chromaticity, blue: blue.chromaticity, white: white.chromaticity)
  }

  /// Whether the maximum does not exceed the minimum, which is impossible for a display; 0 with 0 means that neither is known.
  public var isEmpty: Bool { maximumUnits <= minimumUnits }

  static let knownX: ClosedRange<CodedChromaticity.Coordinate> = 5...37_000
  static let knownY: ClosedRange<CodedChromaticity.Coordinate> = 5...42_000
  static let knownMaximum: ClosedRange<CodedLuminance<NitsInTenThousandths>> = 50_000...100_000_000
  static let knownMinimum: ClosedRange<CodedLuminance<NitsInTenThousandths>> = 1...50_000
}

extension MasteringDisplayColorVolume {
  /// Parses the 24 bytes of an SEI message 137 or of a box `mdcv`, or the whole box of 32 bytes.
  ///
  /// The primaries are read in the order green, blue, red, which the standard suggests. Every value of the fields is accepted, even a maximum that
  /// does not exceed the minimum (`isEmpty`), so that it can be reported.
  ///
  /// - Source: Rec. ITU-T H.264, clause D.2.29; ISO/IEC 14496-12, box `mdcv`.
  /// - Throws: `MetadataError.wrongLength` or `.wrongBox` when the bytes are neither.
  public init(parsing bytes: some Sequence<UInt8>) throws(MetadataError) {
    let payload = try Payload(of: bytes, box: "mdcv", length: 24)
    self.init(
      red: payload.chromaticity(at: 8), green: payload.chromaticity(at: 0), blue: payload.chromaticity(at: 4),
      white: payload.chromaticity(at: 12), maximumUnits: payload.quantity(at: 16),
      minimumUnits: payload.quantity(at: 20))
  }

  /// The 24 bytes of the message, without the header of a box.
  public var payload: [UInt8] {
    [green, blue, red, white].flatMap(\.bytes) + maximumUnits.bytes + minimumUnits.bytes
  }

  /// The whole box `mdcv`, 32 bytes.
  public var box: [UInt8] { Payload.box("mdcv", payload) }

  /// The order of the primaries in the message: `GBR` if it is right, or another, such as `RGB`.
  ///
  ///     MasteringDisplayColorVolume(red: p3Green, green: p3Red, …).statedOrder  // "RGB" if red comes first
  ///
  /// The greenest of three primaries has the largest y, the reddest the largest x. `nil` if that is ambiguous: one primary is both, or two share the
  /// maximum.
  ///
  /// - Source: Rec. ITU-T H.264, clause D.2.29, *suggests* green, blue, red; writers of `mdcv` that copy PNG's or AV1's order exist.
  public var statedOrder: String? {
    guard let order = roles else { return nil }
    return ["G", "B", "R"].indices.map { order.green == $0 ? "G" : order.red == $0 ? "R" : "B" }.joined()
  }

  /// The same display with its primaries in the right order, or unchanged if the order is right or unknown.
  public var inStandardOrder: MasteringDisplayColorVolume {
    guard let order = roles, order != (green: 0, red: 2) else { return self }
    var corrected = self
    let stated = [green, blue, red]
    corrected.green = stated[order.green]
    corrected.red = stated[order.red]
    corrected.blue = stated[3 - order.green - order.red]
    return corrected
  }

  /// The positions in the message, 0 to 2, of the primaries that can only be green and red.
  private var roles: (green: Int, red: Int)? {
    func onlyLargest(_ values: [CodedChromaticity.Coordinate]) -> Int? {
      let largest = values.indices.filter { values[$0] == values.max() }
      return largest.count == 1 ? largest[0] : nil
    }
    let stated = [green, blue, red]
    guard let green = onlyLargest(stated.map(\.y)), let red = onlyLargest(stated.map(\.x)), green != red else {
      return nil
    }
    return (green, red)
  }

  /// Whether the chromaticities are possible for a display: real colors that form a triangle around white.
  ///
  /// - Source: Geometry: no light has a chromaticity with y of 0 or x + y above 1, and a display adds light.
  public var isPossible: Bool {
    // Rounding both coordinates of a pure spectral color can add two units to 1.
    let points = [red, green, blue, white]
    guard points.allSatisfy({ $0.y > 0 && Int($0.x.units) + Int($0.y.units) <= 50_002 }) else {
      return false
    }
    // White must be on the same side of all three edges, for corners in either direction.
    let sides = [(red, green), (green, blue), (blue, red)].map { Self.side(of: white, from: $0, to: $1) }
    return sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 }
  }

  /// Twice the area of the triangle of a point and an edge. The sign depends on the side of the edge that the point is on.
  private static func side(of point: CodedChromaticity, from a: CodedChromaticity, to b: CodedChromaticity) -> Int {
    (Int(b.x.units) - Int(a.x.units)) * (Int(point.y.units) - Int(a.y.units))
      - (Int(b.y.units) - Int(a.y.units)) * (Int(point.x.units) - Int(a.x.units))
  }

  /// Whether the maximum is implausibly small, but would be a common one as a number of whole cd/m².
  package var hasMaximumInWrongUnit: Bool { Self.commonMaxima.contains(maximumUnits) }

  /// The maxima of mastering monitors, in cd/m².
  private static let commonMaxima: Set<CodedLuminance<NitsInTenThousandths>> = [
    100, 300, 500, 600, 1000, 1100, 1200, 1600, 2000, 3000, 4000, 10_000,
  ]
}
