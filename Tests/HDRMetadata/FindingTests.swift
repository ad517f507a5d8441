import Colorimetry
import Foundation
import HDRMetadata
import Testing

/// What findings say, and who is believed.
@Suite struct FindingTests {
  @Test(arguments: [
    (Finding(code: "a", found: "it is 1"), "it is 1", "it is 1"),
    (Finding(code: "a", found: "it is 1", expected: "2"), "it is 1, but 2 was expected", "it is 1, but 2 was expected"),
    (
      Finding(code: "a", found: "it is 1", expected: "2", consequence: "assuming 2", mend: "say so"),
      "it is 1, but 2 was expected; assuming 2", "it is 1, but 2 was expected; assuming 2; say so"
    ),
  ]) func oneSentenceFromTheFields(finding: Finding, sentence: String, description: String) throws {
    #expect(finding.sentence == sentence && "\(finding)" == description)
    let json = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(finding)) as? [String: String]
    var expected = ["code": "a", "found": "it is 1", "sentence": sentence]
    expected["expected"] = finding.expected
    expected["consequence"] = finding.consequence
    expected["mend"] = finding.mend
    #expect(json == expected)
  }

  @Test(arguments: [true, false]) func theFirstWitnessIsBelieved(isExplicit: Bool) {
    let told = ResolvedTags([
      (Witness(isExplicit: isExplicit) { "--\($0.option)" }, ColorDescription(transfer: .pq), StaticMetadata()),
      (
        Witness { _ in "the header" }, ColorDescription(transfer: .hlg, range: .full),
        StaticMetadata(contentLight: ContentLightLevel(maxCLL: 1000, maxFALL: 400))
      ),
    ])
    #expect(told.color.transfer == .pq && told.color.range == .full && told.metadata.contentLight?.maxCLL == 1000)
    #expect(told.disagreements.map(\.code) == [isExplicit ? "overruled" : "disagreement-transfer"])
    #expect(told.disagreements.map(\.isDecided) == [isExplicit])
    #expect(
      told.disagreements.map(\.sentence) == [
        "--transfer says smpte2084, but the header says arib-std-b67; --transfer is used"
      ])
  }

  @Test func whatIsCorrectedIsTold() throws {
    var display = MetadataDoubtTests.p3
    (display.red, display.green) = (display.green, display.red)
    let kept = KeptMetadata(of: StaticMetadata(mastering: display), transfer: .pq)
    #expect(kept.metadata.mastering == MetadataDoubtTests.p3)
    #expect(kept.changes.map(\.code) == ["mastering-corrected"])
    #expect(kept.changes.first?.expected == "\(MetadataDoubtTests.p3)")
  }
}
