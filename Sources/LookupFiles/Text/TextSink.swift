/// A growing text whose numbers have a fixed number of decimals.
package struct TextSink {
  package private(set) var bytes: [UInt8] = []
  let decimals: Int

  /// - Parameter decimals: In ``LookupFileOptions/decimals``: up to 12, a `Float` times the power of ten is exact in `Double`.
  package init(decimals: Int) { self.decimals = decimals }

  mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func line(_ text: some StringProtocol) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(.lineFeed)
  }

  mutating func comments(_ comments: [String]) {
    for part in comments.flatMap(\.lines) { line(part.isEmpty ? "#" : "# \(part)") }
  }

  mutating func lines(_ values: [SIMD3<Float>]) { for value in values { line(value) } }

  mutating func line(_ value: SIMD3<Float>) {
    number(value.x)
    write(" ")
    number(value.y)
    write(" ")
    number(value.z)
    bytes.append(.lineFeed)
  }

  mutating func lines(_ codes: [SIMD3<UInt16>]) { for code in codes { line("\(code.x) \(code.y) \(code.z)") } }

  /// Writes a number, correctly rounded to the decimals; a number too large for `Float` to have these decimals, in its shortest form.
  package mutating func number(_ value: Float) {
    let scaled = (Double(value) * powersOfTen[decimals]).rounded(.toNearestOrEven)
    guard abs(scaled) < 0x1p63 else { return write("\(value)") }
    var rest = UInt64(abs(scaled))
    if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
    let first = bytes.count
    var count = 0
    // The digits from last to first, then reversed.
    while count <= decimals || rest > 0 {
      if count == decimals { bytes.append(UInt8(ascii: ".")) }
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
      count += 1
    }
    bytes[first...].reverse()
  }
}

extension String {
  /// The lines of a comment; some may be empty.
  var lines: [Substring] { split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }
}
