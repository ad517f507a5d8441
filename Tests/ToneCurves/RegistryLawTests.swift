import Colorimetry
import Testing
import TestSupport
import ToneCurves

extension BezierCurve {
  /// A curve as HDR10+ files carry it.
  static var sample: BezierCurve {
    get throws(ToneCurveError) {
      try BezierCurve(knee: SIMD2(0.05, 0.15), anchors: [0.2, 0.45, 0.65, 0.8, 0.88, 0.94, 0.98])
    }
  }
}

/// A source and a target.
struct Ranges: CustomTestStringConvertible, Sendable {
  let source, target: LuminanceRange
  var testDescription: String { "\(source) → \(target)" }

  init(_ source: ClosedRange<Double>, _ target: ClosedRange<Double>) {
    (self.source, self.target) = (.nits(source), .nits(target))
  }

  /// What people have, and some of what they could have.
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
  /// Every operator's curve, and for those that expand also from SDR to HDR.
  static func curves() throws -> [(ToneOperator, Ranges, any ToneCurve)] {
    try ToneOperator.allCases.flatMap { tone in
      try (Ranges.compressing + (tone.expands ? Ranges.expanding : [])).map { ranges in
        (tone, ranges, try tone.curve(from: ranges.source, to: ranges.target, bezier: .sample))
      }
    }
  }

  /// The light that becomes of the source's peak, as a part of the target's, where that is not 1; each published so.
  static func peak(_ tone: ToneOperator, _ ranges: Ranges) -> ClosedRange<Double>? {
    let (source, target) = (ranges.source, ranges.target)
    let expanding = target.peak > source.peak
    switch tone {
    // Never reached by finite light: 1 − 0.24²/(peak + 0.2), so at least 0.8 and below 1.
    case .pbrNeutral: return 0.75...0.9999
    // Reached by light of 128 and more times white.
    case .aces2ToneScale: return 0.1...1
    // Absolute light; 118.39 % for 1000 cd/m², 153.9 % for 10 000.
    case .bt2446c: return expanding ? 0.05...1 : 0.8...1.54
    case .bt2446a where expanding: return 0.9995...0.9996
    // A source that spans less than the target, above a higher black, keeps its span.
    case .mobius where source.peak.nits - source.black.nits <= target.peak.nits - target.black.nits: return 0.99...1
    // A lift downward still has 0.2 % of its effect at 100 of 600 cd/m².
    case .bt2390 where target.black < source.black: return 0.997...1
    case .identity: return 1...1000
    default: return nil
    }
  }

  @Test("all light comes out finite, and what lies outside the source as its nearest end")
  func finite() throws {
    for (tone, ranges, curve) in try Self.curves() {
      for light in [-1e300, -1, 0, .leastNonzeroMagnitude, 1e-12, 1, 1e4, 1e9, 1e300] {
        #expect(curve(.nits(light)).nits.isFinite, "\(tone) \(ranges.testDescription) at \(light)")
      }
      // Method C's inverse goes on to super-white, and these two have no source.
      if tone == .identity || tone == .clip || curve is BT2446CInverse { continue }
      #expect(curve(.nits(.infinity)) == curve(ranges.source.peak), "\(tone) \(ranges.testDescription)")
      #expect(curve(.nits(-1)) == curve(ranges.source.black), "\(tone) \(ranges.testDescription)")
    }
  }

  @Test("a NaN stays a NaN")
  func notANumber() throws {
    for (tone, ranges, curve) in try Self.curves() {
      #expect(curve(.nits(.nan)).nits.isNaN, "\(tone) \(ranges.testDescription)")
    }
  }

