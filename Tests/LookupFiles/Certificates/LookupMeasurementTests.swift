import Colorimetry
import Foundation
import LookupFiles
import Testing

@Suite struct LookupMeasurementTests {
  private static let nothing: @Sendable (LookupColor) -> Light = { Light($0.components * 203) }

  /// A chord of x² over a step h is at most h²/4 above it, in the middle; colors are measured a quarter of a step from there, and closer.
  @Test(arguments: [2, 3, 5]) func ofASquare(_ size: Int) throws {
    let square: @Sendable (LookupColor) -> LookupColor = { LookupColor($0.components * $0.components) }
    let table = LookupTable(steps: [.cube(try Cube(size: size, square))])
    for measured in LookupMeasurement.measure(table, shown: Self.nothing, against: square) {
      let step = 1 / Double(size - 1)
      let bound = step * step / 4 * 255
      #expect(measured.codesOf8Bits.maximum.value <= bound * 1.0001 + 1e-4)
      #expect(measured.codesOf8Bits.maximum.value > bound * 0.999)
      #expect(measured.codesOf8Bits.mean < measured.codesOf8Bits.percentile999)
      #expect(abs(measured.codesOf10Bits.maximum.value - measured.codesOf8Bits.maximum.value * 1023 / 255) < 1e-9)
      #expect(measured.neutrals.maximumCast < 1e-4 && measured.neutrals.neverFalls)
      #expect(measured.deltaEITP.maximum > 0)
    }
  }

  /// Nothing is off where the table is the function; and a table that is wrong in one component by 0.01 is off by 2.55 codes everywhere.
  @Test func ofAnAffineFunction() throws {
    let function: @Sendable (LookupColor) -> LookupColor = { LookupColor($0.components * 0.5 + 0.25) }
    let cube = try Cube(size: 3, function)
    let right = LookupMeasurement.measure(LookupTable(steps: [.cube(cube)]), shown: Self.nothing, against: function)
    #expect(right.allSatisfy { $0.codesOf8Bits.maximum < 1e-4 && $0.deltaEITP.maximum < 1e-3 })
    let wrong = LookupTable(steps: [.cube(cube), .matrix(.identity, adding: SIMD3(0, 0.01, 0))])
    let found = LookupMeasurement.measure(wrong, shown: Self.nothing, against: function)
    #expect(
      found.map(\.codesOf8Bits).allSatisfy { abs($0.maximum.value - 2.55) < 1e-4 && abs($0.mean.value - 2.55) < 1e-4 })
    #expect(found.allSatisfy { abs($0.neutrals.maximumCast.value - 2.55) < 1e-4 })
    #expect(!found[0].holds(right[0]) && right[0].holds(found[0]))
  }

  /// A peak that is far smaller than the distance of the measured colors is found, if they notice its foot.
  @Test func aNarrowPeak() throws {
    let peak = SIMD3(0.3141, 0.5926, 0.5358)
    let reference: @Sendable (LookupColor) -> LookupColor = { color in
      let away = color.components - peak
      return LookupColor(SIMD3(repeating: 0.1 / (1 + 1e4 * (away * away).sum())))
    }
    let nothing = LookupTable(steps: [.limit(0...0)])
    let found = LookupMeasurement.measure(
      nothing, interpolations: [.tetrahedral], shown: Self.nothing, against: reference)
    #expect(abs(found[0].codesOf8Bits.maximum.value - 25.5) < 0.05)
    let away = found[0].worstColor.components - peak
    #expect((away * away).max() < 1e-6)
  }

  /// A cube that dips on the neutral axis where its reference does not.
  @Test func neutralsThatFall() throws {
    let cube = try Cube(size: 5) { $0.components.x == 0.5 ? LookupColor(0.2, 0.2, 0.2) : $0 }
    let table = LookupTable(steps: [.cube(cube)])
    let found = LookupMeasurement.measure(table, shown: Self.nothing, against: { $0 })
    #expect(found.allSatisfy { !$0.neutrals.neverFalls })
    #expect(LookupInspection(of: table).firstFall != nil)
  }

  /// Colors on vertices, where every sampled cube is exact, say nothing about the interpolation.
  @Test(arguments: [9, 17, 25, 33, 49, 64, 65, 97, 129, 255, 256]) func colorsLieBetweenVertices(_ size: Int) {
    let colors = MeasuredColors(cubeSize: size)
    let onVertices = (0..<colors.neutrals.lowerBound).count { index in
      let place = colors.all[index].components * Double(size - 1)
      return (0..<3).allSatisfy { abs(place[$0] - place[$0].rounded()) < 1e-9 }
    }
    // Only edges have any: their two fixed components are those of vertices.
    #expect(onVertices <= 12 * 1024 / 16, "\(onVertices) of \(colors.all.count)")
  }

  /// Every part of the input is among the colors: corners of cells, all six faces, all twelve edges, both ends of the neutral axis.
  @Test(arguments: [2, 17, 33, 65, 129]) func colors(_ size: Int) {
    let colors = MeasuredColors(cubeSize: size)
    var faces = Set<Int>()
    var edges = 0
    for index in 0..<colors.all.count {
      let c = colors.all[index].components
      #expect(all(c .>= 0) && all(c .<= 1))
      let ends = (0..<3).filter { c[$0] == 0 || c[$0] == 1 }
      if ends.count == 1 { faces.insert(ends[0] * 2 + Int(c[ends[0]])) }
      if ends.count == 2 { edges += 1 }
    }
    #expect(faces.count == 6)
    #expect(edges == 12 * 1024)
    #expect(
      colors.all[colors.neutrals.lowerBound] == LookupColor(0, 0, 0) && colors.all.last == LookupColor(1, 1, 1))
  }
}

