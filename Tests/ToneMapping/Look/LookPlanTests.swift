import Testing
import ToneMapping

/// Where a look stands in a plan, what depends on it, and which looks are refused.
@Suite struct LookPlanTests {
  private static func plan(
    _ look: Look, from source: Source = .hdr10(), to display: Display = .sdr, tone: ToneOperator = .spline,
    peak: Double? = 1000
  ) throws(PlanError) -> ConversionPlan {
    try ConversionPlan(
      from: source, to: display, tone: tone,
      options: PlanOptions(sourcePeak: source.color.transfer == .pq ? peak.map { .nits($0) } : nil, look: look),
      reading: .yuv444p10)
  }

  private static func detail(_ kind: PlanStage.Kind, of plan: ConversionPlan) -> String? {
    plan.stages.first { $0.kind == kind }?.detail
  }

  static let ways: [(Source, Display)] = [
    (.hdr10(), .sdr), (.hdr10(), .hdr10), (.hdr10(), .hlg), (.hlg(), .sdr), (.hlg(), .hlg), (.hlg(), .hdr10),
    (.sdr, .sdr), (.sdr, .p3SDR), (.sdr, .hdr10), (.sdr, .hlg), (.log(.sLog3), .sdr),
  ]

  // MARK: Neutral

  /// The same stages, the same steps on vectors, and the same bits.
  @Test(arguments: ways.indices) func neutralIsAsWithout(index: Int) throws {
    let (source, display) = Self.ways[index]
    let without = try ConversionPlan(from: source, to: display, reading: .yuv444p10)
    let options = PlanOptions(look: Look(exposure: 0, contrast: 1, saturation: 1))
    let neutral = try ConversionPlan(from: source, to: display, options: options, reading: .yuv444p10)
    #expect("\(neutral)" == "\(without)" && !"\(neutral)".contains("look"))
    for codes in [Codes(64, 512, 512), Codes(500, 400, 600), Codes(700, 512, 500), Codes(940, 512, 512)] {
      #expect(neutral(codes) == without(codes))
    }
    // This test can fail: any look gives other bits.
    let other = try Self.plan(Look(contrast: 1.01), from: source, to: display)
    #expect(other(Codes(500, 400, 600)) != without(Codes(500, 400, 600)))
  }

  // MARK: Place

