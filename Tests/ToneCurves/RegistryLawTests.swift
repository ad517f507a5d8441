import Colorimetry
import Foundation
import Testing
import TestSupport
import ToneCurves

extension BezierCurve {
  /// A curve such as HDR10+ files carry.
  static var sample: BezierCurve {
    get throws(ToneCurveError) {
      try BezierCurve(knee: (0.05, 0.15), anchors: [0.2, 0.45, 0.65, 0.8, 0.88, 0.94, 0.98])
    }
  }
}

extension HeadroomAdaptiveToneMap {
  /// The standard's own tone map of a picture that was graded for a range.
  static func graded(for range: LuminanceRange) -> HeadroomAdaptiveToneMap? {
    let white = min(203, range.peak.nits)
    let headroom = log2((range.peak.nits - range.black.nits) / (white - range.black.nits))
    return try? HeadroomAdaptiveToneMap(referenceWhite: .nits(white), baselineHeadroom: Stops(headroom))
  }
}

extension ToneOperator {
  /// The curve, with metadata if this is an operator that follows it.
  func curve(
    from source: LuminanceRange, to target: LuminanceRange, bezier: BezierCurve,
    headroomAdaptiveToneMap map: HeadroomAdaptiveToneMap? = nil
  ) throws(ToneCurveError) -> any ToneCurve {
    let tone: ToneOperator =
      switch name {
      case "st2094-40": .st2094_40(HDR10PlusCurve(bezier: bezier))
      case "st2094-50": map.map { .st2094_50($0) } ?? self
      default: self
      }
    return try tone.curve(from: source, to: target)
  }
}

/// A source and a target.
struct Ranges: CustomTestStringConvertible, Sendable {
  let source, target: LuminanceRange
  var testDescription: String { "\(source) → \(target)" }

  init(_ source: ClosedRange<Double>, _ target: ClosedRange<Double>) {
    (self.source, self.target) = (.nits(source), .nits(target))
  }

  /// Common combinations, and some unusual ones.
  static let compressing = [
    Ranges(0...1000, 0...100), Ranges(0...1000, 0...203), Ranges(0...1000, 0...600), Ranges(0...4000, 0...203),
    Ranges(0...10_000, 0...100), Ranges(0...10_000, 0...1000), Ranges(0...300, 0...203), Ranges(0...1000, 0...999),
    Ranges(0.0001...1000, 0...203), Ranges(0.005...4000, 0.05...500), Ranges(0.005...1000, 0.1...203),
    Ranges(0...4000, 0.5...250), Ranges(0.05...600, 0.005...100), Ranges(0...150, 0...100), Ranges(0...10_000, 0...50),
    Ranges(0...10_000, 3...120), Ranges(2...204, 0...203), Ranges(0...1000, 10...203),
  ]
  static let agreeing = [Ranges(0...1000, 0...1000), Ranges(0.1...203, 0.1...203), Ranges(0...203, 0...1000)]
  static let expanding = [Ranges(0...203, 0...1000), Ranges(0.1...100, 0.005...600), Ranges(0...203, 0...4000)]
}

@Suite("registry laws")
struct RegistryLawTests {
  /// The curves of every operator, including SDR to HDR for those that expand.
  static func curves() throws -> [(ToneOperator, Ranges, any ToneCurve)] {
    try ToneOperator.all.flatMap { tone in
      try (Ranges.compressing + (tone.expands ? Ranges.expanding : [])).map { ranges in
        (
          tone, ranges,
          try tone.curve(
            from: ranges.source, to: ranges.target, bezier: .sample,
            headroomAdaptiveToneMap: .graded(for: ranges.source))
        )
      }
    }
  }

