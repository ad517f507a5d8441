/// A decimal number in ASCII, such as `-1.5e-3`; `nil` if the bytes are anything else, such as `nan`.
///
/// A number of at most 15 digits with an exponent within ±22 is correctly rounded: both the digits and the power of ten are exact. One of
/// more digits, or with a greater exponent, is off by a few units in the last place of `Double` at most, 2⁻²⁷ of one of `Float`.
package func decimalNumber(_ bytes: [UInt8], _ range: Range<Int>) -> Double? {
  var place = range.lowerBound
  let end = range.upperBound
  var isNegative = false
  if place < end, bytes[place] == UInt8(ascii: "-") || bytes[place] == UInt8(ascii: "+") {
    isNegative = bytes[place] == UInt8(ascii: "-")
    place += 1
  }
  // The digits as an integer, as far as they fit, and the power of ten that it is to be multiplied by.
  var digits: UInt64 = 0
  var power = 0
  var (hasDigits, isFraction) = (false, false)
  while place < end {
    let digit = bytes[place] &- UInt8(ascii: "0")
    if digit < 10 {
      hasDigits = true
      if digits < 1_000_000_000_000_000_000 {
        digits = digits &* 10 &+ UInt64(digit)
        if isFraction { power -= 1 }
      } else if !isFraction {
        power += 1
      }
    } else if bytes[place] == UInt8(ascii: "."), !isFraction {
      isFraction = true
    } else {
      break
    }
    place += 1
  }
  guard hasDigits else { return nil }
  if place < end {
    guard bytes[place] | 0x20 == UInt8(ascii: "e"), let exponent = decimalExponent(bytes, place + 1..<end) else {
      return nil
    }
    power += exponent
  }
  let magnitude = scaled(Double(digits), byPowerOfTen: power)
  return isNegative ? -magnitude : magnitude
}

/// The integer after the `e` of a number, limited to what decides between 0 and infinity.
private func decimalExponent(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
  var place = range.lowerBound
  guard place < range.upperBound else { return nil }
  let isNegative = bytes[place] == UInt8(ascii: "-")
  if isNegative || bytes[place] == UInt8(ascii: "+") { place += 1 }
  guard place < range.upperBound else { return nil }
  var exponent = 0
  while place < range.upperBound {
    guard bytes[place].isDigit else { return nil }
    exponent = min(exponent * 10 + Int(bytes[place] - UInt8(ascii: "0")), 1 << 40)
    place += 1
  }
  return isNegative ? -exponent : exponent
}

private func scaled(_ number: Double, byPowerOfTen power: Int) -> Double {
  var (number, power) = (number, power)
  guard number != 0 else { return 0 }
  while power > 0, number.isFinite {
    let step = min(power, 22)
    number *= powersOfTen[step]
    power -= step
  }
  while power < 0, number != 0 {
    let step = min(-power, 22)
    number /= powersOfTen[step]
    power += step
  }
  return number
}

/// The powers of ten that `Double` has exactly.
let powersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
]
