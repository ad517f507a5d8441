import Testing
import ToneMapping

/// The peak chosen for a PQ source, and the assumptions reported with it.
@Suite struct SourcePeakTests {
  struct Case: CustomStringConvertible, Sendable {
    var maxCLL: ContentLightLevel.Level?
    var maxFALL: ContentLightLevel.Level?
    var mastering: Double?
    var caller: Double?
    var trust = MetadataTrust.auto
    var peak: Double
    var codes: Set<String>
    var description: String { "CLL \(maxCLL ?? 0)/\(maxFALL ?? 0), MDCV \(mastering ?? 0), \(trust) → \(peak)" }
  }

  static let cases = [
    Case(caller: 700, peak: 700, codes: []),
    Case(maxCLL: 863, maxFALL: 101, mastering: 4000, caller: 700, peak: 700, codes: []),
    Case(maxCLL: 863, maxFALL: 101, mastering: 4000, peak: 863, codes: []),
    Case(maxCLL: 863, maxFALL: 101, peak: 863, codes: []),
    Case(mastering: 4000, peak: 4000, codes: []),
    Case(peak: 1000, codes: ["source-peak"]),
    // As in a published movie: MaxCLL above the mastering maximum.
    Case(maxCLL: 1100, maxFALL: 180, mastering: 1000, peak: 1000, codes: ["maxcll-above-mastering"]),
    Case(maxCLL: 1100, maxFALL: 180, mastering: 1000, trust: .always, peak: 1100, codes: ["maxcll-above-mastering"]),
    Case(maxCLL: 1000, maxFALL: 400, mastering: 1000, peak: 1000, codes: ["light-levels-placeholder"]),
    Case(maxCLL: 1000, maxFALL: 400, mastering: 1000, trust: .always, peak: 1000, codes: []),
    Case(maxCLL: 90, maxFALL: 180, mastering: 1000, peak: 1000, codes: ["maxfall-above-maxcll"]),
    Case(
      maxCLL: 20_000, maxFALL: 180, mastering: 1000, peak: 1000, codes: ["maxcll-above-pq", "maxcll-above-mastering"]),
    Case(maxCLL: 0, maxFALL: 0, mastering: 1000, peak: 1000, codes: ["maxcll-unknown"]),
    Case(maxCLL: 863, maxFALL: 101, mastering: 4000, trust: .never, peak: 1000, codes: ["source-peak"]),
    // A mastering display of 0.1 cd/m² occurs in real files.
    Case(mastering: 0.1, peak: 1000, codes: ["source-peak", "mastering-maximum-unit"]),
  ]

  @Test(arguments: cases)
  func peak(_ c: Case) throws {
    let light = c.maxCLL.map { ContentLightLevel(maxCLL: $0, maxFALL: c.maxFALL) }
    let mastering = try c.mastering.map {
      try MasteringDisplayColorVolume(primaries: .p3D65, luminance: .nits(0.0001...$0))
    }
    let plan = try ConversionPlan(
      from: .hdr10(mastering: mastering, contentLight: light), to: .sdr,
      options: PlanOptions(sourcePeak: c.caller.map(Luminance.nits), trust: c.trust))
    #expect(plan.sourceLuminance?.peak == .nits(c.peak))
    #expect(Set(plan.assumptions.map(\.code)) == c.codes)
    #expect(plan.assumptions.allSatisfy { "\(plan)".contains($0.sentence) })
  }

  @Test(arguments: [0, -5, 10_001, .nan, .infinity])
  func aPeakThatIsNoneIsRefused(nits: Double) {
    #expect(throws: PlanError.self) {
      try ConversionPlan(from: .hdr10(), to: .sdr, options: PlanOptions(sourcePeak: .nits(nits)))
    }
  }

  /// Maximum and minimum that are exchanged are left out, as with `.never`, and reported.
  @Test(arguments: [MetadataTrust.auto, .always]) func aMasteringDisplayThatCannotBeIsLeftOut(trust: MetadataTrust)
    throws
  {
    var mastering = try MasteringDisplayColorVolume(primaries: .p3D65, luminance: .nits(50...1000))
    (mastering.maximumUnits, mastering.minimumUnits) = (mastering.minimumUnits, mastering.maximumUnits)
    let plan = try ConversionPlan(from: .hdr10(mastering: mastering), to: .sdr, options: PlanOptions(trust: trust))
    let without = try ConversionPlan(from: .hdr10(), to: .sdr)
    #expect(plan.sourceLuminance == without.sourceLuminance && plan.peakEvidence == .assumed)
    #expect(plan.stages.map(\.detail) == without.stages.map(\.detail))
    #expect(plan.assumptions.contains { $0.code == "mastering-range-empty" })
    #expect(throws: PlanError.self) {
      try ConversionPlan(from: .hdr10(mastering: mastering), to: .sdr, options: PlanOptions(trust: trust, strict: true))
    }
  }

  /// Levels that look typed are used, so nothing is assumed.
  @Test func strictTakesLevelsThatLookTyped() throws {
    let light = ContentLightLevel(maxCLL: 1000, maxFALL: 400)
    let plan = try ConversionPlan(from: .hdr10(contentLight: light), to: .sdr, options: PlanOptions(strict: true))
    #expect(plan.assumptions.map(\.code) == ["light-levels-placeholder"])
  }

  @Test func strictRefusesEveryAssumption() {
    #expect(throws: PlanError.self) {
      try ConversionPlan(from: .hdr10(), to: .sdr, options: PlanOptions(strict: true))
    }
    #expect(throws: Never.self) {
      try ConversionPlan(
        from: .hdr10(), to: .sdr, options: PlanOptions(sourcePeak: .nits(1000), strict: true))
    }
  }
}
