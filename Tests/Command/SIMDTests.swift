import Foundation
import Testing
import ToneMapping

/// `--simd` and `TONEMAP_SIMD`: the instruction set that a conversion runs on.
@Suite struct SIMDTests {
  private func convert(_ options: [String] = [], environment: String? = nil) throws -> Tool.Outcome {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 2))
    let arguments = ["convert", input, "-", "--json", "--progress", "none"] + Clips.tags + options
    return try Tool.run(program: "env", (environment.map { [$0] } ?? ["-u", "TONEMAP_SIMD"]) + [Tool.path] + arguments)
  }

  /// The set that ran, according to the report.
  private func ran(_ outcome: Tool.Outcome) throws -> String? {
    #expect(outcome.code == 0, "\(outcome.errors)")
    let report = try JSONSerialization.jsonObject(with: Data(outcome.errors.utf8)) as? [String: Any]
    return report?["instructions"] as? String
  }

  @Test func everySetGivesTheSameBytesOfARealFrame() throws {
    let folder = try Folder()
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let clip = tests.deletingLastPathComponent().path + "/Examples/clips/s02_forest_1024x512_1f_pq_yuv420p10le"
    let unpacked = try Tool.run(program: "zstd", ["-qdfo", folder["in.yuv"], clip + ".yuv.zst"])
    #expect(try folder.bytes("in.yuv").count == 1024 * 512 * 3, "\(unpacked.errors)")
    func bytes(_ options: [String]) throws -> Data {
      let outcome = try Tool.run(
        ["convert", folder["in.yuv"], "-", "--color-json", "\(clip).json", "--format", "raw"] + options)
      #expect(outcome.code == 0, "\(outcome.errors)")
      return outcome.output
    }
    let auto = try bytes(["--simd", "auto"])
    #expect(auto.count == 1024 * 512 * 3 / 2)
    for set in InstructionSet.available { #expect(try bytes(["--simd", set.rawValue]) == auto, "\(set)") }
    // This test can fail: the same frame with another operator has other bytes.
    #expect(try bytes(["--tone-mapping", "bt2390"]) != auto)
  }

  @Test(arguments: InstructionSet.allCases) func aSetRunsOrIsRefused(set: InstructionSet) throws {
    for (outcome, name) in [
      (try convert(["--simd", set.rawValue]), "--simd"),
      (try convert(environment: "TONEMAP_SIMD=\(set.rawValue)"), "TONEMAP_SIMD"),
    ] {
      if InstructionSet.available.contains(set) {
        #expect(try ran(outcome) == set.rawValue)
      } else {
        #expect(outcome.code == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("\(name) is \(set.rawValue), but this machine cannot run"))
      }
    }
  }

  @Test func theOptionWinsOverTheEnvironment() throws {
    let widest = InstructionSet.available.last?.rawValue
    #expect(try ran(convert(["--simd", "auto"], environment: "TONEMAP_SIMD=baseline")) == widest)
    #expect(try ran(convert(["--simd", "baseline"], environment: "TONEMAP_SIMD=nonsense")) == "baseline")
    #expect(try ran(convert(environment: "TONEMAP_SIMD=")) == widest)
    #expect(try ran(convert()) == widest)
  }

  @Test func aNameThatIsNoneIsRefusedBeforeTheFirstPixel() throws {
    let option = try convert(["--simd", "avx2"])
    let environment = try convert(environment: "TONEMAP_SIMD=avx2")
    for outcome in [option, environment] {
      #expect(outcome.code == 64 && outcome.output.isEmpty && outcome.complaints.count == 1, "\(outcome.errors)")
      for word in ["avx2", "auto", "baseline", "v3", "v4"] {
        #expect(outcome.errors.contains(word), "\(outcome.errors)")
      }
    }
    #expect(option.errors.contains("--simd") && environment.errors.contains("TONEMAP_SIMD"))
  }

  @Test func theLastLineTellsTheSet() throws {
    let outcome = try Tool.run(["convert", "-", "-", "--simd", "baseline"] + Clips.tags, input: Clips.y4m(frames: 1))
    #expect(outcome.complaints.last?.contains("on baseline") == true, "\(outcome.errors)")
  }
}
