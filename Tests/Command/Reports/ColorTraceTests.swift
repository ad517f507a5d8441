import Foundation
import Testing

/// `explain --color`: one color, stage by stage.
@Suite struct ColorTraceTests {
  private struct Plan: Decodable {
    struct Color: Decodable {
      struct Step: Decodable {
        let name, unit: String
        let components: [Double]
      }
      let signal: [Double]
      let steps: [Step]
      let codes: [Double]
    }
    let color: Color
  }

  private static func color(_ color: String, _ options: [String]) throws -> Plan.Color {
    let outcome = try Tool.run(["explain", "--color", color, "--json"] + options)
    try #require(outcome.code == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Plan.self, from: outcome.output).color
  }

  /// The light of a PQ signal, in cd/m².
  ///
  /// - Source: SMPTE ST 2084, clause 5.2.
  private static func light(pq signal: Double) -> Double {
    let (m1, m2, c1, c2, c3) = (
      2610.0 / 16384, 2523.0 / 4096 * 128, 3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32
    )
    let power = pow(signal, 1 / m2)
    return 10_000 * pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
  }

  @Test func eachStageHasItsNumbers() throws {
    let color = try Self.color("0.58,0.58,0.58", Clips.tags + ["--tone-mapping", "clip"])
    #expect(color.signal == [0.58, 0.58, 0.58])
    #expect(color.steps.map(\.name) == ["linearize", "tone", "gamut", "delinearize", "encode"])
    #expect(color.steps.map(\.unit) == ["light", "light", "light", "signal", "codes"])
    let light = Self.light(pq: 0.58)
    for step in color.steps.prefix(3) { #expect(step.components.allSatisfy { abs($0 - light) < 1e-4 }, "\(step)") }
    // BT.1886 with black 0, and BT.709's narrow range of 8 bits.
    let signal = pow(light / 203, 1 / 2.4)
    #expect(color.steps[3].components.allSatisfy { abs($0 - signal) < 1e-6 })
    #expect(abs(color.steps[4].components[0] - (16 + 219 * signal)) < 1e-4)
    #expect(color.codes == [(16 + 219 * signal).rounded(), 128, 128])
  }

  /// A frame of the color gets the same codes.
  @Test(arguments: [["--to", "sdr709"], ["--to", "srgb", "--tone-mapping", "bt2446a"], ["--to", "hlg"]])
  func framesAgree(options: [String]) throws {
    let format = ["--pixel-format", "gbrp16le", "--out-pixel-format", "gbrp10le"]
    let tags = ["--primaries", "bt2020", "--transfer", "pq", "--range", "full", "--source-peak", "1000"] + options
    // Each of their results is more than 0.05 from a rounding boundary.
    let codes = [30_000, 20_000, 40_100]
    // G, B, R.
    let frame = Data(
      [codes[1], codes[2], codes[0]].flatMap { code in (0..<4).flatMap { _ in [UInt8(code & 255), UInt8(code >> 8)] } })
    let converted = try Tool.run(
      ["convert", "-", "-", "--size", "2x2", "--format", "raw", "--dither", "none", "--progress", "none"] + format
        + tags,
      input: frame)
    let planes = (0..<3).map { Int(converted.output[$0 * 8]) | Int(converted.output[$0 * 8 + 1]) << 8 }
    let signal = codes.map { "\(Double($0) / 65_535)" }.joined(separator: ",")
    let color = try Self.color(signal, format + tags)
    #expect(color.codes == [planes[2], planes[0], planes[1]].map(Double.init), "\(converted.errors)")
  }

  @Test func theTextHasUnits() throws {
    let outcome = try Tool.run(["explain", "--color", "0.58,0.5,0.1"] + Clips.tags)
    #expect(outcome.code == 0, "\(outcome.errors)")
    for fact in ["signal of the source", "light, cd/m²", "codes before rounding, Y′ C′B C′R", "without dither"] {
      #expect(outcome.text.contains(fact), "\(outcome.text)")
    }
    let folder = try Folder()
    let movie = try folder.file("phone.mov", Data(MediaInfoTests.phone.bytes))
    let explained = try Tool.run(["explain", movie, "--color", "0.5,0.5,0.5"])
    #expect(explained.code == 0 && explained.text.contains("linearize"), "\(explained.errors)")
  }

  @Test(arguments: ["0.5", "0.5,0.5", "1.1,0,0", "a,b,c", "0.5,0.5,nan", "0,0,0,0", ""])
  func whatIsNoColorIsRefused(color: String) throws {
    let outcome = try Tool.run(["explain", "--transfer", "pq", "--color", color])
    #expect(outcome.code == 64 && outcome.errors.contains("--color"), "\(outcome.errors)")
  }

  /// Operators whose documents have another white say so, and the option that they name gives it.
  @Test(arguments: ["bt2446a", "bt2446c", "aces2-tonescale"]) func publishedSettings(tone: String) throws {
    let ours = try Tool.run(["explain", "--tone-mapping", tone] + Clips.tags)
    #expect(ours.code == 0 && ours.text.contains("\(tone) is published for an SDR white of 100 cd/m²"), "\(ours.text)")
    let option = try #require(ours.text.firstMatch(of: /(--reference-white) (\d+) gives the published setting/))
    let theirs = try Tool.run(
      ["explain", "--tone-mapping", tone, String(option.1), String(option.2)] + Clips.tags)
    #expect(theirs.code == 0 && theirs.text.contains("SDR 100 % is 100 cd/m²"), "\(theirs.text)")
    #expect(!theirs.text.contains("is published for"), "\(theirs.text)")
    #expect(try !Tool.run(["explain", "--tone-mapping", "bt2390"] + Clips.tags).text.contains("is published for"))
  }
}
