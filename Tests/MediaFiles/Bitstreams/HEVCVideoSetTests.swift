import MediaFiles
import Testing

/// H.265's video parameter set with its extension: what it states about layers above the base.
@Suite struct HEVCVideoSetTests {
  private func facts(_ set: TestHEVCVideoSet, problems: Int = 0) throws -> CodecFacts {
    let file = try MediaDescription(bytes: annexB(set.unit, TestHEVCSequence().unit))
    #expect(file.problems.count == problems, "\(file.problems)")
    return try file.track.facts
  }

  /// A set, its differences, and the expected result.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var auxiliary = 1
    var id = 1
    var profile: Int? = 1
    var depth = 8
    var chroma = CodecFacts.ChromaFormat.yuv420
    var isAligned: Bool? = true
    var make: @Sendable (inout TestHEVCVideoSet) -> Void
  }

  static let cases = [
    Case(testDescription: "alpha in layer 1") { _ in },
    Case(testDescription: "with timing") { $0.bufferModels = 0 },
    Case(testDescription: "sublayers") { $0.sublayers = 3 },
    Case(testDescription: "predicted from the base") { $0.isPredicted = true },
    Case(testDescription: "predicted, with sublayers") { ($0.isPredicted, $0.sublayers) = (true, 2) },
    Case(testDescription: "only the upper layer shown") { $0.output = 1 },
    Case(testDescription: "only the upper layer shown, predicted") { ($0.output, $0.isPredicted) = (1, true) },
    Case(testDescription: "flags of what is shown") { $0.output = 2 },
    Case(testDescription: "a profile of its own", profile: 4) { $0.profiles = [1, 2, 4] },
    Case(testDescription: "a number of its own", id: 5) { $0.layerID = 5 },
    Case(testDescription: "depth", auxiliary: 2) { $0.dimensions = [(3, 2)] },
    Case(testDescription: "another view", auxiliary: 0) { $0.dimensions = [(1, 1)] },
    Case(testDescription: "alpha of a scaled layer") { $0.dimensions = [(2, 1), (3, 1)] },
    // Layer 5 is 101: one bit for the second kind, and the rest, 10, for the third.
    Case(testDescription: "the number cut in two", auxiliary: 2, id: 5) {
      ($0.dimensions, $0.isSplit, $0.layerID) = ([(2, 1), (3, 2)], true, 5)
    },
    Case(testDescription: "the second format", depth: 10, chroma: .yuv444) { $0.formats = [(1, 8), (3, 10)] },
    Case(testDescription: "the format it names", depth: 12, chroma: .yuv422) {
      ($0.formats, $0.formatIndex) = ([(1, 8), (3, 10), (2, 12)], 2)
    },
    Case(testDescription: "one layer set", profile: nil) { $0.layerSets = 1 },
    Case(testDescription: "types not aligned", isAligned: false) { $0.areTypesAligned = false },
    Case(testDescription: "no usability information", isAligned: nil) { $0.areTypesAligned = nil },
  ]

  @Test(arguments: cases) func whatTheExtensionSaysIsFound(_ sample: Case) throws {
    var set = TestHEVCVideoSet()
    sample.make(&set)
    let facts = try facts(set)
    #expect(facts.layers == 2 && facts.hasLayerExtension == true && facts.areTypesAligned == sample.isAligned)
    #expect(facts.upperLayers.count == 1)
    let layer = try #require(facts.upperLayers.first)
    #expect(layer.id == sample.id && layer.auxiliary == sample.auxiliary && layer.isPredicted == set.isPredicted)
    #expect(layer.profile == sample.profile && layer.chroma == sample.chroma)
    #expect([layer.bitDepth, layer.chromaBitDepth] == [sample.depth, sample.depth])
  }

  @Test func moreLayersAreNamedOnly() throws {
    let facts = try facts(TestHEVCVideoSet(layers: 4, isPredicted: true))
    #expect(facts.layers == 4)
    #expect(facts.upperLayers.map(\.id) == [1, 2, 3])
    #expect(facts.upperLayers.allSatisfy { $0.auxiliary == 1 && $0.isPredicted == true && $0.profile == nil })
  }

  @Test func withoutAnExtensionNothingIsSaidOfLayers() throws {
    let facts = try facts(TestHEVCVideoSet(hasExtension: false))
    #expect(facts.layers == 2 && facts.hasLayerExtension == false && facts.upperLayers == [])
  }

  @Test func aBuffersModelIsNotPassed() throws {
    let facts = try facts(TestHEVCVideoSet(bufferModels: 1), problems: 1)
    #expect(facts.layers == 2 && facts.hasLayerExtension == nil && facts.upperLayers == [])
  }

  /// If the set is cut off anywhere, everything before the cut is read, and reading of the file continues.
  @Test func aCutSetSaysWhatItHas() throws {
    let payload = TestHEVCVideoSet(sublayers: 2, isPredicted: true).payload
    var known = 0
    for length in 2..<payload.count {
      let file = try MediaDescription(bytes: annexB(hevcUnit(32, Array(payload[..<length])), TestHEVCSequence().unit))
      let facts = try file.track.facts
      #expect(facts.layers == 2 && facts.profileName == "Main 10", "\(length) bytes")
      let layer = facts.upperLayers.first
      let count = [layer?.auxiliary, layer?.profile, layer?.bitDepth].compactMap(\.self).count
      #expect(count >= known, "\(length) bytes")
      known = count
    }
    #expect(known == 3)
  }

  @Test func aLayersOwnSequenceSetOverrulesTheExtension() throws {
    let own = TestHEVCSequence(layer: 1, id: 2, depth: 10).unit
    let file = try MediaDescription(bytes: annexB(TestHEVCVideoSet().unit, TestHEVCSequence().unit, own))
    let layer = try #require(try file.track.facts.upperLayers.first)
    #expect(layer.auxiliary == 1 && layer.profile == 2 && layer.bitDepth == 10)
    // A set that leaves everything to the extension changes nothing.
    let extended = TestHEVCSequence(isExtended: true, layer: 1, id: 2).unit
    let other = try MediaDescription(bytes: annexB(TestHEVCVideoSet().unit, TestHEVCSequence().unit, extended))
    #expect(try other.track.facts.upperLayers.first?.profile == 1)
  }
}
