import Colorimetry
import Foundation
import HDRMetadata
import TestSupport
import Testing

/// The light that an output states, as `tonemap info` judges it.
@Suite struct OutputLightTests {
  /// A 4:2:0 10-bit frame of 32 × 16 pixels whose luma and chroma jump from sample to sample.
  private static func clip() -> Data {
    var numbers = SeededNumbers(seed: 861)
    var data = Data("YUV4MPEG2 W32 H16 F25:1 Ip A0:0 C420p10 XYSCSS=420P10\nFRAME\n".utf8)
    func append(_ code: Int) { data.append(contentsOf: [UInt8(code & 255), UInt8(code >> 8)]) }
    for _ in 0..<32 * 16 { append(Int.random(in: 64...940, using: &numbers)) }
    for _ in 0..<16 * 8 * 2 { append(Int.random(in: 312...712, using: &numbers)) }
    return data
  }

  /// The findings of `info` for an output with its color JSON, and the content of that JSON.
  private func judged(_ options: [String]) throws -> (findings: [String], metadata: StaticMetadata, errors: String) {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Self.clip())
    let run = try Tool.run(["convert", input, folder["out.y4m"], "--progress", "none"] + options)
    #expect(run.code == 0, "\(run.errors)")
    let info = try Tool.run(
      ["info", folder["out.y4m"], "--color-json", folder["out.y4m.color.json"], "--json"])
    #expect(info.code == 0, "\(info.errors)")
    let report = try #require(try JSONSerialization.jsonObject(with: info.output) as? [String: Any])
    let track = try #require((report["tracks"] as? [[String: Any]])?.first)
    let findings = try #require(track["findings"] as? [[String: String]]).compactMap { $0["code"] }
    return (findings, try ColorSidecar(json: folder.bytes("out.y4m.color.json")).metadata, run.errors)
  }

  /// Chroma averaged over the jumps would give about 3000 cd/m².
  @Test(arguments: [600, 593.4]) func aMappedPictureEndsAtItsPeak(peak: Double) throws {
    let (findings, metadata, errors) = try judged(
      ["--transfer", "pq", "--to", "hdr10", "--target-peak", "\(peak)"])
    #expect(findings == [], "\(metadata)")
    // Rounded up, because these values are whole and bounds.
    #expect(metadata.mastering?.maximum?.nits == peak.rounded(.up))
    #expect(metadata.contentLight?.maximum?.nits == peak.rounded(.up))
    #expect((metadata.contentLight?.maxFALL ?? 0) > 0)
    #expect(!errors.contains("nothing limits"), "\(errors)")
  }

  /// SDR has light above its white, which no stage limits: the stated display can show it.
  @Test func whatNothingLimitsIsShownByItsDisplay() throws {
    let (findings, metadata, errors) = try judged(["--transfer", "bt709", "--primaries", "bt709", "--to", "hdr10"])
    #expect(findings == [], "\(metadata)")
    let light = try #require(metadata.contentLight?.maximum)
    #expect(light.nits > 203 && metadata.mastering?.maximum == light, "\(metadata)")
    #expect(errors.contains("nothing limits the light to the mastering display's peak of 203 cd/m²"), "\(errors)")
  }

  /// A kept signal was graded on an unknown display, unless the user states it now.
  @Test func aKeptSignalHasNoDisplayUnlessOneIsTold() throws {
    let kept = try judged(["--transfer", "pq", "--to", "hdr10"])
    #expect(kept.findings == [] && kept.metadata.mastering == nil && kept.metadata.contentLight != nil)
    let told = try judged(["--transfer", "pq", "--to", "hdr10", "--target-peak", "10000"])
    #expect(told.findings == [] && told.metadata.mastering?.maximum?.nits == 10_000)
  }

  @Test("Implausible metadata is not repeated", arguments: ["auto", "never", "always"])
  func absurdLevels(trust: String) throws {
    let (findings, metadata, errors) = try judged([
      "--transfer", "pq", "--to", "hdr10", "--max-cll", "50000,60000", "--trust-metadata", trust,
      "--master-display", "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(100000000,1)",
    ])
    #expect(findings == [], "\(metadata)")
    #expect((metadata.contentLight?.maxCLL ?? 0) <= 10_000 && (metadata.contentLight?.maxFALL ?? 0) > 0)
    #expect((metadata.mastering == nil) == (trust == "never"))
    #expect(
      errors.contains("MaxCLL 50000 cd/m², MaxFALL 60000 cd/m² is not trusted; levels are measured from the frames"))
    #expect(errors.contains("mastering display is not trusted") == (trust == "never"), "\(errors)")
  }

  @Test func aDisplayInAnotherOrderIsFixed() throws {
    // Red, green, blue, in the place of green, blue, red.
    let (findings, metadata, errors) = try judged([
      "--transfer", "pq", "--to", "hdr10", "--max-cll", "10000,2506", "--master-display",
      "G(34000,16000)B(13250,34500)R(7500,3000)WP(15635,16450)L(100000000,1)",
    ])
    #expect(findings == [], "\(metadata)")
    #expect(
      metadata.mastering?.integerText == "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(100000000,1)")
    #expect(metadata.contentLight == ContentLightLevel(maxCLL: 10000, maxFALL: 2506), "what is believed stays")
    #expect(errors.contains("the output states the corrected values"), "\(errors)")
  }

  @Test func aDisplayThatCannotBeIsLeftOut() throws {
    let (findings, metadata, errors) = try judged([
      "--transfer", "pq", "--to", "hdr10", "--max-cll", "863,101", "--master-display",
      "G(13250,34500)B(13250,34500)R(13250,34500)WP(15635,16450)L(10000000,1)",
    ])
    #expect(findings == [] && metadata.mastering == nil, "\(metadata)")
    #expect(errors.contains("mastering display is not trusted; the output states none"), "\(errors)")
  }
}
