import Colorimetry
import Testing
import ToneCurves

@Suite("operators with their own application to color")
struct ColorToneMapTests {
  static let maps = ToneOperator.allCases.filter(\.definesColor)

  static func map(_ tone: ToneOperator, _ ranges: Ranges) throws -> any ColorToneMap {
    try #require(try tone.curve(from: ranges.source, to: ranges.target) as? any ColorToneMap)
  }

  @Test("they come out finite for every color, and without a step for light that is a little more", arguments: maps)
  func continuous(tone: ToneOperator) throws {
    // As printed, the curve of method A steps by 0.1 % of white, and C's by 0.04 %; in the colors' larger components
    // both are larger, in proportion.
    let step: Double = [.bt2446a: 1.1e-3, .bt2446c: 4e-4][tone] ?? 0
    for ranges in ToneVariantTests.ranges + (tone.expands ? Ranges.expanding : []) {
      let map = try Self.map(tone, ranges)
      for color in ToneVariantTests.colors(ranges.source.peak.nits) {
        let found = map(color).components
        let more = map(color * (1 + 1e-9)).components
        for i in 0..<3 {
          #expect(found[i].isFinite, "\(tone) \(color)")
          // A blue of the source's peak in method C may be some 40 times white.
          expect(more[i], near: found[i], or: (1e-6 + step) * 40 * ranges.target.peak.nits)
        }
      }
    }
  }

  @Test("light above the source's peak comes out as the peak's, in its own hue", arguments: maps)
  func abovePeak(tone: ToneOperator) throws {
    let map = try Self.map(tone, Ranges(0...1000, 0...203))
    let (peak, above) = (map(Light(1000, 400, 100)).components, map(Light(3000, 1200, 300)).components)
    // Method C maps by luminance, and only clips where that is above the peak.
    if tone == .bt2446c { return #expect(above.x > above.y && above.y > above.z) }
    for i in 0..<3 { expect(above[i], near: peak[i]) }
  }

  @Test("reference-white keeps the ratios of components, and every color in the cube")
  func referenceWhite() throws {
    let map = try Self.map(.referenceWhite, Ranges(0...1000, 0...203))
    for color in ToneVariantTests.colors(1000) {
      let (a, b) = (color.components, map(color).components)
      for (i, j) in [(0, 1), (1, 2), (2, 0)] { expect(a[i] * b[j], near: a[j] * b[i]) }
      #expect(b.max() <= 203 * (1 + 1e-15))
    }
  }

  @Test("method C keeps chromaticity and maps luminance; crosstalk lowers saturated lights")
  func bt2446c() throws {
    let (plain, mixed) = (
      BT2446C(from: .nits(0...1000), to: .nits(0...203)),
      BT2446C(from: .nits(0...1000), to: .nits(0...203), crosstalk: 0.1)
    )
    let weights = RGBPrimaries.bt2020.luminanceWeights
    for color in [Light(300, 20, 10), Light(5, 10, 900), Light(40, 600, 80)] {
      let found = plain(color)
      expect(
        (weights * found.components).sum(), near: plain(.nits((weights * color.components).sum())).nits)
      expect(found.components.x * color.components.z, near: found.components.z * color.components.x)
    }
    #expect(mixed(Light(5, 10, 900)).components.z < plain(Light(5, 10, 900)).components.z)
  }
}
