import Colorimetry
import Testing
import ToneCurves

@Suite("operators with their own application to color")
struct ColorToneMapTests {
  static let maps = ToneOperator.all.filter(\.definesColor)

  static func map(_ tone: ToneOperator, _ ranges: Ranges) throws -> any ColorToneMap {
    try #require(
      try tone.curve(
        from: ranges.source, to: ranges.target, bezier: .sample, headroomAdaptiveToneMap: .graded(for: ranges.source))
        as? any ColorToneMap)
  }

  @Test("every color maps to a finite color, and slightly more light to nearly the same color", arguments: maps)
  func continuous(tone: ToneOperator) throws {
    // With the printed constants, the curve of method A has a step of 0.1 % of white, that of method C one of 0.04 %.
    // In the larger components of colors, both are larger in proportion.
    let step: Double = [.bt2446a: 1.1e-3, .bt2446c: 4e-4][tone] ?? 0
    for ranges in ToneVariantTests.ranges + (tone.expands ? Ranges.expanding : []) {
      let map = try Self.map(tone, ranges)
      for color in ToneVariantTests.colors(ranges.source.peak.nits) {
        let found = map(color).components
        let more = map(color * (1 + 1e-9)).components
        for i in 0..<3 {
          #expect(found[i].isFinite, "\(tone) \(color)")
          // In method C, a blue at the source's peak may be about 40 times white.
          expect(more[i], near: found[i], or: (1e-6 + step) * 40 * ranges.target.peak.nits)
        }
      }
    }
  }

  @Test("light above the source's peak maps like light at the peak, with its own hue", arguments: maps)
  func abovePeak(tone: ToneOperator) throws {
    let map = try Self.map(tone, Ranges(0...1000, 0...203))
    let (peak, above) = (map(Light.nits(1000, 400, 100)).components, map(Light.nits(3000, 1200, 300)).components)
    // Method C maps by luminance, and clips only if luminance is above the peak.
    if tone == .bt2446c { return #expect(above.x > above.y && above.y > above.z) }
    for i in 0..<3 { expect(above[i], near: peak[i]) }
  }

  @Test("reference-white preserves the ratios of components and keeps every color in the cube")
  func referenceWhite() throws {
    let map = try Self.map(.referenceWhite, Ranges(0...1000, 0...203))
    for color in ToneVariantTests.colors(1000) {
      let (a, b) = (color.components, map(color).components)
      for (i, j) in [(0, 1), (1, 2), (2, 0)] { expect(a[i] * b[j], near: a[j] * b[i]) }
      #expect(b.max() <= 203 * (1 + 1e-15))
    }
  }

  @Test("method C preserves chromaticity and maps luminance; crosstalk darkens saturated lights")
  func bt2446c() throws {
    let (plain, mixed) = (
      BT2446C(from: .nits(0...1000), to: .nits(0...203)),
      BT2446C(from: .nits(0...1000), to: .nits(0...203), crosstalk: 0.1)
    )
    let weights = RGBPrimaries.bt2020.luminanceWeights
    for color in [Light.nits(300, 20, 10), Light.nits(5, 10, 900), Light.nits(40, 600, 80)] {
      let found = plain(color)
      expect(
        (weights * found.components).sum(), near: plain(.nits((weights * color.components).sum())).nits)
      expect(found.components.x * color.components.z, near: found.components.z * color.components.x)
    }
    #expect(mixed(Light.nits(5, 10, 900)).components.z < plain(Light.nits(5, 10, 900)).components.z)
  }
}
