import Testing
import ToneMapping

/// `PlanOptions.gamutStrength`: what it changes, where it has no effect, and which values are rejected.
@Suite struct GamutStrengthTests {
  private static func plan(
    _ strength: Double?, from source: Source = .hdr10(), to display: Display = .sdr, gamut: GamutOperator = .perceptual
  ) throws(PlanError) -> ConversionPlan {
    try ConversionPlan(
      from: source, to: display, gamut: gamut,
      options: PlanOptions(sourcePeak: source.color.transfer == .pq ? .nits(1000) : nil, gamutStrength: strength))
  }

  /// BT.2020's red at a luminance of 203 cd/m²: a stronger map makes it redder and darker.
  @Test func aHotRedKeepsWhatItIsToldTo() throws {
    let red = Signal(PerceptualQuantizer().inverseEOTF(.nits(773)), 0, 0)
    let results = try [0, 0.25, 0.5, 0.75, 1].map { try Self.plan($0)(red).components }
    for (weak, strong) in zip(results, results.dropFirst()) {
      #expect(strong.y < weak.y - 0.02 && strong.z < weak.z - 0.02, "\(weak), \(strong)")
    }
    // This test can fail: clipping gives none of these results.
    let clipped = try Self.plan(nil, gamut: .clip)(red).components
    #expect(results.allSatisfy { $0.y > clipped.y + 0.1 })
    #expect(try Self.plan(nil)(red).components == results[2])
  }

  @Test func neutralsAndTheCoreDoNotDependOnIt() throws {
    for color in [Signal(0.5, 0.5, 0.5), Signal(0.4, 0.42, 0.38), Signal(0, 0, 0), Signal(0.7, 0.7, 0.7)] {
      let expected = try Self.plan(nil)(color)
      for strength in [0, 0.3, 1] { #expect(try Self.plan(strength)(color) == expected) }
    }
  }

  @Test func thePlanTellsIt() throws {
    #expect("\(try Self.plan(nil))".contains("perceptual, strength 0.5,"))
    #expect("\(try Self.plan(0.25))".contains("perceptual, strength 0.25,"))
    #expect(!"\(try Self.plan(nil, gamut: .clip))".contains("strength"))
  }

  @Test func whereNothingIsMappedItSaysSo() throws {
    let plan = try Self.plan(1, from: .sdr, to: .sdr)
    #expect(plan.assumptions.map(\.code).contains("gamut-strength-ignored"))
    #expect(!(try Self.plan(nil, from: .sdr, to: .sdr)).assumptions.map(\.code).contains("gamut-strength-ignored"))
    #expect(!(try Self.plan(1)).assumptions.map(\.code).contains("gamut-strength-ignored"))
  }

  @Test(arguments: [-0.01, 1.01, .infinity]) func whatIsNoStrengthIsRefused(strength: Double) {
    #expect(throws: PlanError.gamutStrengthOutOfRange(strength)) { try Self.plan(strength) }
  }

  @Test(arguments: GamutOperator.allCases.filter { $0 != .perceptual }) func otherMapsRefuseOne(map: GamutOperator) {
    #expect(throws: PlanError.gamutStrengthNotApplicable(map)) { try Self.plan(0.5, gamut: map) }
  }
}
