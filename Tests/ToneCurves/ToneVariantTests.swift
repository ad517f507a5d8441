import Colorimetry
import Foundation
import Testing
import ToneCurves

@Suite("variants")
struct ToneVariantTests {
  static let ranges = [Ranges(0...1000, 0...203), Ranges(0.005...4000, 0...100), Ranges(0...1000, 0.1...250)]

  /// The operators of one number whose curves stay within the target.
  static let curves = ToneOperator.all.filter { !$0.definesColor && $0 != .identity }

  /// Colors of the source's cube: edges, faces and interior, dark and light, up to 1.5 times the peak.
  static func colors(_ peak: Double) -> [Light] {
    let levels = [0, 1e-9, 1e-4, 0.01, 0.1, 0.5, 1, 1.5].map { $0 * peak }
    return levels.flatMap { r in levels.flatMap { g in levels.map { b in Light.nits(r, g, b) } } }
  }

  @Test("every variant maps a neutral exactly like the curve, to a neutral")
  func neutrals() throws {
    for ranges in Self.ranges {
      for tone in ToneOperator.all {
        let curve = try tone.curve(
          from: ranges.source, to: ranges.target, bezier: .sample, headroomAdaptiveToneMap: .graded(for: ranges.source))
        for light in luminances(ranges.source, count: 50) + [.nits(0), .nits(-1), .nits(1e5)] {
          let expected = Light(neutral: curve(light))
          for variant in ToneVariant.allCases { #expect(variant.apply(curve, to: Light(neutral: light)) == expected) }
          if let map = curve as? any ColorToneMap {
            #expect(map(Light(neutral: light)) == expected, "\(tone) \(light)")
          }
        }
      }
    }
  }

  @Test("colors next to a neutral map next to it: there is no jump where the components become equal")
  func nearNeutrals() throws {
    for tone in ToneOperator.all {
      let curve = try tone.curve(
        from: .nits(0...1000), to: .nits(0...203), bezier: .sample,
        headroomAdaptiveToneMap: .graded(for: .nits(0...1000)))
      for light in luminances(.nits(0.01...999), count: 40) {
        let near = Light.nits(light.nits, light.nits * (1 + 1e-9), light.nits * (1 - 1e-9))
        let neutral = curve(light).nits
        let results =
          (curve as? any ColorToneMap).map { [$0(near)] } ?? ToneVariant.allCases.map { $0.apply(curve, to: near) }
        // No curve here has a relative slope above 2, except for the toe of PBR Neutral, which leaves differences of
        // components unchanged. A round trip through ICtCp is exact to 1e-10.
        for result in results {
          for i in 0..<3 {
            expect(result.components[i], near: neutral, within: 1e-8, or: 3e-9 * light.nits, "\(tone) \(light)")
          }
        }
      }
    }
  }

  @Test("maxrgb never leaves the cube", arguments: curves)
  func maxRGB(tone: ToneOperator) throws {
    for ranges in Self.ranges {
      let curve = try tone.curve(from: ranges.source, to: ranges.target, bezier: .sample)
      for color in Self.colors(ranges.source.peak.nits) {
        let found = ToneVariant.maxRGB.apply(curve, to: color).components
        // If the source's black is above the target's, so is that of clip; its colors continue down to 0.
        #expect(found.max() <= ranges.target.peak.nits * (1 + 1e-15) && found.min() >= ranges.target.black.nits - 1e-15)
      }
    }
  }

  @Test(
    "luminance and maxrgb preserve the ratios of the components; the luminance follows the curve", arguments: curves)
  func ratios(tone: ToneOperator) throws {
    for ranges in Self.ranges where ranges.target.black.nits == 0 {
      let curve = try tone.curve(from: ranges.source, to: ranges.target, bezier: .sample)
      for color in Self.colors(ranges.source.peak.nits) {
        for variant in [ToneVariant.luminance, .maxRGB] {
          let (a, b) = (color.components, variant.apply(curve, to: color).components)
          for (i, j) in [(0, 1), (1, 2), (2, 0)] { expect(a[i] * b[j], near: a[j] * b[i]) }
        }
        let weights = SIMD3(0.2627, 0.6780, 0.0593)
        let luminance = (weights * color.components).sum()
        guard luminance > 1e-6 else { continue }
        let found = (weights * ToneVariant.luminance.apply(curve, to: color).components).sum()
        // Near black in PQ, one bit of the signal is 1e-13 of the light, and it is rounded twice.
        expect(found, near: curve(.nits(luminance)).nits, within: 1e-12, or: 1e-15)
      }
    }
  }

  @Test("on a display whose black is not 0, luminance follows the curve and colors fade into black")
  func lifted() throws {
    let curve = try ToneOperator.bt2390.curve(from: .nits(0...1000), to: .nits(0.1...250))
    for color in [Light.nits(500, 20, 3), Light.nits(0.3, 0.02, 0.7), Light.nits(0, 900, 0)] {
      let weights = LumaCoefficients.bt2020.vector
      let found = (weights * ToneVariant.luminance.apply(curve, to: color).components).sum()
      expect(found, near: curve(.nits((weights * color.components).sum())).nits)
    }
    for variant in ToneVariant.allCases {
      let dark = variant.apply(curve, to: Light.nits(1e-9, 2e-9, 0))
      // The lift is steep in light because PQ is: 1e-9 cd/m² is 1e-3 of the signal.
      for i in 0..<3 { expect(dark.components[i], near: 0.1, within: 0.02) }
    }
  }

  @Test("the gain is continuous down to black and finite there", arguments: curves)
  func black(tone: ToneOperator) throws {
    let curve = try tone.curve(from: .nits(0...1000), to: .nits(0...203), bezier: .sample)
    for variant in [ToneVariant.luminance, .maxRGB] {
      var last: Double?
      for exponent in stride(from: -4.0, through: -12, by: -0.05) {
        let dark = pow(10, exponent)
        let gain = variant.apply(curve, to: Light.nits(dark, dark / 2, 0)).components.x / dark
        // Curves in PQ are a signal to the power of 6.3, so over an eighth of an octave their slope changes by at most
        // 3 %.
        if let last { expect(gain, near: last, within: 0.15) }
        last = gain
      }
      // Outside BT.2020, where luminance may be 0 or less, the gain is still that of black.
      let outside = variant.apply(curve, to: Light.nits(0, -1, -1)).components
      #expect(outside.y.isFinite && outside.y <= 0 && outside.y == outside.z)
    }
  }

  @Test("rgb applies the curve to each component", arguments: curves)
  func perComponent(tone: ToneOperator) throws {
    let curve = try tone.curve(from: .nits(0...1000), to: .nits(0...203), bezier: .sample)
    let found = ToneVariant.rgb.apply(curve, to: Light.nits(500, 20, 3))
    #expect(found == Light.nits(curve(.nits(500)).nits, curve(.nits(20)).nits, curve(.nits(3)).nits))
  }

  @Test("ictcp maps the intensity, preserves hue and never adds chroma", arguments: curves)
  func ictcp(tone: ToneOperator) throws {
    let pq = PerceptualQuantizer()
    for ranges in Self.ranges {
      let curve = try tone.curve(from: ranges.source, to: ranges.target, bezier: .sample)
      for color in Self.colors(ranges.source.peak.nits) where color.components.max() > 0.01 {
        let (a, b) = (ICtCp(bt2020: color), ICtCp(bt2020: ToneVariant.ictcp.apply(curve, to: color)))
        // A round trip through ICtCp is exact to 1e-12 of the signals.
        expect(b.i.value, near: pq.inverseEOTF(curve(pq.eotf(SignalLevel(a.i.value)))).value, or: 1e-11)
        let (before, after) = (SIMD2(a.ct.value, a.cp.value), SIMD2(b.ct.value, b.cp.value))
        expect(before.x * after.y, near: before.y * after.x, or: 1e-11)
        let ratio = min(a.i.value / b.i.value, b.i.value / a.i.value)
        expect(after.x, near: before.x * ratio, or: 1e-11)
        expect(after.y, near: before.y * ratio, or: 1e-11)
      }
    }
  }
}
