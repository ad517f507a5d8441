import Testing
import ToneMapping

/// The values assumed for tags that a source lacks.
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
      plan.sourceTags
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
    #expect(plan.sourceTags.primaries == primaries)
    #expect(plan.sourceTags.transfer == transfer)
    #expect(plan.sourceTags.matrix == matrix)
    #expect(plan.assumptions.count == 5)
  }

  @Test func whatIsSaidStands() throws {
    let color = ColorDescription(
      primaries: .smpte432, transfer: .hlg, matrix: .bt709, range: .full, chromaLocation: .center)
    let plan = try plan(color)
    #expect(plan.sourceTags == color)
    #expect(plan.assumptions.isEmpty)
  }

  @Test(
    arguments: [
      (
        .identity, .pq, .yuv420p10, .subsampledRGB(.yuv420p10),
        "the matrix is identity (R′G′B′) but yuv420p10le has subsampled chroma;"
          + " expected 4:4:4, or the matrix of a Y′CbCr signal"
      ),
      (
        .iCtCp, .bt709, .yuv444p10, .transferOfICtCp(.bt709),
        "the matrix is ICtCp but the transfer is Rec. ITU-R BT.709-6; ICtCp is defined for PQ and HLG only"
      ),
    ] as [(MatrixCoefficients, TransferCharacteristics, PixelFormat, PlanError, String)])
  func contradictionsAreRefused(
    matrix: MatrixCoefficients, transfer: TransferCharacteristics, format: PixelFormat,
    contradiction: PlanError, sentence: String
  ) {
    let color = ColorDescription(primaries: .bt2020, transfer: transfer, matrix: matrix)
    #expect(throws: contradiction) { try plan(color, format: format) }
    #expect("\(contradiction)" == sentence)
  }

  @Test func primariesOfICtCpAreThoseOfBT2020() {
    #expect(throws: PlanError.primariesOfICtCp(Gamut(.bt709))) {
      try plan(ColorDescription(primaries: .bt709, transfer: .pq, matrix: .iCtCp), format: .yuv444p10)
    }
  }

  @Test func matricesWithoutAConversionAreRefused() {
    #expect(throws: PlanError.encoding(.noConversion(.iptC2))) {
      try plan(ColorDescription(primaries: .bt2020, transfer: .pq, matrix: .iptC2))
    }
  }

  @Test func depthsWithoutAFormatAreRefused() {
    let error = PlanError.noPixelFormat(like: .yuv420p10, bitDepth: 11)
    #expect(throws: error) {
      try ConversionPlan(from: .hdr10(), to: Display(.bt709, bitDepth: 11), reading: .yuv420p10)
    }
    #expect(
      "\(error)"
        == "no pixel format has the layout of yuv420p10le at 11 bits; choose another with OutputSettings.pixelFormat")
  }
}

/// H.273's identity matrix: the planes of Y′CbCr formats hold G′, B′, R′.
@Suite struct IdentityMatrixTests {
  @Test func planesOfYCbCrFormatsHoldGreenBlueRed() throws {
    func plan(_ format: PixelFormat) throws -> ConversionPlan {
      let color = ColorDescription(
        primaries: .bt2020, transfer: .pq, matrix: .identity, range: .full, chromaLocation: .left)
      return try ConversionPlan(
        from: Source(color: color), to: .sdr, options: PlanOptions(sourcePeak: .nits(1000)), reading: format)
    }
    // The first plane at its maximum: green.
    let input = try plan(.yuv444p10)
    var frame = try Frame(.yuv444p10, width: 1, height: 1)
    try frame.setCode(700, component: 0, x: 0, y: 0)
    var out = try input.makeFrame(width: 1, height: 1)
    try input.convert(frame, into: &out)
    // BT.709 green has low C′B and low C′R.
    #expect(try out.code(component: 1, x: 0, y: 0) < 120 && out.code(component: 2, x: 0, y: 0) < 120)
  }

  @Test func aTargetsTagsMustAgreeToo() {
    for matrix in [MatrixCoefficients.iCtCp, .identity] {
      var display = Display.sdr
      display.matrix = matrix
      #expect(throws: PlanError.self) { try ConversionPlan(from: .hdr10(), to: display) }
    }
  }
}
