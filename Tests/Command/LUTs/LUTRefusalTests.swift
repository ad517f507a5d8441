import Foundation
import Testing

/// What options cannot do together, and what is reported of what a file loses.
@Suite struct LUTRefusalTests {
  private static let plain = ["--transfer", "bt709", "--cube-size", "3"]

  @Test func noCertificateMeansNone() throws {
    let folder = try Folder()
    let made = try Tool.run(
      ["lut", folder["a.cube"], "--transfer", "bt709", "--no-certificate", "--max-error", "200"])
    #expect(made.code == 0, "\(made.errors)")
    #expect(try folder.names == ["a.cube"])
    let missed = try Tool.run(
      ["lut", folder["b.vlt"], "--transfer", "pq", "--vertices", "sampled", "--no-certificate", "--max-error", "0.01"])
    #expect(missed.code == 1 && missed.errors.contains("--max-error allows"), "\(missed.code) \(missed.errors)")
  }

  /// The inverse in few samples is compared with the exact one.
  @Test func inversionsInFewSamplesAreOff() throws {
    let folder = try Folder()
    let rows = (0...64).map { i in Array(repeating: "\(Double(i * i) / 4096)", count: 3).joined(separator: " ") }
    let curve = try folder.file(
      "a.cube",
      Data("LUT_1D_SIZE 65\nDOMAIN_MIN 0.1 0.1 0.1\nDOMAIN_MAX 0.9 0.9 0.9\n\(rows.joined(separator: "\n"))\n".utf8))
    for (samples, isNear) in [("8", false), ("4096", true)] {
      let undone = try Tool.run(["lut", "invert", curve, folder["b.cube"], "--samples", samples, "--force"])
      let maximum = undone.text.firstMatch(of: /maximum ([0-9.]+)/).flatMap { Double($0.output.1) }
      #expect(undone.code == 0, "\(undone.errors)")
      #expect((try #require(maximum) < 4) == isNear, "\(undone.text)")
    }
  }

  @Test func bitsWhereNumbersAreDecimals() throws {
    let folder = try Folder()
    let outcome = try Tool.run(["lut", folder["a.cube"], "--bit-depth", "10"] + Self.plain)
    #expect(outcome.code == 64 && outcome.errors.contains("stores decimals"), "\(outcome.code) \(outcome.errors)")
    // It is refused before anything is assumed or fitted.
    for (file, bits) in [("a.cube", "0"), ("a.3dl", "-1"), ("a.vlt", "1000000")] {
      let refused = try Tool.run(["lut", folder[file], "--transfer", "pq", "--bit-depth", bits])
      #expect(refused.code == 64 && refused.complaints.count == 1, "\(file) \(refused.code) \(refused.errors)")
    }
  }

  /// What would be written otherwise than the name or the host needs it.
  @Test(arguments: [
    (["a.cube", "--host", "camera"], "a Panasonic camera does not read cube"),
    (["a.cube", "--icc", "link"], "--icc is for ICC profiles, but a.cube"),
    (["a.cube", "--clf-form", "academy"], "--clf-form is for .clf and .ctf files, but a.cube"),
    (["a.cube", "--host", "youtube", "--title", "two words"], "give --title of one word, or of three or more"),
  ]) func settingsOfOtherFilesAreRefused(words: [String], says: String) throws {
    let folder = try Folder()
    let outcome = try Tool.run(["lut"] + words + Self.plain, in: folder)
    #expect(outcome.code == 64 && outcome.errors.contains(says), "\(outcome.code) \(outcome.errors)")
    #expect(try folder.names.isEmpty)
    let titled = try Tool.run(
      ["lut", "b.cube", "--host", "youtube", "--title", "now three words"] + Self.plain, in: folder)
    #expect(titled.code == 0, "\(titled.errors)")
  }

  /// The commands of players that hand over full range are not those for a LUT of narrow range.
  @Test func legalRangeIsTold() throws {
    let folder = try Folder()
    for (range, isFull) in [("full", true), ("narrow", false), ("legal", false)] {
      let made = try Tool.run(["lut", folder["\(range).cube"], "--lut-range", range, "--host", "ffmpeg"] + Self.plain)
      #expect(made.code == 0, "\(made.errors)")
      let text = String(decoding: try folder.bytes("\(range).cube"), as: UTF8.self)
      #expect(text.contains("gbrp16le") == isFull && text.contains("of that range") != isFull, "\(text.prefix(2000))")
    }
  }

  #if LittleCMS
    @Test(arguments: [
      ["--max-error", "1"], ["--lut-range", "legal"], ["--shaper", "none"], ["--vertices", "sampled"],
    ])
    func displayProfilesHoldColors(options: [String]) throws {
      let folder = try Folder()
      let outcome = try Tool.run(["lut", folder["a.icc"], "--icc", "display", "--transfer", "pq"] + options)
      #expect(outcome.code == 64 && outcome.errors.contains(options[0]), "\(outcome.code) \(outcome.errors)")
      #expect(try folder.names.isEmpty)
    }

    /// A device link is a cube over 0…1 between curves; anything else is sampled only when asked for.
    @Test func deviceLinksAreNotSampledInSilence() throws {
      let folder = try Folder()
      let wide = "LUT_3D_SIZE 2\nDOMAIN_MAX 4 4 4\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n"
      let cube = try folder.file("a.cube", Data(wide.utf8))
      let refused = try Tool.run(["lut", "convert", cube, folder["a.icc"]])
      #expect(refused.code == 64 && refused.errors.contains("--cube-size"), "\(refused.code) \(refused.errors)")
      let sampled = try Tool.run(["lut", "convert", cube, folder["a.icc"], "--cube-size", "5"])
      #expect(sampled.code == 0 && sampled.text.contains("difference"), "\(sampled.text) \(sampled.errors)")
    }
  #endif
}
