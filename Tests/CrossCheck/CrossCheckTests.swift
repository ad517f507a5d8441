import Colorimetry
import Testing

/// Colorimetry compared with Little-CMS, through its whole engine.
///
/// Little-CMS passes light between its stages in `Float`, so its own resolution is 1.2e-7 of full scale.
struct CrossCheckTests {
  /// The allowed difference in every comparison, where full scale is 1: about ten times that resolution, summed over
  /// three components.
  let allowed = 1e-6

  /// Signals or lights that fill the cube, including its edges and breakpoints.
  static let cube: [SIMD3<Double>] = {
    let levels = [0, 0.002, 0.01, 0.03, 0.1, 0.25, 0.5, 0.75, 0.9, 1]
    return levels.flatMap { r in levels.flatMap { g in levels.map { b in SIMD3(r, g, b) } } }
  }()

  /// The largest difference between two lists of colors; infinite if they cannot be compared.
  static func worst(_ found: [SIMD3<Double>], _ reference: [SIMD3<Double>]) -> Double {
    guard found.count == reference.count, !found.isEmpty else { return .infinity }
    return zip(found, reference).reduce(0) { worst, pair in
      let difference = pair.0 - pair.1
      let largest = max(abs(difference.x), abs(difference.y), abs(difference.z))
      return largest.isNaN ? .infinity : max(worst, largest)
    }
  }

  /// A number as two digits and an exponent.
  static func brief(_ value: Double) -> String {
    var (mantissa, exponent) = (value, 0)
    guard value > 0, value.isFinite else { return value == 0 ? "0" : "\(value)" }
    while mantissa < 1 { (mantissa, exponent) = (mantissa * 10, exponent - 1) }
    while mantissa >= 10 { (mantissa, exponent) = (mantissa / 10, exponent + 1) }
    return "\((mantissa * 10).rounded() / 10)e\(exponent)"
  }

  /// Prints a table with a row for each transfer or set of primaries and a column for each set of primaries.
  static func printTable(_ title: String, _ rows: [(String, [Double], String?)]) {
    var text = "\(title), worst of full scale\n  " + pad("", 14)
    for primaries in Self.adapted { text += pad(primaries.ffmpegName, 10) }
    for (name, values, note) in rows {
      text += "\n  " + pad(name, 14) + values.map { pad(brief($0), 10) }.joined() + (note ?? "")
    }
    print(text)
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 1))
  }

  /// All sets of primaries but X, Y, Z, which are not adapted to a white, as OpenEXR and FFmpeg do not.
  private static let adapted = ColorPrimaries.allCases.filter { $0 != .smpte428 }

  /// Linear light converted between these sets of primaries with Bradford adaptation, inside and outside the gamut.
  @Test func matrices() throws {
    let linear = try #require(ToneCurve.parametric(1, 1))
    var rows: [(String, [Double], String?)] = []
    for source in Self.adapted {
      let from = try #require(Profile(source.chromaticities, linear))
      var row: [Double] = []
      for target in Self.adapted {
        let to = try #require(Profile(target.chromaticities, linear))
        let found = from.convert(Self.cube, to: to)
        let matrix = source.chromaticities.matrix(to: target.chromaticities)
        let worst = Self.worst(found, Self.cube.map { matrix * $0 })
        #expect(worst <= allowed, "\(source) to \(target): \(worst)")
        row.append(worst)
      }
      rows.append((source.ffmpegName, row, nil))
    }
    Self.printTable("linear light, row to column", rows)
  }

  /// Signals of every transfer and these sets of primaries, converted to linear BT.2020 light.
  @Test func decoding() throws {
    let straight = try #require(ToneCurve.parametric(1, 1))
    let linear = try #require(Profile(.bt2020, straight))
    var rows: [(String, [Double], String?)] = []
    for transfer in TransferCharacteristics.allCases {
      let curve = try #require(ICCCurves.decoding(transfer), "\(transfer)")
      func light(_ signal: Double) -> Double { transfer.curve.relative.light(of: SignalLevel(signal)).value }
      var row: [Double] = []
      for primaries in Self.adapted {
        let profile = try #require(Profile(primaries.chromaticities, curve))
        let found = profile.convert(Self.cube, to: linear)
        let matrix = primaries.chromaticities.matrix(to: .bt2020)
        let reference = Self.cube.map { matrix * SIMD3(light($0.x), light($0.y), light($0.z)) }
        let worst = Self.worst(found, reference)
        #expect(worst <= allowed, "\(transfer) \(primaries): \(worst)")
        row.append(worst)
      }
      rows.append((transfer.ffmpegName, row, ICCCurves.reservation(transfer)))
    }
    Self.printTable("signal to BT.2020 light", rows)
  }

  /// Light converted to signals of every transfer, seen through the matrices of these sets of primaries.
  ///
  /// Little-CMS inverts curves without a formula by a table, so the encoding curve is used on the input side: light
  /// enters as the device values of a profile, and the signal comes out as if it were the light of that profile.
  @Test func encoding() throws {
    let straight = try #require(ToneCurve.parametric(1, 1))
    let linear = try #require(Profile(.bt2020, straight))
    var rows: [(String, [Double], String?)] = []
    for transfer in TransferCharacteristics.allCases {
      let curve = try #require(ICCCurves.encoding(transfer), "\(transfer)")
      func signal(_ light: Double) -> Double { transfer.curve.relative.signal(of: RelativeLevel(light)).value }
      var row: [Double] = []
      for primaries in Self.adapted {
        let profile = try #require(Profile(primaries.chromaticities, curve))
        let found = profile.convert(Self.cube, to: linear)
        let matrix = primaries.chromaticities.matrix(to: .bt2020)
        let reference = Self.cube.map { matrix * SIMD3(signal($0.x), signal($0.y), signal($0.z)) }
        let worst = Self.worst(found, reference)
        #expect(worst <= allowed, "\(transfer) \(primaries): \(worst)")
        row.append(worst)
      }
      rows.append((transfer.ffmpegName, row, ICCCurves.reservation(transfer)))
    }
    Self.printTable("light to signal", rows)
  }
}
