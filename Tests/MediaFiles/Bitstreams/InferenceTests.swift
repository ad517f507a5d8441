import Colorimetry
import HDRMetadata
import MediaFiles
import Testing

/// What H.264 and H.265 infer where a sequence parameter set leaves a value out: Rec. ITU-T H.264, clause E.2.1; H.265, clause E.3.1.
@Suite struct InferenceTests {
  /// A sequence parameter set of either codec.
  struct Sequence: CustomStringConvertible, Sendable {
    var isHEVC: Bool
    var color = TestColor()
    var hasUsability = true
    var chroma = 1

    var unit: [UInt8] {
      isHEVC
        ? TestHEVCSequence(color: color, chroma: chroma, hasUsability: hasUsability).unit
        : TestAVCSequence(color: color, chroma: chroma, hasUsability: hasUsability).unit
    }

    var description: String { isHEVC ? "H.265" : "H.264" }
  }

  private func read(_ unit: [UInt8]) throws -> TrackDescription {
    let file = try MediaDescription(bytes: annexB(unit))
    #expect(file.problems == [])
    return try file.track
  }

  private func decided(_ property: TagProperty, of track: TrackDescription) -> ResolvedTags<Statement>.Decision? {
    track.resolved.decisions.first { $0.property == property }
  }

  @Test(arguments: [Sequence(isHEVC: false), Sequence(isHEVC: true)])
  func chromaWithoutALocationIsOfTypeZero(sequence: Sequence) throws {
    let track = try read(sequence.unit)
    #expect(track.resolved.color.chromaLocation == .left)
    let decision = try #require(decided(.chromaLocation, of: track))
    #expect(decision.isInferred && decision.believed.carrier == .codecStandard)
    #expect(decision.believed.carriedIn.path == "SPS without chroma_loc_info")
    // The range is there, so that nothing is inferred of it.
    #expect(decided(.range, of: track)?.believed.carrier == .parameterSet)
    #expect(track.statements.count == 1, "an inference is no statement")
  }

  @Test(arguments: [
    Sequence(isHEVC: false, hasUsability: false), Sequence(isHEVC: true, hasUsability: false),
    Sequence(isHEVC: false, color: TestColor(hasSignalType: false)),
    Sequence(isHEVC: true, color: TestColor(hasSignalType: false)),
  ]) func aSetThatSaysNothingIsNarrowAndLeft(sequence: Sequence) throws {
    let track = try read(sequence.unit)
    #expect(track.resolved.color == ColorDescription(range: .narrow, chromaLocation: .left))
    #expect(track.resolved.decisions.map(\.isInferred) == [true, true])
    #expect(track.sidecar.color == track.resolved.color)
  }

  @Test(arguments: [Sequence(isHEVC: false, chroma: 2), Sequence(isHEVC: true, chroma: 2)])
  func nothingIsInferredOf422(sequence: Sequence) throws {
    let track = try read(sequence.unit)
    #expect(track.facts.chroma == .yuv422)
    #expect(track.resolved.color.chromaLocation == nil)
  }

  @Test(arguments: [
    Sequence(isHEVC: false, color: TestColor(chromaLocation: 2)),
    Sequence(isHEVC: true, color: TestColor(chromaLocation: 2)),
  ]) func whatIsThereIsNotInferred(sequence: Sequence) throws {
    let track = try read(sequence.unit)
    #expect(track.resolved.color.chromaLocation == .topLeft)
    #expect(track.inferences == [])
  }

  /// A container that says where chroma lies does not contradict a stream that says nothing.
  @Test func aContainerIsBelievedWithoutAConflict() throws {
    let color = element(0x55B7, [1]) + element(0x55B8, [1])
    let track = try MediaDescription(bytes: TestMatroska(color: color).bytes).track
    let decision = try #require(decided(.chromaLocation, of: track))
    #expect(decision.believed.value == "topleft" && decision.believed.carrier == .container)
    #expect(!decision.isDisputed && track.findings == [])
  }

  /// A set that breaks off before its end may have said it.
  @Test func nothingIsInferredFromADamagedSet() throws {
    let file = try MediaDescription(bytes: annexB(Array(TestHEVCSequence().unit.dropLast(10))))
    #expect(file.problems.count == 1)
    #expect(try file.track.inferences == [])
  }

  /// AV1 has a number for "unknown", and infers nothing.
  @Test func av1SaysWhenItDoesNotKnow() throws {
    let header = obu(1, TestAV1Sequence(position: 0).payload)
    let track = try MediaDescription(bytes: AV1Tests.delimiter + header).track
    #expect(track.facts.chroma == .yuv420)
    #expect(track.resolved.color.chromaLocation == nil && track.inferences == [])
  }
}
