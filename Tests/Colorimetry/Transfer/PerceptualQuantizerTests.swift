import Colorimetry
import TestSupport
import Testing

struct PerceptualQuantizerTests {
  let pq = PerceptualQuantizer()

  // ITU-R BT.2408-8, Table 1, and the usual landmarks of the industry; a swapped direction fails all of them.
  @Test(arguments: [(0.5081, 100.0), (0.5807, 203.0), (0.7518, 1000.0), (0.9026, 4000.0), (1.0, 10_000.0)])
  func publishedPoints(signal: Double, nits: Double) {
    // The signals are printed to four digits; half a unit in the last is up to 0.05 % of light.
    expectClose(pq.eotf(SignalLevel(signal)).nits, nits, relative: 1e-3)
    expectClose(pq.inverseEOTF(.nits(nits)), signal, absolute: 5e-5)
  }

  @Test func eotfMeetsVectors() throws {
    for row in try Vectors.rows("pq_eotf.csv") {
      let signal: SignalLevel = try row.level("E_prime")
      expectClose(pq.eotf(signal).nits, try row.number("nits"), "eotf(\(signal))")
    }
  }

  @Test func inverseEOTFMeetsVectors() throws {
    for row in try Vectors.rows("pq_inverse_eotf.csv") {
      let nits = try row.number("nits")
      expectClose(pq.inverseEOTF(.nits(nits)), try row.number("E_prime"), "inverseEOTF(\(nits))")
    }
  }

  @Test func ootfMeetsVectors() throws {
    for row in try Vectors.rows("pq_ootf.csv") {
      let scene: SceneLevel = try row.level("E_scene")
      expectClose(pq.ootf(scene).nits, try row.number("nits"), "ootf(\(scene))")
      expectClose(pq.oetf(scene), try row.number("PQ_signal_(OETF)"), "oetf(\(scene))")
      expectClose(pq.inverseOOTF(pq.ootf(scene)), scene.value, "inverseOOTF of \(scene)")
    }
  }

  @Test func ends() {
    #expect(pq.eotf(0).nits == 0)
    #expect(pq.eotf(-0.1).nits == 0)
    #expect(pq.eotf(7.3e-7).nits == 0)  // c1^m2, the signal of black; everything below it is black too
    #expect(pq.eotf(1).nits == 10_000)
    #expect(pq.eotf(1.09).nits == 10_000)
    #expect(pq.inverseEOTF(.nits(-5)) == pq.inverseEOTF(.nits(0)))
    #expect(pq.inverseEOTF(.nits(.infinity)) == pq.inverseEOTF(.nits(10_000)))
    #expect(pq.eotf(SignalLevel(.nan)).nits.isNaN)
    #expect(pq.inverseEOTF(.nits(.nan)).value.isNaN)
  }

  /// The light of every 10-bit code converts back to the same signal.
  @Test func codesReturn() {
    for code in 1...1023 {
      let signal = Double(code) / 1023
      expectClose(pq.inverseEOTF(pq.eotf(SignalLevel(signal))), signal)
    }
  }
}