  @Test func itStandsBetweenLightAndToneCurve() throws {
    var office = Display.sdr
    office.surround = .office
    let plan = try Self.plan(Look(exposure: 0.5, contrast: 1.2, saturation: 1.1), to: office)
    #expect(
      plan.stages.map(\.name) == [
        "decode", "linearize", "surround", "look", "tone", "gamut", "delinearize", "encode", "round",
      ])
    #expect(plan.stages[3].units == "light")
    let text = try #require(Self.detail(.look, of: plan))
    #expect(text.hasPrefix("exposure +0.5 stops, contrast 1.2 about 26 cd/m², saturation 1.1, 0…1000 cd/m² to 0…"))
    #expect("\(plan)".contains(text))
    let sdr = try Self.plan(Look(exposure: -1), from: .sdr)
    #expect(sdr.stages.map(\.name).contains("look") && !sdr.keepsAnything)
    #expect(Self.detail(.look, of: sdr) == "exposure -1 stop, 0…203 cd/m² to 0…101.5 cd/m²")
  }

  /// What is made brighter is tone mapped: as a source whose light is that bright.
  @Test(arguments: [1.0, -0.5]) func theToneCurveEndsWhereTheLookLeads(stops: Double) throws {
    let scale = stops == 1 ? 2 : 0.5.squareRoot()
    let looked = try Self.plan(Look(exposure: Stops(stops)))
    let bright = try Self.plan(.neutral, peak: (10_000 * 1000 * scale).rounded() / 10_000)
    #expect(Self.detail(.tone, of: looked) == Self.detail(.tone, of: bright))
    let pq = PerceptualQuantizer()
    for nits in [0.1, 5, 26, 203, 600, 900, 1000] {
      let (before, after) = (pq.inverseEOTF(.nits(nits)), pq.inverseEOTF(.nits(nits * scale)))
      let color = (Signal(neutral: before), Signal(neutral: after))
      #expect(abs(looked(color.0).components.x - bright(color.1).components.x) < 1e-7, "\(nits)")
    }
  }

  @Test func thePeakAndTheAverageOfAScene() throws {
    func tone(_ options: PlanOptions) throws -> String? {
      Self.detail(.tone, of: try ConversionPlan(from: .hdr10(), to: .sdr, options: options))
    }
    let scene = PlanOptions(scenePeak: .nits(620), sceneAverage: .nits(30), look: Look(exposure: 1))
    #expect(try tone(scene)?.contains("0…1240 cd/m² to 0…203 cd/m²") == true)
    let plans = [
      try ConversionPlan(from: .hdr10(), to: .sdr, options: scene),
      try ConversionPlan(
        from: .hdr10(), to: .sdr, options: PlanOptions(sourcePeak: .nits(1240), sceneAverage: .nits(60))),
    ]
    let pq = PerceptualQuantizer()
    let (half, whole) = (pq.inverseEOTF(.nits(50)), pq.inverseEOTF(.nits(100)))
    let (a, b) = (plans[0](Signal(neutral: half)), plans[1](Signal(neutral: whole)))
    #expect(abs(a.components.x - b.components.x) < 1e-7)
    // An impossible average is reported as it was stated.
    #expect(throws: PlanError.tone(.sceneAverage(.nits(-5)))) {
      try tone(PlanOptions(sceneAverage: .nits(-5), look: Look(exposure: 1, contrast: 2)))
    }
  }

  /// A display whose range follows from the source's shows what the look makes of it.
  @Test func theRangeOfThePQThatIsWritten() throws {
    let plan = try Self.plan(Look(exposure: 1), to: .hdr10)
    #expect(plan.targetLuminance == .nits(0...2000) && Self.detail(.tone, of: plan) == nil)
    #expect(Self.detail(.delinearize, of: plan) == "PQ, 0…2000 cd/m²")
    #expect(try Self.plan(Look(exposure: -6), to: .hdr10).targetLuminance == .nits(0...203))
    let output = OutputTags(of: plan)
    #expect(output.metadata.mastering?.maximum == .nits(2000) && output.needsContentLight)
  }

  // MARK: Limits

  @Test func beyondPQItIsTold() throws {
    let plan = try Self.plan(Look(exposure: 4))
    let finding = try #require(plan.assumptions.first { $0.code == "look-above-pq" })
    #expect(finding.found == "the look takes the source's peak from 1000 cd/m² to 16000 cd/m²")
    #expect(Self.detail(.look, of: plan) == "exposure +4 stops, 0…1000 cd/m² to 0…10000 cd/m²")
    #expect(Self.detail(.tone, of: plan)?.contains("0…10000 cd/m² to") == true)
    #expect(try !Self.plan(Look(exposure: 3.3)).assumptions.contains { $0.code == "look-above-pq" })
    #expect(throws: PlanError.self) {
      try ConversionPlan(
        from: .hdr10(), to: .sdr, options: PlanOptions(sourcePeak: .nits(1000), look: Look(exposure: 4), strict: true))
    }
  }

  /// Colors that saturation takes out of the display, and blue that low contrast raises above its peak, are mapped and not clipped.
  @Test func whatLeavesTheDisplayIsMapped() throws {
    for look in [Look(saturation: 1.5), Look(contrast: 0.8), Look(exposure: 0.2)] {
      let plan = try Self.plan(look, from: .sdr, tone: .identity)
      #expect(plan.stages.contains { $0.kind == .gamut }, "\(look)")
      for color in [Signal(1, 0, 0), Signal(0, 0, 1), Signal(1, 1, 0), Signal(0.9, 0.2, 0.1)] {
        let shown = plan(color).components
        #expect(shown.min() >= 0 && shown.max() <= 1 + 1e-9, "\(look): \(shown)")
      }
    }
    #expect(try Self.plan(Look(saturation: 0.5), from: .sdr).stages.allSatisfy { $0.kind != .gamut })
    #expect(try Self.plan(Look(saturation: 1.5), from: .sdr, to: .hdr10).stages.allSatisfy { $0.kind != .gamut })
  }

  @Test(arguments: [
    (Look.Part.exposure, 6.01), (.exposure, -6.01), (.exposure, .nan), (.exposure, .infinity), (.contrast, 0.49),
    (.contrast, 2.01), (.contrast, .nan), (.contrast, -1), (.saturation, -0.01), (.saturation, 4.01),
    (.saturation, .nan),
  ]) func whatIsNoLookIsRefused(part: Look.Part, value: Double) throws {
    var look = Look()
    switch part {
    case .exposure: look.exposure = Stops(value)
    case .contrast: look.contrast = value
    case .saturation: look.saturation = value
    }
    for (source, display) in [(Source.hdr10(), Display.sdr), (.sdr, .sdr)] {
      do throws(PlanError) {
        _ = try Self.plan(look, from: source, to: display)
        Issue.record("\(look) is accepted")
      } catch {
        // NaN equals nothing.
        guard case .lookOutOfRange(part, _) = error else {
          Issue.record("\(error)")
          return
        }
        let limits = ["exposure": "-6 to 6", "contrast": "0.5 to 2", "saturation": "0 to 4"][part.rawValue]!
        for word in [part.rawValue, "\(value)", limits, "Look.\(part.rawValue)"] { #expect("\(error)".contains(word)) }
      }
    }
  }

  @Test func aLookupTableLeavesItNothingToDo() throws {
    let table = try LookupTable(steps: [.cube(Cube(size: 2) { $0 })])
    func codes(_ look: Look) throws -> [String] {
      try ConversionPlan(from: .hdr10(), to: .sdr, applying: table, options: PlanOptions(look: look)).assumptions
        .map(\.code)
    }
    #expect(try codes(Look(contrast: 1.1)) == ["look-ignored"])
    #expect(try codes(.neutral) == [])
    #expect(throws: PlanError.lookOutOfRange(.contrast, 9)) { try codes(Look(contrast: 9)) }
  }

  /// Every operator with looks at their limits, all parts together and each alone, which has operations of its own, from and to anything: a plan or an
  /// error, never a trap, and numbers that are some.
  @Test(arguments: ToneOperator.all.filter { !$0.followsMetadata }) func atItsLimits(tone: ToneOperator) throws {
    let together = [-6.0, 6].flatMap { exposure in
      [0.5, 2].flatMap { contrast in
        [0.0, 4].map { Look(exposure: exposure, contrast: contrast, saturation: $0) }
      }
    }
    let alone = [
      Look(exposure: -6), Look(exposure: 6), Look(contrast: 0.5), Look(contrast: 2), Look(saturation: 0),
      Look(saturation: 4),
    ]
    let looks = together + alone
    for (source, display) in Self.ways {
      for look in looks {
        do throws(PlanError) {
          let plan = try Self.plan(look, from: source, to: display, tone: tone)
          for codes in [Codes(64, 512, 512), Codes(0, 0, 0), Codes(1023, 1023, 0), Codes(600, 100, 900)] {
            let shown = plan(codes).components
            #expect(shown.x.isFinite && shown.y.isFinite && shown.z.isFinite, "\(look), \(codes)")
          }
        } catch {
          // ACES 2 has displays that it cannot map for.
          #expect(tone == .aces2ToneScale, "\(error)")
        }
      }
    }
  }
}

extension ConversionPlan {
  /// Whether the signal passes through unchanged.
  fileprivate var keepsAnything: Bool { stages.contains { $0.kind == .keep } }
}
