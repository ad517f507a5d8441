import Exactness
import Synchronization
import Testing
import ToneKernels

import ToneMapping

/// Tone curves and gamut maps that are not this library's.
@Suite struct CustomOperatorTests {
  /// A curve that is whatever a test makes it.
  private struct Curve: ToneCurve {
    let source, target: LuminanceRange
    var breakpoints: [Luminance] = []
    let function: @Sendable (Double) -> Double
    func callAsFunction(_ light: Luminance) -> Luminance { .nits(function(light.nits)) }
  }

  /// A map that is whatever a test makes it.
  private struct Map: GamutMap {
    let function: @Sendable (Light) -> Light
    func callAsFunction(_ light: Light) -> Light { function(light) }
  }

  /// A map of whole colors that is one of ours.
  private struct WholeColors: ColorToneMap {
    let map: BT2446A
    var scale = 1.0
    var source: LuminanceRange { map.source }
    var target: LuminanceRange { map.target }
    func callAsFunction(_ light: Luminance) -> Luminance { map(light) }
    func callAsFunction(_ bt2020: Light) -> Light { Light(map(bt2020).components * scale) }
  }

  private static func tone(
    _ name: String = "mine", breakpoints: [Double] = [], _ function: @escaping @Sendable (Double) -> Double
  ) -> ToneOperator {
    .custom(name) { Curve(source: $0, target: $1, breakpoints: breakpoints.map { .nits($0) }, function: function) }
  }

  private static func plan(
    _ tone: ToneOperator = .spline, _ gamut: GamutOperator = .perceptual, strict: Bool = false,
    sharing tables: DisplayTables = DisplayTables()
  ) throws(PlanError) -> ConversionPlan {
    try ConversionPlan(
      from: .hdr10(), to: .sdr, tone: tone, gamut: gamut,
      options: PlanOptions(sourcePeak: .nits(1000), dither: .none, strict: strict), reading: .yuv444p10,
      sharing: tables)
  }

  /// Numbers of a check over an even sample of colors.
  private static func errors(_ plan: ConversionPlan) throws -> SIMDErrors {
    try SIMDCheck(plan, over: .sample(1 << 11, seed: 7), on: .best).run(threads: 2)
  }

  // MARK: Tone curves

  /// Half of the light up to 100 cd/m², then a tenth of the rest: a bend at a place that is stated.
  private static let bent: @Sendable (Double) -> Double = { $0 < 100 ? $0 / 2 : 50 + ($0 - 100) / 10 }

  @Test(arguments: ToneVariant.allCases) func everyVariantIsCompiled(variant: ToneVariant) throws {
    let tone = ToneOperator.custom("bent", variant: variant) {
      Curve(source: $0, target: $1, breakpoints: [.nits(100), $0.peak], function: Self.bent)
    }
    let plan = try Self.plan(tone)
    #expect(plan.isVectorized, "\(plan.findings)")
    #expect("\(plan)".contains("bent, applied to \(variant.rawValue)"))
    let errors = try Self.errors(plan)
    #expect(errors.beyond == 0 && errors.maximum > 1e-5, "\(errors.worst.prefix(3))")
  }

  /// A curve of this library is compiled to the same steps when a client brings it.
  @Test func theStepsAreThoseOfOurs() throws {
    let wrapped = ToneOperator.custom("bt2390") { source, target in
      let curve = BT2390(from: source, to: target)
      return Curve(source: source, target: target, breakpoints: curve.breakpoints) { curve(.nits($0)).nits }
    }
    #expect("\(ColorProgram(try Self.plan(wrapped)))" == "\(ColorProgram(try Self.plan(.bt2390)))")
  }

  /// A map of whole colors is what it is in `Double`; on frames it is computed color by color, or stands behind a lattice.
  @Test func wholeColorsAreMapped() throws {
    let whole = ToneOperator.custom("whole") { WholeColors(map: BT2446A(from: $0, to: $1)) }
    let (plan, ours) = (try Self.plan(whole), try Self.plan(.bt2446a))
    for codes in [Codes(500, 512, 512), Codes(400, 300, 700), Codes(700, 600, 450)] {
      let (found, expected) = (plan(codes).components, ours(codes).components)
      #expect(max((found - expected).max(), (expected - found).max()) < 1e-9, "\(codes)")
    }
    #expect(!plan.isVectorized && plan.findings.map(\.code) == ["color-by-color"])
    #expect("\(plan)".contains("whole, applied by its own rule"))
    let options = PlanOptions(sourcePeak: .nits(1000), latticeSize: 33)
    let lattice = try ConversionPlan(from: .hdr10(), to: .sdr, tone: whole, options: options, reading: .yuv444p10)
    #expect(lattice.isVectorized && (lattice.approximation?.maximumError.value ?? 0) > 0)
  }

