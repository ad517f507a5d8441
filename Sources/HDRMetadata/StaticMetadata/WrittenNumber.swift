/// A number in an option, and whether it was written as a decimal.
struct WrittenNumber {
  let value: Double
  let isDecimal: Bool

  /// The number of this text: ASCII digits with an optional sign, decimal point and exponent; `nil` for anything else.
  init?(_ text: some StringProtocol) {
    guard text.utf8.allSatisfy("0123456789+-.eE".utf8.contains), let value = Double(String(text)), value.isFinite else {
      return nil
    }
    self.value = value
    isDecimal = text.utf8.contains(where: ".eE".utf8.contains)
  }
}

/// Returns the numbers of a list such as `1000,400`, or `nil` if it is not a list of `count` numbers.
func numberList(_ text: String, count: Int) -> [WrittenNumber]? {
  let fields = text.split(separator: ",", omittingEmptySubsequences: false)
  let numbers = fields.compactMap { WrittenNumber($0.trimmed) }
  return fields.count == count && numbers.count == count ? numbers : nil
}

/// Returns the exact decimal text of a number of units of 10 to the power of minus `places`, with at least one decimal.
func decimalText(_ units: some BinaryInteger, places: Int) -> String {
  var digits = String(units)
  digits = String(repeating: "0", count: max(places + 1 - digits.count, 0)) + digits
  var fraction = digits.suffix(places)
  while fraction.count > 1, fraction.last == "0" { fraction.removeLast() }
  return "\(digits.dropLast(places)).\(fraction)"
}

extension StringProtocol {
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
