import Foundation
import HDRMetadata
import Testing

/// What `info` says about video that states no transfer.
@Suite struct ImpliedTransferTests {
  /// The first track that `info --json` reports, and what `info` prints.
  private func told(_ bytes: [UInt8], as name: String, _ options: [String] = []) throws -> (
    track: [String: Any], text: String
  ) {
    let folder = try Folder()
    let file = try folder.file(name, Data(bytes))
    let json = try Tool.run(["info", file, "--json"] + options)
    #expect(json.code == 0, "\(json.errors)")
    let root = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    return (
      try #require((root["tracks"] as? [[String: Any]])?.first), try Tool.run(["info", file] + options).text
    )
  }

  private static let hdr10Plus = try! RegisteredUserData.hdr10Plus(
    HDR10PlusMetadata(windows: [HDR10PlusMetadata.Window()], targetedDisplayMaximum: 400)
  ).payload()

  private static func hevc(_ messages: [UInt8]...) -> [UInt8] {
    let sequence = TestHEVCSequence(color: TestColor(codes: nil)).unit
    return messages.reduce(annexB(sequence)) { $0 + annexB(hevcUnit(39, $1)) }
  }

  /// HDR10+ in H.265, AV1 and VP9, a mastering display, light levels.
  static let files: [(name: String, bytes: [UInt8])] = [
    ("plus.hevc", hevc(messages((4, hdr10Plus)))),
    ("display.hevc", hevc(messages((137, masteringPayload)))),
    ("light.hevc", hevc(messages((144, lightPayload)))),
    (
      "plus.obu",
      obu(2, []) + obu(1, TestAV1Sequence(codes: nil).payload) + obu(5, leb128(4) + hdr10Plus + [0x80])
    ),
    (
      "light.mov",
      TestMovie(properties: [hvcC(TestHEVCSequence(color: TestColor(codes: nil)).unit), box("clli", lightPayload)])
        .bytes
    ),
  ]

  @Test(arguments: files.indices) func metadataOfHDRIsReadAsPQ(index: Int) throws {
    let (name, bytes) = Self.files[index]
    let (track, text) = try told(bytes, as: name)
    #expect((track["reading"] as? String)?.hasPrefix("PQ (SMPTE ST 2084), ") == true, "\(name): \(text)")
    let assumed = try #require(track["assumptions"] as? [[String: String]])
    #expect(assumed.contains { $0["code"] == "missing-transfer" }, "\(text)")
    // What the file does not state stays unstated.
    #expect((track["color"] as? [String: Any])?["transfer"] is NSNull)
    #expect(
      text.contains("transfer         not stated\n") && text.contains("would be read as PQ (SMPTE ST 2084)"), "\(text)")
    // Whoever says otherwise is believed.
    let bt709 = try told(bytes, as: name, ["--transfer", "bt709"]).text
    #expect(bt709.contains("would be read as Rec. ITU-R BT.709"), "\(bt709)")
  }

  @Test func untaggedTenBitsWouldBeRefused() throws {
    let stream = try told(Self.hevc(), as: "in.hevc")
    let frames = try told([UInt8](Clips.y4m(frames: 1)), as: "in.y4m")
    for (track, text) in [stream, frames] {
      #expect(track["reading"] is NSNull, "\(text)")
      let refusal = try #require(track["refusal"] as? String)
      for option in ["--transfer pq", "--transfer hlg", "--transfer bt709"] { #expect(refusal.contains(option)) }
      #expect(text.contains("would be refused \(refusal)"), "\(text)")
    }
    let eight = try told(annexB(TestHEVCSequence(color: TestColor(codes: nil), depth: 8).unit), as: "in.hevc")
    #expect(eight.track["reading"] is String && eight.track["refusal"] is NSNull, "\(eight.text)")
    let told = try told(Self.hevc(), as: "in.hevc", ["--transfer", "hlg"])
    #expect(told.track["reading"] is String, "\(told.text)")
  }

  @Test func strictInfoListsWhatWouldBeAssumed() throws {
    let folder = try Folder()
    let untold = try folder.file("in.hevc", Data(Self.hevc(messages((144, lightPayload)))))
    let outcome = try Tool.run(["info", untold, "--strict"])
    #expect(outcome.code == 65 && outcome.complaints.count == 1, "\(outcome.errors)")
    #expect(
      outcome.text.contains("assumed          ") && outcome.text.contains("[missing-transfer]"), "\(outcome.text)")
    let refused = try folder.file("ten.hevc", Data(Self.hevc()))
    let refusal = try Tool.run(["info", refused, "--strict", "--json"])
    #expect(refusal.code == 64 && refusal.errors.contains("--transfer pq") && !refusal.output.isEmpty)
    // A fully tagged HDR10 stream leaves nothing to assume, its chroma location included.
    let sequence = annexB(TestHEVCSequence(color: TestColor(codes: [9, 16, 9])).unit)
    let light = annexB(hevcUnit(39, messages((144, [3, 0xE6, 0, 0xC9]))))
    let tagged = try folder.file("hdr10.hevc", Data(sequence + light))
    let good = try Tool.run(["info", tagged, "--strict"])
    #expect(good.code == 0 && good.errors.isEmpty, "\(good.errors)")
    #expect(good.text.contains("chroma location  left, the default of HEVC\n"), "\(good.text)")
    let frames = try folder.file("in.y4m", Clips.y4m(frames: 1))
    #expect(try Tool.run(["info", frames, "--strict", "--transfer", "pq"]).code == 65)
    let tags = Clips.tags.dropLast(2) + ["--max-cll", "998,201"]
    #expect(try Tool.run(["info", frames, "--strict"] + tags).code == 0)
  }
}