@Suite struct LookupInspectionTests {
  @Test func ofTheIdentity() throws {
    let seen = LookupInspection(of: LookupTable(steps: [.cube(try Cube(size: 5) { $0 })]))
    #expect(seen.outputs == 0...1 && seen.firstFall == nil && !seen.swapsRedAndBlue && !seen.isConstant)
    #expect(seen.maximumNeutralCast < 255e-6)
  }

  /// Matrices can make numbers that no cube holds.
  @Test func ofInfinity() throws {
    let huge = Matrix3x3(diagonal: SIMD3(repeating: 1e300))
    for offset in [SIMD3.zero, SIMD3(repeating: -Double.infinity)] {
      let table = LookupTable(steps: [.matrix(huge, adding: .zero), .matrix(huge, adding: offset)])
      #expect(LookupInspection(of: table).outputs == nil)
    }
  }

  @Test func ofExchangedComponents() throws {
    let cube = try Cube(size: 5) { LookupColor(SIMD3($0.components.z, $0.components.y, $0.components.x)) }
    #expect(LookupInspection(of: LookupTable(steps: [.cube(cube)])).swapsRedAndBlue)
  }

  @Test func ofAConstant() throws {
    #expect(
      LookupInspection(of: LookupTable(steps: [.cube(try Cube(size: 2) { _ in LookupColor(0.5, 0.5, 0.5) })]))
        .isConstant)
  }
}

@Suite struct CertificateTests {
  /// What is written is read, and the hash of another file is another.
  @Test func json() throws {
    let table = LookupTable(steps: [.cube(try Cube(size: 3) { $0 })])
    let bytes = Array("LUT_3D_SIZE 3\n".utf8)
    let measured = LookupMeasurement.measure(table, shown: { Light($0.components) }, against: { $0 })
    let certificate = Certificate(
      of: bytes, named: "a.cube", holding: table, arguments: ["--transfer", "pq"], plan: ["signal"], madeBy: "1",
      measurements: measured)
    let json = certificate.json
    #expect(try Certificate(json: json) == certificate)
    let text = String(decoding: json, as: UTF8.self)
    #expect(text.contains("\"delta_e_itp\"") && text.contains("\"worst_color\" : ["))
    #expect(certificate.belongs(to: bytes) && !certificate.belongs(to: bytes + [10]))
    #expect(certificate.file.cubeSize == 3 && certificate.file.shaperSize == nil)
  }
}
