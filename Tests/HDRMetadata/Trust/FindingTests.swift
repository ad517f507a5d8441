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
      Finding(code: "a", found: "it is 1", expected: "2", consequence: "assuming 2", fix: "say so"),
      "it is 1, but 2 was expected; assuming 2", "it is 1, but 2 was expected; assuming 2; say so"
    ),
  ]) func oneSentenceFromTheFields(finding: Finding, sentence: String, description: String) throws {
    #expect(finding.sentence == sentence && "\(finding)" == description)
    let json = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(finding)) as? [String: String]
    var expected = ["code": "a", "found": "it is 1", "sentence": sentence]
    expected["expected"] = finding.expected
    expected["consequence"] = finding.consequence
    expected["fix"] = finding.fix?.description
    #expect(json == expected)
  }

  /// A sentence names the API to a library's user, and what another program calls it to that program's.
  @Test func aFixHoldsWhatIsToBeStated() {
    let levels = "them"
    let fix: Fix = "correct \(levels) with \(.maxCLL), or ignore \(levels) with \(.trustMetadata, "never")"
    #expect(
      "\(fix)" == "correct them with StaticMetadata.contentLight, or ignore them with InputSettings.trust = never")
    #expect(fix.settings == [.maxCLL, .trustMetadata])
    #expect(fix.text { "\($0) \($1 ?? "")" } == "correct them with maxCLL , or ignore them with trustMetadata never")
    // Two are equal if they say the same of the same.
    #expect(fix == "correct them with \(.maxCLL), or ignore them with \(.trustMetadata, "never")")
    #expect(fix != "correct them with \(.maxCLL), or ignore them with \(.trustMetadata, "always")")
    #expect(fix != Fix(stringLiteral: "\(fix)") && ("say so" as Fix).settings == [])
  }

  @Test func whatAUserNamesIsBelievedBeforeTags() {
    let told = ResolvedTags([
      (
        TagSource { _ in "the header" }, ColorDescription(transfer: .hlg),
        StaticMetadata(contentLight: ContentLightLevel(maxCLL: 1000, maxFALL: 400))
      ),
      (
        TagSource { _ in "the file" }, ColorDescription(),
        StaticMetadata(contentLight: ContentLightLevel(maxCLL: 900, maxFALL: 400))
      ),
    ])
    let named = told.disagreements(with: [.transfer: "slog3"], by: TagSource { "the \($0.words) of the camera" })
    #expect(named.map(\.code) == ["overruled", "disagreement-max-cll"])
    #expect(
      named.first?.sentence
        == "the transfer of the camera says slog3, but the header says arib-std-b67; the transfer of the camera takes precedence"
    )
  }

  @Test(arguments: [true, false]) func theFirstSourceIsBelieved(isExplicit: Bool) {
    let told = ResolvedTags([
      (
        TagSource(isExplicit: isExplicit) { "the option --\($0.words)" }, ColorDescription(transfer: .pq),
        StaticMetadata()
      ),
      (
        TagSource { _ in "the header" }, ColorDescription(transfer: .hlg, range: .full),
        StaticMetadata(contentLight: ContentLightLevel(maxCLL: 1000, maxFALL: 400))
      ),
    ])
    #expect(told.color.transfer == .pq && told.color.range == .full && told.metadata.contentLight?.maxCLL == 1000)
    #expect(told.disagreements().map(\.code) == [isExplicit ? "overruled" : "disagreement-transfer"])
    #expect(told.disagreements().map(\.isDecided) == [isExplicit])
    #expect(
      told.disagreements().map(\.sentence) == [
        "the option --transfer says smpte2084, but the header says arib-std-b67; the option --transfer takes precedence"
      ])
  }

  @Test func whatIsCorrectedIsTold() throws {
    var display = MetadataDoubtTests.p3
    (display.red, display.green) = (display.green, display.red)
    let kept = StaticMetadata(mastering: display).kept(transfer: .pq)
    #expect(kept.metadata.mastering == MetadataDoubtTests.p3)
    #expect(kept.changes.map(\.code) == ["mastering-corrected"])
    #expect(kept.changes.first?.expected == "\(MetadataDoubtTests.p3)")
  }
}
