import Testing
import ToneMapping

/// What is taken for tags that a source does not have.
@Suite struct MissingTagsTests {
  private func plan(
    _ color: ColorDescription, height: Int? = nil, format: PixelFormat = .yuv420p10
  ) throws -> ConversionPlan {
    try ConversionPlan(
      from: Source(color: color, height: height), to: .sdr, options: PlanOptions(sourcePeak: .nits(203)),
      reading: format)
  }

  @Test func pqAloneIsBT2020NarrowTopLeft() throws {
    let plan = try plan(ColorDescription(transfer: .pq))
    #expect(
      plan.source
        == ColorDescription(
          primaries: .bt2020, transfer: .pq, matrix: .bt2020NCL, range: .narrow, chromaLocation: .topLeft))
    #expect(
      plan.assumptions.map(\.code) == [
        "missing-primaries", "missing-matrix", "missing-range", "missing-chroma-location",
      ])
  }

  @Test(arguments: [
    (1080, ColorPrimaries.bt709, TransferCharacteristics.bt709, MatrixCoefficients.bt709),
    (576, .bt470BG, .smpte170M, .bt470BG),
    (480, .smpte170M, .smpte170M, .smpte170M),
  ])
  func untaggedEightBitGoesByHeight(
    rows: Int, primaries: ColorPrimaries, transfer: TransferCharacteristics, matrix: MatrixCoefficients
  ) throws {
    let plan = try plan(ColorDescription(), height: rows, format: .yuv420p)
    #expect(plan.source.primaries == primaries)
    #expect(plan.source.transfer == transfer)
    #expect(plan.source.matrix == matrix)
    #expect(plan.assumptions.count == 5)
  }

  @Test func whatIsSaidStands() throws {
    let color = ColorDescription(
      primaries: .smpte432, transfer: .hlg, matrix: .bt709, range: .full, chromaLocation: .center)
    let plan = try plan(color)
    #expect(plan.source == color)
    #expect(plan.assumptions.isEmpty)
  }

  @Test func contradictionsAreRefused() {
    #expect(throws: PlanError.self) {
      try plan(ColorDescription(primaries: .bt2020, transfer: .pq, matrix: .bt2020NCL), format: .gbrp10)
    }
    #expect(throws: PlanError.self) {
      try plan(ColorDescription(primaries: .bt2020, transfer: .pq, matrix: .identity), format: .yuv420p10)
    }
    #expect(throws: PlanError.self) {
      try plan(ColorDescription(primaries: .bt2020, transfer: .bt709, matrix: .iCtCp), format: .yuv444p10)
    }
  }
}
