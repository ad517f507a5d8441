/// IEEE 754 binary16 as a table of numbers: nothing is computed with bits.
package enum HalfReference {
  /// The numbers from 0 on that have a larger one after them or are 65504, by their bits.
  package static let finite: [Double] = (0..<31).flatMap { exponent in
    (0..<1024).map { fraction in
      exponent == 0
        ? Double(fraction) * 0x1p-24
        : (1 + Double(fraction) / 1024) * Double(sign: .plus, exponent: exponent - 15, significand: 1)
    }
  }

  /// The number with these bits.
  package static func number(_ bits: UInt16) -> Double {
    let (magnitude, sign) = (Int(bits & 0x7fff), bits < 0x8000 ? 1.0 : -1.0)
    return magnitude < finite.count ? sign * finite[magnitude] : magnitude == finite.count ? sign * .infinity : .nan
  }

  /// The bits of the nearest finite number, of the even one of two; those of NaN for NaN.
  package static func nearest(to number: Double) -> UInt16 {
    if number.isNaN { return 0x7e00 }
    let (sign, magnitude): (UInt16, Double) = (number.sign == .minus ? 0x8000 : 0, number.magnitude)
    guard magnitude < finite[finite.count - 1] else { return sign | UInt16(finite.count - 1) }
    // The last that is not greater.
    var (low, high) = (0, finite.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if finite[middle] <= magnitude { low = middle } else { high = middle }
    }
    let (below, above) = (magnitude - finite[low], finite[high] - magnitude)
    return sign | UInt16(below < above || below == above && low % 2 == 0 ? low : high)
  }
}
