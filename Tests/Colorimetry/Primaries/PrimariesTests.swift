import Colorimetry
import Foundation
import TestSupport
import Testing

/// A matrix from the test vectors, correctly rounded from exact rationals.
struct ExactMatrix: Decodable {
  var f64: [[Double]]
  var matrix: Matrix3x3 {
    let rows = f64.map { SIMD3($0[0], $0[1], $0[2]) }
    return Matrix3x3(rows[0], rows[1], rows[2])
  }
}

func expectClose(
  _ found: Matrix3x3, _ reference: Matrix3x3, absolute: Double, _ what: String,
  at location: SourceLocation = #_sourceLocation
) {
  expectClose(found.rows.0, reference.rows.0, absolute: absolute, what, at: location)
  expectClose(found.rows.1, reference.rows.1, absolute: absolute, what, at: location)
  expectClose(found.rows.2, reference.rows.2, absolute: absolute, what, at: location)
}

/// `matrices.json`.
struct Matrices: Decodable {
  var rgb_to_xyz, xyz_to_rgb, rgb_to_rgb_same_white, rgb_to_rgb_adapted, adaptation: [String: ExactMatrix]

  static func read() throws -> Matrices { try JSONDecoder().decode(Matrices.self, from: Vectors.data("matrices.json")) }

  static let primaries: [String: RGBPrimaries] = [
    "BT709": ColorPrimaries.bt709, "BT470M": .bt470M, "BT470BG_EBU3213_PAL": .bt470BG, "SMPTE170M_C": .smpte170M,
    "FILM": .film, "BT2020": .bt2020, "DCI_P3": .smpte431, "P3_D65": .smpte432, "H273_22": .ebu3213,
  ].mapValues(\.chromaticities)
  static let whites: [String: Chromaticity] = [
    "D65": .d65, "DCI": .dci, "C": .illuminantC, "D50": Chromaticity(0.3457, 0.3585),
    "D93": Chromaticity(0.2831, 0.2971),
  ]
}

struct PrimariesTests {
  // Entries are sums of products of a few units; zeros come out as the remainder of a cancellation.
  let cancellation = 4e-15

  @Test func xyzMeetsVectors() throws {
    let vectors = try Matrices.read()
    #expect(vectors.rgb_to_xyz.count == 9)
    for (name, reference) in vectors.rgb_to_xyz {
      let primaries = try #require(Matrices.primaries[name])
      expectClose(primaries.toXYZ, reference.matrix, absolute: cancellation, name)
    }
    for (name, reference) in vectors.xyz_to_rgb {
      let primaries = try #require(Matrices.primaries[name])
      expectClose(primaries.toXYZ.inverse, reference.matrix, absolute: cancellation, name)
    }
  }

  @Test func rgbToRGBMeetsVectors() throws {
    let vectors = try Matrices.read()
    for (name, reference) in vectors.rgb_to_rgb_same_white {
      let ends = name.components(separatedBy: "->")
      let (from, to) = (try #require(Matrices.primaries[ends[0]]), try #require(Matrices.primaries[ends[1]]))
      expectClose(from.matrix(to: to), reference.matrix, absolute: cancellation, name)
    }
  }

  @Test func adaptationMeetsVectors() throws {
    let vectors = try Matrices.read()
    var compared = 0
    for (name, reference) in vectors.rgb_to_rgb_adapted {
      let parts = name.components(separatedBy: ["-", ">", ":"]).filter { !$0.isEmpty }
      // The vectors contain other transforms.
      guard parts[2] == "Bradford" else { continue }
      let (from, to) = (try #require(Matrices.primaries[parts[0]]), try #require(Matrices.primaries[parts[1]]))
      expectClose(from.matrix(to: to), reference.matrix, absolute: cancellation, name)
      compared += 1
    }
    #expect(compared == 40)
    for (name, reference) in vectors.adaptation {
      let parts = name.components(separatedBy: ["-", ">", ":"]).filter { !$0.isEmpty }
      guard parts[2] == "Bradford" else { continue }
      let (from, to) = (try #require(Matrices.whites[parts[0]]), try #require(Matrices.whites[parts[1]]))
      expectClose(from.adaptation(to: to), reference.matrix, absolute: cancellation, name)
    }
  }

  @Test func colorsMeetVectors() throws {
    let short = ["BT709": RGBPrimaries.bt709, "BT2020": .bt2020, "P3_D65": .p3D65]
    for row in try Vectors.rows("gamut_colours.csv") {
      let (from, to) = (try #require(short[row["from"] ?? ""]), try #require(short[row["to"] ?? ""]))
      let found = from.matrix(to: to) * Light(try row.numbers("R", "G", "B"))
      expectClose(found.components, try row.numbers("R_out", "G_out", "B_out"), absolute: cancellation, "\(row)")
    }
  }

  // From ITU-R BT.2087-0 and BT.2407, to four digits; a swapped direction fails.
  @Test func publishedRows() {
    expectClose(
      RGBPrimaries.bt709.matrix(to: .bt2020),
      Matrix3x3(SIMD3(0.6274, 0.3293, 0.0433), SIMD3(0.0691, 0.9195, 0.0114), SIMD3(0.0164, 0.0880, 0.8956)),
      absolute: 5e-5, "709 to 2020")
    expectClose(
      RGBPrimaries.bt2020.matrix(to: .bt709),
      Matrix3x3(SIMD3(1.6605, -0.5876, -0.0728), SIMD3(-0.1246, 1.1329, -0.0083), SIMD3(-0.0182, -0.1006, 1.1187)),
      absolute: 6e-5, "2020 to 709")
  }

  @Test func xyzIsNotAdapted() {
    expectClose(RGBPrimaries.xyz.matrix(to: .bt709) * Chromaticity.d65.xyz, SIMD3(1, 1, 1), absolute: cancellation)
  }

  @Test(arguments: ColorPrimaries.allCases)
  func whiteStaysWhite(_ source: ColorPrimaries) {
    expectClose(source.chromaticities.toXYZ * SIMD3(1, 1, 1), source.chromaticities.white.xyz, absolute: cancellation)
    // X, Y, Z are those of colors: D65 is D65 in them, and 1, 1, 1 is that of equal energy.
    for target in ColorPrimaries.allCases where (source == .smpte428) == (target == .smpte428) {
      let matrix = source.chromaticities.matrix(to: target.chromaticities)
      expectClose(matrix * SIMD3(1, 1, 1), SIMD3(1, 1, 1), absolute: cancellation, "\(source) \(target)")
    }
  }

  @Test func xyzAreTheirOwnPrimaries() {
    expectClose(ColorPrimaries.smpte428.chromaticities.toXYZ, .identity, absolute: cancellation, "X, Y, Z")
  }

  /// The red of P3 lies just outside BT.2020 and must not be clipped by the conversion.
  @Test func redOfP3LeavesBT2020() {
    expectClose((RGBPrimaries.p3D65.matrix(to: .bt2020) * Light.nits(1, 0, 0)).components.z, -0.00121, absolute: 1e-6)
  }

  @Test func matricesMultiplyAndInvert() {
    let m = Matrix3x3(SIMD3(2, 0, 1), SIMD3(0, 3, 0), SIMD3(1, 0, 1))
    #expect(m * SIMD3(1, 2, 3) == SIMD3(5, 6, 4))
    #expect(m * m.inverse == .identity)
    #expect((m * Matrix3x3(SIMD3(0, 1, 0), SIMD3(1, 0, 0), SIMD3(0, 0, 1))).rows.0 == SIMD3(0, 2, 1))
    #expect(m.transposed.transposed == m)
  }
}
