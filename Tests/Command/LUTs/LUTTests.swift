import Foundation
import Testing

/// `tonemap lut`: what it writes, refuses and finds.
@Suite struct LUTTests {
  /// Quick to make and to measure: the plan only passes the signal through.
  private static let plain = ["--transfer", "bt709", "--cube-size", "3"]

  @Test func aLUTHasACertificate() throws {
    let folder = try Folder()
    let made = try Tool.run(["lut", folder["a.cube"]] + Self.plain)
    #expect(made.code == 0, "\(made.errors)")
    #expect(made.text.contains("tetrahedral") && made.text.contains("never tinted"))
    let certificate =
      try JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(fileURLWithPath: folder["a.cube.certificate.json"]))) as? [String: Any]
    #expect(certificate?["arguments"] as? [String] == Self.plain)
    let checked = try Tool.run(["lut", "check", folder["a.cube"], "--measure"])
    #expect(checked.code == 0 && checked.text.contains("the errors that the certificate states"), "\(checked.errors)")
    // Another file under the name, and a file that the certificate flatters.
    let text = try String(contentsOfFile: folder["a.cube"], encoding: .utf8)
    try Data(text.replacingOccurrences(of: "0.500000", with: "0.510000").utf8)
      .write(to: URL(fileURLWithPath: folder["a.cube"]))
    let other = try Tool.run(["lut", "check", folder["a.cube"]])
    #expect(other.code == 1 && other.errors.contains("SHA-256"), "\(other.errors)")
    let forged = try Tool.shell(
      """
      cd \(folder[""]) && sum=$(sha256sum a.cube | cut -c1-64) && \
      sed "s/\\"sha256\\" : \\"[0-9a-f]*\\"/\\"sha256\\" : \\"$sum\\"/" a.cube.certificate.json > b && mv b a.cube.certificate.json && \
      tonemap lut check a.cube --measure
      """)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: folder["a.cube.certificate.json"]))
    let empty = try Tool.run(["lut", "check", folder["a.cube"]])
    #expect(empty.code == 65 && empty.errors.contains("is missing"), "\(empty.errors)")
    let silent = try JSONSerialization.data(
      withJSONObject: (certificate ?? [:]).merging(["measurements": []]) { $1 })
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder["a.cube"]))
    try silent.write(to: URL(fileURLWithPath: folder["a.cube.certificate.json"]))
    let unmeasured = try Tool.run(["lut", "check", folder["a.cube"], "--measure"])
    #expect(unmeasured.code == 65 && unmeasured.errors.contains("states no errors for"), "\(unmeasured.errors)")
    #expect(forged.code == 1 && forged.errors.contains("measured again"), "\(forged.errors)")
  }

  #if os(Linux)
    /// Memory that ends is reported before it ends.
    @Test func noMemory() throws {
      let folder = try Folder()
      _ = try Tool.run(["lut", folder["a.cube"], "--no-certificate"] + Self.plain)
      for line in ["lut a.cube --force --transfer pq", "lut check a.cube a.cube", "lut convert a.cube a.clf"] {
        let outcome = try Tool.shell("cd \(folder[""]); ulimit -v 300000; tonemap \(words(line))")
        #expect(outcome.code == 71 && outcome.errors.contains("there is no memory"), "\(line): \(outcome)")
      }
      let large = try Tool.shell(
        "cd \(folder[""]); truncate -s 900M b.cube; ulimit -v 2000000; tonemap lut check b.cube")
      #expect(large.code == 71 && large.errors.contains("reading b.cube needs"), "\(large)")
    }
  #endif

  @Test func whatLUTsHaveNotIsRefused() throws {
    let folder = try Folder()
    let frames = try Tool.run(["lut", folder["a.cube"], "--transfer", "pq", "--size", "4x4", "--dither", "none"])
    #expect(
      frames.code == 64 && frames.errors.contains("unknown option '--size'"), "\(frames.errors)")
    let ending = try Tool.run(["lut", folder["a.txt"], "--transfer", "pq"])
    #expect(
      ending.code == 64 && ending.errors.contains("cube") && ending.errors.contains("--format"), "\(ending.errors)")
    let large = try Tool.run(["lut", folder["a.cube"], "--transfer", "pq", "--host", "coreimage", "--cube-size", "65"])
    #expect(large.code == 64 && large.errors.contains("Core Image reads at most 64"), "\(large.errors)")
    let both = try Tool.run(["lut", folder["a.cube"], "--transfer", "pq", "--cube-size", "9", "--max-error", "1"])
    #expect(both.code == 64 && both.errors.contains("leave one out"), "\(both.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder["a.cube"]))
  }

  /// Two files are compared; identical ones do not differ, and the exit code tells.
  @Test func filesAreCompared() throws {
    let folder = try Folder()
    _ = try Tool.run(["lut", folder["a.cube"], "--no-certificate"] + Self.plain)
    _ = try Tool.run([
      "lut", folder["b.cube"], "--no-certificate", "--transfer", "pq", "--cube-size", "3", "--vertices", "sampled",
    ])
    let same = try Tool.run(["lut", "check", folder["a.cube"], folder["a.cube"], "--max-difference", "0"])
    #expect(same.code == 0 && same.text.contains("certificate     none"), "\(same.errors)")
    let different = try Tool.run(["lut", "check", folder["a.cube"], folder["b.cube"], "--max-difference", "5"])
    #expect(different.code == 1 && different.errors.contains("--max-difference allows 5"), "\(different.errors)")
  }

  /// Formats that hold but a few sizes get one of them, and a cube too large to be fitted is sampled.
  @Test(arguments: ["a.vlt", "a.png", "b.spi3d"]) func sizesThatAFormatHolds(name: String) throws {
    let folder = try Folder()
    let size = name == "b.spi3d" ? ["--cube-size", "66"] : []
    let vertices = name == "a.png" ? ["--vertices", "sampled"] : []
    let made = try Tool.run(["lut", folder[name], "--transfer", "bt709", "--no-certificate"] + size + vertices)
    #expect(made.code == 0, "\(made.errors)")
    let checked = try Tool.run(["lut", "check", folder[name]])
    let expected = ["a.vlt": "17×17×17", "a.png": "64×64×64", "b.spi3d": "66×66×66"][name]!
    #expect(checked.text.contains("cube of \(expected) samples"), "\(checked.text) \(checked.errors)")
  }

  @Test func standardOutput() throws {
    let outcome = try Tool.run(["lut", "-", "--format", "cube", "--no-certificate"] + Self.plain)
    #expect(outcome.code == 0 && outcome.text.contains("LUT_3D_SIZE 3\n"), "\(outcome.errors)")
    #expect(outcome.text.split(separator: "\n").allSatisfy { $0.utf8.count < 250 && $0.allSatisfy(\.isASCII) })
  }

  /// A curve and its inverse undo each other; a cube has no inverse.
  @Test func inversion() throws {
    let folder = try Folder()
    let rows = (0...16).map { i in
      let x = Double(i) / 16
      return "\(x * x) \(x) \(0.5 * x + 0.5 * x * x)"
    }
    let curve = try folder.file("a.cube", Data("LUT_1D_SIZE 17\n\(rows.joined(separator: "\n"))\n".utf8))
    let undone = try Tool.run(["lut", "invert", curve, folder["b.cube"], "--samples", "1025"])
    #expect(undone.code == 0, "\(undone.errors)")
    let checked = try Tool.run(["lut", "check", folder["b.cube"]])
    #expect(checked.text.contains("curves of 1025 samples"), "\(checked.text) \(checked.errors)")
    let cube = try folder.file(
      "c.cube", Data("LUT_3D_SIZE 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n".utf8))
    let refused = try Tool.run(["lut", "invert", cube, folder["d.cube"]])
    #expect(refused.code == 65 && refused.errors.contains("a cube of 2 samples"), "\(refused.errors)")
  }
}
