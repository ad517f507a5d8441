/// The color of a picture from an ICC profile, as far as tags can express it.
///
///     try ICCColor(parsing: profile).color  // BT.709 and sRGB for each of the many profiles of sRGB
///
/// - Source: ICC.1:2022, clauses 7.2, 9.2.17 (`cicp`), 9.2.33 to 9.2.50, 10.3 to 10.18.
public struct ICCColor: Hashable, Sendable {
  /// The name by which profiles are listed; empty if it is not read.
  public private(set) var name = ""
  /// Primaries and transfer; `nil` where H.273 has no number for them.
  public private(set) var color = ColorDescription()
  /// The primaries and the white if H.273 has no number for them.
  public private(set) var chromaticities: RGBPrimaries?
  /// Whether this is the whole content of the profile: it has no tables, and a curve in H.273.
  public var isRead: Bool { color.transfer != nil && (color.primaries != nil || chromaticities != nil || isGray) }

  /// The length in bytes.
  public var byteCount: Int { bytes.count }

  private var isGray = false
  private let bytes: [UInt8]
  private var tags: [UInt32: Range<Int>] = [:]

  /// - Throws: `MetadataError.malformedBytes` for bytes that are not a profile.
  public init(parsing bytes: [UInt8]) throws(MetadataError) {
    self.bytes = bytes
    guard bytes.count >= 132, bytes[36..<40].elementsEqual("acsp".utf8) else {
      throw .malformedBytes(of: "an ICC profile", found: "another header", expected: "acsp at byte 36")
    }
    for index in 0..<min(number(128), 256) {
      let entry = 132 + 12 * index
      guard entry + 12 <= bytes.count else { break }
      let (start, length) = (number(entry + 4), number(entry + 8))
      guard length >= 8, start + length <= bytes.count else { continue }
      tags[UInt32(number(entry))] = start..<start + length
    }
    name = readName()
    guard !readCodePoints(), !hasTables else { return }
    switch String(decoding: bytes[16..<20], as: UTF8.self) {
    case "RGB ":
      readPrimaries()
      let curves = ["rTRC", "gTRC", "bTRC"].map(transfer)
      color.transfer = curves.allSatisfy { $0 == curves[0] } ? curves[0] : nil
    case "GRAY": (isGray, color.transfer) = (true, transfer("kTRC"))
    default: break
    }
  }

  /// Whether the profile has tables, beyond one curve for all components and a matrix.
  private var hasTables: Bool { ["A2B0", "A2B1", "D2B0", "D2B1"].contains { tag($0) != nil } }

  private func number(_ place: Int, _ count: Int = 4) -> Int {
    Int(bigEndianBytes: bytes[place..<place + count])
  }

  /// A signed number with 16 fractional bits.
  private func fixed(_ place: Int) -> Double { Double(Int32(truncatingIfNeeded: number(place))) / 65536 }

  private func tag(_ name: String) -> Range<Int>? { tags[UInt32(bigEndianBytes: name.utf8)] }

  private func type(of tag: Range<Int>) -> String {
    String(decoding: bytes[tag.lowerBound..<tag.lowerBound + 4], as: UTF8.self)
  }

  private mutating func readCodePoints() -> Bool {
    guard let tag = tag("cicp"), tag.count >= 12, type(of: tag) == "cicp" else { return false }
    color.primaries = ColorPrimaries(h273: Int(bytes[tag.lowerBound + 8]))
    color.transfer = TransferCharacteristics(h273: Int(bytes[tag.lowerBound + 9]))
    return color.primaries != nil && color.transfer != nil
  }

  /// Reads the primaries. The columns of the matrix are for D50; the tag `chad` is the adaptation of the white to it.
  private mutating func readPrimaries() {
    func column(_ name: String) -> SIMD3<Double>? {
      guard let tag = tag(name), tag.count >= 20 else { return nil }
      return SIMD3(fixed(tag.lowerBound + 8), fixed(tag.lowerBound + 12), fixed(tag.lowerBound + 16))
    }
    guard let red = column("rXYZ"), let green = column("gXYZ"), let blue = column("bXYZ") else { return }
    let columns = [red, green, blue]
    for known in ColorPrimaries.allCases {
      let points = known.chromaticities
      let rows = (points.white.adaptation(to: Self.d50) * points.toXYZ).transposed.rows
      let difference = zip(columns, [rows.0, rows.1, rows.2]).flatMap { column, expected in
        (0..<3).map { abs(column[$0] - expected[$0]) }
      }
      if difference.allSatisfy({ $0 < Self.tolerance }) {
        color.primaries = known
        return
      }
    }
    let white = red + green + blue
    // Without chad, wtpt of version 2 has the white before its adaptation to D50, but many display profiles have D50 there.
    let adaptation: Matrix3x3
    if let tag = tag("chad"), tag.count >= 44 {
      let rows = (0..<3).map { row in
        SIMD3((0..<3).map { fixed(tag.lowerBound + 8 + 12 * row + 4 * $0) })
      }
      adaptation = Matrix3x3(rows[0], rows[1], rows[2]).inverse
    } else {
      guard let stated = column("wtpt"), let whitePoint = Chromaticity(xyz: stated) else { return }
      adaptation = Self.d50.adaptation(to: whitePoint)
    }
    let points = (columns + [white]).map { Chromaticity(xyz: adaptation * $0) }
    guard let r = points[0], let g = points[1], let b = points[2], let w = points[3] else { return }
    let found = RGBPrimaries(red: r, green: g, blue: b, white: w)
    if found.enclosesWhite { chromaticities = found }
  }

