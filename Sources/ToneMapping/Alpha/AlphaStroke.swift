/// What is done to a strip because of alpha, between reading and color, and between color and writing.
///
/// `StripRow.alpha` holds alpha, `StripRow.chromaCoverage` the coverage of chroma: after reading that which chroma was found by, before
/// writing that by which it is averaged.
struct AlphaStroke: Sendable {
  /// The weight of what nothing covers, so that chroma is defined where nothing else has weight.
  static let trace: Float = 0x1p-30

  /// From codes to coverage.
  private let scale, offset: Float
  private let use: AlphaUse
  /// The output's code of full coverage; `nil` if alpha is not written.
  private let opaque: Float?

  init(_ use: AlphaUse, to format: PixelFormat) {
    self.use = use
    scale = Float(1 / (use.opaque - use.transparent))
    offset = Float(-use.transparent / (use.opaque - use.transparent))
    opaque = format.hasAlpha ? Float(format.opaqueAlpha) : nil
  }

  /// The coverage of a code.
  @inline(__always) func coverage(_ code: Float) -> Float { min(max(code * scale + offset, 0), 1) }

  /// Makes coverage of the codes in the row of alpha, and divides by it.
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

  /// Makes codes of the coverage in the row of alpha, and weighs chroma by it.
  func beforeWriting(_ count: Int, in scratch: BandScratch) {
    let (alpha, weight) = unsafe (scratch.row(StripRow.alpha), scratch.row(StripRow.chromaCoverage))
    if use.weighsOutput {
      let (_, cb, cr) = unsafe scratch.rows(StripRow.color)
      for x in 0..<count { unsafe weight[x] = alpha[x] + Self.trace }
      for x in 0..<count { unsafe cb[x] *= weight[x] }
      for x in 0..<count { unsafe cr[x] *= weight[x] }
    }
    guard let opaque else { return }
    for x in 0..<count { unsafe alpha[x] *= opaque }
  }

  /// A number by its coverage; 0 where there is none.
  @inline(__always) static func quotient(_ number: Float, _ coverage: Float) -> Float {
    coverage > 0 ? number / coverage : 0
  }
}
