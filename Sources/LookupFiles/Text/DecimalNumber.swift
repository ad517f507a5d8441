/// A decimal number in ASCII, such as `-1.5e-3`, correctly rounded; `nil` if the bytes are anything else, such as `nan`.
package func decimalNumber(_ bytes: [UInt8], _ word: Range<Int>) -> Double? {
  // Up to 15 digits and a power of ten up to 10¹⁵ are exact in `Double`, so their quotient is rounded once. `Double`'s own parser, used for
  // all other numbers, takes five times as long.
  var (digits, count, decimals) = (0, 0, 0)
  var isFraction = false
  var place = word.lowerBound
  let isNegative = place < word.upperBound && bytes[place] == UInt8(ascii: "-")
  if isNegative { place += 1 }
  while place < word.upperBound {
    let digit = bytes[place] &- UInt8(ascii: "0")
    if digit < 10, count < 15 {
      digits = digits &* 10 &+ Int(digit)
      count += 1
      if isFraction { decimals += 1 }
    } else if bytes[place] == UInt8(ascii: "."), !isFraction {
      isFraction = true
    } else {
      guard bytes[word].allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }) else { return nil }
      return Double(String(decoding: bytes[word], as: UTF8.self))
    }
    place += 1
  }
  guard count > 0 else { return nil }
  let magnitude = Double(digits) / powersOfTen[decimals]
  return isNegative ? -magnitude : magnitude
}

/// Powers of ten that `Double` represents exactly.
let powersOfTen: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]