  /// The transfer whose curve is within half an 8-bit code of a profile's everywhere.
  ///
  /// A profile's curve states the light of a display, so only transfers whose display has their curve are known. BT.709's is a camera's; its display
  /// is BT.1886.
  private func transfer(_ name: String) -> TransferCharacteristics? {
    guard let tag = tag(name), let curve = curve(tag) else { return nil }
    let known: [TransferCharacteristics] = [.sRGB, .bt470M, .linear, .bt470BG]
    return known.first { transfer in
      let relative = transfer.curve.relative
      return (0...64).allSatisfy { step in
        let signal = Double(step) / 64
        let found = relative.signal(of: RelativeLevel(curve(signal))).value
        return abs(found - signal) < 0.5 / 255
      }
    }
  }

  /// The curve from signal to light, both from 0 to 1; `nil` for a tag that is not a curve.
  private func curve(_ tag: Range<Int>) -> ((Double) -> Double)? {
    let start = tag.lowerBound
    switch type(of: tag) {
    case "curv" where tag.count >= 12:
      let count = number(start + 8)
      guard count <= (tag.count - 12) / 2 else { return nil }
      if count == 0 { return { $0 } }
      if count == 1 {
        let gamma = Double(number(start + 12, 2)) / 256
        return { Elementary.pow($0, gamma) }
      }
      let table = (0..<count).map { Double(number(start + 12 + 2 * $0, 2)) / 65535 }
      return { signal in
        let place = signal * Double(count - 1)
        let index = min(Int(place), count - 2)
        return table[index] + (table[index + 1] - table[index]) * (place - Double(index))
      }
    case "para" where tag.count >= 12:
      let kind = number(start + 8, 2)
      guard (0...4).contains(kind), tag.count >= 12 + 4 * [1, 3, 4, 5, 7][kind] else { return nil }
      let p = (0..<7).map { $0 < [1, 3, 4, 5, 7][kind] ? fixed(start + 12 + 4 * $0) : 0 }
      let (g, a, b, c, d) = (p[0], kind == 0 ? 1 : p[1], p[2], p[3], p[4])
      return { x in
        switch kind {
        case 0: Elementary.pow(x, g)
        case 1, 2: Elementary.pow(max(0, a * x + b), g) + (kind == 2 ? c : 0)
        default: x >= d ? Elementary.pow(max(0, a * x + b), g) + p[5] : c * x + p[6]
        }
      }
    default: return nil
    }
  }

  /// The first text of `desc`, of version 2 or 4.
  private func readName() -> String {
    guard let tag = tag("desc"), tag.count >= 28 else { return "" }
    let start = tag.lowerBound
    if type(of: tag) == "mluc" {
      let (length, offset) = (number(start + 20), number(start + 24))
      guard length <= 512, offset + length <= tag.count else { return "" }
      let units = stride(from: start + offset, to: start + offset + length - 1, by: 2).map { UInt16(number($0, 2)) }
      return Self.printable(String(decoding: units, as: UTF16.self))
    }
    let length = number(start + 8)
    guard type(of: tag) == "desc", length <= 512, 12 + length <= tag.count else { return "" }
    return Self.printable(String(decoding: bytes[start + 12..<start + 12 + length].prefix { $0 != 0 }, as: UTF8.self))
  }

  private static func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 32 && !(127..<160).contains($0.value) }))
  }

  /// The white of the space in which profiles state colors.
  ///
  /// - Source: ICC.1:2022, clause 7.2.16: X 0.9642, Y 1, Z 0.8249.
  private static let d50 = Chromaticity(0.9642 / 2.7891, 1 / 2.7891)

  /// The maximum distance of a profile's column from that of known primaries: profiles of sRGB differ by up to 0.0003, other primaries by 0.01 and
  /// more.
  private static let tolerance = 0.001
}

extension ICCColor: CustomStringConvertible {
  public var description: String { "ICC profile “\(name)” of \(byteCount) bytes\(isRead ? "" : ", which is not read")" }
}

extension Chromaticity {
  fileprivate init?(xyz: SIMD3<Double>) {
    let sum = xyz.sum()
    guard sum > 0, sum.isFinite else { return nil }
    self.init(xyz.x / sum, xyz.y / sum)
  }
}

extension ColorPrimaries {
  /// The first primaries with these chromaticities, within the rounding of files; `nil` if there is no match.
  package init?(nearest points: RGBPrimaries) {
    func isNear(_ a: Chromaticity, _ b: Chromaticity) -> Bool { abs(a.x - b.x) < 0.001 && abs(a.y - b.y) < 0.001 }
    let known = Self.allCases.first { known in
      let other = known.chromaticities
      return isNear(points.red, other.red) && isNear(points.green, other.green) && isNear(points.blue, other.blue)
        && isNear(points.white, other.white)
    }
    guard let known else { return nil }
    self = known
  }
}
