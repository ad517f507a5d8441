import HDRMetadata
import MediaFiles
import Testing

/// The layers of H.265 with alpha, taken apart.
@Suite struct HEVCAlphaLayerTests {
  private static func configuration(
    _ set: TestHEVCVideoSet = TestHEVCVideoSet(), isExtended: Bool = false
  ) -> [UInt8] {
    annexB(set.unit, TestHEVCSequence().unit, TestHEVCSequence(isExtended: isExtended, layer: 1, id: 2).unit)
  }

  /// A layer that a decoder of one layer would not decode is left alone.
  @Test func onlyALayerThatStandsAloneIsTaken() {
    #expect(HEVCAlphaLayer(configuration: Self.configuration()) != nil)
    #expect(HEVCAlphaLayer(configuration: Self.configuration(TestHEVCVideoSet(layerID: 5))) != nil)
    #expect(HEVCAlphaLayer(configuration: Self.configuration(TestHEVCVideoSet(dimensions: [(1, 1), (3, 1)]))) != nil)
    #expect(HEVCAlphaLayer(configuration: Self.configuration(TestHEVCVideoSet(dimensions: [(3, 2)]))) == nil, "depth")
    #expect(HEVCAlphaLayer(configuration: Self.configuration(TestHEVCVideoSet(dimensions: [(1, 1)]))) == nil, "a view")
    #expect(HEVCAlphaLayer(configuration: Self.configuration(TestHEVCVideoSet(isPredicted: true))) == nil)
    #expect(HEVCAlphaLayer(configuration: Self.configuration(TestHEVCVideoSet(numbersInstantRefresh: true))) == nil)
    #expect(HEVCAlphaLayer(configuration: Self.configuration(isExtended: true)) == nil)
    #expect(HEVCAlphaLayer(configuration: []) == nil)
    for length in 0..<60 { _ = HEVCAlphaLayer(configuration: Array(Self.configuration().prefix(length))) }
  }

  /// Units after lengths become units with start codes, of one layer each, and the video parameter set one of one layer.
  @Test func unitsAreSplitByTheirLayer() throws {
    let box = hvcC(
      TestHEVCVideoSet().unit, TestHEVCSequence().unit, TestHEVCSequence(layer: 1, id: 2).unit, hevcUnit(34, [0xC0]),
      hevcUnit(34, layer: 1, [0x60]))
    let layers = try #require(HEVCAlphaLayer(configuration: Array(box.dropFirst(8))))
    let single = try MediaDescription(bytes: layers.setup.base).track
    #expect(single.facts.layers == 1 && single.facts.parameterSets.allSatisfy { $0.layer == 0 })
    let alpha = try MediaDescription(bytes: layers.setup.alpha).track.facts
    #expect(alpha.layers == 1 && alpha.parameterSets.allSatisfy { $0.layer == 0 })
    #expect(alpha.parameterSets.filter { $0.kind == CodecFacts.ParameterSet.Kind.sequence }.map(\.id) == [1, 2])
    let (base, upper) = (hevcUnit(19, [0x80, 1, 2]), hevcUnit(19, layer: 1, [0x80, 3, 4]))
    let streams = try layers.split(withLengths([base, upper, hevcUnit(1, layer: 2, [9])]))
    #expect(streams.base == [0, 0, 1] + base && streams.alpha == [0, 0, 1] + hevcUnit(19, [0x80, 3, 4]))
    #expect(streams.hasBasePicture && streams.hasAlphaPicture)
    let one = try layers.split(withLengths([base]))
    #expect(one.hasBasePicture && !one.hasAlphaPicture && one.alpha.isEmpty)
    #expect(throws: MetadataError.self) { try layers.split(withLengths([base, upper]).dropLast()) }
    #expect(throws: MetadataError.self) { try layers.split([0xFF, 0xFF, 0xFF, 0xFF, 0]) }
  }
}
