/// A text that grows, with numbers of a fixed number of decimals.
package struct TextSink {
  package private(set) var bytes: [UInt8] = []
  let decimals: Int

  /// - Parameter decimals: In ``LookupFileOptions/decimals``: up to 12, a `Float` times the power of ten is exact in `Double`.
  package init(decimals: Int) { self.decimals = decimals }

  mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// A line.
  mutating func line(_ text: String) {
    write(text)
    bytes.append(.lineFeed)
  }

  /// Comments, a line each.
  mutating func comments(_ comments: [String], mark: String = "#") {
    for comment in comments {
      for part in comment.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
        line(part.isEmpty ? mark : "\(mark) \(part)")
      }
    }
  }

  /// A line of three numbers.
  mutating func line(_ value: SIMD3<Float>) {
    number(value.x)
    write(" ")
    number(value.y)
    write(" ")
    number(value.z)
    bytes.append(.lineFeed)
  }

  /// A line of three integers.
  mutating func line(_ codes: SIMD3<UInt16>) { line("\(codes.x) \(codes.y) \(codes.z)") }

  /// A line of one number.
  mutating func line(_ value: Float) {
    number(value)
    bytes.append(.lineFeed)
  }

  /// A number, correctly rounded to the decimals; a huge one, whose decimals `Float` does not have, in its shortest form.
  package mutating func number(_ value: Float) {
    let scaled = (Double(value) * powersOfTen[decimals]).rounded(.toNearestOrEven)
    guard abs(scaled) < 0x1p63 else { return write("\(value)") }
    var rest = UInt64(abs(scaled))
    if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
    let first = bytes.count
    var count = 0
    // The digits from the last to the first, then turned around.
    while count <= decimals || rest > 0 {
      if count == decimals { bytes.append(UInt8(ascii: ".")) }
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
      count += 1
    }
    bytes[first...].reverse()
  }
}
