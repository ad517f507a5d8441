/// The operations on a strip for alpha after it is read.
///
/// `StripRow.alpha` holds alpha, `StripRow.chromaCoverage` the coverage of chroma.
struct AlphaPass: Sendable {
  /// The weight of pixels without coverage, so that chroma is defined where nothing else has weight.
  static let trace: Float = 0x1p-30

  /// From codes to coverage.
  private let scale, offset: Float
  private let use: AlphaUse

  init(_ use: AlphaUse) {
    self.use = use
    scale = Float(1 / (use.opaque - use.transparent))
    offset = Float(-use.transparent / (use.opaque - use.transparent))
  }

  /// The coverage of a code.
  @inline(__always) func coverage(_ code: Float) -> Float { min(max(code * scale + offset, 0), 1) }

  /// Converts the codes in the row of alpha to coverage, and divides by it.
  func afterReading(_ count: Int, in scratch: BandScratch) {
    let (luma, cb, cr) = unsafe scratch.rows(StripRow.color)
    let (alpha, chroma) = unsafe (scratch.row(StripRow.alpha), scratch.row(StripRow.chromaCoverage))
    for x in 0..<count { unsafe alpha[x] = coverage(alpha[x]) }
    if use.divides {
      for x in 0..<count { unsafe luma[x] = Self.quotient(luma[x], alpha[x]) }
      if !use.weighsInput {
        for x in 0..<count { unsafe cb[x] = Self.quotient(cb[x], alpha[x]) }
        for x in 0..<count { unsafe cr[x] = Self.quotient(cr[x], alpha[x]) }
      }
    }
    if use.weighsInput {
      for x in 0..<count { unsafe cb[x] = Self.quotient(cb[x], chroma[x]) }
      for x in 0..<count { unsafe cr[x] = Self.quotient(cr[x], chroma[x]) }
    }
  }

  /// A number divided by its coverage; 0 where the coverage is 0.
  @inline(__always) static func quotient(_ number: Float, _ coverage: Float) -> Float {
    coverage > 0 ? number / coverage : 0
  }
}