  /// The light to which the source's peak maps, as a fraction of the target's peak, if it is not 1; all as published.
  static func peak(_ tone: ToneOperator, _ ranges: Ranges) -> ClosedRange<Double>? {
    let (source, target) = (ranges.source, ranges.target)
    let expanding = target.peak > source.peak
    switch tone {
    // No finite light reaches 1: the result is 1 − 0.24²/(peak + 0.2), at least 0.8 and below 1.
    case .pbrNeutral: return 0.75...0.9999
    // Only light of at least 128 times white reaches 1.
    case .aces2ToneScale: return 0.1...1
    // Absolute light: 118.39 % for 1000 cd/m², 153.9 % for 10 000 cd/m².
    case .bt2446c: return expanding ? 0.05...1 : 0.8...1.54
    case .bt2446a where expanding: return 0.9995...0.9996
    // A source with a higher black that spans less than the target keeps its span.
    case .mobius where source.peak.nits - source.black.nits <= target.peak.nits - target.black.nits: return 0.99...1
    // A downward lift still has an effect of 0.2 % at 100 of 600 cd/m².
    case .bt2390 where target.black < source.black: return 0.997...1
    case .identity: return 1...1000
    default: return nil
    }
  }

  @Test("all light maps to finite light, and light outside the source is clamped")
  func finite() throws {
    for (tone, ranges, curve) in try Self.curves() {
      for light in [-1e300, -1, 0, .leastNonzeroMagnitude, 1e-12, 1, 1e4, 1e9, 1e300] {
        #expect(curve(.nits(light)).nits.isFinite, "\(tone) \(ranges.testDescription) at \(light)")
      }
      // The inverse of method C continues into super-white, and these three do not depend on the source.
      if tone == .identity || tone == .clip || curve is BT2446CInverseToneMap || tone == .st2094_50 { continue }
      #expect(curve(.nits(.infinity)) == curve(ranges.source.peak), "\(tone) \(ranges.testDescription)")
      #expect(curve(.nits(-1)) == curve(ranges.source.black), "\(tone) \(ranges.testDescription)")
    }
  }

  @Test("NaN stays NaN")
  func notANumber() throws {
    for (tone, ranges, curve) in try Self.curves() {
      #expect(curve(.nits(.nan)).nits.isNaN, "\(tone) \(ranges.testDescription)")
    }
  }

