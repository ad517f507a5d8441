import Foundation
import Testing

/// `tonemap conform`: its output and its exit codes.
@Suite struct ConformTests {
  static let options = ["--transfer", "pq", "--source-peak", "1000", "--gamut-mapping", "clip", "--progress", "none"]

  private func conform(_ more: [String]) throws -> Tool.Outcome { try Tool.run(["conform"] + Self.options + more) }

  private func object(_ outcome: Tool.Outcome) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any], "\(outcome.errors)")
  }

  @Test func endsWithOneBeyondTheBoundAndElseWithNought() throws {
    let good = try conform(["--sample", "1000", "--limit", "1"])
    #expect(good.code == 0, "\(good.errors)")
    for fact in ["1000, an even sample of yuv444p10le, seed 1, to yuv444p", "maximum error", "beyond 1.0"] {
      #expect(good.text.contains(fact), "\(good.text)")
    }
    let bad = try conform(["--sample", "1000", "--limit", "0"])
    #expect(bad.code == 1)
    #expect(
      bad.complaints.last?.contains("of 1000 colors differ from the exact result by more than 0.0 of a code") == true,
      "\(bad.errors)")
  }

  @Test func jsonTellsPlacesAndBins() throws {
    let report = try object(
      conform(["--sample", "2000", "--limit", "1", "--json", "--seed", "9", "--simd", "baseline"]))
    #expect(report["colors"] as? Int == 2000 && report["beyond"] as? Int == 0 && report["seed"] as? Int == 9)
    #expect(report["instructions"] as? String == "baseline" && report["exhaustive"] as? Bool == false)
    let bins = try #require(report["histogram"] as? [[String: Any]])
    #expect(bins.reduce(0) { $0 + ($1["colors"] as? Int ?? 0) } == 2000)
    let worst = try #require(report["worst"] as? [[String: Any]])
    let (reference, lanes) = (
      try #require(worst[0]["reference"] as? [Double]), try #require(worst[0]["lanes"] as? [Double])
    )
    let error = try #require(worst[0]["error"] as? Double)
    // Printed to six decimals.
    #expect(abs(zip(reference, lanes).map { abs($0 - $1) }.max()! - error) < 2e-6)
    #expect(report["maximum_error"] as? Double == error)
  }

  @Test(arguments: [
    ["--exhaustive", "--sample", "5"], ["--sample", "0"], ["--sample", "1073741825"], ["--sample", "1099511627776"],
    ["--pixel-format", "yuv444p", "--sample", "16777217"], ["--limit", "-1"], ["--limit", "nan"], ["--limit", "inf"],
    ["--seed", "-1"],
    ["--pixel-format", "gray10le"], ["--pixel-format", "yuv444p12le", "--exhaustive"], ["--simd", "mmx"],
  ]) func whatCannotBeIsRefused(options: [String]) throws {
    let outcome = try conform(options)
    #expect(outcome.code == 64 && outcome.output.isEmpty && outcome.complaints.count == 1, "\(outcome.errors)")
  }

  @Test func aFormatIsTakenAtFullChroma() throws {
    let outcome = try conform(["--pixel-format", "p010", "--sample", "100", "--limit", "1"])
    #expect(outcome.code == 0 && outcome.text.contains("yuv444p10le, seed"), "\(outcome.errors)")
    let rgb = try conform(["--pixel-format", "gbrp10le", "--sample", "100", "--limit", "1"])
    #expect(rgb.code == 0 && rgb.text.contains("gbrp10le, seed"), "\(rgb.errors)")
  }
}