  @Test("more light never comes out as less")
  func monotone() throws {
    for (tone, ranges, curve) in try Self.curves() {
      // Just above and below each breakpoint too, where a step would be.
      let around = curve.breakpoints.flatMap { [$0.nits.nextDown, $0.nits, $0.nits.nextUp].map(Luminance.nits) }
      let wide = LuminanceRange.nits(0...min(10_000, 1.3 * ranges.source.peak.nits))
      var last = -Double.infinity
      for light in (luminances(wide, count: 1500) + around).sorted() {
        let next = curve(light).nits
        // A rounding of the last bits of a signal is 1e-13 of the light, and 1e-15 of the peak at black.
        #expect(
          next >= last - max(1e-12 * last, 1e-15 * ranges.target.peak.nits),
          "\(tone) \(ranges.testDescription) at \(light)")
        last = next
      }
    }
  }

  @Test("black becomes black")
  func black() throws {
    for (tone, ranges, curve) in try Self.curves() {
      let expected =
        switch tone {
        case .identity: ranges.source.black.nits
        case .clip: max(ranges.source.black.nits, ranges.target.black.nits)
        default: ranges.target.black.nits
        }
      // PQ there and back.
      expect(curve(ranges.source.black).nits, near: expected, within: 1e-11, or: 1e-15)
    }
  }

  @Test("the peak becomes the peak, or what the document makes of it")
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

  @Test("where the target shows all of the source, light stays", arguments: ToneOperator.allCases)
  func agreeing(tone: ToneOperator) throws {
    for ranges in Ranges.agreeing where !(tone.expands && ranges.source.peak < ranges.target.peak) {
      let curve = try tone.curve(from: ranges.source, to: ranges.target, bezier: .sample)
      for light in luminances(.nits(0...10_000), count: 100) { #expect(curve(light) == light) }
    }
  }

  /// The operators whose formula itself becomes the identity as the target's peak comes up to the source's.
  static let meetingIdentity: Set<ToneOperator> = [.spline, .bt2390, .referenceWhite, .mobius, .clip, .identity]

  @Test("these meet the identity without a step, as the target comes up to the source", arguments: meetingIdentity)
  func meeting(tone: ToneOperator) throws {
    for peak in [100.0, 203, 1000, 10_000] {
      let curve = try tone.curve(from: .nits(0...peak), to: .nits(0...peak * (1 - 1e-6)))
      // A part in a million of the peak moves light by not much more.
      for light in luminances(.nits(0...peak), count: 200) {
        expect(curve(light).nits, near: light.nits, or: 3e-6 * peak)
      }
    }
  }

  @Test("a small change of a range is a small change of light", arguments: ToneOperator.allCases)
  func continuous(tone: ToneOperator) throws {
    // Where a range moves, a printed step moves along, and light beside it takes the step.
    let step: Double = [.bt2446a: 1.1e-3, .bt2446c: 3.6e-4][tone] ?? 0
    for ranges in Ranges.compressing + (tone.expands ? Ranges.expanding : []) {
      let curve = try tone.curve(from: ranges.source, to: ranges.target, bezier: .sample)
      let delta = 1e-8
      for end in 0..<4 {
        var (source, target) = (ranges.source, ranges.target)
        switch end {
        case 0: source.peak.nits *= 1 - delta
        case 1: target.peak.nits *= 1 - delta
        case 2: source.black.nits += delta
        default: target.black.nits += delta
        }
        let moved = try tone.curve(from: source, to: target, bezier: .sample)
        for light in luminances(ranges.source, count: 200) {
          // A black of 1e-8 cd/m² is 1.5e-5 in PQ, and a signal moved by as much is 2e-4 of its light at most.
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

  @Test("every operator says what it is and what defines it, and keeps its own application to color")
  func described() throws {
    for tone in ToneOperator.allCases {
      #expect(!tone.summary.isEmpty && !tone.document.isEmpty && tone.description == tone.rawValue)
      let curve = try tone.curve(from: .nits(0...1000), to: .nits(0...203), bezier: .sample)
      #expect((curve is any ColorToneMap) == tone.definesColor, "\(tone)")
    }
    #expect(
      ToneOperator.allCases.map(\.rawValue) == [
        "spline", "bt2390", "bt2446a", "bt2446c", "reference-white", "st2094-40", "reinhard", "mobius", "hable",
        "pbr-neutral",
        "aces2-tonescale", "clip", "none",
      ])
  }
}
