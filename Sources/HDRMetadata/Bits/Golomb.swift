extension Bits {
  /// An unsigned Exp-Golomb code.
  ///
  /// - Range: `0...limit`; no field that is read here has more than 32 bits.
  /// - Source: Rec. ITU-T H.264 and H.265, clause 9.2, *ue(v)*; AV1, clause 4.10.3, *uvlc()*.
  package mutating func golomb(upTo limit: Int = Int(UInt32.max) - 1) throws(Origin.Failure) -> Int {
    var zeros = 0
    while try !flag() { zeros += 1 }
    guard zeros < 32 else { throw origin.malformed("a code of \(zeros) zeros", expected: "at most 31") }
    let number = (1 << zeros) - 1 + (try self.number(zeros))
    guard number <= limit else { throw origin.malformed("\(number)", expected: "at most \(limit)") }
    return number
  }

  /// A signed Exp-Golomb code.
  ///
  /// - Source: Rec. ITU-T H.264 and H.265, clause 9.2.2, *se(v)*.
  package mutating func signedGolomb() throws(Origin.Failure) -> Int {
    let number = try golomb()
    return number % 2 == 1 ? (number + 1) / 2 : -number / 2
  }
}
