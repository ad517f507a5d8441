import Colorimetry
import Testing

/// The functions give the same bits on every system. These were computed on one and must hold on all.
///
/// `ElementaryTests` checks that the results are right. Many of the pinned results are the second nearest to the reference, 0.501 to 0.6 ulp
/// from it, which only exactly these operations in exactly this order produce.
struct PinnedBitsTests {
  @Test func resultsAreWhatTheyWere() {
    for (name, first, second, result) in PinnedBits.results {
      let found = Functions.named(name)(Double(bitPattern: first), Double(bitPattern: second))
      #expect(
        found.bitPattern == result,
        "\(name)(\(Double(bitPattern: first)), \(Double(bitPattern: second))) is \(found.bits), not \(result.hexadecimal)"
      )
    }
    #expect(Set(PinnedBits.results.map(\.name)) == Set(Functions.names))
  }

  /// All bits of 65 536 results of each function.
  @Test(arguments: PinnedBits.sweeps) func sweepsAreWhatTheyWere(_ name: String, _ hash: UInt64) {
    let found = Self.hash(of: Functions.named(name), name)
    #expect(found == hash, "the results of \(name) have the hash \(found.hexadecimal), not \(hash.hexadecimal)")
  }

  @Test func everyFunctionIsSwept() { #expect(PinnedBits.sweeps.map(\.name) == Functions.names) }

  /// The test can fail: changing the last bit of one result changes the hash.
  @Test func oneBitIsSeen() {
    let found = Self.hash(of: { x, _ in x == 1 ? Elementary.exp2(x).nextUp : Elementary.exp2(x) }, "exp2")
    #expect(PinnedBits.sweeps[0].name == "exp2" && found != PinnedBits.sweeps[0].hash)
  }

  /// FNV-1a over the bits of results, for arguments of all exponents in a range, and for 1.
  private static func hash(of function: (Double, Double) -> Double, _ name: String) -> UInt64 {
    var state: UInt64 = 1
    // Arguments have either sign, except for logarithms and powers, and range from 2^-20 to 2^8 in magnitude.
    let isPositive = ["log", "log2", "log10", "logOnePlus"].contains(name)
    func next(positive: Bool) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let exponent = 1003 + (state >> 40) % 28
      let sign = positive ? 0 : state & 1 << 63
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(bitPattern: sign | exponent << 52 | state >> 12)
    }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ first: Double, _ second: Double) {
      hash = (hash ^ function(first, second).bitPattern) &* 0x100_0000_01b3
    }
    add(1, 1)
    for _ in 0..<65_535 {
      let first = next(positive: isPositive || name == "pow")
      // Powers are neither 0 nor ∞, except for the few most extreme.
      add(first, next(positive: false))
    }
    return hash
  }
}

extension UInt64 {
  fileprivate var hexadecimal: String { Double(bitPattern: self).bits }
}