  @Test("more light never maps to less")
  func monotone() throws {
    for (tone, ranges, curve) in try Self.curves() {
      // Also just above and below each breakpoint, where a step would be.
      let around = curve.breakpoints.flatMap { [$0.nits.nextDown, $0.nits, $0.nits.nextUp].map(Luminance.nits) }
      let wide = LuminanceRange.nits(0...min(10_000, 1.3 * ranges.source.peak.nits))
      var last = -Double.infinity
      for light in (luminances(wide, count: 1500) + around).sorted() {
        let next = curve(light).nits
        // Rounding the last bits of a signal changes the light by 1e-13, and by 1e-15 of the peak at black.
        #expect(
          next >= last - max(1e-12 * last, 1e-15 * ranges.target.peak.nits),
          "\(tone) \(ranges.testDescription) at \(light)")
        last = next
      }
    }
  }

  @Test("black maps to black")
  func black() throws {
    for (tone, ranges, curve) in try Self.curves() {
      let expected =
        switch tone {
        case .identity: ranges.source.black.nits
        case .clip: max(ranges.source.black.nits, ranges.target.black.nits)
        default: ranges.target.black.nits
        }
      // The tolerance covers a round trip through PQ.
      expect(curve(ranges.source.black).nits, near: expected, within: 1e-11, or: 1e-15)
    }
  }

  @Test("the peak maps to the peak, or to the published value")
  func peak() throws {
    for (tone, ranges, curve) in try Self.curves() {
      let part = curve(ranges.source.peak).nits / ranges.target.peak.nits
      if let published = Self.peak(tone, ranges) {
        #expect(published.contains(part), "\(tone) \(ranges.testDescription): \(part)")
      } else {
        expect(part, near: 1, "\(tone) \(ranges.testDescription)")
      }
    }
  }

  @Test("if the target can show the whole source, light is unchanged", arguments: ToneOperator.all)
  func agreeing(tone: ToneOperator) throws {
    for ranges in Ranges.agreeing where !(tone.expands && ranges.source.peak < ranges.target.peak) {
      let curve = try tone.curve(
        from: ranges.source, to: ranges.target, bezier: .sample, headroomAdaptiveToneMap: .graded(for: ranges.source))
      for light in luminances(.nits(0...10_000), count: 100) { #expect(curve(light) == light) }
    }
  }

  /// The operators whose formula converges to the identity as the target's peak approaches the source's.
  static let meetingIdentity: Set<ToneOperator> = [.spline, .bt2390, .referenceWhite, .mobius, .clip, .identity]

  @Test("these converge to the identity as the target approaches the source", arguments: meetingIdentity)
  func meeting(tone: ToneOperator) throws {
    for peak in [100.0, 203, 1000, 10_000] {
      let curve = try tone.curve(from: .nits(0...peak), to: .nits(0...peak * (1 - 1e-6)))
      // Changing the peak by a millionth changes light by little more.
      for light in luminances(.nits(0...peak), count: 200) {
        expect(curve(light).nits, near: light.nits, or: 3e-6 * peak)
      }
    }
  }

  @Test("a small change of a range is a small change of light", arguments: ToneOperator.all)
  func continuous(tone: ToneOperator) throws {
    // When a range moves, a step in the printed curve moves along, and light next to it crosses the step.
    let step: Double = [.bt2446a: 1.1e-3, .bt2446c: 3.6e-4][tone] ?? 0
    for ranges in Ranges.compressing + (tone.expands ? Ranges.expanding : []) {
      let curve = try tone.curve(
        from: ranges.source, to: ranges.target, bezier: .sample, headroomAdaptiveToneMap: .graded(for: ranges.source))
      let delta = 1e-8
      for end in 0..<4 {
        var (source, target) = (ranges.source, ranges.target)
        switch end {
        case 0: source.peak.nits *= 1 - delta
        case 1: target.peak.nits *= 1 - delta
        case 2: source.black.nits += delta
        default: target.black.nits += delta
        }
        let moved = try tone.curve(
          from: source, to: target, bezier: .sample, headroomAdaptiveToneMap: .graded(for: source))
        for light in luminances(ranges.source, count: 200) {
          // A black of 1e-8 cd/m² is 1.5e-5 in PQ, and a change of the signal by that much changes light by at most
          // 2e-4.
          expect(
            moved(light).nits, near: curve(light).nits, or: (1e-4 + step) * ranges.target.peak.nits,
            "\(tone) \(ranges.testDescription) end \(end)")
        }
      }
    }
  }

  @Test("the spline is continuous in the scene's average")
  func continuousInAverage() throws {
    for average in [0.0, 0.01, 1, 15, 80, 400, 2000] {
      let curves = try [average, average * (1 + 1e-8) + 1e-12].map {
        try ToneOperator.spline.curve(from: .nits(0...1000), to: .nits(0...203), sceneAverage: .nits($0))
      }
      for light in luminances(.nits(0...1000), count: 100) {
        expect(curves[0](light).nits, near: curves[1](light).nits, or: 1e-5)
      }
    }
  }

  @Test("every operator has a source, and keeps its own mapping of color")
  func described() throws {
    for tone in ToneOperator.all {
      #expect(!tone.document.isEmpty && tone.description == tone.name)
      let curve = try tone.curve(
        from: .nits(0...1000), to: .nits(0...203), bezier: .sample,
        headroomAdaptiveToneMap: .graded(for: .nits(0...1000)))
      #expect((curve is any ColorToneMap) == tone.definesColor, "\(tone)")
    }
    #expect(
      ToneOperator.all.map(\.name) == [
        "spline", "bt2390", "bt2446a", "bt2446c", "reference-white", "st2094-40", "st2094-50", "reinhard", "mobius",
        "hable",
        "pbr-neutral",
        "aces2-tonescale", "clip", "none",
      ])
  }
}
