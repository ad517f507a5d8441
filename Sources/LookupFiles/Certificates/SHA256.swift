/// The hash that identifies a file.
///
/// - Source: NIST FIPS 180-4, clause 6.2.
package enum SHA256 {
  /// The hash of bytes, in hexadecimal digits.
  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    var state = initial
    let bits = UInt64(bytes.count) &* 8
    var message = bytes + [0x80]
    message += repeatElement(0, count: (120 - message.count % 64) % 64)
    message += (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
    for start in stride(from: 0, to: message.count, by: 64) { compress(message[start..<start + 64], into: &state) }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var w = [UInt32](repeating: 0, count: 64)
    for (i, byte) in block.enumerated() { w[i / 4] = w[i / 4] << 8 | UInt32(byte) }
    for t in 16..<64 {
      let (a, b) = (w[t - 15], w[t - 2])
      w[t] =
        w[t - 16] &+ (turned(a, 7) ^ turned(a, 18) ^ a >> 3) &+ w[t - 7] &+ (turned(b, 17) ^ turned(b, 19) ^ b >> 10)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for t in 0..<64 {
      let first = h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ (e & f ^ ~e & g) &+ roots[t] &+ w[t]
      let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (i, word) in [a, b, c, d, e, f, g, h].enumerated() { state[i] &+= word }
  }

  private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

  private static let primes = (2...311).filter { n in (2..<n).allSatisfy { n % $0 != 0 } }
  /// 32 bits of the fractional part of the square root of the first eight primes.
  private static let initial = primes.prefix(8).map { fraction(ofRoot: 2, of: $0) }
  /// 32 bits of the fractional part of the cube root of each prime.
  private static let roots = primes.map { fraction(ofRoot: 3, of: $0) }

  /// 32 bits of the fractional part of an integer's root, exactly: the maximum x with xᵈ ≤ n · 2³²ᵈ, minus its integer part.
  private static func fraction(ofRoot degree: Int, of n: Int) -> UInt32 {
    var root: UInt64 = 0
    for bit in (0..<38).reversed() {
      let tried = root | 1 << UInt64(bit)
      let power = degree == 2 ? UInt128(tried) * UInt128(tried) : UInt128(tried) * UInt128(tried) * UInt128(tried)
      if power <= UInt128(n) << UInt128(32 * degree) { root = tried }
    }
    return UInt32(truncatingIfNeeded: root)
  }
}
