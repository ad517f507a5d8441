import Foundation
import Testing

/// `--exposure`, `--contrast` and `--saturation`.
@Suite struct LookOptionTests {
  private static let look = ["--exposure", "1", "--contrast", "1.25", "--saturation", "0.9"]

  @Test func explainPrintsTheNumbers() throws {
    let words = try Tool.run(["explain"] + Clips.tags + Self.look + ["--strict"])
    #expect(words.code == 0 && words.errors == "", "\(words.errors)")
    // 26 · (2000 / 26)^1.25 = 5923.0331 cd/m².
    let line = try #require(words.text.split(separator: "\n").first { $0.contains(" look ") })
    let text = "exposure +1 stop, contrast 1.25 about 26 cd/m², saturation 0.9, 0…1000 cd/m² to 0…5923.0331 cd/m²"
    #expect(line.contains(text), "\(line)")
    let json = try Tool.run(["explain", "--json"] + Clips.tags + Self.look)
    let plan = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    #expect(plan["look"] as? [String: Double] == ["exposure": 1, "contrast": 1.25, "saturation": 0.9])
    let stages = try #require(plan["stages"] as? [[String: String]])
    #expect(stages.first { $0["name"] == "look" }?["detail"]?.hasPrefix(text) == true)
    let without = try Tool.run(["explain", "--json"] + Clips.tags)
    let plain = try #require(try JSONSerialization.jsonObject(with: without.output) as? [String: Any])
    #expect(plain["look"] == nil)
  }

  /// At their defaults they change no byte; else they change pictures, by command and library alike.
  @Test func framesAreConverted() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 2))
    func converted(_ options: [String]) throws -> Data {
      let outcome = try Tool.run(["convert", input, "-", "--progress", "none"] + Clips.tags + options)
      #expect(outcome.code == 0 && outcome.errors == "", "\(outcome.errors)")
      return outcome.output
    }
    let plain = try converted([])
    #expect(try converted(["--exposure", "0", "--contrast", "1", "--saturation", "1"]) == plain)
    for option in [["--exposure", "-0.5"], ["--contrast", "1.1"], ["--exposure=0.5"]] {
      #expect(try converted(option) != plain, "\(option)")
    }
    // The clip is gray, so that saturation has nothing to change in it.
    #expect(try converted(["--saturation", "0"]) != Data())
    let check = try Tool.run(["conform", "--sample", "4096"] + Clips.tags + Self.look)
    #expect(check.code == 0, "\(check.text) \(check.errors)")
  }

  /// A table has the look of the plan: gray of an SDR source, one stop darker, is that of half the light, by BT.1886 0.5^(1/2.4).
  @Test func aTableHasTheLook() throws {
    let folder = try Folder()
    let made = try Tool.run(
      ["lut", folder["a.cube"], "--transfer", "bt709", "--cube-size", "3", "--exposure", "-1"])
    #expect(made.code == 0, "\(made.errors)")
    let text = try String(contentsOfFile: folder["a.cube"], encoding: .utf8)
    let rows = text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
    let last = try #require(rows.last { $0.count == 3 })
    #expect(last.allSatisfy { abs($0 - 0.749_153_5) < 1e-5 }, "\(last)")
    #expect(text.contains("exposure -1 stop"), "\(text.prefix(900))")
  }

  @Test(arguments: [("--exposure", "7"), ("--contrast", "0"), ("--saturation", "-1"), ("--contrast", "nan")])
  func whatIsNoLookIsRefused(name: String, value: String) throws {
    let outcome = try Tool.run(["explain"] + Clips.tags + [name, value])
    #expect(outcome.code == 64 && outcome.complaints.count == 1, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("the \(name.dropFirst(2)) of the look is \(value)") && outcome.errors.contains(name))
  }

  @Test func aTableLeavesItNothingToDo() throws {
    let folder = try Folder()
    let cube = "LUT_3D_SIZE 2\n" + (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)\n" }.joined()
    let file = try folder.file("same.cube", Data(cube.utf8))
    let outcome = try Tool.run(["explain", "--lut", file, "--contrast", "1.2"] + Clips.tags.dropLast(2))
    #expect(outcome.text.contains("the look has no effect, because a lookup table is applied"), "\(outcome.text)")
  }

  /// Nothing is said of there being nothing to map.
  @Test func sdrIsNotAloneWithALook() throws {
    let plain = try Tool.run(["explain", "--transfer", "bt709"])
    let looked = try Tool.run(["explain", "--transfer", "bt709", "--contrast", "1.1"])
    #expect(plain.text.contains("nothing to map") && !looked.text.contains("nothing to map"))
    // A tone curve maps light, and a gamut map colors, without a look too.
    let dim = try Tool.run(["explain", "--transfer", "bt709", "--target-peak", "100"])
    #expect(dim.code == 0 && !dim.text.contains("to map: "), "\(dim.text)")
    let wide = try Tool.run(["explain", "--transfer", "bt709", "--primaries", "bt2020", "--matrix", "bt2020nc"])
    #expect(wide.text.contains("no light to map: the source is SDR"), "\(wide.text)")
  }

  /// A light that changes goes through the look scene by scene.
  @Test func withScenes() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 3))
    func converted(_ options: [String]) throws -> Data {
      let outcome = try Tool.run(
        ["convert", input, "-", "--progress", "none", "--dynamics", "frame"] + Clips.tags.dropLast(2) + options)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(!outcome.errors.contains("above"), "\(outcome.errors)")
      return outcome.output
    }
    #expect(try converted(["--exposure", "1"]) != converted([]))
  }
}
