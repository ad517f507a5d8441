import Testing
import ToneMapping
import Transcoding

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
    // The source with that peak decides.
    #expect(try shared([Self.unknown, low]).deciding == 1 && shared([low, Self.bright, Self.unknown]).deciding == 1)
    #expect(try shared([.sdr, Self.unknown, Self.unknown]).deciding == 1)
  }

  @Test func metadataComesBeforeNoneAmongHLG() throws {
    let room = Source.hlg(ambient: try AmbientViewingEnvironment(.lux(314), lightChromaticity: .d65))
    var phone = room
    phone.carriesDolbyVision = true
    #expect(try shared([.hlg(), room]).deciding == 1 && shared([.hlg(), room, phone]).deciding == 2)
    #expect(try shared([.hlg(), .hlg()]).deciding == 0)
  }

  /// The reason names no kind that is not there.
  @Test func reasonsNameWhatIsThere() throws {
    #expect(try shared([.hlg(), .hlg()]).reason == "all sources are HLG")
    #expect(try shared([.log(.sLog3)]).reason == "all sources are a camera log")
    #expect(try shared([.sdr, .hlg()]).reason == "any HDR makes HDR, which is HLG")
    #expect(try shared([Self.pq, .hlg()]).reason == "HLG comes before PQ")
    #expect(try shared([.sdr, .sdr]).reason == "no source is HDR or of a wide gamut")
    #expect(try shared([Self.pq, Self.pq]).reason.hasPrefix("all sources are HDR, "))
  }

  @Test func anyWideGamutMakesAWideOne() throws {
    var bt2020 = Source.sdr
    (bt2020.color.primaries, bt2020.color.matrix) = (.bt2020, .bt2020NCL)
    var ebu = Source.sdr
    ebu.color.primaries = .bt470BG
    for wide in [Self.p3, bt2020] {
      #expect(try shared([wide, wide]).preset == .p3SDR)
      #expect(try shared([.sdr, wide]).preset == .p3SDR && shared([.sdr, wide]).deciding == 1)
    }
    #expect(try shared([ebu, .sdr]).preset == .sdr709)
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
