import Testing
import ToneMapping

/// One output for sources of several kinds.
@Suite struct SharedOutputTests {
  private static let pq = Source.hdr10(contentLight: ContentLightLevel(maxCLL: 993, maxFALL: 119))
  private static let bright = Source.hdr10(contentLight: ContentLightLevel(maxCLL: 3993, maxFALL: 119))
  private static let unknown = Source.hdr10()
  private static let p3: Source = {
    var source = Source.sdr
    source.color.primaries = .smpte432
    return source
  }()

  private func shared(_ sources: [Source]) throws -> SharedOutput {
    SharedOutput(for: try sources.map { try ConversionPlan(from: $0, to: .sdr) })
  }

  @Test func anyHDRMakesHDR() throws {
    #expect(try shared([.sdr, Self.pq, .sdr]).preset == .pq)
    #expect(try shared([.sdr, .hlg()]).preset == .hlg)
    #expect(try shared([.sdr, .log(.sLog3)]).preset == .hlg)
    #expect(try shared([.sdr, .sdr]) == shared([.sdr]) && shared([.sdr]).display == .sdr)
  }

  @Test func hlgComesBeforePQ() throws {
    let both = try shared([Self.pq, .sdr, .hlg()])
    #expect(both.preset == .hlg && both.deciding == 2 && both.display == .hlg)
  }

  @Test func metadataComesBeforeNone() throws {
    // Assumed peaks are 1000 cd/m²; one that is stated counts alone, and the maximum of several.
    let low = Source.hdr10(contentLight: ContentLightLevel(maxCLL: 603, maxFALL: 119))
    #expect(try shared([Self.unknown, low]).display.luminance?.peak == .nits(603))
    #expect(try shared([low, Self.bright, Self.unknown]).display.luminance?.peak == .nits(3993))
    #expect(try shared([Self.unknown]).display.luminance?.peak == .nits(1000))
  }

  @Test func sdrIsWideOnlyIfAllIs() throws {
    #expect(try shared([Self.p3, Self.p3]).preset == .p3SDR && shared([Self.p3, .sdr]).preset == .sdr709)
  }

  /// BT.2408-8, Table 1: reference white is 58 % of PQ, 75 % of HLG, and 100 % of SDR.
  @Test func referenceWhiteIsOneCodeInAll() throws {
    func codes(_ sources: [Source]) throws -> [Double] {
      let output = try shared(sources)
      return try sources.map { source in
        let plan = try ConversionPlan(from: source, to: output.display)
        return plan.targetLumaCode(ofSignal: try #require(plan.targetSignalOfReferenceWhite)).value
      }
    }
    // 64 + 876 · 0.5807; 203 cd/m² in PQ.
    for code in try codes([.sdr, Self.pq, Self.p3]) { #expect(abs(code - 572.68) < 0.05, "\(code)") }
    // The assumed 1000 cd/m² are compressed a little for the 993 that another source states.
    for code in try codes([Self.pq, Self.unknown]) { #expect(abs(code - 572.68) < 0.5, "\(code)") }
    // 64 + 876 · 0.7496 for HLG of 1000 cd/m²; BT.2408 rounds it to 75 %.
    for code in try codes([.sdr, .hlg(), Self.pq]) { #expect(abs(code - 720.7) < 0.7, "\(code)") }
    // A source that is compressed has its white lower.
    let compressed = try codes([.hlg(), Self.bright])
    #expect(compressed[1] < compressed[0] - 5)
    #expect(try ConversionPlan(from: .log(.sLog3), to: .hlg).targetSignalOfReferenceWhite == nil)
  }
}
