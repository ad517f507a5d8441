import Colorimetry
import FrameComparison
import Testing

/// Each fault is made here by its own formula, and named.
@Suite struct DiagnosisTests {
  private static func source(_ x: Int, _ y: Int, _ frame: Int) -> Light { light(signal(Double(x), Double(y), frame)) }

  /// What is named first where the signal of each pixel is changed.
  private static func named(_ change: (SIMD3<Double>) -> SIMD3<Double>) throws -> Diagnosis.Fault? {
    try diagnosis(source) { x, y, frame in light(change(signal(Double(x), Double(y), frame))) }.first?.fault
  }

  @Test func equalClipsHaveNoFault() throws {
    #expect(try diagnosis(Self.source, Self.source).isEmpty)
  }

  /// Noise of two codes of 8 bits is what coding does.
  @Test func noiseIsNoFault() throws {
    var state: UInt32 = 1
    let found = try diagnosis(Self.source) { x, y, frame in
      func noise() -> Double {
        state = state &* 1_664_525 &+ 1_013_904_223
        return (Double(state >> 8) / Double(1 << 24) - 0.5) * 4 / 255
      }
      return light(signal(Double(x), Double(y), frame) + SIMD3(noise(), noise(), noise()))
    }
    #expect(found.isEmpty, "\(found)")
  }

  /// H.273: narrow-range luma is 219 E + 16 of 255, full-range 255 E.
  @Test func rangesAreNamed() throws {
    #expect(try Self.named { ($0 * 219 + 16) / 255 } == .rangeAsFull)
    #expect(
      try Self.named { (($0 * 255 - 16) / 219).clamped(lowerBound: .zero, upperBound: .one) } == .rangeAsNarrow)
  }

  /// Luma of one matrix taken for that of the other, with the coefficients as BT.601 and BT.709 print them.
  @Test(arguments: [true, false]) func matricesAreNamed(isWritten601: Bool) throws {
    func coded(_ rgb: SIMD3<Double>, _ r: Double, _ b: Double) -> SIMD3<Double> {
      let y = r * rgb.x + (1 - r - b) * rgb.y + b * rgb.z
      return SIMD3(y, (rgb.z - y) / (2 - 2 * b), (rgb.x - y) / (2 - 2 * r))
    }
    func decoded(_ ycc: SIMD3<Double>, _ r: Double, _ b: Double) -> SIMD3<Double> {
      let (red, blue) = (ycc.x + (2 - 2 * r) * ycc.z, ycc.x + (2 - 2 * b) * ycc.y)
      return SIMD3(red, (ycc.x - r * red - b * blue) / (1 - r - b), blue)
    }
    let (bt601, bt709) = ((0.299, 0.114), (0.2126, 0.0722))
    let (written, read) = isWritten601 ? (bt601, bt709) : (bt709, bt601)
    #expect(try Self.named { decoded(coded($0, written.0, written.1), read.0, read.1) } == .matrix)
    #expect(
      try Self.named {
        let own = coded($0, bt709.0, bt709.1)
        return decoded(SIMD3(own.x, own.z, own.y), bt709.0, bt709.1)
      } == .chromaExchanged)
  }

  /// BT.709's camera curve, as printed, run backward, in place of a power of 2.4.
  @Test func curvesAreNamed() throws {
    func linear(_ v: Double) -> Double { v < 0.081 ? v / 4.5 : Elementary.pow((v + 0.099) / 1.099, 1 / 0.45) }
    #expect(
      try Self.named {
        let light = SIMD3(linear($0.x), linear($0.y), linear($0.z))
        return SIMD3(
          Elementary.pow(light.x, 1 / 2.4), Elementary.pow(light.y, 1 / 2.4), Elementary.pow(light.z, 1 / 2.4))
      } == .sdrCurve)
  }

  @Test func lightIsNamed() throws {
    let pq = facts(.bt2020, .pq, .bt2020NCL)
    func named(_ factor: Double) throws -> Diagnosis.Fault? {
      try diagnosis(facts: (pq, pq), Self.source) { Self.source($0, $1, $2) * factor }.first?.fault
    }
    #expect(try named(2.03) == .referenceWhite && named(100.0 / 203) == .referenceWhite)
    #expect(try named(4) == .peak && named(0.1) == .peak)
    // A hundredth less is no fault.
    #expect(try named(0.99) == nil)
  }

  /// BT.709's R, G, B shown as those of BT.2020.
  @Test func primariesAreNamed() throws {
    let toBT709 = RGBPrimaries.bt2020.matrix(to: .bt709)
    #expect(
      try diagnosis(Self.source) { Light(toBT709 * Self.source($0, $1, $2).components) }.first?.fault == .primaries)
  }

  @Test func timeIsNamed() throws {
    #expect(try diagnosis(Self.source) { Self.source($0, $1, max($2 - 1, 0)) }.first?.fault == .frameOffset)
    #expect(try diagnosis(Self.source) { Self.source($0, $1, $2 + 2) }.first?.fault == .frameOffset)
    // Odd rows of the frame before.
    #expect(
      try diagnosis(Self.source) { x, y, frame in Self.source(x, y, y % 2 == 1 ? max(frame - 1, 0) : frame) }.first?
        .fault == .fieldOrder)
    #expect(
      try diagnosis(Self.source) { x, y, frame in
        light(signal(Double(x), Double(y), frame) * (frame % 2 == 0 ? 1 : 0.93))
      }.first?.fault == .pumping)
  }

  /// Chroma half a pixel to the right: luma stays, the differences of color come from the left.
  @Test func sitesAreNamed() throws {
    func luma(_ rgb: SIMD3<Double>) -> Double { (rgb * SIMD3(0.2126, 0.7152, 0.0722)).sum() }
    // Sharper colors than elsewhere, so that half a pixel shows.
    func sharp(_ x: Double, _ y: Double) -> SIMD3<Double> { signal(6 * x, 6 * y, 0) }
    let found = try diagnosis(
      frames: 3, { x, y, _ in light(sharp(Double(x), Double(y))) },
      { x, y, _ in
        let (own, left) = (sharp(Double(x), Double(y)), sharp(Double(x) - 0.5, Double(y)))
        return light(left + (luma(own) - luma(left)))
      })
    #expect(found.first?.fault == .chromaSiting, "\(found)")
    #expect(found.first?.sentence.contains("right") == true)
  }

  @Test func lostStatementsAreNamed() throws {
    let stated = facts(.bt2020, .pq, .bt2020NCL, statements: ["the mastering display", "MaxCLL and MaxFALL"])
    let found = try diagnosis(
      facts: (stated, facts(.bt2020, .pq, .bt2020NCL, statements: ["MaxCLL and MaxFALL"])), Self.source, Self.source)
    #expect(found.map(\.fault) == [.metadata])
    #expect(found.first?.sentence.contains("the mastering display") == true)
  }

  @Test func codesAreUnique() {
    #expect(Set(Diagnosis.Fault.allCases.map(\.rawValue)).count == 20)
  }
}
