import CToneKernels
import Foundation
import TestSupport
import Testing

/// `a · b + c` is rounded once for all numbers, also if it is composed of doubles, as on x86-64 without an instruction for it, for
/// which these tests are compiled. The reference is the C library's `fmaf`.
@Suite struct FusedTests {
  /// How three numbers relate to each other.
  enum Triples: CaseIterable {
    /// Any bits: including NaN, subnormal numbers, and gaps of hundreds of octaves.
    case any
    /// All near 1, with few or many bits set.
    case near
    /// All so small that products and sums are subnormal or 0.
    case small
    /// The third is the rounded product with the opposite sign.
    case canceling
    /// The third is the product, scaled by up to 60 octaves.
    case apart
    /// The product is half a unit in the last place of the third, or slightly different, or an odd multiple of it.
    case midway
    /// The product lies midway between two floats, and the third is far smaller.
    case nudged
    /// The product is half the smallest float or slightly different, and the third is subnormal.
    case subnormal

    func triple(_ numbers: inout SeededNumbers) -> (Float, Float, Float) {
      let bits = numbers.next()
      let sign: Float = bits & 1 == 0 ? 1 : -1
      func octaves(_ range: ClosedRange<Int>) -> Float {
        Float(sign: .plus, exponent: range.lowerBound + Int(bits >> 32) % range.count, significand: 1)
      }
      switch self {
      case .any: return (number(0...255, &numbers), number(0...255, &numbers), number(0...255, &numbers))
      case .near: return (number(115...139, &numbers), number(115...139, &numbers), number(115...139, &numbers))
      case .small: return (number(50...78, &numbers), number(50...78, &numbers), number(0...30, &numbers))
      case .canceling:
        let (a, b) = (number(70...180, &numbers), number(70...180, &numbers))
        return (a, b, -(a * b))
      case .apart:
        let (a, b) = (number(80...170, &numbers), number(80...170, &numbers))
        return (a, b, sign * a * b * octaves(-60...60))
      case .midway:
        let c = number(1...254, &numbers)
        let part = 2 * Float(bits >> 8 & 7) + 1
        return (sign * Self.beside(part, Int(bits >> 16) % 5 - 2), Self.beside(c.ulp / 2, Int(bits >> 24) % 3 - 1), c)
      case .nudged:
        // An odd number of 12 bits times one of 13 bits has at most 25 bits, and often exactly 25.
        let (a, b) = (Float(bits >> 8 & 0xfff | 1), Float(bits >> 20 & 0xfff | 0x1001))
        let unit = octaves(-110...90)
        return (
          a, b * unit, sign * a * b * unit * Float(sign: .plus, exponent: -24 - Int(bits >> 56) % 60, significand: 1)
        )
      case .subnormal:
        // Some are 1 − 2⁻⁴⁶ of the half: too small a difference for a double next to the third.
        let (a, b) = (Self.beside(1, Int(bits >> 8) % 5 - 2), Self.beside(1, Int(bits >> 16) % 5 - 2))
        return (sign * a * 0x1p-75, b * 0x1p-75, Float(bitPattern: UInt32(bits >> 32) & 0x80ff_ffff))
      }
    }

    /// A number whose exponent bits are in the range: with any mantissa, with few bits set, or with few bits clear.
    private func number(_ exponents: ClosedRange<UInt32>, _ numbers: inout SeededNumbers) -> Float {
      let bits = numbers.next()
      let (any, bit) = (UInt32(bits >> 32) & 0x7fffff, UInt32(1) << (UInt32(bits >> 24 & 0xff) % 23))
      let mantissa =
        switch bits >> 16 & 7 {
        case 0: UInt32(0)
        case 1: bit
        case 2: 0x7fffff - bit
        case 3: any & ~(bit - 1)
        case 4: UInt32(0x7fffff)
        default: any
        }
      let exponent = exponents.lowerBound + UInt32(bits >> 1 & 0x7fff) % UInt32(exponents.count)
      return Float(bitPattern: UInt32(bits & 1) << 31 | exponent << 23 | mantissa)
    }

    /// The number this many steps from a positive one.
    private static func beside(_ x: Float, _ steps: Int) -> Float {
      Float(bitPattern: x.bitPattern &+ UInt32(truncatingIfNeeded: steps))
    }
  }

  static let count = 4096

  /// Finds the triples that are not rounded once, and counts those for which rounding a double a second time makes a difference.
  static func compare(_ triples: [(Float, Float, Float)]) -> (wrong: [(Float, Float, Float)], twice: Int) {
    let room = (triples.count + Int(LANES_N) - 1) / Int(LANES_N) * Int(LANES_N)
    let (a, b, c) = (rows(triples.map(\.0), room), rows(triples.map(\.1), room), rows(triples.map(\.2), room))
    var found = [Float](repeating: 0, count: room)
    found.withUnsafeMutableBufferPointer { found in
      for i in stride(from: 0, to: room, by: Int(LANES_N)) {
        lanes_store(found.baseAddress! + i, lanes_fma(load(a, i), load(b, i), load(c, i)))
      }
    }
    var (wrong, twice) = ([(Float, Float, Float)](), 0)
    for (triple, found) in zip(triples, found) {
      let reference = fmaf(triple.0, triple.1, triple.2)
      if !ColorTests.sameNumber(found.bitPattern, reference.bitPattern) { wrong.append(triple) }
      let rounded = Float(Double(triple.0) * Double(triple.1) + Double(triple.2))
      if !ColorTests.sameNumber(rounded.bitPattern, reference.bitPattern) { twice += 1 }
    }
    return (wrong, twice)
  }
  private static func rows(_ numbers: [Float], _ room: Int) -> [Float] {
    numbers + [Float](repeating: 0, count: room - numbers.count)
  }
  private static func load(_ numbers: [Float], _ i: Int) -> SIMD4<Float> {
    numbers.withUnsafeBufferPointer { lanes_load($0.baseAddress! + i) }
  }

  @Test(arguments: Triples.allCases) func everyTripleIsRoundedOnce(_ kind: Triples) {
    var numbers = SeededNumbers(seed: 24)
    var twice = 0
    for _ in 0..<256 {
      let result = Self.compare((0..<Self.count).map { _ in kind.triple(&numbers) })
      twice += result.twice
      // One of each kind is enough.
      if let (a, b, c) = result.wrong.first {
        Issue.record("\(result.wrong.count) in \(kind), as \(a) · \(b) + \(c)")
        return
      }
    }
    print("fused, \(kind): \(256 * Self.count) triples, \(twice) of them wrong if a double were rounded once more")
    // This test can fail.
    if [.midway, .nudged, .subnormal].contains(kind) { #expect(twice > 1000) }
  }

  /// Every number of this kind with every other, in every lane.
  @Test func strangeNumbers() {
    let strange =
      StrangeFloatTests.floats + [
        3, -3, 0x1p-75, -0x1p-75, 0x1p-74, 0x1p-149, 0x1p64, -0x1p64, 0x1.fffffep63, 1.5, 0x1p-126 - 0x1p-149,
        Float(1).nextUp, Float(1).nextDown, Float.leastNormalMagnitude.nextUp,
      ]
    let triples = strange.flatMap { a in strange.flatMap { b in strange.map { c in (a, b, c) } } }
    for shift in 0..<Int(LANES_N) {
      let result = Self.compare(Array(triples.dropFirst(shift)))
      if let (a, b, c) = result.wrong.first { Issue.record("\(result.wrong.count), as \(a) · \(b) + \(c)") }
    }
  }
}