  @Test func wholeColorsThatAreNoNumbersAreRefused() throws {
    let broken = ToneOperator.custom("broken") { WholeColors(map: BT2446A(from: $0, to: $1), scale: .infinity) }
    let error = #expect(throws: PlanError.self) { try Self.plan(broken) }
    guard case .tone(.notFinite("broken", _))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// Two operators of one name share nothing, whatever tables are shared.
  @Test func namesAreNoIdentity() throws {
    let tables = DisplayTables()
    let (first, second) = (Self.tone { $0 / 5 }, Self.tone { $0 / 10 })
    #expect(first == first && first != second)
    let gray = Codes(500, 512, 512)
    for tone in [first, second] {
      let plan = try Self.plan(tone, sharing: tables)
      #expect(plan(gray) == (try Self.plan(tone))(gray))
      #expect(try Self.errors(plan).beyond == 0)
    }
  }

  @Test func whatIsNoNumberIsRefused() throws {
    for bad in [Double.nan, .infinity] {
      let error = #expect(throws: PlanError.self) { try Self.plan(Self.tone { $0 > 500 ? bad : $0 / 10 }) }
      guard case .tone(.notFinite("mine", let light))? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(light.nits > 500 && light.nits < 520)
    }
    let other = ToneOperator.custom("other") { Curve(source: .nits(0...4000), target: $1) { $0 / 10 } }
    #expect(throws: PlanError.tone(.otherRange(.nits(0...4000), expected: .nits(0...1000)))) { try Self.plan(other) }
    let refusing = ToneOperator.custom("none") { _, _ throws(ToneCurveError) in throw .refused("no curve today") }
    #expect(throws: PlanError.tone(.refused("no curve today"))) { try Self.plan(refusing) }
  }

  @Test func aFallIsAFinding() throws {
    let plan = try Self.plan(Self.tone { $0 * (1000 - $0) / 2000 }, strict: true)
    let finding = try #require(plan.findings.first { $0.code == "tone-falls" })
    #expect(finding.found.hasPrefix("the tone curve mine falls at 5"), "\(finding)")
    #expect("\(plan)".contains("tone-falls") || "\(plan)".contains("falls at"))
    #expect(try Self.plan(Self.tone { $0 / 5 }).findings.isEmpty)
  }

  /// Nobody is told to state the breakpoints of a curve of ours: that of Khronos is too fine for polynomials over the light of Apple Log.
  @Test func ourCurvesHaveNoAdvice() throws {
    let plan = try ConversionPlan(from: .log(.appleLog), to: .sdr, tone: .pbrNeutral)
    let found = try #require(plan.findings.first { $0.code == "color-by-color" }).found
    #expect(!found.contains("breakpoints"), "\(found)")
  }

  /// A jump that is not stated is named; the plan runs color by color then, and on lanes once it is stated.
  @Test func whatPolynomialsDoNotFollowIsNamed() throws {
    let jump: @Sendable (Double) -> Double = { $0 < 37.2 ? $0 / 5 : $0 / 5 + 30 }
    let plan = try Self.plan(Self.tone { jump($0) })
    let found = try #require(plan.findings.first { $0.code == "color-by-color" }?.found)
    #expect(found.contains("near 37.") && found.contains("`breakpoints`"), "\(found)")
    var output = try plan.makeFrame(width: 2, height: 2)
    var input = try Frame(.yuv444p10, width: 2, height: 2)
    for (component, code) in [400, 512, 512].enumerated() {
      for x in 0..<2 { for y in 0..<2 { try input.setCode(code, component: component, x: x, y: y) } }
    }
    try plan.convert(input, into: &output)
    let expected = plan(Codes(400, 512, 512)).components.x
    #expect(try abs(Double(output.code(component: 0, x: 1, y: 1)) - expected) <= 0.51)
    #expect(try Self.plan(Self.tone(breakpoints: [37.2, 1000], jump)).isVectorized)
  }

  // MARK: Gamut maps

  /// This library's map, as a client would bring it: itself for one color, and near that on frames.
  private static let wrapped = GamutOperator.custom("wrapped") { source, target, peak in
    let map = PerceptualGamutMap(from: source, to: target, peak: peak)
    return Map { map($0) }
  }

  @Test func aMapIsExactForOneColorAndMeasuredOnFrames() throws {
    let (plan, ours) = (try Self.plan(.spline, Self.wrapped), try Self.plan())
    for codes in [Codes(500, 512, 512), Codes(600, 400, 700), Codes(300, 700, 400), Codes(940, 512, 512)] {
      let difference = plan(codes).components - ours(codes).components
      #expect(max(difference.max(), -difference.min()) < 1e-9, "\(codes)")
    }
    let approximation = try #require(plan.approximation)
    #expect(approximation.map == "wrapped" && approximation.size == 65 && approximation.points > 40_000)
    #expect(approximation.maximumError.value > 0.05 && approximation.maximumError.value < 16, "\(approximation)")
    #expect(approximation.meanError.value < 1, "\(approximation)")
    #expect(plan.isVectorized && ours.approximation == nil)
    // What was measured is what frames are off by.
    let errors = try Self.errors(plan)
    #expect(errors.maximum < approximation.maximumError.value + 0.1, "\(errors.worst.prefix(3)) \(approximation)")
    print(approximation, errors.maximum)
  }

  /// Grays are between grays in the lattice, and stay gray; their bend at the peak is at a node, so they are those of this library's map.
  @Test func graysStayGray() throws {
    let plan = try Self.plan(.spline, Self.wrapped)
    var input = try Frame(.yuv444p10, width: 877, height: 1)
    for x in 0..<877 {
      for (component, code) in [64 + x, 512, 512].enumerated() {
        try input.setCode(code, component: component, x: x, y: 0)
      }
    }
    var output = try plan.makeFrame(width: 877, height: 1)
    try plan.convert(input, into: &output)
    for x in 0..<877 {
      #expect(try output.code(component: 1, x: x, y: 0) == 128 && output.code(component: 2, x: x, y: 0) == 128)
      let exact = plan(Codes(SIMD3(Double(64 + x), 512, 512))).components.x
      #expect(try abs(Double(output.code(component: 0, x: x, y: 0)) - exact) <= 0.55, "\(64 + x): \(exact)")
    }
  }

  /// Plans that share tables sample a map once. Another operator of its name is another map.
  @Test func aMapIsSampledOnceForADisplay() throws {
    final class Calls: Sendable { let count = Atomic(0) }
    let (calls, tables) = (Calls(), DisplayTables())
    func counted() -> GamutOperator {
      .custom("counted") { _, _, _ in
        Map {
          calls.count.wrappingAdd(1, ordering: .relaxed)
          return Light($0.components / 5)
        }
      }
    }
    func cost(_ gamut: GamutOperator) throws -> Int {
      let before = calls.count.load(ordering: .relaxed)
      #expect(try Self.plan(.spline, gamut, sharing: tables).isVectorized)
      return calls.count.load(ordering: .relaxed) - before
    }
    let (one, other) = (counted(), counted())
    let all = try cost(one)
    #expect(try cost(one) == all - 65 * 65 * 65)
    #expect(try cost(other) == all)
  }

  @Test func aMapThatGivesNoLightIsRefused() throws {
    let broken = GamutOperator.custom("broken") { _, _, _ in Map { Light($0.components / $0.components.max()) } }
    let error = #expect(throws: PlanError.self) { try Self.plan(.spline, broken) }
    #expect("\(try #require(error))".contains("the gamut map broken gives light that is not finite for"))
    #expect(broken == broken && Self.wrapped != broken)
  }

  /// What a map leaves outside the display is limited, so that nothing passes the peak.
  @Test func aMapIsLimited() throws {
    let plan = try Self.plan(.spline, .custom("wild") { _, _, _ in Map { Light($0.components * 3 - 100) } })
    #expect(plan.keepsToPeak)
    #expect(plan(Signal(0.75, 0.2, 0)).components.max() <= 1 && plan(Signal(0, 0, 0)).components == .zero)
    // A map of this library that is handed on runs as it does.
    let clip = try Self.plan(.spline, .custom("clip") { GamutClip(from: $0, to: $1, peak: $2) })
    #expect(clip.approximation == nil)
    #expect("\(ColorProgram(clip))" == "\(ColorProgram(try Self.plan(.spline, .clip)))")
  }
}
