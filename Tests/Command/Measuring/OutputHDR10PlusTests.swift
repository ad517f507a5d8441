import Foundation
import HDRMetadata
import Testing

/// `convert --out-hdr10plus`: HDR10+ metadata of the frames that were written.
@Suite struct OutputHDR10PlusTests {
  @Test func metadataIsThatOfTheOutput() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    let convert =
      [
        "convert", input, folder["out.yuv"], "--to", "pq", "--target-peak", "600", "--out-hdr10plus",
        folder["out.json"],
      ]
    let outcome = try Tool.run(convert + ChangingLight.options)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let document = try HDR10PlusDocument(json: folder.bytes("out.json"))
    #expect(document.frames.count == ChangingLight.frames && document.profile == "A")
    #expect(document.frames.map(\.scene) == (0..<ChangingLight.frames).map { $0 < ChangingLight.cut ? 0 : 1 })
    // What a measurement of the output says.
    let measured = try Tool.run(["measure", folder["out.yuv"], "--stats", "-"] + ChangingLight.options)
    let components = try measured.output.split(separator: 10).dropFirst().map { line in
      let frame = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
      return try #require((frame["max_rgb"] as? [String: Any])?["components"] as? [Double])
    }
    for (scene, frames) in [(0, components[..<ChangingLight.cut]), (1, components[ChangingLight.cut...])] {
      let maximum = (0..<3).map { c in UInt32((frames.map { $0[c] }.max()! * 10).rounded()) }
      let told = try #require(document.frames.first { $0.scene == scene }).metadata.windows[0]
      #expect(told.maximumComponents.map(\.units) == maximum)
      #expect(maximum.max()! <= 6000)
    }
  }

  /// Standard output holds one document.
  @Test func metadataAndReportsDoNotMix() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    let options = ["--to", "pq", "--target-peak", "600", "--out-hdr10plus", "-"] + ChangingLight.options
    for report in [["--json"], ["--print-encoder-args", "x265"], []] {
      let outcome = try Tool.run(["convert", input, folder["out.yuv"], "--force"] + report + options)
      #expect(outcome.code == 0, "\(outcome.errors)")
      let document = try? HDR10PlusDocument(json: outcome.output)
      #expect(document?.frames.count == ChangingLight.frames, "\(outcome.text.suffix(200))")
      let words = report.first == "--json" ? "\"plan\"" : "--master-display"
      #expect(outcome.errors.contains(words) == !report.isEmpty, "\(outcome.errors)")
    }
    let mixed = try Tool.run(["convert", input, "-", "--format", "raw"] + options)
    #expect(mixed.code == 64 && mixed.output.isEmpty && mixed.errors.contains("holds the pixels"), "\(mixed.errors)")
  }

  @Test func onlyPQIsDescribed() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    let outcome = try Tool.run(
      ["convert", input, folder["out.yuv"], "--out-hdr10plus", folder["out.json"]] + ChangingLight.options)
    #expect(outcome.code == 64 && outcome.errors.contains("--to pq"), "\(outcome.errors)")
    #expect(try folder.names == ["in.yuv"])
  }
}
