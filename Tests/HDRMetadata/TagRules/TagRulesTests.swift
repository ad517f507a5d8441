import Colorimetry
import HDRMetadata
import Testing

@Suite struct TagRulesTests {
  static let nothing = ColorDescription()
  static let hd = ColorDescription(primaries: .bt709, transfer: .bt709, matrix: .bt709, range: .narrow)
  static let pq = ColorDescription(primaries: .bt2020, transfer: .pq, matrix: .bt2020NCL, range: .narrow)
  static let hlg = ColorDescription(primaries: .bt2020, transfer: .hlg, matrix: .bt2020NCL, range: .narrow)
  static let p3 = ColorDescription(primaries: .smpte432, transfer: .bt709, matrix: .bt709)
  static let light = StaticMetadata(contentLight: ContentLightLevel(maxCLL: 1000, maxFALL: nil))

  /// Source, tags that are set, tags of the output, properties that are converted.
  @Test(
    arguments: [
      (nothing, nil, nothing, []), (hd, nil, hd, []), (pq, nil, pq, []),
      (nothing, hd, hd, []), (nothing, hlg, hlg, []), (hd, hd, hd, []),
      (pq, hlg, hlg, [.transfer]), (hd, hlg, hlg, [.primaries, .transfer, .matrix]),
      (hlg, hd, hd, [.primaries, .transfer, .matrix]),
      (hlg, ColorDescription(range: .full, chromaLocation: .topLeft), full(hlg), [.range]),
      (ColorDescription(transfer: .pq), hlg, hlg, [.transfer]),
      (
        hd, ColorDescription(transfer: .sRGB),
        ColorDescription(
          primaries: .bt709, transfer: .sRGB, matrix: .bt709, range: .narrow), [.transfer]
      ),
    ] as [(ColorDescription, ColorDescription?, ColorDescription, [ColorDescription.Property])])
  func writing(
    source: ColorDescription, explicit: ColorDescription?, tags: ColorDescription,
    converted: [ColorDescription.Property]
  ) {
    let written = TagRules.written(source, as: explicit)
    #expect(written.tags == tags && written.converted == Set(converted))
  }

  static func full(_ color: ColorDescription) -> ColorDescription {
    ColorDescription(range: .full, chromaLocation: .topLeft).completed(by: color)
  }

  /// Source, tags that are set, whether the compositor accepts HDR; the color of frames and output, and the findings.
  @Test(
    arguments: [
      (hd, nothing, true, hd, []), (hlg, nothing, true, hlg, []), (pq, nothing, true, pq, []),
      (hd, nothing, false, hd, []), (nothing, nothing, false, nothing, []),
      (pq, hlg, true, hlg, []), (pq, ColorDescription(transfer: .hlg), true, hlg, []), (pq, hd, true, hd, []),
      (pq, hd, false, hd, []), (pq, nothing, false, hd, ["hdr-converted"]), (hlg, hlg, false, hd, ["hdr-converted"]),
      (hd, hlg, false, hd, ["hdr-converted"]), (hd, hlg, true, hlg, []),
    ] as [(ColorDescription, ColorDescription, Bool, ColorDescription, [String])])
  func composition(
    source: ColorDescription, explicit: ColorDescription, takingHDR: Bool, output: ColorDescription, reports: [String]
  ) {
    for isDynamic in [false, true] {
      let tagged = TaggedSource(color: source, metadata: Self.light, hasDynamicMetadata: isDynamic)
      let composed = TagRules.composed(tagged, as: explicit, takingHDR: takingHDR)
      #expect(composed.output == output && composed.frames == output)
      #expect(composed.reports.map(\.code) == reports + (isDynamic ? ["dynamic-metadata-dropped"] : []))
      let keeps = output.isHDR && output.transfer == source.transfer
      #expect(composed.metadata == (keeps ? Self.light : StaticMetadata()))
    }
  }

  @Test func defaultComposition() {
    func color(_ sources: ColorDescription...) -> ColorDescription? {
      TagRules.defaultComposition(of: sources.map { TaggedSource(color: $0) })
    }
    let hlg = ColorDescription(primaries: .bt2020, transfer: .hlg, matrix: .bt2020NCL)
    #expect(color() == nil && color(Self.hd) == Self.hd && color(Self.nothing) == Self.nothing)
    for sources in [[Self.hlg], [Self.pq], [Self.hd, Self.pq], [Self.pq, Self.hlg]] {
      #expect(TagRules.defaultComposition(of: sources.map { TaggedSource(color: $0) }) == hlg)
    }
  }

  /// Source, preset, result.
  @Test(
    arguments: [
      (hd, .hevc, hd), (hd, .proRes, hd), (hd, .h264, hd), (hlg, .hevc, hlg), (hlg, .proRes, hlg), (hlg, .h264, hd),
      (pq, .hevc, pq), (pq, .proRes, pq), (pq, .h264, hd), (p3, .h264, p3), (nothing, .h264, nothing),
    ] as [(ColorDescription, ExportPreset, ColorDescription)])
  func exports(source: ColorDescription, preset: ExportPreset, color: ColorDescription) {
    let exported = TagRules.exported(source, by: preset)
    #expect(exported.color == color)
    let reports: [TagReport] = source == color ? [] : [.hdrConverted(source.transfer ?? .pq)]
    #expect(exported.reports == reports)
  }

  /// Whether there is metadata for each frame, whether pixels change, the purpose of the edit; the fate of the metadata.
  @Test(
    arguments: [
      (false, false, .preview, .none), (false, true, .preview, .none), (false, false, .export, .none),
      (false, true, .export, .none), (true, false, .preview, .kept), (true, false, .export, .kept),
      (true, true, .preview, .dropped), (true, true, .export, .recomputed),
    ] as [(Bool, Bool, TagRules.EditPurpose, TagRules.DynamicMetadataFate)])
  func edits(isDynamic: Bool, changes: Bool, purpose: TagRules.EditPurpose, fate: TagRules.DynamicMetadataFate) throws {
    let metadata = StaticMetadata(
      contentLight: Self.light.contentLight, ambient: try AmbientViewingEnvironment(lux: 314, light: .d65))
    let source = TaggedSource(color: Self.hlg, metadata: metadata, hasDynamicMetadata: isDynamic)
    let edited = TagRules.edited(source, changesPixels: changes, for: purpose)
    #expect(edited.metadata == metadata && edited.dynamicMetadata == fate)
  }

  @Test func reportsAreSentences() {
    let reports: [TagReport] = [.wideGamutConverted(.bt2020), .hdrConverted(.pq), .dynamicMetadataDropped]
    #expect(Set(reports.map(\.code)).count == reports.count)
    for report in reports { #expect("\(report)".contains(";") && !"\(report)".hasSuffix("."), "\(report)") }
  }
}
