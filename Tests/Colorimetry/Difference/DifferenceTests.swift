import Colorimetry
import TestSupport
import Testing

struct DifferenceTests {
  @Test func itpMeetsVectors() throws {
    for row in try Vectors.rows("delta_e_itp.csv") {
      let first = try row.numbers("I1", "Ct1", "Cp1")
      let second = try row.numbers("I2", "Ct2", "Cp2")
      let found = DeltaEITP()(
        ICtCp(i: SignalLevel(first.x), ct: SignalLevel(first.y), cp: SignalLevel(first.z)),
        ICtCp(i: SignalLevel(second.x), ct: SignalLevel(second.y), cp: SignalLevel(second.z)))
      // Subtracting coordinates near 1 leaves thousandths, so the error is 720 units in the last place of 1.
      expectClose(found.value, try row.number("dE_ITP"), absolute: 2e-13, "\(row)")
    }
  }

  // They include the pairs of Sharma, Wu and Dalal, which are published to four digits and given here to 25.
  @Test func ciede2000MeetsVectors() throws {
    for row in try Vectors.rows("ciede2000.csv") {
      let first = try row.numbers("L1", "a1", "b1")
      let second = try row.numbers("L2", "a2", "b2")
      let pair = (Lab(l: first.x, a: first.y, b: first.z), Lab(l: second.x, a: second.y, b: second.z))
      let reference = try row.number("dE00")
      expectClose(CIEDE2000()(pair.0, pair.1).value, reference, "\(row)")
      expectClose(CIEDE2000()(pair.1, pair.0).value, reference, "\(row), the other way round")
    }
  }

  /// One step of a 10-bit narrow-range code of a PQ gray is a difference of 720/876, at every level.
  @Test func codeStepsAreEven() {
    for level in [0.1, 0.5, 0.9] {
      let found = DeltaEITP()(
        ICtCp(i: SignalLevel(level), ct: 0, cp: 0), ICtCp(i: SignalLevel(level + 1.0 / 876), ct: 0, cp: 0))
      expectClose(found.value, 720.0 / 876)
    }
  }

  @Test func labMeetsPublishedPoints() {
    func lightness(_ share: Double) -> Double { Lab(relative: SIMD3(repeating: share)).l }
    #expect(Lab(relative: SIMD3(1, 1, 1)) == Lab(l: 100, a: 0, b: 0))
    expectClose(lightness(0), 0, absolute: 1e-14)
    // From Lindbloom's tables: an 18 % gray has L* 49.496; the red of sRGB has L*, a*, b* 53.24, 80.09, 67.20.
    expectClose(lightness(0.18), 49.4961, absolute: 1e-4)
    let red = Lab(relative: RGBPrimaries.bt709.toXYZ * SIMD3(1, 0, 0) / Chromaticity.d65.xyz)
    expectClose(SIMD3(red.l, red.a, red.b), SIMD3(53.24, 80.09, 67.20), absolute: 0.01)
    // Below the joint, L* is a line with a slope of 24389/27 per unit of light.
    expectClose(lightness(0.005), 24389.0 / 27 * 0.005, absolute: 1e-13)
    let joint = 216.0 / 24389
    expectClose(lightness(joint * (1 + 1e-9)), lightness(joint * (1 - 1e-9)), absolute: 2e-7)
  }

  @Test func sameColorsDoNotDiffer() {
    let gray = Lab(l: 50, a: 0, b: 0)
    #expect(CIEDE2000()(gray, gray) == 0)
    #expect(DeltaEITP()(bt2020: Light.nits(100, 50, 20), Light.nits(100, 50, 20)) == 0)
    #expect(DeltaEITP()(bt2020: Light.nits(.nan, 0, 0), Light.nits(0, 0, 0)).value.isNaN)
    #expect(CIEDE2000()(Lab(l: .nan, a: 0, b: 0), gray).value.isNaN)
  }
}
